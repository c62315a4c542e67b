internal import Glibc

/// Standard output, written at once: what a command says is there before it waits for anything.
enum StandardOutput {
    /// It is a terminal that understands control sequences.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb" }

    /// The terminal may show bold and dim: nobody has said `NO_COLOR` (no-color.org).
    static var isStyled: Bool { (variable("NO_COLOR") ?? "").isEmpty }

    /// Writes the line and its end.
    ///
    /// - Throws: `unwritable`.
    static func writeLine(_ line: String) throws(InkctlError) { try write(line + "\n") }

    /// Writes text from elsewhere, each of its lines made fit for a terminal.
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
