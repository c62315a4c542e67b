/// The state that the user sees.
struct Shown: Sendable {
    private(set) var preedit = ""
    private(set) var stable = 0
    private(set) var mode = Composition.PreeditMode.clear
    /// The last preedits, the present one among them. An application may tell late of what it had.
    private(set) var preedits: [String] = []
    var candidates: [String] = []
    var selected = 0
    var message = ""

    /// What was pending is in the field.
    mutating func forgetPreedits() { preedits = [] }

    mutating func setPreedit(_ text: String, stable: Int, mode: Composition.PreeditMode) {
        (preedit, self.stable, self.mode) = (text, stable, mode)
        preedits = (preedits + [text]).suffix(4)
    }
}

extension Composition {
    /// The alternatives to choose from now; nil if there are none.
    var offered: Alternatives? {
        guard keyUntil == nil else { return nil }
        let alternatives = lines.last?.alternatives ?? (isChanging ? nil : correction?.alternatives)
        return alternatives.flatMap { $0.options.count > 1 ? $0 : nil }
    }

    /// Shows the present preedit and candidates.
    mutating func show(at now: Duration) {
        var text = isModule ? change?.settling ?? restoring?.text ?? "" : ""
        var stable = text.unicodeScalars.count
        // the field may be another one in a moment
        for line in keyUntil == nil ? lines : [] {
            // what takes the place of other words is shown when it does
            guard line.replaced.isEmpty else { continue }
            var place = field.place(of: purpose)
            place.before += text
            let part = line.text(in: place)
            stable = text.unicodeScalars.count + line.firm(in: part)
            text += part
        }
        // A commit takes the place of the preedit. Where that went first, Firefox answered with its text of a moment ago, and LibreOffice kept
        // both; what it means for the preedit applications see differently.
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

    /// Firefox resets behind every commit: what was committed must not be committed once more as the preedit.
    private mutating func keepFromCommit() {
        guard shown.mode == .commit else { return }
        let first = actions.firstIndex { if case .commit = $0 { true } else { false } }
        actions.insert(.setPreedit(shown.preedit, stable: shown.stable, mode: .clear), at: first ?? 0)
    }

    /// What is shown while text is exchanged is no word of its own.
    private var preeditMode: PreeditMode {
        switch preeditCommit {
        // IBus would commit what Qt commits by itself once more
        case .never, .always: .clear
        case .ifAsked, .ifAskedAtReset, .ifAskedAtAnyReset: isChanging || restoring != nil ? .clear : .commit
        }
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
