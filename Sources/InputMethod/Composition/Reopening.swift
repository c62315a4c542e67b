import InkProtocol

/// Words that the pen has put into the field, with the candidates that they had.
struct WrittenWords: Sendable {
    private struct Word: Sendable {
        let text: String
        let options: [String]
    }

    /// About three pages.
    private static let most = 1000

    private var words: [Word] = []

    var isEmpty: Bool { words.isEmpty }

    /// Notes the words of a part of a line that is in the field now.
    /// - Parameters:
    ///   - place: where they went, which may have given the first one a capital.
    mutating func note(_ part: PendingLine, in place: InsertionPlace) {
        for (index, word) in part.words.enumerated() where word.options.count > 1 {
            let isFirst = index == 0 && !part.carriesOn
            note(([word.text] + word.options).map { isFirst ? place.capitalised($0) : $0 })
        }
    }

    /// Notes a word that was exchanged for another one of its candidates.
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

    /// The candidates of a word, itself first; nil if the pen has written none like it. Of several the last one counts.
    func options(of text: String) -> [String]? { words.last { $0.text == text }?.options }
}

/// A word in the field at which the caret was placed: its parts before and behind the caret.
struct WordAtCaret: Sendable, Hashable {
    let before: String
    let behind: String

    var text: String { before + behind }

    /// The word between spaces.
    init?(before: String, behind: String) {
        self.before = String(before.reversed().prefix { !$0.isWhitespace }.reversed())
        self.behind = String(behind.prefix { !$0.isWhitespace })
        guard !text.isEmpty else { return nil }
    }

    private init(_ before: Substring, _ behind: Substring) { (self.before, self.behind) = (String(before), String(behind)) }

    /// The same without the signs around it; nil if the caret stands among these.
    var withoutSigns: WordAtCaret? {
        func isSign(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }
        let inner = before.drop(while: isSign)
        let rest = behind.reversed().drop(while: isSign).reversed()
        // a sign that stands at the caret is at an end of the word, or within it
        if inner.isEmpty, rest.first.map(isSign) ?? true { return nil }
        if rest.isEmpty, inner.last.map(isSign) ?? true { return nil }
        return WordAtCaret(inner, Substring(String(rest)))
    }
}

/// A click that may have placed the caret in a word of the pen's.
struct CaretClick: Sendable, Hashable {
    /// When the application is asked where the caret is; nil: it has told so.
    var question: Duration?
}

extension Composition {
    /// Somebody clicks into the text: a word of the pen's that the caret comes to lie in is open for another candidate. IBus's GTK modules tell of
    /// the caret with the next key only, so they are asked.
    mutating func caretMayMove(at now: Duration) {
        guard field.isCorrectable, !written.isEmpty else { return }
        click = CaretClick(question: now + configuration.locating)
    }

    /// The application tells its text. Qt says nothing of a click but that the caret is elsewhere in the same text, and no key has moved it.
    mutating func noteCaret(in text: String, behind before: String, at now: Duration) {
        click?.question = nil
        guard !isModule, click == nil, change == nil, lines.isEmpty, !written.isEmpty, field.isFresh, text == field.whole,
            before != field.told
        else { return }
        if let typedAt, now - typedAt < configuration.telling { return }
        click = CaretClick()
    }

    /// Time passes after a click.
    mutating func tickClick(at now: Duration) {
        guard let due = click?.question, due <= now else { return }
        click?.question = nil
        if lines.isEmpty, change == nil { askForText(at: now) }
    }

    /// The application has told where the caret is.
    mutating func reopen(at now: Duration) {
        guard click != nil, change == nil, lines.isEmpty, !field.hasSelection, field.isCorrectable, purpose?.takesInk == true,
            let word = WordAtCaret(before: field.before, behind: field.behind),
            let found = [word, word.withoutSigns].compactMap(\.self).first(where: { written.options(of: $0.text) != nil }),
            let options = written.options(of: found.text)
        else {
            if correction?.word != nil { correction = nil }
            return
        }
        // it may be told several times, in which somebody has begun to choose
        guard correction?.word != found else { return }
        let alternatives = Alternatives(prefix: "", options: options, selected: 0, suffix: "")
        correction = Correction(alternatives, of: found, until: now + configuration.correction)
    }
}
