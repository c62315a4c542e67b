extension String {
    /// Without the space at its beginning.
    var withoutLead: String { String(drop(while: \.isWhitespace)) }

    /// With plain spaces in place of those that break no line or have another width; as many code points as before.
    ///
    /// Web pages replace a space at the end of a line by U+00A0 while they are edited, and by a plain one when more follows (contenteditable); word
    /// processors put U+202F before some signs. What was put in with a plain one has to be found again.
    var withPlainSpaces: String {
        guard unicodeScalars.contains(where: \.isOtherSpace) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isOtherSpace ? " " : $0 }))
    }

    /// Code point by code point, as applications count.
    func starts(withScalarsOf other: String) -> Bool { unicodeScalars.starts(with: other.unicodeScalars) }

    /// Code point by code point, as applications count; `hasSuffix` compares by canonical equivalence. LibreOffice makes straight quotation marks round.
    func ends(with other: String) -> Bool {
        unicodeScalars.reversed().starts(with: other.unicodeScalars.reversed()) { $0.straight == $1.straight }
    }

    /// It ends with the end of a sentence.
    var endsSentence: Bool {
        unicodeScalars.last { !"\"')]”’»".unicodeScalars.contains($0) }.map { ".!?…".unicodeScalars.contains($0) } ?? false
    }

    /// The other is what stands behind the end of a sentence, up to the end.
    func ends(withSentence other: String) -> Bool {
        guard !other.isEmpty, ends(with: other) else { return false }
        let before = unicodeScalars.dropLast(other.unicodeScalars.count).reversed()
        // "Apt.#3" are two for LibreOffice
        guard before.first?.properties.isWhitespace == true || other.first.map({ !$0.isLetter && !$0.isNumber }) == true else {
            return false
        }
        return String(String.UnicodeScalarView(before.drop(while: \.properties.isWhitespace).reversed())).endsSentence
    }
}

extension Unicode.Scalar {
    /// A space within a line (Zs) other than the plain one; that between ideographs is a sign of its own.
    fileprivate var isOtherSpace: Bool {
        switch self {
        case "\u{A0}", "\u{1680}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}": true
        default: false
        }
    }

    /// A quotation mark as keyboards have it.
    fileprivate var straight: Unicode.Scalar {
        switch self {
        case "’", "‘": "'"
        case "“", "”": "\""
        default: self
        }
    }
}
