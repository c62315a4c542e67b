/// A session of prompts as a pure state machine: keys and readings in, actions and a screen out. It knows neither terminal nor daemon.
package struct PromptSession {
    /// A key of the session.
    package enum Key: Equatable {
        /// Accept the ink, and go on.
        case accept
        /// Write the same sentence again.
        case again
        /// Go on without it.
        case skip
        /// End the session.
        case quit

        /// The key for a byte from the keyboard; nil for bytes without a meaning.
        package init?(_ byte: UInt8) {
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

    /// An action that the caller carries out.
    package enum Action: Equatable {
        /// Annotate the recording.
        case annotate(key: String, text: String)
        /// Discard the ink on the tablet.
        case dropInk
        /// End the session.
        case end
    }

    /// The sentences to write, in their order.
    package let sentences: [String]
    /// Sentences accepted so far.
    package private(set) var accepted = 0
    /// Sentences skipped so far.
    package private(set) var skipped = 0
    private var index = 0
    /// The present readings of the lines on the tablet, by line.
    private var lines: [Int: String] = [:]
    private var note: String?

    /// A session that has not begun.
    package init(sentences: [String]) { self.sentences = sentences }

    /// The present prompt; nil at the end.
    package var sentence: String? { sentences.indices.contains(index) ? sentences[index] : nil }

    /// The first actions.
    package func begin() -> [Action] { sentence.map { [.annotate(key: "prompt", text: $0)] } ?? [.end] }

    /// Takes a reading of a line; an empty text means that its ink is gone.
    package mutating func read(_ text: String, line: Int) {
        lines[line] = text.isEmpty ? nil : text
        note = nil
    }

    /// Handles a key and returns the actions to carry out.
    package mutating func press(_ key: Key) -> [Action] {
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

    /// The lines to show.
    package var screen: [String] {
        guard let sentence else { return [] }
        let text = lines.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
        return [
            "\(index + 1) of \(sentences.count)", "", "  \(DisplayText.escaped(sentence))", "",
            "  \(text.isEmpty ? "…" : DisplayText.escaped(String(text.drop { $0 == " " })))", "",
            note ?? "Return: next   r: again   s: skip   q: end",
        ]
    }
}

/// Files of sentences to prompt for.
package enum PromptFile {
    /// The lines of a file, without those that are empty or begin with #.
    ///
    /// - Throws: `unreadable`, `noPrompts`.
    package static func sentences(at path: String) throws(CorpusError) -> [String] {
        let file = try InkFile(path: path)
        var sentences: [String] = []
        while let line = try file.nextLine() {
            let text = line.drop(while: \.isWhitespace)
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            sentences.append(String(text))
        }
        guard !sentences.isEmpty else { throw .noPrompts(path: path) }
        return sentences
    }

    /// Bytes of a text that writers agree to.
    package static let mostText = 16_384

    /// A text that writers agree to.
    ///
    /// - Throws: `unreadable`, or `refused` if it is longer than a recording's annotation may be.
    package static func text(at path: String) throws(CorpusError) -> String {
        let file = try InkFile(path: path)
        var lines: [String] = []
        var size = 0
        while let line = try file.nextLine() {
            size += line.utf8.count + 1
            guard size <= mostText else {
                throw .refused(problem: "\(path) is longer than \(mostText) bytes, which a recording can hold", remedy: "shorten it")
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}
