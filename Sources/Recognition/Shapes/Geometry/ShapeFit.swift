import Glibc
import Ink

/// Fits of shapes to an ink, sampled evenly in its frame; results are mapped back to the page.
struct ShapeFit {
    /// Evenly spaced points of every stroke.
    private let strokes: [[Vector]]
    private let points: [Vector]
    private let frame: ShapeFrame

    /// The distance between points, in sizes of the ink.
    private static let step = 0.02
    /// The maximum distance of ink from the straight pieces of a path: for a path with corners, and for a curve. In sizes of the ink.
    private static let (straight, curved) = (0.06, 0.015)

    /// Samples the ink of the frame.
    init(_ frame: ShapeFrame) {
        let even = frame.ink.resampled(step: Self.step)
        strokes = even.starts.indices.map { stroke in even.range(stroke).map { Vector(even.x[$0], even.y[$0]) } }
        points = Array(strokes.joined())
        self.frame = frame
    }

    /// Fits the named shape; nil if the shape has no geometry or the fit fails.
    func geometry(_ name: String) -> ShapeGeometry? {
        switch name {
        case "line": line
        case "arrow":
            ArrowFit.arrow(strokes).map { .arrow(tail: place($0.tail), tip: place($0.tip), barbs: $0.barbs.map(place)) }
        case "double-arrow": ArrowFit.shaft(strokes).map { .doubleArrow(place($0), place($1)) }
        case "rectangle":
            PolygonFit.rectangle(points).map {
                .rectangle(center: place($0.center), width: $0.width * size, height: $0.height * size, rotation: $0.rotation)
            }
        case "ellipse":
            EllipseFit.ellipse(points).map {
                .ellipse(center: place($0.center), major: $0.major * size, minor: $0.minor * size, rotation: $0.rotation)
            }
        case "circle": EllipseFit.circle(points).map { .circle(center: place($0.center), radius: $0.radius * size) }
        case "triangle": polygon(3)
        case "diamond": polygon(4)
        case "pentagon": polygon(5)
        case "hexagon": polygon(6)
        case "star": star(5)
        case "six-point-star": star(6)
        case "zig-zag", "caret", "v", "check": path(Self.straight)
        case "curve": path(Self.curved)
        default: nil
        }
    }

    private var line: ShapeGeometry? {
        guard let first = points.first, let last = points.last else { return nil }
        let moments = Moments(points)
        var direction = Vector(angle: moments.angle)
        if direction.dot(last - first) < 0 { direction = -direction }
        let along = points.map { ($0 - moments.mean).dot(direction) }
        guard let low = along.min(), let high = along.max() else { return nil }
        return .line(from: place(moments.mean + low * direction), to: place(moments.mean + high * direction))
    }

    private func polygon(_ count: Int) -> ShapeGeometry? {
        PolygonFit.corners(points, count: count).map { .polygon(corners: $0.map(place)) }
    }

    private func star(_ count: Int) -> ShapeGeometry? {
        StarFit.star(points, tips: count).map {
            .star(center: place($0.center), points: count, outer: $0.outer * size, inner: $0.inner * size, rotation: $0.rotation)
        }
    }

    private func path(_ tolerance: Double) -> ShapeGeometry? {
        guard strokes.count == 1, let stroke = strokes.first else { return nil }
        return .path(stroke.corners(tolerance: tolerance).map { place(stroke[$0]) })
    }

    private var size: Double { frame.size }

    private func place(_ point: Vector) -> ShapePoint { frame.place(point) }
}
