internal import Ink

/// A step of the eraser's path, and what it touches.
struct EraserReach: Sendable {
    let start: InkPoint
    let end: InkPoint
    /// How near is touching.
    let radius: Double

    /// Whether something within `box` could be touched.
    func mayTouch(_ box: Box) -> Bool {
        let own = Box(x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x), height: abs(end.y - start.y))
        return own.intersects(box, margin: radius)
    }

    /// Whether the step comes nearer than the radius to the stroke's line.
    func touches(_ stroke: Stroke) -> Bool {
        guard var previous = stroke.points.first else { return false }
        for point in stroke.points {
            if crosses(previous, point) || isNear(previous, point) { return true }
            previous = point
        }
        return false
    }

    private func crosses(_ a: InkPoint, _ b: InkPoint) -> Bool {
        side(start, end, a) * side(start, end, b) < 0 && side(a, b, start) * side(a, b, end) < 0
    }

    /// Segments that do not cross are nearest to each other at an end of one of them.
    private func isNear(_ a: InkPoint, _ b: InkPoint) -> Bool {
        let limit = radius * radius
        return squaredDistance(a, start, end) <= limit || squaredDistance(b, start, end) <= limit
            || squaredDistance(start, a, b) <= limit || squaredDistance(end, a, b) <= limit
    }

    /// Positive on one side of the line through `a` and `b`, negative on the other.
    private func side(_ a: InkPoint, _ b: InkPoint, _ point: InkPoint) -> Double {
        (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
    }

    private func squaredDistance(_ point: InkPoint, _ a: InkPoint, _ b: InkPoint) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let along = length > 0 ? min(1, max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / length)) : 0
        let (x, y) = (a.x + along * dx - point.x, a.y + along * dy - point.y)
        return x * x + y * y
    }
}
