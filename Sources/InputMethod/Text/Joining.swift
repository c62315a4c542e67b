internal import Ink
public import InkProtocol

/// The position of an insertion, with the context that the rules for spaces and capitals need.
public struct InsertionPlace: Sendable, Hashable {
    /// The capitalization that a field asks for.
    public enum Capitals: Sendable, Hashable {
        /// Text is capitalized as written, because the recognizer knows the preceding text.
        case asWritten
        /// Every sentence begins with a capital.
        case sentences
        /// No capitals at all, as in user names.
        case none
    }

    /// The text before the caret, or before the selection, which will be replaced.
    public var before: String
    /// The text after the caret, or after the selection.
    public var after: String
    /// The selection that is replaced.
    public var selected: String
    /// The field's purpose.
    public var purpose: TextInputInterface.Purpose
    /// The capitalization that the field asks for.
    public var capitals: Capitals
    /// Whether `before` is complete. This is unknown if an application reports no text, or reports it late.
    public var isKnown: Bool
    /// Whether text inserted after a letter or digit is a separate word, not the rest of that word.
    public var beginsWord: Bool

    /// Creates a place; the defaults are those of an empty text field.
    public init(
        before: String = "", after: String = "", selected: String = "", purpose: TextInputInterface.Purpose = .text,
        capitals: Capitals = .asWritten,
        isKnown: Bool = true, beginsWord: Bool = true
    ) {
        self.before = before
        self.after = after
        self.selected = selected
        self.purpose = purpose
        self.capitals = capitals
        self.isKnown = isKnown
        self.beginsWord = beginsWord
    }

    /// Returns the text to insert for a reading: with the spaces and the capital that are needed at this position.
    ///
    /// - Parameter text: Words; spaces at the ends are ignored.
    public func inserted(_ text: String) -> String {
        let text = capitalized(text.trimmed)
        guard !text.isEmpty else { return "" }
        return (needsSpaceBefore(text) ? " " : "") + text + (needsSpaceAfter(text) ? " " : "")
    }

    /// Returns the text with its first letter in the case that this position needs.
    public func capitalized(_ text: String) -> String {
        guard purpose == .text || purpose == .name else { return text }
        if capitals == .none { return text.lowercased() }
        guard capitals == .sentences, isSentenceStart(isSpaced: needsSpaceBefore(text)),
            let index = text.firstIndex(where: { $0.isLetter || $0.isNumber })
        else {
            return text
        }
        let letter = text[index]
        guard letter.isLowercase else { return text }
        // "iPhone", "xterm.conf" and the like stay as written
        let word = text[index...].prefix { !$0.isWhitespace }
        guard !word.dropFirst().contains(where: { $0.isUppercase || $0.isNumber }), !Self.hasSignWithin(word) else { return text }
        return text.replacingCharacter(at: index, with: letter.uppercased())
    }

    private static func hasSignWithin(_ word: Substring) -> Bool {
        let end = word.lastIndex { $0.isLetter } ?? word.startIndex
        return word[..<end].contains { "@/\\_.:".contains($0) }
    }

    /// Whether the position is at the beginning of the text, of a line or of a sentence.
    private func isSentenceStart(isSpaced: Bool) -> Bool {
        guard let last = before.last(where: { !$0.isInlineSpace && !Self.openers.contains($0) && $0 != "\"" && $0 != "'" }) else {
            return true
        }
        if last.isNewline { return true }
        // "3." or "e.g." without a following space does not end a sentence
        guard ".!?…".contains(last), before.last != last || isSpaced else { return false }
        return !Self.endsWithAbbreviation(before)
    }

    private static func endsWithAbbreviation(_ before: String) -> Bool {
        let word = before.trimmed.reversed().prefix { !$0.isWhitespace }.reversed()
        // "e.g.", "B.", but not "I."
        return word.filter { $0 == "." }.count > 1 && word.contains(where: \.isLetter)
            || (word.count == 2 && word.first?.isLetter == true && word.first != "I")
    }

    private static let openers: Set<Character> = ["(", "[", "{", "«", "“", "„", "‘", "¿", "¡"]
    /// Signs that begin words: "#3", "$ 7".
    private static let symbols: Set<Character> = ["#", "$", "€", "£", "§", "&"]
    private static let closers: Set<Character> = [".", ",", ";", ":", "!", "?", ")", "]", "}", "%", "»", "”", "…"]

    private var hasWords: Bool { purpose == .text || purpose == .name || purpose == .terminal }

    /// Whether the caret, or the replaced text, is within a word, so that no spaces are inserted.
    private var isWithinWord: Bool {
        guard let last = before.last, let next = after.first, !selected.contains(where: \.isWhitespace) else { return false }
        return (last.isLetter || last.isNumber) && (next.isLetter || next.isNumber)
    }

    private func needsSpaceBefore(_ text: String) -> Bool {
        guard hasWords, let first = text.first else { return false }
        guard let last = before.last else { return !isKnown && beginsWord && (first.isLetter || first.isNumber) && !first.isIdeograph }
        guard !last.isWhitespace, !last.isIdeograph, !first.isIdeograph else { return false }
        let opens = first.isLetter || first.isNumber || Self.openers.contains(first) || (first == "\"" && !before.hasOpenQuote)
        guard opens || (Self.symbols.contains(first) && beginsWord) else { return false }
        if last.isLetter || last.isNumber {
            if isWithinWord { return false }
            return beginsWord || !(first.isLetter || first.isNumber)
        }
        if last == "\"" { return !before.hasOpenQuote }
        guard Self.closers.contains(last) else { return false }
        // no space within 3.14, 12:30 and 1,000
        if first.isNumber, ".,:".contains(last), before.dropLast().last?.isNumber == true { return false }
        return purpose != .terminal || beginsWord
    }

    private func needsSpaceAfter(_ text: String) -> Bool {
        guard purpose == .text || purpose == .name, let last = text.last, let next = after.first else { return false }
        guard !next.isIdeograph, !last.isIdeograph else { return false }
        guard next.isLetter || next.isNumber || Self.openers.contains(next) else { return false }
        if last.isLetter || last.isNumber {
            return !isWithinWord
        }
        return Self.closers.contains(last) || (last == "\"" && !(before + text).hasOpenQuote)
    }
}

extension String {
    /// Whether the last line has an odd number of straight quotation marks.
    fileprivate var hasOpenQuote: Bool {
        !reversed().prefix { !$0.isNewline }.filter { $0 == "\"" }.count.isMultiple(of: 2)
    }

    fileprivate func replacingCharacter(at index: Index, with text: String) -> String {
        String(self[..<index]) + text + String(self[self.index(after: index)...])
    }
}

extension Character {
    /// Whether the character is white space other than a line break.
    fileprivate var isInlineSpace: Bool { isWhitespace && !isNewline }

    /// Whether the character's script is written without spaces between words: kana, CJK ideographs and their extensions.
    fileprivate var isIdeograph: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        return (0x2E80...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value) || (0x20000...0x3FFFF).contains(value)
            || (0xFF00...0xFFEF).contains(value)
    }

    /// Whether the character is a Korean syllable, or a letter (jamo) of one.
    var isHangul: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        return (0xAC00...0xD7A3).contains(value) || (0x1100...0x11FF).contains(value) || (0x3130...0x318F).contains(value)
    }
}
