public import Ink

/// The boxes of a form or of manuscript paper, each of which holds one character. Their order is that of the text, in any direction of
/// writing.
public struct CharacterBoxes: Sendable, Hashable {
    /// The boxes in the unit of the strokes, in reading order.
    public let boxes: [Box]

    /// The maximum number of boxes: a sheet of manuscript paper has 400.
    public static let most = 400
    /// The permitted boxes, for error messages.
    public static let allowed = "1 to \(most) boxes of finite numbers, each wider and higher than 0"
    private static let farthest = 1e9

    /// Validates boxes: at least one, with finite numbers.
    ///
    /// - Throws: `RecognitionError.hint` that names the first invalid box.
    public init(_ boxes: [Box]) throws(RecognitionError) {
        func refused(_ problem: String) -> RecognitionError { .hint("boxes", problem: problem) }
        guard !boxes.isEmpty else { throw refused("is empty: give at least one box, or omit it") }
        guard boxes.count <= Self.most else { throw refused("has \(boxes.count) boxes: give at most \(Self.most)") }
        for (number, box) in boxes.enumerated() {
            guard [box.x, box.y, box.width, box.height].allSatisfy({ $0.isFinite && abs($0) <= Self.farthest }) else {
                throw refused("box \(number) has a number that is not finite or beyond \(Int(Self.farthest))")
            }
            guard box.width > 0, box.height > 0 else {
                throw refused("box \(number) is \(box.width) wide and \(box.height) high: both must be positive")
            }
        }
        self.boxes = boxes
    }

    /// Returns the index of the box that contains the center of an ink; if no box does, of the nearest box.
    func place(of ink: Box) -> Int {
        let (x, y) = (ink.x + ink.width / 2, ink.y + ink.height / 2)
        func distance(_ box: Box) -> Double {
            let (dx, dy) = (max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom))
            return dx * dx + dy * dy
        }
        return boxes.indices.min { distance(boxes[$0]) < distance(boxes[$1]) } ?? 0
    }
}

extension CharacterRecognizer {
    /// Recognizes the strokes as one character in each box that has ink. A stroke outside all boxes belongs to the nearest box.
    ///
    /// - Returns: The characters in the order of the boxes.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`.
    public func recognize(_ strokes: [Stroke], in boxes: CharacterBoxes) throws(RecognitionError) -> [RowCharacter] {
        _ = try FeatureExtractor.gather(strokes)
        let extents = strokes.map { Box(around: $0.points) }
        var held: [Int: [Int]] = [:]
        for (stroke, extent) in extents.enumerated() {
            guard let extent else { continue }
            held[boxes.place(of: extent), default: []].append(stroke)
        }
        let reader = CharacterGroups(self, strokes: strokes, boxes: extents)
        var groups: [(reading: CharacterGroups.Reading, strokes: [Int], frame: CharacterFrame)] = []
        for (place, group) in held.sorted(by: { $0.key < $1.key }) {
            let frame = CharacterFrame(cell: boxes.boxes[place])
            guard let reading = try reader.read(group, in: frame) else { continue }
            groups.append((reading, group, frame))
        }
        guard let split = CharacterSplit.given(groups.map { ($0.reading, $0.strokes) }) else { return [] }
        let settled = CharacterContext.settled(split.characters, kinds: split.kinds)
        return CharacterSigns.placed(settled, in: groups.map(\.frame), script: script)
    }
}

/// The frame of reference for the size and position of a character: a row, a column, or the box in which it is written.
struct CharacterFrame {
    /// The shape of a frame.
    enum Shape: Sendable {
        /// Several characters side by side.
        case row
        /// Several characters one below the other.
        case column
        /// A box for one character.
        case cell
    }

    let shape: Shape
    /// The box of the row or column, or the character's own box.
    let box: Box
    /// The side length of a character that fills the frame.
    let side: Double
    /// Whether a small ink may be punctuation: always in a box, and in a row or column if it has more than one character.
    let hasSigns: Bool

    /// Creates the frame of a row or column.
    init(_ row: CharacterPieces) {
        (shape, side) = (row.direction == .horizontal ? .row : .column, row.side)
        box = row.direction == .horizontal ? row.box : row.box.transposed
        hasSigns = row.box.width > 1.3 * row.side || row.pieces.count > 2
    }

    /// Creates the frame of a box; a margin of a tenth on all sides is left out.
    init(cell: Box) {
        (shape, box, side, hasSigns) = (.cell, cell, 0.8 * min(cell.width, cell.height), true)
    }
}
