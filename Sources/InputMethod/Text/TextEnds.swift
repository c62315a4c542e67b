extension String {
    /// The text without the space at its beginning.
    var withoutLead: String { String(drop(while: \.isWhitespace)) }

    /// Whether the text starts with another, code point by code point.
    func starts(withScalarsOf other: String) -> Bool { unicodeScalars.starts(with: other.unicodeScalars) }

    /// Whether the text ends with the end of a sentence.
    var endsSentence: Bool {
        unicodeScalars.last { !"\"')]”’»".unicodeScalars.contains($0) }.map { ".!?…".unicodeScalars.contains($0) } ?? false
    }

    /// Whether the text ends with the other text, directly after the end of a sentence.
    func ends(withSentence other: String) -> Bool {
        guard !other.isEmpty, ends(with: other) else { return false }
        let before = droppingLast(other).unicodeScalars.reversed()
        // LibreOffice counts "Apt.#3" as two sentences
        guard before.first?.properties.isWhitespace == true || other.first.map({ !$0.isLetter && !$0.isNumber }) == true else {
            return false
        }
        return String(String.UnicodeScalarView(before.drop(while: \.properties.isWhitespace).reversed())).endsSentence
    }
}
