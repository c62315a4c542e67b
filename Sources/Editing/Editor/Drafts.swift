/// Long edits: they are made on a copy, on another thread, and taken over in one step.
extension InkEditor {
    /// A copy to make an edit on. What the eraser did in a contact that still lasts becomes a step of its own before.
    public mutating func draft() -> InkEditor {
        commitErasing()
        return self
    }

    /// Takes over an edit that was made on a draft, if nothing but the contact has changed since that was made. The contact goes on.
    public mutating func adopt(_ edited: InkEditor) {
        let (contact, samples, restingSince) = (contact, samples, restingSince)
        self = edited
        (self.contact, self.samples, self.restingSince) = (contact, samples, restingSince)
    }

    /// Whether a pen or an eraser touches.
    public var isInContact: Bool { contact != .none }
}
