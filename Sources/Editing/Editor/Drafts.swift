/// Long edits, which are computed on a copy, on another thread, and applied in one step.
extension InkEditor {
    /// Returns a copy for an edit. Erasing in progress is recorded as a separate step first.
    public mutating func draft() -> InkEditor {
        commitErasing()
        return self
    }

    /// Replaces the editor with an edited draft. Since the draft was made, only the contact may have changed; the contact continues.
    public mutating func adopt(_ edited: InkEditor) {
        let input = input
        self = edited
        self.input.resume(input)
    }

    /// Whether a pen or an eraser touches the surface.
    public var isInContact: Bool { input.contact != .none }
}
