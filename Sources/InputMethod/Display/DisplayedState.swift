/// The state shown to the user.
struct DisplayedState: Sendable {
    private(set) var preedit = Preedit()
    var candidates = DisplayedCandidates()
    private(set) var message = ""
    /// The time at which the message is removed; nil without a message.
    private(set) var messageEnd: Duration?

    /// The pending text in the field.
    struct Preedit: Sendable, Hashable {
        var text = ""
        /// The number of code points at the beginning of the text that will not change.
        var stable = 0
        var mode = Composition.PreeditMode.clear

        var isEmpty: Bool { text.isEmpty }

        /// The action that shows this preedit.
        var action: Composition.Action { .setPreedit(text, stable: stable, mode: mode) }
    }

    /// The last preedits since the last commit, including the current one, because an application may report an earlier preedit late.
    private(set) var recentPreedits: [String] = []
    /// The last preedits, and the lines that they show.
    private(set) var lastPreedits: [(text: String, lines: [PendingLine])] = []

    /// The next time at which candidates are displayed, or the message is removed.
    var deadline: Duration? { [candidates.due, messageEnd].compactMap(\.self).min() }

    /// Shows a preedit of pending lines.
    mutating func show(_ preedit: Preedit, of lines: [PendingLine] = []) -> [Composition.Action] {
        self.preedit = preedit
        recentPreedits = (recentPreedits + [preedit.text]).suffix(4)
        lastPreedits = (lastPreedits + [(preedit.text, lines)]).suffix(4)
        return [preedit.action]
    }

    /// Forgets the preedits: the pending text is committed.
    mutating func forgetPreedits() { recentPreedits = [] }

    /// Shows a message; "" removes the message.
    mutating func show(_ message: String, until end: Duration) -> [Composition.Action] {
        guard self.message != message else { return [] }
        self.message = message
        messageEnd = message.isEmpty ? nil : end
        return [.showMessage(message)]
    }

    /// Whether the message has been shown long enough.
    func isMessageOver(at now: Duration) -> Bool { messageEnd.map { $0 <= now } ?? false }
}

/// The displayed candidates.
struct DisplayedCandidates: Sendable {
    private(set) var options: [String] = []
    private(set) var selected = 0
    /// The time at which offered candidates will be displayed; nil if no candidates are waiting.
    private(set) var due: Duration?
    /// Whether the candidate list is visible (some client displays it).
    var areSeen = true

    var isEmpty: Bool { options.isEmpty }

    /// Shows the offered candidates, once they have been offered for `delay`.
    /// - Parameter offered: nil hides the candidates.
    mutating func show(_ offered: Alternatives?, delay: Duration, at now: Duration) -> [Composition.Action] {
        guard let offered else {
            due = nil
            guard !options.isEmpty else { return [] }
            options = []
            return [.hideCandidates]
        }
        if offered.options == options {
            due = nil
            guard offered.selected != selected else { return [] }
        } else {
            let time = due ?? now + delay
            due = time
            guard time <= now else { return [] }
            due = nil
        }
        (options, selected) = (offered.options, offered.selected)
        return [.showCandidates(options, selected: selected)]
    }
}
