internal import System
import InkProtocol

/// The focus, the client's resets, and the connection to inkd.
extension Composition {
    mutating func focusIn(_ purpose: TextInputInterface.Purpose, id: String?, at now: Duration) {
        // ink for the previous field must not be committed to this one
        focusOut()
        forget()
        if recovery.unconfirmed?.isOffered == false { recovery.unconfirmed = nil }
        self.purpose = purpose
        field = Field(id: id)
        returnByPen(to: id, at: now)
        focusDaemon(at: now)
        recovery.undo?.due = now + configuration.reporting
        showUncommitted(at: now)
    }

    mutating func focusOut() {
        guard purpose != nil else { return }
        if client.preeditCommit == .ifAsked, isPreeditCommitted {
            recovery.unconfirmed = UnconfirmedCommit(text: display.preedit.text, id: field.id, before: field.before)
            acceptPreedit(leaving: true)
        }
        forget()
        purpose = nil
        if isAttached { actions.append(.call(.unfocus)) }
    }

    mutating func change(_ purpose: TextInputInterface.Purpose, at now: Duration) {
        guard let old = self.purpose, old != purpose else { return }
        releaseRevisableSoon()
        if purpose.takesInk, old.takesInk { commitSoon(at: now) } else { forget() }
        self.purpose = purpose
        focusDaemon(at: now)
    }

    /// Discards all readings of the field: they must not be kept, restored or used as context.
    mutating func becomePassword(at now: Duration) {
        guard let purpose, purpose != .password else { return }
        _ = queue.removeAll()
        choices.written = WrittenWords()
        exchange.current = nil
        field = Field(id: field.id, fieldID: field.fieldID)
        change(.password, at: now)
    }

    /// Makes inkd drop the ink that it has not recognized yet.
    mutating func dropUnread() {
        guard isAttached, purpose?.takesInk == true else { return }
        actions.append(.call(.focus(.none, language: nil, preContext: nil)))
    }

    mutating func read(in language: String?, at now: Duration) {
        guard self.language != language else { return }
        self.language = language
        focusDaemon(at: now)
    }

    mutating func refused(_ language: String, at now: Duration) {
        guard self.language == language else { return }
        read(in: nil, at: now)
        let remedy =
            LanguagePackage.name(for: language).map { "Install the package \($0)." } ?? "List the models with `inkctl models list`."
        showMessage("No model is installed for “\(language)”, so inkd uses its default language. \(remedy)", at: now)
    }

    mutating func reset(at now: Duration) {
        if hasCommittedPreedit { acceptPreedit() }
        // a deletion request may cause a reset: such a reset does not end the replacement
        if exchange.current?.isExpired == true { exchange.current = nil }
        let isEcho = exchange.isEcho(at: now, configuration.commits.echo)
        if isEcho, exchange.current != nil { return }
        if field.caret.isTracked {
            // some applications reset after every commit
            if gate.isRecent(at: now, within: configuration.commits.echo) { return }
            field.caret.lose()
        }
        commitSoon(at: now)
        choices.close()
        // a reset that the deletion request has caused does not end the stroke in progress
        if !isEcho {
            field.caret.disturb()
            field.unreported.forget()
            // some applications reset after every commit
            if !gate.isInTransit(at: now, within: configuration.commits.echo) { field.insertions.disturb() }
            caretMayMove(at: now)
            cancelStroke()
        }
        guard field.reportedText == nil else { return }
        // the caret's position is unknown now
        field.caret.forgetTyped()
        releaseRevisableSoon()
    }

    /// Whether the client commits the pending text when the focus moves.
    var isPreeditCommitted: Bool {
        (display.preedit.mode == .commit || client.preeditCommit == .always) && !display.preedit.isEmpty && !queue.isEmpty
    }

    /// Whether the client has committed the preedit at this reset. Some clients do so at every reset. Other clients have done so if the
    /// text that they reported before the reset ends with the preedit.
    private var hasCommittedPreedit: Bool {
        guard isPreeditCommitted else { return false }
        return switch client.preeditCommit {
        case .always, .ifAskedAtAnyReset: true
        case .never, .ifAsked, .ifAskedAtReset: field.caret.endsWithPreedit
        }
    }

    // MARK: inkd

    mutating func attached(at now: Duration) {
        isAttached = true
        // another daemon may restart its numbering
        queue.committedStrokes = CommittedStrokes()
        queue.revisable = nil
        field.fieldID = nil
        recovery.abandoned = nil
        focusDaemon(at: now)
    }

    mutating func connectionLost(at now: Duration) {
        let wasAttached = isAttached
        isAttached = false
        queue.commitAll(at: now)
        pen.disconnect(at: now)
        guard purpose != nil else { return }
        showMessage(
            wasAttached ? "inkd stopped. Handwriting resumes when it restarts." : "inkd is not running, so handwriting is not available.",
            at: now)
    }

    /// Whether a pen is in proximity, or was a moment ago.
    func isPenPresent(at now: Duration) -> Bool { pen.isPresent(at: now) }

    /// Sends inkd the text before the caret (the context) if it has changed since it was last sent, and a pen is present.
    mutating func sendContext(at now: Duration) {
        guard isAttached, let purpose, purpose.takesInk, isPenPresent(at: now) else { return }
        let context = field.caret.context(of: purpose)
        guard context != field.contextOfDaemon else { return }
        field.contextOfDaemon = context
        actions.append(.call(.setContext(context)))
    }

    private mutating func focusDaemon(at now: Duration) {
        guard isAttached, let purpose else { return }
        let context = isPenPresent(at: now) ? field.caret.context(of: purpose) : ""
        field.contextOfDaemon = context
        actions.append(.call(.focus(purpose, language: language, preContext: context.isEmpty ? nil : context)))
    }

    /// Resets the state of a field that has lost the focus. Its pending text becomes uncommitted text, which the user can restore.
    private mutating func forget() {
        recoverUncommitted()
        queue.forget()
        scratch = nil
        _ = pen.endStroke()
        choices.forget(keepingWordsOf: purpose?.takesInk == true ? field.id : nil)
        exchange.forget()
        gate.forgetFocus()
        if !field.history.words.isEmpty { recovery.previousField = field }
        field = Field(id: field.id)
    }
}
