public import Editing
public import Recognition

extension LineSnapshot {
    /// Returns the hints for recognizing the line: the editor's `hints`, with the line's row between guide lines as the writing area.
    /// Without guide lines, the hints are unchanged.
    /// - Parameter viewWidth: The width of the writing surface in millimeters; nil if unknown.
    public func hints(_ hints: RecognitionHints, viewWidth: Double?) -> RecognitionHints {
        guard let row else { return hints }
        var hints = hints
        hints.writingArea = WritingArea(width: max(row.height, viewWidth ?? 0), height: row.height, top: row.top)
        return hints
    }
}
