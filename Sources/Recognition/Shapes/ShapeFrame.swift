/// An ink centred on the middle of its box, the longer side of which becomes 1, and the way back.
struct ShapeFrame {
    /// The ink in the frame.
    let ink: Polylines
    /// Middle of the box on the page.
    let middle: Vector
    /// Longer side of the box on the page; 1 for a dot.
    let size: Double
    /// Whether everything lies in one place.
    let isDot: Bool

    /// Ink smaller than this is a dot: it cannot be divided by.
    private static let smallest = 1e-300

    /// Puts the ink into its frame.
    init(_ ink: Polylines) {
        let (left, right) = (ink.x.min() ?? 0, ink.x.max() ?? 0)
        let (top, bottom) = (ink.y.min() ?? 0, ink.y.max() ?? 0)
        let larger = max(right - left, bottom - top)
        let (middle, size) = (Vector((left + right) / 2, (top + bottom) / 2), larger > Self.smallest ? larger : 1)
        var framed = ink
        for i in ink.x.indices {
            // far from 0 the middle is rounded, and may lie on an edge
            framed.x[i] = min(max((ink.x[i] - middle.x) / size, -0.5), 0.5)
            framed.y[i] = min(max((ink.y[i] - middle.y) / size, -0.5), 0.5)
        }
        (self.ink, self.middle, self.size, isDot) = (framed, middle, size, larger <= Self.smallest)
    }

    /// Where a point of the frame lies on the page.
    func place(_ point: Vector) -> ShapePoint {
        ShapePoint(x: middle.x + size * point.x, y: middle.y + size * point.y)
    }
}
