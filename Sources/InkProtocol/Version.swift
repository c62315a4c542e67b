/// The version of inkd and of everything that is built with it, as reported by `--version` and GetInfo.
public let inkdVersion = "0.1.0"
