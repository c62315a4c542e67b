internal import Ink

/// What the strokes of a line are read as: how strokes are sorted into lines goes by it.
public enum LineContent: Sendable, Hashable {
    /// Words of letters, on a baseline.
    case words
    /// Characters as high as they are wide, beside one another or one after the other in the same place.
    case characters
    /// One drawing, wherever its strokes are.
    case drawing
}

extension LineLayout {
    /// The line that a stroke of a character or of a drawing belongs to, perhaps a new one.
    ///
    /// The parts of a character lie above one another, so that its height says nothing until it is there. So all strokes are one line, but for
    /// a row of characters that the pen leaves: to another row, or back to the first place, as on a small tablet.
    mutating func line(for mark: LineMark, content: LineContent) -> LineID {
        guard let line = lines.max(by: { $0.id < $1.id }), line.marks.count < InkLine.mostMarks,
            content == .drawing || !line.isLeft(by: mark)
        else { return freeName }
        return line.id
    }
}

extension InkLine {
    /// A row of characters is wider than this, in the side of one.
    private static let widthOfRow = 1.8
    /// So far to the left of the row's end, in the side of a character, the pen writes in another row.
    private static let leastJump = 1.5
    /// So far above or below the middle of the line, in the side of a character, nothing belongs to it.
    private static let farthest = 2.5

    /// Whether a stroke is of another row than the characters of this line.
    func isLeft(by mark: LineMark) -> Bool {
        let side = max(box.height, (marks.map(\.box.width).max() ?? 0) / 1.3)
        guard side > 0 else { return false }
        if abs(mark.box.y + mark.box.height / 2 - box.y - box.height / 2) > Self.farthest * max(side, mark.box.height) { return true }
        return box.width > Self.widthOfRow * side && mark.box.right < box.right - Self.leastJump * side
    }
}
