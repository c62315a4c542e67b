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
        let preedit = pendingPreedit
        // A commit replaces the preedit. If the preedit is removed first, Firefox answers with outdated text, and LibreOffice keeps both;
        // applications differ in how a commit affects the preedit.
        let firstCommit = actions.firstIndex { if case .commit = $0 { true } else { false } }
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
        if preedit != display.preedit || isReplaced { actions += display.show(preedit) }
        actions += display.candidates.show(offered, delay: configuration.display.candidateDelay, at: now)
    }

    /// The preedit of the pending text.
    private var pendingPreedit: DisplayedState.Preedit {
        var text = client.needsPreeditBeforeCommit ? exchange.current?.waitingText ?? recovery.restoring?.text ?? "" : ""
        var stable = text.unicodeScalars.count
        // the focus may be about to move to another field
        for line in gate.mayLoseFocus ? [] : queue.lines {
            // text that replaces other words is shown only when it replaces them
            guard line.replaced.isEmpty else { continue }
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
}
