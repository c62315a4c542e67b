internal import Glibc
internal import InkCorpus

/// A progress bar on standard error; draws nothing if that is not a terminal.
struct ProgressBar: ProgressReporting {
    private let isShown = StandardError.isTerminal
    private var next = ContinuousClock.now

    /// The width of the bar in cells.
    static let width = 30

    /// Draws the bar for a fraction of 0 to 1 with a remark, at most ten times a second.
    mutating func show(_ fraction: Double, _ remark: @autoclosure () -> String) {
        guard isShown, ContinuousClock.now >= next else { return }
        next = .now.advanced(by: .milliseconds(100))
        StandardError.write("\r\(Self.line(fraction, remark()))\u{1b}[K")
    }

    /// Erases the bar.
    func clear() {
        if isShown { StandardError.write("\r\u{1b}[K") }
    }

    static func line(_ fraction: Double, _ remark: String) -> String {
        let percent = DisplayText.fixed(min(1, max(0, fraction)) * 100, digits: 0)
        return "[\(bar(fraction, width: width))] \(percent) %  \(remark)"
    }

    /// Returns a bar of `width` cells, filled up to the fraction; NaN fills no cell.
    static func bar(_ fraction: Double, width: Int) -> String {
        let filled = fraction > 0 ? Int((min(1, fraction) * Double(width)).rounded()) : 0
        return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    }
}

/// Standard input in raw mode, without echo, until `restore` is called. If standard input is not a terminal, there is no effect.
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

/// Shows a few lines that replace the previous ones; without a terminal, writes only lines that have changed.
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

/// Questions on the terminal.
enum Question {
    /// Returns the typed line, or nil at the end of standard input. Reads byte by byte, because later input belongs to other readers.
    static func answer(to question: String) throws -> String? {
        try StandardOutput.write(question)
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}
