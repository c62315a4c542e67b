internal import Editing
internal import Ink

/// The lines of a figure that consists of straight lines, with arrowheads.
struct FigureLines {
    /// The corners of each line, and whether its last corner is joined to the first.
    private(set) var lines: [(corners: [Point], closed: Bool)] = []

    /// The length of arrowheads, in millimeters.
    private static let headLength = 3.0
    /// Half the width of an arrowhead in millimeters, without the width of the pen.
    static let headWidth = 0.45 * headLength

    /// - Parameter millimeter: the length of a millimeter in the unit of the figure.
    init(_ figure: Figure, millimeter: Double) {
        guard case .polygon(let points, let closed, let headAtStart, let headAtEnd) = figure else { return }
        lines.append((points, closed))
        guard points.count > 1 else { return }
        if headAtStart { addHead(at: points[0], from: points[1], millimeter: millimeter) }
        if headAtEnd { addHead(at: points[points.count - 1], from: points[points.count - 2], millimeter: millimeter) }
    }

    /// Adds an arrowhead of two strokes. The arrowhead of a short line is smaller.
    private mutating func addHead(at tip: Point, from tail: Point, millimeter: Double) {
        let length = tip.distance(to: tail)
        guard length > 0 else { return }
        let size = min(Self.headLength * millimeter, length / 2)
        let (x, y) = ((tail.x - tip.x) / length * size, (tail.y - tip.y) / length * size)
        // 0.9 and 0.45 give an angle of 27° on each side.
        lines.append(
            (
                [
                    Point(x: tip.x + 0.9 * x - 0.45 * y, y: tip.y + 0.9 * y + 0.45 * x), tip,
                    Point(x: tip.x + 0.9 * x + 0.45 * y, y: tip.y + 0.9 * y - 0.45 * x),
                ], false
            ))
    }
}
