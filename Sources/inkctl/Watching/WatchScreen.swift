internal import InkProtocol

/// Shows a watch as lines for the user. On a terminal, a status line below them shows the pointer and the partial reading.
final class WatchScreen {
    private var formatter = WatchFormatter()
    private var lines: [WatchFormatter.Line] = []
    private let isLive: Bool
    private let isStyled: Bool

    /// Creates a screen for a terminal (`isLive`), with bold and dim (`isStyled`).
    init(isLive: Bool, isStyled: Bool) {
        self.isLive = isLive
        self.isStyled = isStyled
    }

    /// Writes an introduction and the devices that are plugged in.
    func begin(with devices: [DevicesInterface.Device]) throws(InkctlError) {
        if isLive { try StandardOutput.writeLine(devices.isEmpty ? "No tablets. Plug one in. Ctrl-C stops." : "Watching. Ctrl-C stops.") }
        for device in devices { add { $0.format(DevicesInterface.Watch.Reply(sequence: 0, change: .present, device: device)) } }
        try flush()
    }

    /// Adds lines to write.
    func add(_ format: (inout WatchFormatter) -> [WatchFormatter.Line]) { lines += format(&formatter) }

    /// Writes the lines added since the last call.
    func flush() throws(InkctlError) {
        let text = isLive ? liveText : lines.map { $0.text + "\n" }.joined()
        lines.removeAll()
        try StandardOutput.write(text)
    }

    /// Reports that the connections were lost and are restored.
    func goOn() throws(InkctlError) {
        formatter.beginAnew()
        lines.append(.event(WatchSession.goneOn))
        try flush()
    }

    /// Erases the status line.
    func end() throws(InkctlError) {
        if isLive { try StandardOutput.write("\r\u{1b}[Kinkd stopped.\n") }
    }

    /// The output for a terminal: the new lines, then the status line below them. The terminal cuts the status line at its width.
    private var liveText: String {
        var text = "\r\u{1b}[K"
        for line in lines {
            switch line {
            case .event(let words): text += words + "\n"
            case .final(let words): text += styled(words, "1") + "\n"
            // the status line shows the count
            case .count: break
            }
        }
        let status = formatter.status
        return text + "\u{1b}[?7l" + status.pointer + (status.partial.isEmpty ? "" : "  " + styled(status.partial, "2")) + "\u{1b}[?7h"
    }

    private func styled(_ text: String, _ style: String) -> String { isStyled ? "\u{1b}[\(style)m\(text)\u{1b}[0m" : text }
}
