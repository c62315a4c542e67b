extension String {
    /// The text without the space at its beginning.
    var withoutLead: String { String(drop(while: \.isWhitespace)) }

    /// The text with plain spaces in place of those that break no line or have another width; the number of code points stays the same.
    ///
    /// Web pages replace a space at the end of a line by U+00A0 while they are edited, and by a plain one when more follows
    /// (contenteditable); word processors put U+202F before some signs. Text that was inserted with a plain space has to be found again.
    var withPlainSpaces: String {
        guard unicodeScalars.contains(where: \.isOtherSpace) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isOtherSpace ? " " : $0 }))
    }

    /// Whether the text starts with another, code point by code point, as applications count.
    func starts(withScalarsOf other: String) -> Bool { unicodeScalars.starts(with: other.unicodeScalars) }

    /// Whether the text ends with another, code point by code point, as applications count; `hasSuffix` compares by canonical equivalence.
    /// LibreOffice turns straight quotation marks into curly ones.
    func ends(with other: String) -> Bool {
        unicodeScalars.reversed().starts(with: other.unicodeScalars.reversed()) { $0.straight == $1.straight }
    }

    /// Whether the text ends with the end of a sentence.
    var endsSentence: Bool {
        unicodeScalars.last { !"\"')]”’»".unicodeScalars.contains($0) }.map { ".!?…".unicodeScalars.contains($0) } ?? false
    }

    /// Whether the other text is everything after the end of a sentence, up to the end.
    func ends(withSentence other: String) -> Bool {
        guard !other.isEmpty, ends(with: other) else { return false }
        let before = unicodeScalars.dropLast(other.unicodeScalars.count).reversed()
        // LibreOffice counts "Apt.#3" as two
        guard before.first?.properties.isWhitespace == true || other.first.map({ !$0.isLetter && !$0.isNumber }) == true else {
            return false
        }
        return String(String.UnicodeScalarView(before.drop(while: \.properties.isWhitespace).reversed())).endsSentence
    }
}

extension Unicode.Scalar {
    /// Whether it is a space within a line (Zs) other than the plain one; the ideographic space is a separate sign.
    fileprivate var isOtherSpace: Bool {
        switch self {
        case "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}": true
        default: false
        }
    }

    /// The quotation mark as on keyboards.
    fileprivate var straight: Unicode.Scalar {
        switch self {
        case "’", "‘": "'"
        case "“", "”": "\""
        default: self
        }
    }
}
