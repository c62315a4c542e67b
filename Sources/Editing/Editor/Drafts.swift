/// Long edits: they are computed on a copy, on another thread, and applied in one step.
extension InkEditor {
    /// Returns a copy for an edit. Erasing in a contact that still lasts becomes a separate step first.
    public mutating func draft() -> InkEditor {
        commitErasing()
        return self
    }

    /// Adopts an edit made on a draft, if only the contact has changed since the draft. The contact continues.
    public mutating func adopt(_ edited: InkEditor) {
        let input = input
        self = edited
        self.input.resume(input)
    }

    /// Whether a pen or an eraser touches the surface.
    public var isInContact: Bool { input.contact != .none }
}
