internal import Ink

/// Text that could not be committed, and words of the last field that lost the focus.
struct Recovery: Sendable {
    /// The last field that lost the focus with committed words.
    var previousField = Field()
    /// The text that can be restored.
    var text: UncommittedText?
    /// The writing of the last field that lost the focus.
    var abandoned: AbandonedField?
    var unconfirmed: UnconfirmedCommit?
    /// Text that is being restored.
    var restoring: RestoredText?
    /// An undo request that waits for the field to regain focus (the menu has it while open).
    var undo: WaitingUndo?

    /// The time at which restored text is committed, or a waiting undo is performed.
    var deadline: Duration? { [restoring?.due, undo?.due].compactMap(\.self).min() }

    /// Records the writing of a field that loses the focus.
    mutating func abandon(_ field: AbandonedField) {
        abandoned = field
        if !field.text.isEmpty { text = UncommittedText(text: field.text) }
    }

    /// Offers text that the client has probably committed itself. The text may be lost, because another field received the focus before the
    /// previous field released it. The user is not notified, because in most cases the text is not lost.
    mutating func offerUnconfirmed() {
        guard var unconfirmed, !unconfirmed.isOffered else { return }
        unconfirmed.isOffered = true
        self.unconfirmed = unconfirmed
        var field = abandoned ?? AbandonedField(fieldID: nil, place: InsertionPlace(isKnown: false), revisable: nil)
        let isShown = field.text.isEmpty || text?.isShown == true
        field.parts.insert(.init(text: unconfirmed.text), at: 0)
        abandoned = field
        text = UncommittedText(text: field.text, isShown: isShown)
    }

    /// Handles a field's text report: text that was committed there is not lost.
    mutating func noteReport(_ whole: String, of id: String?) {
        guard let unconfirmed, unconfirmed.isOffered, unconfirmed.isIn(whole, of: id) else { return }
        self.unconfirmed = nil
        guard let index = abandoned?.parts.firstIndex(where: { $0.line == nil && $0.text == unconfirmed.text }) else {
            if text?.text == unconfirmed.text.trimmed { text = nil }
            return
        }
        abandoned?.parts.remove(at: index)
        let rest = abandoned?.text ?? ""
        text = rest.isEmpty ? nil : UncommittedText(text: rest, isShown: text?.isShown == true)
    }

    /// Removes and returns the text to restore, and its lines, so that a late reading does not insert the text again.
    mutating func takeText() -> (text: String, lines: [AbandonedField.Part])? {
        guard let text else { return nil }
        (self.text, unconfirmed) = (nil, nil)
        defer { abandoned?.parts = [] }
        return (text.text, abandoned?.parts ?? [])
    }
}

/// Text that was not committed to any field.
struct UncommittedText: Sendable {
    let text: String
    /// Whether the user has been notified of the text.
    var isShown = false
}

/// Text that the client has presumably committed to its field when the focus moved.
struct UnconfirmedCommit: Sendable {
    let text: String
    /// The field's identifier.
    let id: String?
    /// The text before the commit.
    let before: String
    /// Whether another field received the focus before the client released it, so that the client may not have committed the text.
    var isOffered = false

    /// Whether the text of a field shows that the client has committed this text.
    /// - Parameter whole: The text of the field.
    func isIn(_ whole: String, of id: String?) -> Bool { id == self.id && whole.holds(before.suffix(20) + text) }
}

/// Lost text that is being restored. It may be the preedit for a moment before its commit (`Composition.Configuration.Commits.settling`).
struct RestoredText: Sendable {
    let text: String
    let due: Duration
}

/// An undo request for the last word that waits until the field has the focus again.
struct WaitingUndo: Sendable {
    /// The end of the wait.
    let until: Duration
    /// The end of the time that the focused field has to report its text.
    var due: Duration?
}
