/// The candidates of words that are in the field.
struct Choices: Sendable {
    /// The word that can be replaced now.
    var correction: Correction?
    /// The words that the pen has written in this field. Their candidates are offered again when the caret is placed in one of them.
    var written = WrittenWords()
    /// The words of fields that had the focus before.
    private var earlier = EarlierFields()
    /// The last click into the field; nil if the user has written or typed since.
    private(set) var click: CaretClick?
    /// The time at which the application last received a key.
    private(set) var typedAt: Duration?

    /// The time at which a correction ends, or at which the application is asked for the caret.
    var deadline: Duration? { [correction?.until, click?.question].compactMap(\.self).min() }

    /// Ends a correction that has not been used for a time.
    mutating func tick(at now: Duration) { if let until = correction?.until, until <= now { correction = nil } }

    mutating func close() { correction = nil }

    mutating func noteKey(at now: Duration) {
        click = nil
        typedAt = now
    }

    /// Whether a key may have moved the caret less than `duration` ago.
    func isTyping(at now: Duration, within duration: Duration) -> Bool { typedAt.map { now - $0 < duration } ?? false }

    mutating func noteClick(askAt time: Duration) { click = .unlocated(question: time) }

    /// Records a click whose caret position the application has already reported.
    mutating func noteLocatedClick() { click = .located }

    /// Records that the application has reported the caret's position after a click.
    mutating func locate() { if click != nil { click = .located } }

    mutating func forgetClick() { click = nil }

    /// Forgets the field's words, because the field has lost the focus.
    /// - Parameter id: The field's identifier if its words are to be offered again when the pen returns to the field; otherwise nil.
    mutating func forget(keepingWordsOf id: String?) {
        if let id { earlier.put(written, of: id) }
        correction = nil
        written = WrittenWords()
        click = nil
    }

    /// Restores the words of a field that has the focus again.
    mutating func restoreWords(of id: String) { written = earlier.take(of: id) }

    /// Forgets the words of all fields.
    mutating func forgetEarlierFields() { earlier = EarlierFields() }
}

/// A click that may have placed the caret in a word written by the pen.
enum CaretClick: Sendable, Hashable {
    /// The caret's position is not reported yet. The application is asked for it at the time `question`.
    case unlocated(question: Duration)
    /// The application has reported the caret's position, or was asked for it.
    case located

    var question: Duration? { if case .unlocated(let question) = self { question } else { nil } }
}

/// A word in the field that can still be replaced.
struct Correction: Sendable {
    var alternatives: Alternatives
    /// The text in the field, from the replaceable word on.
    let committed: String
    /// The word at the caret, anywhere in the field; nil for the last committed word, which is before the caret.
    let word: WordAtCaret?
    private(set) var until: Duration
    /// Whether the user has moved the selection among the options.
    private(set) var isMoved = false

    init(_ alternatives: Alternatives, of word: WordAtCaret? = nil, until: Duration) {
        self.alternatives = alternatives
        self.word = word
        committed = alternatives.tail
        self.until = until
    }

    /// Selects an option without choosing it.
    mutating func move(to option: Int, until time: Duration) {
        alternatives.selected = option
        isMoved = true
        until = time
    }
}
