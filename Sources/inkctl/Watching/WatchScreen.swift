internal import InkProtocol

/// A watch as lines to read. On a terminal the pointer and the text in progress are a last line that is written again and again.
final class WatchScreen {
    private var story = WatchFormatter()
    private var sentences: [WatchFormatter.Sentence] = []
    private let isLive: Bool
    private let isStyled: Bool

    /// isLive: for a terminal. isStyled: it may show bold and dim.
    init(isLive: Bool, isStyled: Bool) {
        self.isLive = isLive
        self.isStyled = isStyled
    }

    /// Says that something is going on, and which devices there are.
    func begin(with devices: [DevicesInterface.Device]) throws(InkctlError) {
        if isLive { try StandardOutput.writeLine(devices.isEmpty ? "No tablets. Plug one in. Ctrl-C ends." : "Watching. Ctrl-C ends.") }
        for device in devices { tell { $0.tell(DevicesInterface.Watch.Reply(sequence: 0, change: .present, device: device)) } }
        try flush()
    }

    /// Lets the story go on.
    func tell(_ episode: (inout WatchFormatter) -> [WatchFormatter.Sentence]) { sentences += episode(&story) }

    /// Writes what has been told since the last time.
    func flush() throws(InkctlError) {
        let text = isLive ? liveText : sentences.map { $0.text + "\n" }.joined()
        sentences.removeAll()
        try StandardOutput.write(text)
    }

    /// Takes the last line away.
    func end() throws(InkctlError) {
        if isLive { try StandardOutput.write("\r\u{1b}[Kinkd has ended.\n") }
    }

    /// Sentences over the last line, then the last line anew, without wrapping: what is too long for the terminal is cut off by it.
    private var liveText: String {
        var text = "\r\u{1b}[K"
        for sentence in sentences {
            switch sentence {
            case .event(let words): text += words + "\n"
            case .final(let words): text += styled(words, "1") + "\n"
            // the last line has it
            case .count: break
            }
        }
        let status = story.status
        return text + "\u{1b}[?7l" + status.pointer + (status.partial.isEmpty ? "" : "  " + styled(status.partial, "2")) + "\u{1b}[?7h"
    }

    private func styled(_ text: String, _ style: String) -> String { isStyled ? "\u{1b}[\(style)m\(text)\u{1b}[0m" : text }
}
