import InkProtocol

/// Words committed by the pen, with their candidates.
struct WrittenWords: Sendable {
    private struct Word: Sendable {
        let text: String
        let options: [String]
    }

    /// The number of retained words: about three pages.
    private static let most = 1000

    private var words: [Word] = []

    var isEmpty: Bool { words.isEmpty }

    /// Records the words of a committed part of a line.
    /// - Parameters:
    ///   - place: where they were inserted, which may have capitalized the first one.
    mutating func note(_ part: PendingLine, in place: InsertionPlace) {
        for (index, word) in part.words.enumerated() where word.options.count > 1 {
            let isFirst = index == 0 && !part.carriesOn
            note(([word.text] + word.options).map { isFirst ? place.capitalised($0) : $0 })
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
        if words.count > 2 * Self.most { words.removeFirst(words.count - Self.most) }
    }

    /// Returns the candidates of a word, itself first; nil if the pen has written no such word. The last of several counts.
    func options(of text: String) -> [String]? { words.last { $0.text == text }?.options }
}

/// A word in the field at which the caret was placed: its parts before and after the caret.
struct WordAtCaret: Sendable, Hashable {
    let before: String
    let behind: String

    var text: String { before + behind }

    /// Creates the word between spaces; nil if it is empty.
    init?(before: String, behind: String) {
        self.before = String(before.reversed().prefix { !$0.isWhitespace }.reversed())
        self.behind = String(behind.prefix { !$0.isWhitespace })
        guard !text.isEmpty else { return nil }
    }

    private init(_ before: Substring, _ behind: Substring) { (self.before, self.behind) = (String(before), String(behind)) }

    /// The same word without surrounding punctuation; nil if the caret is within the punctuation.
    var withoutSigns: WordAtCaret? {
        func isSign(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }
        let inner = before.drop(while: isSign)
        let rest = behind.reversed().drop(while: isSign).reversed()
        // a sign at the caret is at an end of the word, or within it
        if inner.isEmpty, rest.first.map(isSign) ?? true { return nil }
        if rest.isEmpty, inner.last.map(isSign) ?? true { return nil }
        return WordAtCaret(inner, Substring(String(rest)))
    }
}

/// A click that may have placed the caret in a word written by the pen.
struct CaretClick: Sendable, Hashable {
    /// When the application is asked for the caret's position; nil: it has reported it.
    var question: Duration?
}

extension Composition {
    /// Handles a click into the text: a word written by the pen is open for another candidate if the caret is placed in it. IBus's GTK
    /// modules report the caret only with the next key, so they are asked.
    mutating func caretMayMove(at now: Duration) {
        guard field.isCorrectable, !written.isEmpty else { return }
        click = CaretClick(question: now + configuration.locating)
    }

    /// Handles the application's report of its text. Qt reports a click only as a caret elsewhere in the same text that no key has moved.
    mutating func noteCaret(in text: String, behind before: String, at now: Duration) {
        click?.question = nil
        guard client.caretReport == .onChange, click == nil, change == nil, lines.isEmpty, !written.isEmpty, field.isFresh,
            text == field.whole,
            before != field.told
        else { return }
        if let typedAt, now - typedAt < configuration.telling { return }
        click = CaretClick()
    }

    /// Handles the timeout after a click.
    mutating func tickClick(at now: Duration) {
        guard let due = click?.question, due <= now else { return }
        click?.question = nil
        if lines.isEmpty, change == nil { askForText(at: now) }
    }

    /// Opens the word at the reported caret for another candidate.
    mutating func reopen(at now: Duration) {
        guard click != nil, change == nil, lines.isEmpty, !field.hasSelection, field.isCorrectable, purpose?.takesInk == true,
            let word = WordAtCaret(before: field.before, behind: field.behind),
            let found = [word, word.withoutSigns].compactMap(\.self).first(where: { written.options(of: $0.text) != nil }),
            let options = written.options(of: found.text)
        else {
            if correction?.word != nil { correction = nil }
            return
        }
        // the caret may be reported several times while the user is already choosing
        guard correction?.word != found else { return }
        let alternatives = Alternatives(prefix: "", options: options, selected: 0, suffix: "")
        correction = Correction(alternatives, of: found, until: now + configuration.correction)
    }
}
