internal import Ink
import InkProtocol

/// Text that reached no field.
extension Composition {
    /// Stores the uncommitted text of a field that loses the focus. The user can restore it; it is never restored automatically, because
    /// the next field may be any field.
    mutating func recoverUncommitted() {
        guard purpose?.takesInk == true else { return }
        var abandoned = AbandonedField(fieldID: field.fieldID, place: field.place(of: purpose), revisable: queue.revisable)
        if let restoring = recovery.restoring { abandoned.parts.append(.init(text: restoring.text)) }
        recovery.restoring = nil
        // if the old word is already being deleted, the whole new text is lost; otherwise only the words after it, which are not in the
        // field yet
        if let replacement = exchange.current, !replacement.isExpired {
            abandoned.parts.append(.init(text: replacement.before == nil ? replacement.added : replacement.inserted))
        }
        abandoned.append(queue.lines)
        // keep the previous field's writing if the pen has not written in this field, which may have had the focus in between
        guard field.fieldID != nil || !abandoned.text.isEmpty else { return }
        recovery.abandon(abandoned)
    }

    /// Handles the reading of a line that was finished before its field lost the focus: its words that are not in the field become
    /// uncommitted text, too.
    mutating func handleLate(_ reading: TextInputInterface.Reading, of field: Int, at now: Duration) {
        if let known = recovery.abandoned?.fieldID, field < known { return }
        let isKnown = recovery.abandoned.map { $0.fieldID == field } ?? false
        let unknown = AbandonedField(fieldID: field, place: InsertionPlace(isKnown: false), revisable: nil)
        var abandoned = isKnown ? recovery.abandoned ?? unknown : unknown
        let isChanged = abandoned.handleLate(reading, committed: queue.committedStrokes)
        recovery.abandoned = abandoned
        guard isChanged, !abandoned.text.isEmpty, abandoned.text != recovery.text?.text else { return }
        recovery.text = UncommittedText(text: abandoned.text)
        showUncommitted(at: now)
    }

    /// Handles the client's own commit of the preedit. The preedit does not include text that would have replaced other words.
    /// - Parameter isLeaving: Whether the focus is moving. If so, text that would have replaced other words stays pending, and late
    ///   readings of the committed line continue its text: a last stroke by itself would be read as another word.
    mutating func acceptPreedit(leaving isLeaving: Bool = false) {
        let text = display.preedit.text
        if field.rewrites { return acceptShown(text) }
        let accepted = queue.removeInsertions()
        if !isLeaving {
            if !queue.isEmpty { recoverUncommitted() }
            _ = queue.removeAll()
        }
        for part in accepted {
            choices.written.note(part, in: field.place(of: purpose))
            let text = part.text(in: field.place(of: purpose))
            if isLeaving { queue.revise(part, text: text) }
            sendCommitted(part.strokes, of: part.editor, text: text, keep: isLeaving)
        }
        field.commit(text)
        field.forgetInsertions()
        if !isLeaving { releaseRevisable() }
    }

    /// Handles the client's own commit of a preedit that shows only the words that were about to be committed.
    private mutating func acceptShown(_ text: String) {
        for part in display.lastPreedits.last?.lines ?? [] {
            let text = part.text(in: field.place(of: purpose))
            queue.commit(part, text: text)
            sendCommitted(part.strokes, of: part.editor, text: text, keep: true)
        }
        field.commit(text)
        field.forgetInsertions()
    }

    /// Notifies the user of text that can be restored, once a field that accepts it has the focus.
    mutating func showUncommitted(at now: Duration) {
        guard let text = recovery.text, !text.isShown, purpose?.takesInk == true else { return }
        recovery.text?.isShown = true
        showMessage(
            "“\(text.text)” was not inserted because the window lost focus. "
                + "Choose “Insert lost text” from the menu or run `inkctl pen restore`.",
            at: now)
    }

    /// Puts the uncommitted text into the focused field.
    mutating func restore(at now: Duration) {
        guard hasLost else { return showMessage("There is no lost text to insert.", at: now) }
        guard purpose?.takesInk == true, !isChanging, let lost = recovery.takeText() else { return }
        for part in lost.lines { if let line = part.line { queue.committedStrokes.insert(part.strokes.sorted(), of: line.editor) } }
        queue.commitAll(at: now)
        commitDueLines(at: now)
        releaseRevisable()
        showMessage("", at: now)
        recovery.restoring = RestoredText(
            text: field.place(of: purpose).inserted(lost.text),
            due: client.needsPreeditBeforeCommit ? now + configuration.commits.settling : now)
        commitRestored(at: now)
    }

    /// Commits restored text that is due.
    mutating func commitRestored(at now: Duration) {
        guard let restoring = recovery.restoring, restoring.due <= now else { return }
        recovery.restoring = nil
        commit(restoring.text, at: now)
    }
}
