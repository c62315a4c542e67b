/// A prompt session as a pure state machine: its inputs are keys and readings, its outputs actions and a screen. It depends neither on a
/// terminal nor on the daemon.
package struct PromptSession {
    /// A key of the session.
    package enum Key: Equatable {
        /// Accept the ink, and continue.
        case accept
        /// Write the same sentence again.
        case again
        /// Skip the sentence.
        case skip
        /// End the session.
        case quit

        /// Returns the key for a byte from the keyboard; nil for bytes without a meaning.
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

    /// An action for the caller to perform.
    package enum Action: Equatable {
        /// Annotate the recording.
        case annotate(key: String, text: String)
        /// Discard the ink on the tablet.
        case dropInk
        /// End the session.
        case end
    }

    /// The sentences to write, in order.
    package let sentences: [String]
    /// The number of sentences accepted so far.
    package private(set) var accepted = 0
    /// The number of sentences skipped so far.
    package private(set) var skipped = 0
    private var index = 0
    /// The current readings of the lines on the tablet, by line.
    private var lines: [Int: String] = [:]
    private var note: String?

    /// Creates a session that has not started.
    package init(sentences: [String]) { self.sentences = sentences }

    /// The current prompt; nil at the end.
    package var sentence: String? { sentences.indices.contains(index) ? sentences[index] : nil }

    /// Returns the first actions.
    package func begin() -> [Action] { sentence.map { [.annotate(key: "prompt", text: $0)] } ?? [.end] }

    /// Handles a reading of a line; an empty text means that its ink was removed.
    package mutating func read(_ text: String, line: Int) {
        lines[line] = text.isEmpty ? nil : text
        note = nil
    }

    /// Handles a key and returns the actions to perform.
    package mutating func press(_ key: Key) -> [Action] {
        guard let sentence else { return [.end] }
        note = nil
        switch key {
        case .accept:
            guard !lines.isEmpty else {
                note = "There is no ink yet. Write the sentence, or press s to skip it."
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
            note ?? "Return: accept   r: repeat   s: skip   q: quit",
        ]
    }
}

/// Files of sentences for prompts.
package enum PromptFile {
    /// Returns the lines of a file, except those that are empty or begin with #.
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

    /// The maximum length of a consent text in bytes.
    package static let mostText = 16_384

    /// Returns the text that writers consent to.
    ///
    /// - Throws: `unreadable`, or `refused` if the text is longer than a recording's annotation may be.
    package static func text(at path: String) throws(CorpusError) -> String {
        let file = try InkFile(path: path)
        var lines: [String] = []
        var size = 0
        while let line = try file.nextLine() {
            size += line.utf8.count + 1
            guard size <= mostText else {
                throw .refused(problem: "\(path) is longer than \(mostText) bytes, the maximum for a recording", remedy: "Shorten it")
            }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}
