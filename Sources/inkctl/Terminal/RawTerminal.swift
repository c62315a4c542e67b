internal import Glibc

/// A terminal that gives each key at once and shows none of them, until `restore`. Nothing happens where standard input is no terminal.
struct RawTerminal {
    private let before: termios?

    init() {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
            before = nil
            return
        }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    func restore() {
        guard var before else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }
}

/// A few lines that are shown in place of the last ones; without a terminal, each that changes.
final class PromptScreen {
    private var shown: [String] = []

    func show(_ lines: [String]) {
        guard lines != shown else { return }
        let isLive = StandardOutput.isTerminal
        let back = isLive && !shown.isEmpty ? "\u{1b}[\(shown.count)A\r\u{1b}[J" : ""
        let old = shown
        let text =
            isLive
            ? lines : lines.indices.filter { !lines[$0].isEmpty && (!old.indices.contains($0) || lines[$0] != old[$0]) }.map { lines[$0] }
        shown = lines
        try? StandardOutput.write(Array((back + text.map { $0 + "\n" }.joined()).utf8))
    }

    func clear() { show([]) }
}
