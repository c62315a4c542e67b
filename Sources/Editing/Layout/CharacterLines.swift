internal import Ink

/// The content of a line's strokes, which determines how strokes are sorted into lines.
public enum LineContent: Sendable, Hashable {
    /// Words of letters, on a baseline.
    case words
    /// Characters as wide as they are high: side by side, or each written over the previous one.
    case characters
    /// A single drawing that contains all strokes.
    case drawing
}

extension LineLayout {
    /// Returns the line for a stroke of a character or a drawing, possibly a new line.
    ///
    /// The parts of a character lie above one another, so the height of the line is unknown until the character is complete. All strokes
    /// therefore form one line until the pen leaves the row of characters. The pen may move to another row, or back to the first position,
    /// as on a small tablet.
    mutating func line(for mark: LineMark, content: LineContent) -> LineID {
        guard let line = lines.max(by: { $0.id < $1.id }), line.marks.count < InkLine.mostMarks,
            content == .drawing || !line.isLeft(by: mark)
        else { return freeName }
        return line.id
    }
}

extension InkLine {
    /// The minimum width of a row of characters, in side lengths of a character.
    private static let widthOfRow = 1.8
    /// The minimum distance from the row's end to the left at which a new row begins, in side lengths of a character.
    private static let leastJump = 1.5
    /// The maximum distance of strokes above or below the center of the line, in side lengths of a character.
    private static let farthest = 2.5

    /// Whether a stroke belongs to another row than the characters of this line.
    func isLeft(by mark: LineMark) -> Bool {
        let side = max(box.height, (marks.map(\.box.width).max() ?? 0) / 1.3)
        guard side > 0 else { return false }
        if abs(mark.box.y + mark.box.height / 2 - box.y - box.height / 2) > Self.farthest * max(side, mark.box.height) { return true }
        return box.width > Self.widthOfRow * side && mark.box.right < box.right - Self.leastJump * side
    }
}
