internal import Glibc
internal import InkCorpus
internal import InkProtocol
internal import System

/// Standard output, unbuffered: a command's output is written before the command waits for anything.
enum StandardOutput {
    /// Whether standard output is a terminal that understands control sequences.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb" }

    /// Whether bold and dim text may be used, which is so if `NO_COLOR` is not set (no-color.org).
    static var isStyled: Bool { (variable("NO_COLOR") ?? "").isEmpty }

    /// Writes a line and its line end. On a terminal, control sequences other than styles are left out.
    ///
    /// - Throws: `unwritable`.
    static func writeLine(_ line: String) throws(InkctlError) {
        try write((isatty(STDOUT_FILENO) == 1 ? DisplayText.terminalSafe(line, keepingStyles: true) : line) + "\n")
    }

    /// Writes content from elsewhere unchanged. On a terminal, control sequences are left out.
    ///
    /// - Throws: `unwritable`.
    static func writeContent(_ bytes: [UInt8]) throws(InkctlError) {
        guard isatty(STDOUT_FILENO) == 1 else { return try write(bytes) }
        // decoding replaces invalid UTF-8, so that an invalid byte does not let control sequences through
        try write(DisplayText.terminalSafe(String(decoding: bytes, as: UTF8.self)))
    }

    /// Writes lines, each with its line end.
    ///
    /// - Throws: `unwritable`.
    static func writeLines(_ lines: [String]) throws(InkctlError) {
        for line in lines { try writeLine(line) }
    }

    /// Writes untrusted text, its lines escaped for a terminal.
    ///
    /// - Throws: `unwritable`.
    static func writeLines(of text: String) throws(InkctlError) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { try writeLine(DisplayText.escaped(String(line))) }
    }

    /// Writes all of the text.
    ///
    /// - Throws: `unwritable`.
    static func write(_ text: String) throws(InkctlError) { try write(Array(text.utf8)) }

    /// Writes all of the bytes.
    ///
    /// - Throws: `unwritable`.
    static func write(_ bytes: [UInt8]) throws(InkctlError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            } else if errno != EINTR {
                throw .unwritable(code: errno)
            }
        }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Standard error, for messages to the user. Failures to write are ignored.
enum StandardError {
    /// Whether standard error is a terminal.
    static var isTerminal: Bool { System.StandardError.isTerminal }

    /// Writes a message after the program's name, escaped for a terminal.
    static func say(_ message: String) { write("inkctl: \(DisplayText.escaped(message))\n") }

    /// Writes the text as it is.
    static func write(_ text: String) { System.StandardError.write(text) }
}

extension JSONLine {
    /// Returns a value of the protocol as one JSON object on one line, as the daemon sends it.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    static func text(of value: some VarlinkValue) throws(ProtocolError) -> String {
        String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self)
    }
}
