internal import Ink
import InkProtocol

/// Replacements of text in the field.
extension Composition {
    /// Deletes `removed`, which should be directly before the caret, and inserts `inserted` once the deletion is confirmed or times out.
    /// Also deletes `after`, directly after the caret.
    ///
    /// Applications may reply immediately with outdated text, or late, or never. The application is asked several times, and late replies
    /// are accepted.
    mutating func replace(
        _ removed: String, after: String = "", with inserted: String, kind: Replacement.Kind = .lastWord, at now: Duration
    ) {
        var replacement = Replacement(removed: removed, removedAfter: after, inserted: inserted)
        replacement.kind = kind
        guard field.isCorrectable else {
            return showMessage("This application does not allow changes to “\(replacement.removedText.shownWord)”.", at: now)
        }
        guard isAtCaret(replacement) else { return refuse(replacement, at: now) }
        replacement.find(before: field.before, after: field.caret.textAfter)
        replacement.schedule(at: now, configuration.exchange)
        exchange.current = replacement
        field.unreported.forget()
        field.insertions.replace(removed)
        if field.deletion != .expected || client.deletion == .byBackspace, deleteByBackspace(at: now) { return }
        if field.caret.isCertain { delete(at: now) } else { askForText(at: now) }
    }

    /// Whether the text to delete is around the caret.
    private func isAtCaret(_ replacement: Replacement) -> Bool {
        !field.caret.hasSelection && field.before.ends(with: replacement.removed)
            && field.caret.textAfter.begins(with: replacement.removedAfter)
    }

    private mutating func refuse(_ replacement: Replacement, at now: Duration) {
        exchange.current = nil
        releaseRevisable()
        showNotAtCaret(replacement.removedText.shownWord, at: now)
    }

    private mutating func showNotAtCaret(_ word: String, at now: Duration) {
        showMessage("“\(word)” is not directly before the cursor, so it was not changed.", at: now)
    }

    /// Sends the deletion, now that the application has reported the caret's position.
    private mutating func delete(at now: Duration) {
        guard let replacement = exchange.current, replacement.before == nil else { return }
        guard let reported = field.reportedText, isAtCaret(replacement) else { return refuse(replacement, at: now) }
        if client.deletion == .byBackspace {
            if !deleteByBackspace(at: now) { refuse(replacement, at: now) }
            return
        }
        exchange.request(before: reported, after: field.caret.textAfter, at: now, configuration.exchange)
        guard let replacement = exchange.current else { return }
        actions.append(.delete(before: replacement.deleted, behind: replacement.deletedAfter))
    }

    /// Deletes with Backspace if the caret is certainly after the text to delete: according to the application's report, or because
    /// nothing has happened since the last commit.
    ///
    /// - Returns: Whether the keys are sent.
    private mutating func deleteByBackspace(at now: Duration) -> Bool {
        guard client.allowsBackspace, let replacement = exchange.current, replacement.removedAfter.isEmpty,
            field.caret.isReported || field.caret.isUndisturbed, let reported = field.reportedText,
            let deleted = reported.end(matching: replacement.removed)
        else { return false }
        exchange.current?.find(before: reported, after: field.caret.textAfter)
        pressBackspace(times: deleted.count, from: reported, at: now)
        return true
    }

    /// Presses Backspace. The new word follows when the keys have taken effect, because an application may process text before keys that
    /// were sent earlier.
    private mutating func pressBackspace(times: Int, from before: String, at now: Duration) {
        for _ in 0..<times { actions.append(.press(.backspace)) }
        exchange.current?.replace(from: before, at: now + configuration.exchange.typing + configuration.exchange.typingKey * times)
    }

    /// Checks the first text report after a replacement whose deletion was not confirmed. If the old word is still in the field, both words
    /// are deleted with Backspace, the new word is inserted again, and further deletions use Backspace. If another replacement has begun,
    /// or the client does not support Backspace, text is no longer replaced.
    mutating func confirm(_ unconfirmed: (removed: String, inserted: String), at now: Duration) {
        let both = unconfirmed.removed + unconfirmed.inserted
        guard let reported = field.reportedText, let deleted = reported.end(matching: both) else { return }
        guard exchange.current == nil, client.allowsBackspace else {
            field.refusesChanges = true
            return
        }
        field.noteIgnoredDeletion()
        var repair = Replacement(removed: both, inserted: unconfirmed.inserted)
        repair.kind = .repair
        repair.find(before: reported, after: "")
        exchange.current = repair
        pressBackspace(times: deleted.count, from: reported, at: now)
    }

    /// Handles the timeouts of a replacement.
    mutating func tickExchange(at now: Duration) {
        guard let replacement = exchange.current, let due = replacement.due, due <= now else { return }
        if replacement.deadline <= now { return decideExchange(at: now) }
        exchange.current?.dropQuestion()
        if replacement.before == nil, exchange.current?.questionCount == 1, deleteByBackspace(at: now) { return }
        askForText(at: now)
    }

