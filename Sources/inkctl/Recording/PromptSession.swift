/// Asks for one sentence after the other: what is shown, and what is to be done after a key. It knows neither terminal nor daemon.
struct PromptSession {
    enum Key: Equatable {
        case accept
        case again
        case skip
        case quit

        /// What a byte from the keyboard means; nil for nothing.
        init?(_ byte: UInt8) {
            switch byte {
            case 10, 13, UInt8(ascii: "n"): self = .accept
            case UInt8(ascii: "r"): self = .again
            case UInt8(ascii: "s"): self = .skip
            // Ctrl-C and Ctrl-D, too
            case UInt8(ascii: "q"), 3, 4: self = .quit
            default: return nil
            }
        }
    }

    enum Action: Equatable {
        case annotate(key: String, text: String)
        /// What was written is not needed any more.
        case dropInk
        case end
    }

    let sentences: [String]
    private(set) var accepted = 0
    private(set) var skipped = 0
    private var index = 0
    /// The lines that are on the tablet, as they are read so far.
    private var lines: [Int: String] = [:]
    private var note: String?

    init(sentences: [String]) { self.sentences = sentences }

    /// The sentence that is asked for; nil when all have been.
    var sentence: String? { sentences.indices.contains(index) ? sentences[index] : nil }

    /// What is to be done at the beginning.
    func begin() -> [Action] { sentence.map { [.annotate(key: "prompt", text: $0)] } ?? [.end] }

    /// A line was read; an empty text: its ink is gone.
    mutating func read(_ text: String, line: Int) {
        lines[line] = text.isEmpty ? nil : text
        note = nil
    }

    mutating func press(_ key: Key) -> [Action] {
        guard let sentence else { return [.end] }
        note = nil
        switch key {
        case .accept:
            guard !lines.isEmpty else {
                note = "Nothing is written yet. Write the sentence, or press s to skip it."
                return []
            }
            accepted += 1
            return [.annotate(key: "accepted", text: sentence)] + next()
        case .again:
            lines = [:]
            return [.annotate(key: "repeated", text: sentence), .dropInk, .annotate(key: "prompt", text: sentence)]
        case .skip:
            skipped += 1
            return [.annotate(key: "skipped", text: sentence)] + next()
        case .quit: return [.annotate(key: "skipped", text: sentence), .dropInk, .end]
        }
    }

    private mutating func next() -> [Action] {
        index += 1
        lines = [:]
        return [.dropInk] + begin()
    }

    /// What the writer sees.
    var screen: [String] {
        guard let sentence else { return [] }
        let text = lines.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
        return [
            "\(index + 1) of \(sentences.count)", "", "  \(DisplayText.escaped(sentence))", "",
            "  \(text.isEmpty ? "…" : DisplayText.escaped(String(text.drop { $0 == " " })))", "",
            note ?? "Return: next   r: again   s: skip   q: end",
        ]
    }
}
