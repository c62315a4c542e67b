/// The state shown to the user.
struct Shown: Sendable {
    private(set) var preedit = ""
    private(set) var stable = 0
    private(set) var mode = Composition.PreeditMode.clear
    /// The last preedits, including the current one. An application may report an earlier one late.
    private(set) var preedits: [String] = []
    var candidates: [String] = []
    var selected = 0
    var message = ""

    /// Forgets the preedits: the pending text is committed.
    mutating func forgetPreedits() { preedits = [] }

    mutating func setPreedit(_ text: String, stable: Int, mode: Composition.PreeditMode) {
        (preedit, self.stable, self.mode) = (text, stable, mode)
        preedits = (preedits + [text]).suffix(4)
    }
}

extension Composition {
    /// Candidates currently offered to the user; nil without alternatives.
    var offered: Alternatives? {
        guard keyUntil == nil else { return nil }
        let alternatives = lines.last?.alternatives ?? (isChanging ? nil : correction?.alternatives)
        return alternatives.flatMap { $0.options.count > 1 ? $0 : nil }
    }

    /// Shows the current preedit and candidates.
    mutating func show(at now: Duration) {
        var text = client.needsPreeditBeforeCommit ? change?.settling ?? restoring?.text ?? "" : ""
        var stable = text.unicodeScalars.count
        // the focus may be about to move to another field
        for line in keyUntil == nil ? lines : [] {
            // text that replaces other words is shown when it replaces them
            guard line.replaced.isEmpty else { continue }
            var place = field.place(of: purpose)
            place.before += text
            let part = line.text(in: place)
            stable = text.unicodeScalars.count + line.firm(in: part)
            text += part
        }
        // A commit replaces the preedit. If the preedit is removed first, Firefox answers with outdated text, and LibreOffice keeps both;
        // applications differ in how a commit affects the preedit.
        let hasCommitted = actions.contains { if case .commit = $0 { true } else { false } }
        preeditSince = text.isEmpty ? nil : hasCommitted ? now : preeditSince ?? now
        let isReplaced = !shown.preedit.isEmpty && hasCommitted
        if hasCommitted { shown.forgetPreedits() }
        if isReplaced { keepFromCommit() }
        let mode = text.isEmpty ? .clear : preeditMode
        if text != shown.preedit || stable != shown.stable || mode != shown.mode || isReplaced {
            setPreedit(text, stable: stable, mode: mode)
        }
        showCandidates(at: now)
    }

    /// Firefox resets after every commit: committed text must not be committed again as the preedit.
    private mutating func keepFromCommit() {
        guard shown.mode == .commit else { return }
        let first = actions.firstIndex { if case .commit = $0 { true } else { false } }
        actions.insert(.setPreedit(shown.preedit, stable: shown.stable, mode: .clear), at: first ?? 0)
    }

    /// The mode of the preedit: text shown during a replacement is not a separate word.
    private var preeditMode: PreeditMode {
        isChanging || restoring != nil ? .clear : client.preeditMode
    }

    mutating func setPreedit(_ text: String, stable: Int, mode: PreeditMode = .clear) {
        shown.setPreedit(text, stable: stable, mode: mode)
        actions.append(.setPreedit(text, stable: stable, mode: mode))
    }

    private mutating func showCandidates(at now: Duration) {
        guard let offered else {
            candidatesDue = nil
            guard showsCandidates else { return }
            shown.candidates = []
            actions.append(.hideCandidates)
            return
        }
        if offered.options == shown.candidates {
            candidatesDue = nil
            guard offered.selected != shown.selected else { return }
        } else {
            let due = candidatesDue ?? now + configuration.tableDelay
            candidatesDue = due
            guard due <= now else { return }
            candidatesDue = nil
        }
        shown.candidates = offered.options
        shown.selected = offered.selected
        actions.append(.showCandidates(shown.candidates, selected: shown.selected))
    }
}
