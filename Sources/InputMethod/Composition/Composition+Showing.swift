/// What the user sees.
struct Shown: Sendable {
    var preedit = ""
    var stable = 0
    var candidates: [String] = []
    var selected = 0
    var message = ""
}

extension Composition {
    /// What one can choose among now; nil if there is nothing to choose.
    var offered: Alternatives? {
        let alternatives = lines.last?.alternatives ?? (change == nil ? correction?.alternatives : nil)
        return alternatives.flatMap { $0.options.count > 1 ? $0 : nil }
    }

    /// Makes the user see what is so.
    mutating func show(at now: Duration) {
        var text = ""
        var stable = 0
        for line in lines {
            let part = line.text(after: field.before + text)
            stable = text.unicodeScalars.count + min(line.stable, part.unicodeScalars.count)
            text += part
        }
        if text != shown.preedit || stable != shown.stable { setPreedit(text, stable: stable) }
        showCandidates(at: now)
    }

    mutating func setPreedit(_ text: String, stable: Int) {
        shown.preedit = text
        shown.stable = stable
        actions.append(.setPreedit(text, stable: stable))
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
