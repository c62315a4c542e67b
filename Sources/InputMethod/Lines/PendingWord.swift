internal import Ink
import InkProtocol

/// A word of a line as it was read.
struct PendingWord: Sendable {
    /// The text between the previous word and this word, usually a space; empty without a space.
    var lead: String
    var text: String
    /// The word as read; `text` may be the committed text for it.
    let read: String
    /// The candidates of the word, including `text`.
    var options: [String]
    let strokes: Set<Int>
    /// The number of code points of the line's reading up to the end of the word.
    let end: Int

    /// Whether the text has letters or digits. Punctuation alone may still become a part of the previous word.
    var isWord: Bool { text.contains { $0.isLetter || $0.isNumber } }
}

extension PendingWord {
    /// Returns the words of a reading, with the text between them.
    static func words(of reading: TextInputInterface.Reading) -> [PendingWord] {
        var found: [PendingWord] = []
        var rest = reading.text[...]
        for word in reading.words where !word.text.isEmpty {
            guard let range = rest.firstRange(of: word.text) else { break }
            let lead = String(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
            let end = reading.text.unicodeScalars.distance(from: reading.text.startIndex, to: range.upperBound)
            found.append(
                PendingWord(lead: lead, text: word.text, read: word.text, options: word.candidates, strokes: Set(word.strokes), end: end))
        }
        // a reading without words, or whose words differ from its text, is treated as one word
        guard rest.allSatisfy(\.isWhitespace), !found.isEmpty else {
            let text = reading.text.trimmed
            guard !text.isEmpty else { return [] }
            let lead = reading.text.first?.isWhitespace == true ? " " : ""
            return [
                PendingWord(
                    lead: lead, text: text, read: text, options: [text], strokes: Set(reading.strokes),
                    end: reading.text.unicodeScalars.count)
            ]
        }
        return found
    }
}
