internal import Glibc
internal import InkCorpus

/// The whole terminal, for output that is updated until Ctrl-C. The previous screen is restored at the end.
enum TerminalScreen {
    private static let restore: StaticString = "\u{1b}[?7h\u{1b}[?1049l"

    /// Switches to the alternate screen.
    static func begin() throws(InkctlError) {
        try StandardOutput.write("\u{1b}[?1049h\u{1b}[?7l")
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                Glibc.write(STDOUT_FILENO, TerminalScreen.restore.utf8Start, TerminalScreen.restore.utf8CodeUnitCount)
                _exit(0)
            }
        }
    }

    /// Restores the user's screen.
    static func end() throws(InkctlError) { try StandardOutput.write(restore.description) }

    /// The size in characters; 80 × 24 if the terminal does not report its size.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1, size.ws_col > 1 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows as many lines as fit into the terminal, replacing the previous ones.
    static func show(_ lines: [String]) throws(InkctlError) {
        let text = lines.prefix(size.rows).map { $0 + "\u{1b}[K" }.joined(separator: "\n")
        try StandardOutput.write("\u{1b}[H" + text + "\u{1b}[J")
    }
}
