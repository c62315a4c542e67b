internal import Ink

/// A stroke drawn as the center line of the pen. The stroke's B-spline converts exactly to a chain of Bézier curves. Where the width
/// changes, a new run of curves with another width begins.
struct CenterLine {
    /// A Bézier curve with the widths of the pen's mark at both ends, in the coordinates of the path.
    struct Curve {
        var places: [Point]
        var widths: (start: Double, end: Double)

        /// The two halves of the curve (de Casteljau's algorithm).
        fileprivate var halves: (Curve, Curve) {
            func middle(_ a: Point, _ b: Point) -> Point { Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }
            let (a, b, c) = (middle(places[0], places[1]), middle(places[1], places[2]), middle(places[2], places[3]))
            let (d, e) = (middle(a, b), middle(b, c))
            let (center, width) = (middle(d, e), (widths.start + widths.end) / 2)
            return (
                Curve(places: [places[0], a, d, center], widths: (widths.start, width)),
                Curve(places: [center, e, c, places[3]], widths: (width, widths.end))
            )
        }
    }

    /// Consecutive curves that are drawn with one width.
    struct Run {
        var curves: [Curve]
        var width: Double
    }

    /// The runs in drawing order. A run without curves is a dot.
    let runs: [Run]
    /// The position of a tap; nil for a stroke with length.
    let tap: Point?
    /// The opacity, 0…1.
    let opacity: Double

    /// - Parameter tolerance: the maximum distance between a run's edge and the stroke's edge, in the coordinates of the path.
    /// - Returns: nil for a stroke that cannot be drawn as a center line: it was drawn with a chisel, its opacity varies, or it is cut.
    init?(_ stroke: InkStroke, tolerance: Double) {
        let points = stroke.path.controlPoints
        guard let first = points.first, stroke.mask?.kept.map({ $0 == stroke.path.parameters }) ?? true,
            points.allSatisfy({ abs($0.width - $0.height) <= Float(tolerance) })
        else { return nil }
        let opacities = points.map { min(1, max(0, Double($0.opacity))) }
        guard let least = opacities.min(), let most = opacities.max(), most - least < 1.0 / 8 else { return nil }
        opacity = opacities.reduce(0, +) / Double(points.count)
        guard points.count > 1 else {
            (runs, tap) = ([Run(curves: [], width: Double(first.width))], Point(x: first.x, y: first.y))
            return
        }
        tap = nil
        runs = Self.runs(Self.curves(points).flatMap { Self.split($0, tolerance: tolerance, depth: 0) }, tolerance: tolerance)
        // consecutive runs overlap at their ends, which is visible unless the pen is opaque
        if runs.count > 1, opacity < 1 || stroke.style.alpha < 255 { return nil }
    }

    /// Returns the curve of each segment. Each end of the path is extended by a point: the mirror image of the second point from that end.
    private static func curves(_ points: [PathPoint]) -> [Curve] {
        func place(_ index: Int) -> (x: Double, y: Double, width: Double) {
            let point = points[max(0, min(points.count - 1, index))]
            let own = (point.x, point.y, Double(point.width))
            guard index < 0 || index >= points.count else { return own }
            let next = points[index < 0 ? 1 : points.count - 2]
            return (2 * own.0 - next.x, 2 * own.1 - next.y, 2 * own.2 - Double(next.width))
        }
        return (0..<points.count - 1).map { index in
            let (a, b, c, d) = (place(index - 1), place(index), place(index + 1), place(index + 2))
            func knot(_ a: Double, _ b: Double, _ c: Double) -> Double { (a + 4 * b + c) / 6 }
            return Curve(
                places: [
                    Point(x: knot(a.x, b.x, c.x), y: knot(a.y, b.y, c.y)), Point(x: (2 * b.x + c.x) / 3, y: (2 * b.y + c.y) / 3),
                    Point(x: (b.x + 2 * c.x) / 3, y: (b.y + 2 * c.y) / 3), Point(x: knot(b.x, c.x, d.x), y: knot(b.y, c.y, d.y)),
                ], widths: (max(0, knot(a.width, b.width, c.width)), max(0, knot(b.width, c.width, d.width))))
        }
    }

    private static func split(_ curve: Curve, tolerance: Double, depth: Int) -> [Curve] {
        // the run has the mean width, so each of its edges deviates by a quarter of the difference
        guard abs(curve.widths.end - curve.widths.start) > 4 * tolerance, depth < 5 else { return [curve] }
        let (a, b) = curve.halves
        return split(a, tolerance: tolerance, depth: depth + 1) + split(b, tolerance: tolerance, depth: depth + 1)
    }

    /// Returns the curves in runs, as few as the differences of their widths allow.
    private static func runs(_ curves: [Curve], tolerance: Double) -> [Run] {
        var runs: [Run] = []
        var (least, most) = (0.0, 0.0)
        for curve in curves {
            let (low, high) = (min(curve.widths.start, curve.widths.end), max(curve.widths.start, curve.widths.end))
            if !runs.isEmpty, max(most, high) - min(least, low) <= 4 * tolerance {
                (least, most) = (min(least, low), max(most, high))
                runs[runs.count - 1].curves.append(curve)
            } else {
                (least, most) = (low, high)
                runs.append(Run(curves: [curve], width: 0))
            }
            runs[runs.count - 1].width = (least + most) / 2
        }
        return runs
    }
}

extension InkTransform {
    /// The factor by which the transform scales all lengths; nil if the factor depends on the direction.
    var scale: Double? {
        let (x, y) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
        guard isFinite, abs(x - y) <= 1e-4 * max(x, y), abs(a * c + b * d) <= 1e-4 * x * y else { return nil }
        return (x + y) / 2
    }
}
