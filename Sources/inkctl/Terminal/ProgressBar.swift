/// A bar on standard error while a command works; nothing if that is no terminal.
struct ProgressBar {
    private let isShown = StandardError.isTerminal
    private var next = ContinuousClock.now

    /// Cells of the bar.
    static let width = 30

    /// Draws how far the work is, 0 to 1, and a remark; ten times a second at most.
    mutating func show(_ fraction: Double, _ remark: @autoclosure () -> String) {
        guard isShown, ContinuousClock.now >= next else { return }
        next = .now.advanced(by: .milliseconds(100))
        StandardError.write("\r\(Self.line(fraction, remark()))\u{1b}[K")
    }

    /// Takes the bar away.
    func clear() {
        if isShown { StandardError.write("\r\u{1b}[K") }
    }

    static func line(_ fraction: Double, _ remark: String) -> String {
        let percent = DisplayText.fixed(min(1, max(0, fraction)) * 100, digits: 0)
        return "[\(bar(fraction, width: width))] \(percent) %  \(remark)"
    }

    /// So much of `width` cells filled; not a number fills none.
    static func bar(_ fraction: Double, width: Int) -> String {
        let filled = fraction > 0 ? Int((min(1, fraction) * Double(width)).rounded()) : 0
        return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    }
}
