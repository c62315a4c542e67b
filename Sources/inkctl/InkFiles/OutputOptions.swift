internal import ArgumentParser
internal import Glibc

/// The file that a command makes of ink.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file, in place of standard output; only you may read it.", valueName: "file"))
    var output: String?

    @Flag(help: "Replace the file if it is there already.")
    var forceOverwrite = false

    /// Refuses before anything is worked on what would be refused at its end.
    ///
    /// - Throws: `pageToTerminal`, `exists`.
    func check(_ format: String) throws(InkctlError) {
        guard let output else {
            guard !StandardOutput.isTerminal else { throw .pageToTerminal(format) }
            return
        }
        var status = stat()
        guard forceOverwrite || lstat(output, &status) != 0 else { throw .exists(path: output) }
    }

    /// Writes the file whole or not at all.
    ///
    /// - Throws: `exists`, `notWritten`, `unwritable`.
    func write(_ bytes: [UInt8]) throws(InkctlError) {
        guard let output else { return try StandardOutput.write(bytes) }
        try ContentFile.write(bytes, to: output, mode: 0o600, overwrites: forceOverwrite)
    }
}