    /// Asks the application for its text, unless the last commit may still be in transit. In that case the application will report its
    /// text anyway, and the request, which in IBus is an empty commit, would replace the last commit in GNOME Shell
    /// (`ClientProfile.EarlierCommit`).
    mutating func askForText(at now: Duration) {
        if !field.caret.isReported, isCommitInTransit(at: now) { return }
        actions.append(.askForText)
    }

    /// Handles the application's report of its text.
    mutating func handleReport(_ before: String, at now: Duration) {
        guard let replacement = exchange.current else { return }
        switch replacement.phase {
        case .locating: if field.caret.isReported { delete(at: now) }
        case .replacing: return
        case .deleting(let old, _), .expired(let old):
            guard replacement.isDone(in: before, after: field.caret.textAfter) else {
                guard !replacement.isExpired else { return }
                let isDenied = before.isSame(as: old) && field.caret.textAfter.begins(with: replacement.removedAfter)
                exchange.current?.phase = .deleting(from: old, isDenied: isDenied)
                return
            }
            // the new text was never the preedit, because text that replaces other words is shown only when it replaces them
            guard client.needsPreeditBeforeCommit, !replacement.inserted.isEmpty else { return finishExchange(before: before, at: now) }
            exchange.current?.replace(from: old, at: now + configuration.commits.settling)
        }
    }

    /// Ends the wait for an answer. A deletion that was sent may have taken effect without a report, so the new text is inserted, unless
    /// the application has reported that the old word is still in the field.
    private mutating func decideExchange(at now: Duration) {
        guard let replacement = exchange.current else { return }
        switch replacement.phase {
        case .expired: return
        case .locating: refuse(replacement, at: now)
        case .replacing: finishExchange(before: replacement.expected ?? "", at: now)
        case .deleting(let before, isDenied: true):
            exchange.current?.phase = .expired(from: before)
            field.refusesChanges = true
            releaseRevisable()
            showMessage("The application did not change the word. Correct it with the keyboard.", at: now)
        case .deleting(_, isDenied: false):
            finishExchange(before: replacement.expected ?? "", at: now)
            field.caret.markChanged()
            if !replacement.inserted.isEmpty { exchange.unconfirmed = (replacement.removed, replacement.inserted) }
        }
    }

    private mutating func finishExchange(before: String, at now: Duration) {
        guard let replacement = exchange.current else { return }
        exchange.current = nil
        let own = replacement.kind == .lost ? replacement.inserted : replacement.removed
        field.caret.removeOwn(own, isAtCaret: replacement.removedAfter.isEmpty)
        field.caret.confirm(before)
        field.refusesChanges = false
        switch replacement.kind {
        case .lastWord: field.history.remove(replacement.removed)
        case .repair, .lost: field.history.remove(replacement.inserted)
        // only the words directly before the caret can be undone
        case .wordAtCaret, .erased: field.history.forgetWords()
        }
        field.history.textAfterCommit = before
        if !replacement.inserted.isEmpty { commit(replacement.inserted, at: now) }
        // this text was in the field before, so it is no new word to undo
        if replacement.kind == .erased { field.history.forgetWords() }
        if replacement.kind == .lost { field.unreported.forget() }
    }

    /// Ends an open replacement because something else happens in the field: later reports would not show the result of the replacement.
    mutating func cancelExchange(at now: Duration) {
        decideExchange(at: now)
        exchange.current = nil
    }

    // MARK: Undo

    mutating func undo(at now: Duration) {
        guard let purpose else {
            recovery.undo = WaitingUndo(until: now + configuration.correction)
            return
        }
        guard purpose.takesInk, !isChanging else { return }
        choices.close()
        if !queue.isEmpty { return dropAll() }
        releaseRevisable()
        if restoreErased(at: now) { return }
        guard let word = field.history.words.last else { return showMessage("There is no word to undo.", at: now) }
        deleteLast(word, at: now)
    }

    /// Carries out a waiting undo request, because the focus is back. The text that the previous field reported last may be used, because
    /// applications do not report unchanged text again (ibus_input_context_set_surrounding_text).
    mutating func undoWaiting(at now: Duration) {
        guard let waiting = recovery.undo else { return }
        recovery.undo = nil
        guard now <= waiting.until else { return }
        let previous = recovery.previousField
        let reported = field.reportedText ?? previous.reportedText
        if let id = field.id, id == previous.id, field.history.words.isEmpty, reported == previous.reportedText {
            field.history.adopt(previous.history)
            if let reported { field.caret.confirm(reported) }
        }
        undo(at: now)
    }

    /// Deletes the last commit if the caret is still directly after it; elsewhere the same letters may not have been written by the pen.
    mutating func deleteLast(_ text: String, at now: Duration) {
        if field.isCorrectable, !field.isCaretAtLastCommit { return showNotAtCaret(text.trimmed, at: now) }
        replace(text, with: "", at: now)
    }
}

extension String {
    /// The word as shown in messages: trimmed, unless it consists only of white space.
    var shownWord: String { trimmed.isEmpty ? self : trimmed }
}
