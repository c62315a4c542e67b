/// The state that decides when text can be committed: the last commit, and the grace periods in which commits wait.
struct CommitGate: Sendable {
    /// The time of the last commit; nil if the next commit may be sent immediately.
    private(set) var lastCommit: Duration?
    /// The time of the last commit to the focused field, which `open` does not reset.
    private(set) var lastSent: Duration?
    /// The time since which a preedit has been shown without a commit.
    private(set) var preeditSince: Duration?
    /// The end of the grace period after a reset, in which the focus may be about to change.
    private var resetGrace: Duration?
    /// After Tab or Return: hold preedit and commits until this time, because the focus may move.
    private var keyGrace: Duration?
    /// Earliest time at which the next (ready) commit may be sent.
    private var opening: Duration?

    /// Whether the last key may still move the focus. Meanwhile text is neither committed nor shown as the preedit.
    var mayLoseFocus: Bool { keyGrace != nil }

    /// Whether a reset was a moment ago.
    func isReset(at now: Duration) -> Bool { resetGrace.map { now < $0 } ?? false }

    mutating func noteCommit(at now: Duration) { (lastCommit, lastSent) = (now, now) }
    mutating func noteReset(until time: Duration) { resetGrace = time }
    mutating func noteKey(until time: Duration) { keyGrace = time }

    /// Records whether a preedit is shown after the actions of an input.
    mutating func notePreedit(isEmpty: Bool, hasCommitted: Bool, at now: Duration) {
        preeditSince = isEmpty ? nil : hasCommitted ? now : preeditSince ?? now
    }

    /// Makes the next commit wait neither for the previous one nor for the focus.
    mutating func open() { (lastCommit, resetGrace) = (nil, nil) }

    /// Forgets the grace periods and the last commit to the field, because the field has lost the focus.
    mutating func forgetFocus() { (resetGrace, keyGrace, lastSent) = (nil, nil, nil) }

    mutating func tick(at now: Duration) { if let time = keyGrace, time <= now { keyGrace = nil } }

    /// Forgets the scheduled time of the next commit, before the decision is made again.
    mutating func reopen() { opening = nil }

    /// Returns whether text may be committed now. Otherwise schedules the commit.
    /// - Parameter times: Further times before which no text may be committed.
    mutating func isOpen(at now: Duration, besides times: [Duration?]) -> Bool {
        guard let time = ([resetGrace, keyGrace] + times).compactMap(\.self).max(), now < time else { return true }
        opening = time
        return false
    }

    /// Whether the last commit was less than `duration` ago.
    func isRecent(at now: Duration, within duration: Duration) -> Bool { lastCommit.map { now - $0 < duration } ?? false }

    /// Whether the last commit to the focused field was sent less than `duration` ago, regardless of `open`.
    func isInTransit(at now: Duration, within duration: Duration) -> Bool { lastSent.map { now - $0 < duration } ?? false }

    /// Returns the time at which pending text can be committed; nil if no text becomes due by itself.
    func deadline(of queue: LineQueue) -> Duration? {
        if let opening { return opening }
        if let keyGrace, !queue.isEmpty { return keyGrace }
        return queue.deadline
    }
}
