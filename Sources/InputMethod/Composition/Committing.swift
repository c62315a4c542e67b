internal import Ink
import InkProtocol

/// Commits of pending text.
extension Composition {
    /// Commits text, and records it.
    mutating func commit(_ text: String, at now: Duration) {
        actions.append(.commit(text))
        let before = reportedBefore
        field.commit(text)
        noteSent(text, after: before, at: now)
    }

    /// The text before the caret if the application has reported it since the last commit and key.
    private var reportedBefore: String? { field.caret.isReported ? field.before : nil }

    /// Records that a commit is sent to the application.
    private mutating func noteSent(_ text: String, after before: String?, at now: Duration) {
        gate.noteCommit(at: now)
        field.insertions.note(text, before: before, after: field.caret.textAfter, at: now, delivery: delivery)
        if client.earlierCommit == .replaced { field.unreported.note(text, after: before, at: now) }
    }

    /// The maximum time until the last commit reaches the application, unless the application reports its text earlier.
    var delivery: Duration {
        client.earlierCommit == .replaced && !field.caret.isTracked ? configuration.commits.report : configuration.commits.delivery
    }

    /// Whether the last commit may still be on its way to the application, so that another commit could replace it.
    func isCommitInTransit(at now: Duration) -> Bool {
        client.earlierCommit == .replaced ? gate.isInTransit(at: now, within: delivery) : gate.isRecent(at: now, within: delivery)
    }

    /// Inserts a lost commit again, once, with the text that was committed after it.
    mutating func reinsert(_ loss: UnreportedCommits.Loss, at now: Duration) {
        guard exchange.current == nil, field.isCorrectable, !field.caret.hasSelection else { return }
        if !display.preedit.isEmpty { actions += display.show(.init()) }
        replace(loss.following, with: loss.text + loss.following, kind: .lost, at: now)
    }

    /// Commits all pending text in a moment, unless the focus moves first.
    mutating func commitSoon(at now: Duration) {
        queue.commitAll(at: now)
        gate.noteReset(until: now + configuration.commits.resetGrace)
    }

    /// Commits all pending text now, without waiting for other input.
    mutating func endWriting(at now: Duration) {
        cancelExchange(at: now)
        queue.commitAll(at: now)
        gate.open()
        commitDueLines(at: now)
        // a replacement of words in the field is committed alone, so end it before committing the rest
        while isChanging {
            cancelExchange(at: now)
            commitDueLines(at: now)
        }
    }

    /// Commits the due lines together with all lines that were started before them, so that no line overtakes another.
    mutating func commitDueLines(at now: Duration) {
        gate.reopen()
        guard !isChanging, recovery.restoring == nil else { return }
        let parts = queue.dueParts(isCorrectable: field.isCorrectable, at: now)
        guard let first = parts.first else { return }
        let isReplacement = !first.replaced.isEmpty
        guard gate.isOpen(at: now, besides: [busyUntil, isReplacement ? nil : preparedUntil(parts, at: now)]) else { return }
        if isReplacement { return replaceCommitted(by: first, at: now) }
        var committed = ""
        let place = actions.count
        let before = reportedBefore
        for part in parts { committed += commit(part, at: now) }
        if !committed.isEmpty {
            actions.insert(.commit(committed), at: place)
            noteSent(committed, after: before, at: now)
        }
        exchange.current = nil
        if queue.releasesRevisable, queue.isEmpty {
            queue.releasesRevisable = false
            releaseRevisable()
        }
        if !field.isCorrectable || !queue.isEmpty { choices.close() }
    }

    /// Records a part of a line as committed; returns the text to insert.
    private mutating func commit(_ part: PendingLine, at now: Duration) -> String {
        let text = part.text(in: field.place(of: purpose))
        field.commit(text)
        field.history.readWords = part.words.map(\.text)
        let place = field.history.place
        choices.correction = part.isChosen ? nil : Correction(part.placed(in: place, as: text), until: now + configuration.correction)
        choices.written.note(part, in: place)
        queue.commit(part, text: text)
        if let correction = part.correction { sendCorrection(correction.text, correction.strokes, of: part.editor) }
        sendCommitted(part.strokes, of: part.editor, text: text, keep: true)
        return text
    }

    /// Replaces words in the field that later strokes have changed.
    private mutating func replaceCommitted(by part: PendingLine, at now: Duration) {
        var replaced = part.replaced
        // LibreOffice does not report the space before a sentence
        if !field.before.ends(with: replaced), field.before.ends(with: replaced.withoutLead),
            field.before.comparedCount == replaced.withoutLead.comparedCount
        {
            replaced = replaced.withoutLead
        }
        guard field.isCorrectable, !field.caret.hasSelection, field.before.ends(with: replaced) else { return releaseRevisable() }
        var place = field.place(of: purpose)
        place.before = place.before.droppingLast(replaced)
        let text = part.text(in: place)
        if !display.preedit.isEmpty { actions += display.show(.init()) }
        let added = queue.revisable.flatMap { part.withoutCommitted($0.strokes) }
        choices.written.note(part, in: place)
        queue.commit(part, text: text)
        sendCommitted(part.strokes, of: part.editor, text: text, keep: true)
        guard text != replaced else { return }
        replace(replaced, with: text, at: now)
        exchange.current?.added = added?.alternatives.text ?? ""
    }

    /// The time until which no further text is sent to the application; nil if the application has reported the last commit, or reports no
    /// text. If several texts arrive together, Wayland's text-input-v3 uses only the last one. A commit caused by a key, a click or the
    /// focus waits only as long as necessary.
    private var busyUntil: Duration? {
        guard field.reportedText != nil, !field.caret.isReported, let lastCommit = gate.lastCommit else { return nil }
        return lastCommit + (queue.isOrdered ? configuration.commits.pace : delivery)
    }

    /// The time until which text is shown as the preedit before its commit, if the client needs that (`CommitPreparation`). A commit
    /// caused by a key, a click or the focus does not wait.
    private func preparedUntil(_ parts: [PendingLine], at now: Duration) -> Duration? {
        guard client.needsPreeditBeforeCommit, field.reportedText != nil, !queue.isOrdered else { return nil }
        let place = field.place(of: purpose)
        guard parts.contains(where: { !$0.text(in: place).isEmpty }) else { return nil }
        return (gate.preeditSince ?? now) + configuration.commits.settling
    }
}
