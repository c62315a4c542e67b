internal import Ink

/// One stroke as input for grouping strokes into symbols: a coarse polyline and its box.
struct StrokeShape {
    /// The approximate number of samples in a stroke's polyline.
    private static let mostPoints = 24
    /// A stroke is flat if its width is at least this multiple of its height.
    private static let flatness = 2.5

    let box: Box
    let points: [Point]

    /// Creates the shape of a stroke; nil for a stroke without samples.
    init?(_ stroke: Stroke) {
        guard let box = stroke.bounds, let last = stroke.points.last else { return nil }
        self.box = box
        let step = max(1, stroke.points.count / Self.mostPoints)
        var points = stride(from: 0, to: stroke.points.count, by: step).map { index in
            Point(x: stroke.points[index].x, y: stroke.points[index].y)
        }
        points.append(Point(x: last.x, y: last.y))
        self.points = points
    }

    /// The longer side of the stroke's box.
    var size: Double { max(box.width, box.height) }
    /// Whether the stroke is a horizontal line.
    var isFlat: Bool { box.width >= Self.flatness * box.height && box.width > 0 }

    /// Returns the smallest distance between samples of the two strokes; 0 if they cross.
    func distance(to other: StrokeShape) -> Double {
        var least = Double.infinity
        for a in points {
            for b in other.points { least = min(least, a.distance(to: b)) }
        }
        return crosses(other) ? 0 : least
    }

    /// Whether the two polylines cross or touch.
    func crosses(_ other: StrokeShape) -> Bool {
        guard box.intersects(other.box) else { return false }
        for (a, b) in zip(points, points.dropFirst()) {
            for (c, d) in zip(other.points, other.points.dropFirst()) where Self.cross(a, b, c, d) { return true }
        }
        return false
    }

    private static func cross(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        let (ab, cd) = (b - a, d - c)
        let (first, second) = (ab.cross(c - a), ab.cross(d - a))
        let (third, fourth) = (cd.cross(a - c), cd.cross(b - c))
        return ab.cross(cd) != 0 && first * second <= 0 && third * fourth <= 0
    }

    /// Returns the horizontal overlap as a fraction of the narrower box's width; `least` is added to both lengths.
    func horizontalOverlap(with other: StrokeShape, atLeast least: Double) -> Double {
        let common = min(box.right, other.box.right) - max(box.x, other.box.x)
        return (common + least) / (min(box.width, other.box.width) + least)
    }

    /// Returns the vertical gap between the boxes; negative if they overlap.
    func verticalGap(to other: StrokeShape) -> Double { max(other.box.y - box.bottom, box.y - other.box.bottom) }
    /// Returns the horizontal gap between the boxes; negative if they overlap.
    func horizontalGap(to other: StrokeShape) -> Double { max(other.box.x - box.right, box.x - other.box.right) }
}
