internal import Ink

/// The smallest pieces of a row or column of characters: strokes that overlap one another along the direction of writing.
///
/// All boxes have this direction as their x axis: those of a column are transposed.
struct CharacterPieces {
    /// The direction from one character to the next.
    enum Direction: Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// Strokes that belong to the same character.
    struct Piece {
        /// Indices of the piece's strokes, ascending.
        var strokes: [Int]
        var box: Box
    }

    let direction: Direction
    /// The pieces in the order of writing.
    let pieces: [Piece]
    /// The box around all strokes.
    let box: Box
    /// The side of the square into which a character is written, in the unit of the strokes.
    let side: Double

    /// The maximum overlaps of strokes that may belong to two characters, in side lengths of a character. A wide piece is divided at a
    /// larger overlap.
    private static let overlaps = [0.05, 0.15, 0.3, 0.45]
    /// The width above which a piece is divided at the next larger overlap, in side lengths of a character.
    private static let widest = 1.3

    /// The maximum width of a stroke, in side lengths of a character.
    private static let widestStroke = 1.2

    /// Divides an ink into pieces.
    ///
    /// - Parameter boxes: The box around each stroke; nil for a stroke without samples, which belongs to no piece.
    init?(of boxes: [Box?], along direction: Direction) {
        self.direction = direction
        let known = boxes.enumerated().compactMap { index, box in
            box.map { Piece(strokes: [index], box: direction == .horizontal ? $0 : $0.transposed) }
        }
        guard let first = known.first?.box else { return nil }
        box = known.dropFirst().reduce(first) { $0.union($1.box) }
        let strokes = known.sorted { ($0.box.x, $0.strokes[0]) < ($1.box.x, $1.strokes[0]) }
        // a row of flat characters is lower than each of its characters is wide
        side = max(box.height, (strokes.map(\.box.width).max() ?? 0) / Self.widestStroke, .leastNormalMagnitude)
        pieces = Self.divided(strokes, side: side, overlaps: Self.overlaps[...])
    }

    /// Whether all strokes together are hardly larger than one character.
    var mayBeSuperimposed: Bool { box.width < 1.6 * max(box.height, side) }

    /// Whether a column is high enough for two characters.
    var mayBeColumn: Bool { direction == .vertical && box.width > Self.leastColumn * box.height }

    /// The minimum ratio of a column's height to its width.
    private static let leastColumn = 1.3

    /// Whether a piece is small and low, like a full stop or a comma; in a column, at the right.
    func isLow(_ piece: Piece) -> Bool {
        max(piece.box.width, piece.box.height) < 0.3 * side && piece.box.y > box.y + 0.65 * box.height
    }

    /// Merges strokes, sorted from left to right, that overlap one another by more than `overlap`.
    private static func merged(_ strokes: [Piece], overlap: Double) -> [Piece] {
        var pieces: [Piece] = []
        for stroke in strokes {
            guard let last = pieces.last, stroke.box.x < last.box.right - overlap else {
                pieces.append(stroke)
                continue
            }
            pieces[pieces.count - 1] = Piece(strokes: last.strokes + stroke.strokes, box: last.box.union(stroke.box))
        }
        return pieces
    }

    private static func divided(_ strokes: [Piece], side: Double, overlaps: ArraySlice<Double>) -> [Piece] {
        guard let overlap = overlaps.first else { return merged(strokes, overlap: 0) }
        return merged(strokes, overlap: overlap * side).flatMap { piece -> [Piece] in
            guard piece.box.width > widest * side, piece.strokes.count > 1, overlaps.count > 1 else {
                return [Piece(strokes: piece.strokes.sorted(), box: piece.box)]
            }
            let own = Set(piece.strokes)
            return divided(strokes.filter { own.contains($0.strokes[0]) }, side: side, overlaps: overlaps.dropFirst())
        }
    }
}

extension Box {
    /// The box with x and y exchanged.
    var transposed: Box { Box(x: y, y: x, width: height, height: width) }
}
