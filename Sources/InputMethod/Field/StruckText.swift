internal import InkProtocol

/// The text of the focused field below a stroke, as its application places it on the screen.
public enum TextBelow: Sendable, Hashable {
    /// The application does not report the positions of its text.
    case unknown
    /// No text is below the stroke.
    case nothing
    /// Whole words.
    case words(StruckText)
}

/// A part of a field's text, by its distance from the caret.
public struct StruckText: Sendable, Hashable {
    /// The text.
    public let text: String
    /// The number of code points from the caret to the beginning of the text; negative before the caret.
    public let start: Int

    public init(_ text: String, start: Int) { (self.text, self.start) = (text, start) }
}

/// A scratch-out whose text is being searched for.
struct PendingScratch: Sendable {
    let gesture: TextInputInterface.Gesture
    /// The time at which the search is given up.
    let until: Duration
    /// The found words, while the application is asked for the caret; nil during the search for words.
    var struck: StruckText?
}

/// The deletion of words by a scratch-out, as a replacement of the text around the caret: the text between the words and the caret
/// is inserted again.
struct Erasure: Sendable, Hashable {
    /// The deleted text before and after the caret.
    let (before, after): (String, String)
    /// The text that is inserted again.
    let inserted: String

    /// The maximum number of code points between the caret and the words: rich text that is inserted again loses its style.
    static let reach = 200

    /// Creates the deletion of words and of a space beside them; nil if the field's text does not contain the words at that position, or
    /// the words are too far from the caret.
    /// - Parameters:
    ///   - text: The field's text around the caret.
    ///   - caret: The number of code points of `text` before the caret.
    init?(of struck: StruckText, in text: String, caret: Int) {
        let scalars = Array(text.unicodeScalars)
        func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        let count = struck.text.unicodeScalars.count
        var (start, end) = (caret + struck.start, caret + struck.start + count)
        guard count > 0, start >= 0, end <= scalars.count, (0...scalars.count).contains(caret),
            string(start..<end).isSame(as: struck.text)
        else { return nil }
        // delete one of the spaces beside the words, too
        let isAtEnd = end == scalars.count || scalars[end].properties.isWhitespace
        if start > 0, scalars[start - 1].isInlineSpace, isAtEnd {
            start -= 1
        } else if end < scalars.count, scalars[end].isInlineSpace, start == 0 || scalars[start - 1].properties.isWhitespace {
            end += 1
        }
        guard caret - end <= Self.reach, start - caret <= Self.reach else { return nil }
        before = start < caret ? string(start..<caret) : ""
        after = end > caret ? string(caret..<end) : ""
        inserted = end < caret ? string(end..<caret) : start > caret ? string(caret..<start) : ""
    }
}
