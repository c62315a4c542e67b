/// The version of inkd and of everything that is built with it, as `--version` and GetInfo tell it.
public let inkdVersion = "0.1.0"
