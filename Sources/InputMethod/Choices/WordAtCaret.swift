/// A word in the field at which the caret was placed: its parts before and after the caret.
struct WordAtCaret: Sendable, Hashable {
    let before: String
    let after: String

    var text: String { before + after }

    /// Creates the word at the caret, up to the nearest spaces; nil if no word is there.
    init?(before: String, after: String) {
        self.before = String(before.reversed().prefix { !$0.isWhitespace }.reversed())
        self.after = String(after.prefix { !$0.isWhitespace })
        guard !text.isEmpty else { return nil }
    }

    private init(_ before: Substring, _ after: Substring) { (self.before, self.after) = (String(before), String(after)) }

    /// The same word without surrounding punctuation; nil if the caret is in the punctuation.
    var withoutSigns: WordAtCaret? {
        func isSign(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }
        let inner = before.drop(while: isSign)
        let rest = after.reversed().drop(while: isSign).reversed()
        // if one side of the caret has only punctuation, the other side must begin with a letter or digit at the caret
        if inner.isEmpty, rest.first.map(isSign) ?? true { return nil }
        if rest.isEmpty, inner.last.map(isSign) ?? true { return nil }
        return WordAtCaret(inner, Substring(String(rest)))
    }
}
