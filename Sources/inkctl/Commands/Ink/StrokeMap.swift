internal import Glibc
internal import InkProtocol

/// How strokes are moved, stretched or turned.
struct StrokeMap {
    /// Millimetres to the right and down.
    var by: PagePoint?
    /// So many times as large.
    var scale: Double?
    /// Clockwise.
    var degrees: Double?

    /// The map that leaves a place where it is, but for `by`.
    func matrix(about middle: PagePoint) -> InkInterface.Matrix {
        let size = scale ?? 1
        let angle = (degrees ?? 0) * .pi / 180
        // y goes down, so a positive angle turns clockwise
        let (a, b) = (size * cos(angle), size * sin(angle))
        return .init(
            a: a, b: b, c: -b, d: a, tx: middle.x - a * middle.x + b * middle.y + (by?.x ?? 0),
            ty: middle.y - b * middle.x - a * middle.y + (by?.y ?? 0))
    }

    /// The middle of the box around all samples; the corner of the page if there are none.
    static func middle(of strokes: [InkInterface.Stroke]) -> PagePoint {
        let (x, y) = (strokes.flatMap(\.x), strokes.flatMap(\.y))
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return PagePoint(x: 0, y: 0) }
        return PagePoint(x: (left + right) / 2, y: (top + bottom) / 2)
    }
}
