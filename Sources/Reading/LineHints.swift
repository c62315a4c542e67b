public import Editing
public import Recognition

extension LineSnapshot {
    /// The hints that the line is read with: those of its editor, and the place between guide lines that it stands in.
    /// - Parameter viewWidth: of the surface that is written on, in millimetres; nil where it is not known.
    public func hints(_ hints: RecognitionHints, viewWidth: Double?) -> RecognitionHints {
        guard let row else { return hints }
        var hints = hints
        hints.writingArea = WritingArea(width: max(row.height, viewWidth ?? 0), height: row.height, top: row.top)
        return hints
    }
}
