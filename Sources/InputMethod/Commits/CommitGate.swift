/// The times between which text can be committed.
struct CommitGate: Sendable {
    /// The time of the last commit; nil if the next commit may be sent immediately.
    private(set) var lastCommit: Duration?
    /// The time of the last commit in the field, even if the next commit may be sent immediately.
    private(set) var lastSent: Duration?
    /// The time since which a preedit has been shown without a commit.
    private(set) var preeditSince: Duration?
    /// Grace period after a reset: the focus may be about to change.
    private var resetGrace: Duration?
    /// After Tab or Return: hold preedit and commits until this time, because the focus may move.
    private var keyGrace: Duration?
    /// Earliest time at which the next (ready) commit may be sent.
    private var opening: Duration?

    /// Whether a key may be about to move the focus; meanwhile no preedit is shown, either.
    var mayLoseFocus: Bool { keyGrace != nil }

    mutating func noteCommit(at now: Duration) { (lastCommit, lastSent) = (now, now) }
    mutating func noteReset(until time: Duration) { resetGrace = time }
    mutating func noteKey(until time: Duration) { keyGrace = time }

    /// Records whether there is a preedit after a round of actions.
    mutating func notePreedit(isEmpty: Bool, hasCommitted: Bool, at now: Duration) {
        preeditSince = isEmpty ? nil : hasCommitted ? now : preeditSince ?? now
    }

    /// Makes the next commit wait neither for the previous one nor for the focus.
    mutating func open() { (lastCommit, resetGrace) = (nil, nil) }

    /// Forgets the grace periods and the last commit to the field: it has lost the focus.
    mutating func forgetFocus() { (resetGrace, keyGrace, lastSent) = (nil, nil, nil) }

    mutating func tick(at now: Duration) { if let time = keyGrace, time <= now { keyGrace = nil } }

    /// Begins a new evaluation: forgets the time to wait for.
    mutating func reopen() { opening = nil }

    /// Returns whether text may be committed now; otherwise schedules the commit.
    /// - Parameter times: Further times that it waits for.
    mutating func isOpen(at now: Duration, besides times: [Duration?]) -> Bool {
        guard let time = ([resetGrace, keyGrace] + times).compactMap(\.self).max(), now < time else { return true }
        opening = time
        return false
    }

    /// Whether the last commit was less than `duration` ago.
    func isRecent(at now: Duration, within duration: Duration) -> Bool { lastCommit.map { now - $0 < duration } ?? false }

    /// Whether the last commit was sent less than `duration` ago, even if the next commit may be sent immediately.
    func isInTransit(at now: Duration, within duration: Duration) -> Bool { lastSent.map { now - $0 < duration } ?? false }

    /// When text can be committed that is ready, or becomes so.
    func deadline(of queue: LineQueue) -> Duration? {
        if let opening { return opening }
        if let keyGrace, !queue.isEmpty { return keyGrace }
        return queue.deadline
    }
}
