extension String {
    /// Without the space at its beginning.
    var withoutLead: String { String(drop(while: \.isWhitespace)) }

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
    /// A quotation mark as keyboards have it.
    fileprivate var straight: Unicode.Scalar {
        switch self {
        case "’", "‘": "'"
        case "“", "”": "\""
        default: self
        }
    }
}
