/// The display of pending text and candidates.
extension Composition {
    /// Candidates currently offered to the user; nil without alternatives.
    var offered: Alternatives? {
        guard !gate.mayLoseFocus else { return nil }
        let pending = queue.lines.last?.alternatives(isCorrectable: field.isCorrectable)
        let alternatives = pending ?? (isChanging ? nil : choices.correction?.alternatives)
        return alternatives.flatMap { $0.options.count > 1 ? $0 : nil }
    }

    /// Shows the current preedit and candidates.
    mutating func show(at now: Duration) {
        // A commit replaces the preedit. If the preedit is removed first, Firefox answers with outdated text, and LibreOffice keeps both;
        // applications differ in how a commit affects the preedit.
        let firstCommit = actions.firstIndex { if case .commit = $0 { true } else { false } }
        // with a reset an application that rewrites its text may have taken the preedit, which its next report shows
        let isUndecided = field.rewrites && gate.isReset(at: now) && !display.preedit.isEmpty && firstCommit == nil
        let preedit = isUndecided ? display.preedit : pendingPreedit(at: now)
        gate.notePreedit(isEmpty: preedit.isEmpty, hasCommitted: firstCommit != nil, at: now)
        let isReplaced = !display.preedit.isEmpty && firstCommit != nil
        if let firstCommit {
            display.forgetPreedits()
            // some clients commit the preedit in the reset after a commit: committed text must not be committed again as the preedit
            if isReplaced, display.preedit.mode == .commit {
                var shown = display.preedit
                shown.mode = .clear
                actions.insert(shown.action, at: firstCommit)
            }
        }
        if preedit != display.preedit || isReplaced { actions += display.show(preedit, of: preeditLines(at: now)) }
        actions += display.candidates.show(offered, delay: configuration.display.candidateDelay, at: now)
    }

    /// The preedit of the pending text.
    private func pendingPreedit(at now: Duration) -> DisplayedState.Preedit {
        var text = client.needsPreeditBeforeCommit ? exchange.current?.waitingText ?? recovery.restoring?.text ?? "" : ""
        var stable = text.unicodeScalars.count
        for line in preeditLines(at: now) {
            var place = field.place(of: purpose)
            place.before += text
            let part = line.text(in: place)
            stable = text.unicodeScalars.count + line.firm(in: part)
            text += part
        }
        // the client must not commit text of a replacement or a restoration by itself
        let mode = text.isEmpty || isChanging || recovery.restoring != nil ? .clear : client.preeditMode
        return .init(text: text, stable: stable, mode: mode)
    }

    /// The lines that the preedit shows.
    private func preeditLines(at now: Duration) -> [PendingLine] {
        // the focus may be about to move to another field
        guard !gate.mayLoseFocus else { return [] }
        // text that replaces other words is shown only when it replaces them
        guard field.rewrites else { return queue.lines.filter(\.replaced.isEmpty) }
        // a preedit within a text that its application rewrites loses letters: only words that are about to be committed are shown
        guard client.needsPreeditBeforeCommit else { return [] }
        return queue.dueParts(isCorrectable: false, at: now).filter(\.replaced.isEmpty)
    }
}
