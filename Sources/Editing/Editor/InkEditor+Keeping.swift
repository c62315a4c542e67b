extension InkEditor {
    /// Takes back changes and readings that could not be written: they are given out again, before those that came since.
    public mutating func giveBack(_ changes: [DocumentChange], readings lines: some Sequence<LineID>) {
        unsaved = changes + unsaved
        unsavedReadings.formUnion(lines)
    }
}
