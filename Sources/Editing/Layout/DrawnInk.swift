internal import Ink

/// Distinguishes drawings from text on a mixed page: ruled lines, frames, and shapes far larger than the text around them.
///
/// Each limit combines a multiple of the text height with a length in millimeters. The limits are estimated from the largest letters in
/// UNIPEN's development split. The number of misclassified strokes in that split was not measured. In doubt a stroke is text.
struct DrawnInk {
    /// The properties of a stroke that the decision needs.
    fileprivate struct Shape {
        let stroke: StrokeID
        let box: Box
        let length: Double
        let start: InkPoint
        let end: InkPoint
        /// Whether the path is hardly longer than the distance between its ends.
        let isStraight: Bool
        /// Whether the stroke is closed and runs around the center of its box.
        let isRing: Bool
        /// The vertical deviation of the stroke's ink.
        let deviation: Double

        var least: Double { min(box.width, box.height) }
    }

    /// The ratio of the height of letters to the vertical deviation of their ink.
    private static let heightOverDeviation = 3.3
    /// The text height that is assumed without text, in millimeters.
    private static let assumedHeight = 8.0

    /// Returns the drawn strokes.
    /// - Parameter millimeter: the length of a millimeter in the unit of the strokes.
    static func strokes(among ink: [Stroke], millimeter: Double) -> Set<StrokeID> {
        let shapes = ink.compactMap(Shape.init)
        var drawn: Set<StrokeID> = []
        // strokes of drawings increase the estimated text height, and a larger height hides more of them, so repeat the estimate
        for _ in 0..<4 {
            let written = shapes.filter { !drawn.contains($0.stroke) }
            let height = height(of: written) ?? assumedHeight * millimeter
            let more = written.filter { isDrawn($0, height: height, millimeter, among: written) }
            if more.isEmpty { break }
            drawn.formUnion(more.map(\.stroke))
        }
        guard !drawn.isEmpty else { return drawn }
        return drawn.union(pieces(of: shapes.filter { drawn.contains($0.stroke) }, among: shapes, drawn))
    }

    private static func isDrawn(_ shape: Shape, height: Double, _ millimeter: Double, among written: [Shape]) -> Bool {
        if shape.isStraight, shape.length >= max(4.5 * height, 18 * millimeter) { return true }
        if shape.box.height >= max(6 * height, 20 * millimeter) { return true }
        guard shape.isRing else { return false }
        if shape.least >= max(3.5 * height, 12 * millimeter) { return true }
        if shape.least >= max(2 * height, 8 * millimeter), frames(shape, written) { return true }
        // without text there is no text height for comparison
        return shape.least >= 30 * millimeter && shape.length >= 0.9 * written.reduce(0) { $0 + $1.length }
    }

    /// Whether a ring contains text; the tail of a Q does not count.
    private static func frames(_ ring: Shape, _ written: [Shape]) -> Bool {
        let within = written.filter { other in
            other.stroke != ring.stroke && ring.box.x < other.box.x && other.box.right < ring.box.right && ring.box.y < other.box.y
                && other.box.bottom < ring.box.bottom
        }
        return within.count > 1 && within.reduce(0) { $0 + $1.length } > 0.2 * ring.length
            || within.contains { $0.box.width > 0.4 * ring.box.width }
    }

    /// Returns straight strokes from one ruled line to another, such as the short sides of table cells.
    private static func pieces(of rules: [Shape], among shapes: [Shape], _ drawn: Set<StrokeID>) -> [StrokeID] {
        let rules = rules.filter(\.isStraight)
        guard rules.count > 1, let height = height(of: shapes.filter { !drawn.contains($0.stroke) }) else { return [] }
        func touches(_ point: InkPoint) -> Bool { rules.contains { $0.distance(to: point) < 0.4 * height } }
        return shapes.filter {
            !drawn.contains($0.stroke) && $0.isStraight && $0.length > 1.8 * height && touches($0.start) && touches($0.end)
        }.map(\.stroke)
    }

    /// Returns the height of letters; nil if all strokes are straight.
    private static func height(of shapes: [Shape]) -> Double? {
        var curved = shapes.filter { !$0.isStraight && $0.length > 0 }.sorted { ($0.deviation, $0.stroke) < ($1.deviation, $1.stroke) }
        // a frame may have more ink than the text in it, but rings that are letters have other letters around them
        if curved.count(where: \.isRing) * 2 < curved.count { curved.removeAll(where: \.isRing) }
        // use 40 % of the ink instead of half, because more of the ink may be drawings
        var rest = 0.4 * curved.reduce(0) { $0 + $1.length }
        for shape in curved {
            rest -= shape.length
            if rest <= 0 { return shape.deviation * heightOverDeviation }
        }
        return nil
    }
}

extension DrawnInk.Shape {
    /// Creates the shape of a stroke; nil for a stroke without samples.
    fileprivate init?(_ stroke: Stroke) {
        guard let start = stroke.points.first, let end = stroke.points.last, let box = stroke.bounds else { return nil }
        let moments = InkMoments(stroke, origin: start, dot: 0)
        let chord = Point(x: start.x, y: start.y).distance(to: Point(x: end.x, y: end.y))
        self.stroke = stroke.id
        self.box = box
        (self.start, self.end) = (start, end)
        length = moments.length
        isStraight = length > 0 && chord >= 0.95 * length
        deviation = moments.length > 0 ? (moments.spread.yy / moments.length).squareRoot() : 0
        let (width, height) = (box.width / 2, box.height / 2)
        let middle = Point(x: box.x + width, y: box.y + height)
        isRing =
            chord <= 0.25 * max(box.width, box.height) && length > 0
            && stroke.points.count { abs($0.x - middle.x) < 0.55 * width && abs($0.y - middle.y) < 0.55 * height } * 20
                < stroke.points.count
    }

    /// Returns the distance from a straight stroke to a point.
    fileprivate func distance(to point: InkPoint) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        let share = square > 0 ? min(1, max(0, ((point.x - start.x) * dx + (point.y - start.y) * dy) / square)) : 0
        return Point(x: point.x, y: point.y).distance(to: Point(x: start.x + share * dx, y: start.y + share * dy))
    }
}
