internal import Glibc

/// Standard error: what a person should know. What it does not take is lost.
enum StandardError {
    /// It is a terminal.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a message after the program's name, made fit for a terminal.
    static func say(_ message: String) { write("inkctl: \(DisplayText.escaped(message))\n") }

    /// Writes the text as it is.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
