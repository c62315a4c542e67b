internal import Ink

/// The replacement of text in the field.
struct Exchange: Sendable {
    /// The replacement in progress, or one that was given up but may still take effect.
    var current: Replacement?
    /// A replacement whose deletion was not confirmed. If the next reported text contains both words, the application has ignored the
    /// deletion, and further deletions use Backspace.
    var unconfirmed: (removed: String, inserted: String)?
    /// The time of the last request to the application to delete text.
    private(set) var requestedAt: Duration?

    /// Whether text in the field is being replaced. Keys should wait until the replacement is done.
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

    /// Records that the application is asked to delete text.
    mutating func request(before: String, after: String, at now: Duration, _ configuration: Composition.Configuration.Exchange) {
        current?.find(before: before, after: after)
        current?.phase = .deleting(from: before, isDenied: false)
        current?.schedule(at: now, configuration)
        requestedAt = now
    }

    /// Whether a reset that arrives now is probably the reply to the last deletion request.
    func isEcho(at now: Duration, _ echo: Duration) -> Bool { requestedAt.map { now - $0 < echo } ?? false }

    /// Forgets the replacement, because its field has lost the focus.
    mutating func forget() { (current, unconfirmed) = (nil, nil) }
}

/// A replacement of text in the field: the application is asked to delete the old text, and must report that it did.
struct Replacement: Sendable {
    /// The reason for a replacement, and the text that is replaced.
    enum Kind: Sendable {
        /// The text before the caret, which ends with the last committed word.
        case lastWord
        /// A word anywhere in the field, around the caret.
        case wordAtCaret
        /// Words anywhere in the field, with the text between them and the caret, which is inserted again.
        case erased
        /// The old and the new word, if the application has ignored the deletion of the old word; the new word is inserted again.
        case repair
        /// The text after a lost commit, which is inserted again together with that commit.
        case lost
    }

    /// The progress of a replacement. From `deleting` on, `from` is the text before the caret when the deletion was sent.
    enum Phase: Sendable {
        /// The application has not reported its text since the last commit, and is asked for it to locate the caret.
        case locating
        /// The deletion request was sent. `isDenied` is true if the latest report after it still shows the text unchanged.
        case deleting(from: String, isDenied: Bool)
        /// The old word is being deleted, by request or by keys. The new word follows at the deadline.
        case replacing(from: String)
        /// The old word was still in the field at the deadline. A report of its deletion completes the replacement, unless another event
        /// comes first.
        case expired(from: String)
    }

    /// The text to delete before the caret.
    let removed: String
    /// The text to delete after the caret.
    let removedAfter: String
    /// The text to delete before and after the caret, in the application's spelling.
    private(set) var (deleted, deletedAfter): (String, String)
    let inserted: String
    /// The words at the end of the new text that are not yet in the field, in any reading.
    var added = ""
    var kind = Kind.lastWord
    var phase = Phase.locating
    /// The times at which the application is asked for its text.
    private(set) var questions: ArraySlice<Duration> = []
    /// The time at which the replacement continues, even without an answer.
    private(set) var deadline: Duration = .zero

    init(removed: String, removedAfter: String = "", inserted: String) {
        (self.removed, self.removedAfter, self.inserted) = (removed, removedAfter, inserted)
        (deleted, deletedAfter) = (removed, removedAfter)
    }

    /// Finds the text to delete in the application's text around the caret.
    mutating func find(before: String, after: String) {
        deleted = before.end(matching: removed) ?? removed
        deletedAfter = after.beginning(matching: removedAfter) ?? removedAfter
    }

    var isExpired: Bool { if case .expired = phase { true } else { false } }

    /// The next time at which something is due.
    var due: Duration? { isExpired ? nil : [questions.first ?? deadline, deadline].min() }

    /// The number of questions that have not been sent yet.
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
    var expected: String? { before?.droppingLast(deleted) }

    /// Schedules the questions and the deadline of a request that is sent at `now`.
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
        guard removedAfter.isEmpty || !after.begins(with: removedAfter) else { return false }
        if removed.isEmpty { return true }
        if reported.isSame(as: expected) { return true }
        return (expected.ends(with: reported) && !before.ends(with: reported))
            || (!expected.isEmpty && reported.ends(with: expected) && !reported.ends(with: before))
    }
}
