internal import Ink

/// The replacement of text in the field.
struct Exchange: Sendable {
    /// The replacement in progress, or one that was given up but may still take effect.
    var current: Replacement?
    /// A replacement without an answer: if the reported text contains both words, this client gets Backspace for deletions.
    var unconfirmed: (removed: String, inserted: String)?
    /// The time of the last request to the application to delete text.
    private(set) var requestedAt: Duration?

    /// Whether text in the field is being replaced; keys should wait until it is done.
    var isActive: Bool { current.map { !$0.isExpired } ?? false }

    /// Whether reports may be outdated, because they show the text before the replacement.
    var hidesReports: Bool {
        switch current?.phase {
        case .deleting, .replacing: true
        case .locating, .expired, nil: false
        }
    }

    /// The next time at which an active replacement needs attention.
    var deadline: Duration? { current?.due }

    /// Sends the deletion by request.
    mutating func request(before: String, at now: Duration, _ configuration: Composition.Configuration.Exchange) {
        current?.phase = .deleting(from: before, isDenied: false)
        current?.schedule(at: now, configuration)
        requestedAt = now
    }

    /// Whether a reset is the answer to the last request.
    func isEcho(at now: Duration, _ echo: Duration) -> Bool { requestedAt.map { now - $0 < echo } ?? false }

    /// Forgets the replacement: its field has lost the focus.
    mutating func forget() { (current, unconfirmed) = (nil, nil) }
}

/// A replacement of text in the field: the application is asked to delete the old text, and must report that it did.
struct Replacement: Sendable {
    /// The text that is replaced.
    enum Kind: Sendable {
        /// Ends with the last committed word.
        case lastWord
        /// A word anywhere in the field, around the caret.
        case wordAtCaret
        /// Words anywhere in the field, with the text between them and the caret, which is inserted again.
        case erased
        /// Repairs an ignored deletion, after which the field contains both words; the new word is inserted again.
        case repair
        /// The text after a lost commit; it is inserted again together with that commit.
        case lost
    }

    /// The progress. From `deleting` on, the text before the caret when the deletion was sent is known.
    enum Phase: Sendable {
        /// The application has not reported its text since the last commit; it is asked for the position of the caret.
        case locating
        /// The deletion request was sent. `isDenied` is true if the latest report after it still shows the text unchanged.
        case deleting(from: String, isDenied: Bool)
        /// The old word is being deleted, by request or by keys. The new word follows at the deadline.
        case replacing(from: String)
        /// The old word was still there at the deadline. It is still replaced if its deletion is reported before anything else happens.
        case expired(from: String)
    }

    /// The text to delete before the caret.
    let removed: String
    /// The text to delete after the caret.
    let removedAfter: String
    let inserted: String
    /// The words at the end of the new text that are not yet in the field, in any reading.
    var added = ""
    var kind = Kind.lastWord
    var phase = Phase.locating
    /// When the application is asked for its text.
    private(set) var questions: ArraySlice<Duration> = []
    /// When the replacement is decided without an answer.
    private(set) var deadline: Duration = .zero

    init(removed: String, removedAfter: String = "", inserted: String) {
        (self.removed, self.removedAfter, self.inserted) = (removed, removedAfter, inserted)
    }

    var isExpired: Bool { if case .expired = phase { true } else { false } }

    /// The next time at which something is due.
    var due: Duration? { isExpired ? nil : [questions.first ?? deadline, deadline].min() }

    /// The number of questions left.
    var questionCount: Int { questions.count }

    /// All deleted text, as shown in messages.
    var removedText: String { removed + removedAfter }

    /// The text that replaces the deleted text; until it is committed, it is shown as the preedit.
    var waitingText: String? { if case .replacing = phase { inserted } else { nil } }

    /// The text before the caret when the deletion was sent; nil before that.
    var before: String? {
        switch phase {
        case .locating: nil
        case .deleting(let before, _), .replacing(let before), .expired(let before): before
        }
    }

    /// The text before the caret once the deletion has taken effect; nil if it has not been sent.
    var expected: String? { before?.droppingLast(removed) }

    /// Schedules questions and the decision for a request at `now`.
    mutating func schedule(at now: Duration, _ configuration: Composition.Configuration.Exchange) {
        questions = configuration.questions.map { now + $0 }[...]
        deadline = now + configuration.confirmation
    }

    /// Begins the replacement: the new text follows the deletion at `time`, without asking the application again.
    mutating func replace(from before: String, at time: Duration) {
        phase = .replacing(from: before)
        questions = []
        deadline = time
    }

    mutating func dropQuestion() { questions = questions.dropFirst() }

    /// Whether the deletion has taken effect. Applications report only a window of their text, and the window may move.
    /// - Parameters:
    ///   - reported: The text before the caret.
    ///   - after: The text after the caret.
    func isDone(in reported: String, after: String) -> Bool {
        guard let before, let expected else { return false }
        guard removedAfter.isEmpty || !after.starts(withScalarsOf: removedAfter) else { return false }
        if removed.isEmpty { return true }
        if reported.unicodeScalars.elementsEqual(expected.unicodeScalars) { return true }
        return (expected.ends(with: reported) && !before.ends(with: reported))
            || (!expected.isEmpty && reported.ends(with: expected) && !reported.ends(with: before))
    }
}
