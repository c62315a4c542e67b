extension String {
    /// The text without the space at its beginning.
    var withoutLead: String { String(drop(while: \.isWhitespace)) }

    /// The text with non-breaking spaces and spaces of other widths replaced with plain spaces; the number of code points stays the same.
    ///
    /// Web pages replace a space at the end of a line by U+00A0 while they are edited, and by a plain one when more follows
    /// (contenteditable); word processors put U+202F before some punctuation marks. Text that was inserted with a plain space must be
    /// found in spite of that.
    var withPlainSpaces: String {
        guard unicodeScalars.contains(where: \.isOtherSpace) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isOtherSpace ? " " : $0 }))
    }

    /// Whether the text starts with another, comparing code points as applications do.
    func starts(withScalarsOf other: String) -> Bool { unicodeScalars.starts(with: other.unicodeScalars) }

    /// Whether the text ends with another, comparing code points as applications do (`hasSuffix` compares by canonical equivalence).
    /// Straight quotation marks match curly ones, because LibreOffice replaces straight ones.
    func ends(with other: String) -> Bool {
        unicodeScalars.reversed().starts(with: other.unicodeScalars.reversed()) { $0.straight == $1.straight }
    }

    /// Whether the text ends with the end of a sentence.
    var endsSentence: Bool {
        unicodeScalars.last { !"\"')]”’»".unicodeScalars.contains($0) }.map { ".!?…".unicodeScalars.contains($0) } ?? false
    }

    /// Whether the text ends with the other text, directly after the end of a sentence.
    func ends(withSentence other: String) -> Bool {
        guard !other.isEmpty, ends(with: other) else { return false }
        let before = unicodeScalars.dropLast(other.unicodeScalars.count).reversed()
        // LibreOffice counts "Apt.#3" as two sentences
        guard before.first?.properties.isWhitespace == true || other.first.map({ !$0.isLetter && !$0.isNumber }) == true else {
            return false
        }
        return String(String.UnicodeScalarView(before.drop(while: \.properties.isWhitespace).reversed())).endsSentence
    }
}

extension Unicode.Scalar {
    /// Whether this is a space within a line (Zs) other than U+0020. The ideographic space is not included.
    fileprivate var isOtherSpace: Bool {
        switch self {
        case "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}": true
        default: false
        }
    }

    /// The straight form of a curly quotation mark; other characters are unchanged.
    fileprivate var straight: Unicode.Scalar {
        switch self {
        case "’", "‘": "'"
        case "“", "”": "\""
        default: self
        }
    }
}
