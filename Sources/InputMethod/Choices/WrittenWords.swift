/// Words committed by the pen, with their candidates.
struct WrittenWords: Sendable {
    private struct Word: Sendable {
        let text: String
        let options: [String]
    }

    /// The number of retained words: about three pages.
    private static let limit = 1000

    private var words: [Word] = []

    var isEmpty: Bool { words.isEmpty }

    /// Records the words of a committed part of a line.
    /// - Parameters:
    ///   - place: The position of the insertion, which may have capitalized the first word.
    mutating func note(_ part: PendingLine, in place: InsertionPlace) {
        for (index, word) in part.words.enumerated() where word.options.count > 1 {
            let isFirst = index == 0 && !part.carriesOn
            note(([word.text] + word.options).map { isFirst ? place.capitalized($0) : $0 })
        }
    }

    /// Records a word that was replaced by another of its candidates.
    mutating func note(_ alternatives: Alternatives) {
        let chosen = alternatives.options[alternatives.selected]
        note([chosen] + alternatives.options)
    }

    private mutating func note(_ texts: [String]) {
        var options: [String] = []
        for text in texts where !text.isEmpty && !options.contains(text) { options.append(text) }
        guard let text = options.first else { return }
        words.append(Word(text: text, options: options))
        if words.count > 2 * Self.limit { words.removeFirst(words.count - Self.limit) }
    }

    /// Returns the candidates of a word that the pen has written, beginning with the word itself; nil if the pen has not written the word.
    /// If the pen has written the word several times, the last time counts.
    func options(of text: String) -> [String]? {
        guard let word = words.last(where: { $0.text == text }) ?? words.last(where: { $0.text.isSame(as: text) }) else { return nil }
        // the application has made the capital at the beginning of a sentence
        guard text.first?.isUppercase == true, word.text.first?.isLowercase == true else { return word.options }
        return word.options.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }
}

/// The words of the fields that had the focus before, by their identifiers.
struct EarlierFields: Sendable {
    /// The maximum number of fields: enough for a form, or for a few windows.
    private static let limit = 8

    private var fields: [(id: String, words: WrittenWords)] = []

    /// Records the words of a field that loses the focus, in place of words recorded for it before.
    mutating func put(_ words: WrittenWords, of id: String) {
        guard !words.isEmpty else { return }
        fields.removeAll { $0.id == id }
        fields.append((id, words))
        if fields.count > Self.limit { fields.removeFirst() }
    }

    /// Removes and returns the words of a field; empty for an unknown field.
    mutating func take(of id: String) -> WrittenWords {
        guard let index = fields.firstIndex(where: { $0.id == id }) else { return WrittenWords() }
        return fields.remove(at: index).words
    }
}
