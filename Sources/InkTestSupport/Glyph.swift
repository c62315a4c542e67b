/// One character as strokes of control points, in x-heights, y upward from the baseline.
public struct Glyph: Sendable {
    /// A control point of the pen's path.
    public struct ControlPoint: Sendable {
        /// The distance to the right.
        public var x: Double
        /// The height above the baseline.
        public var y: Double
        /// Whether the pen turns sharply here, instead of passing smoothly.
        public var isCorner: Bool
    }

    /// The strokes in writing order.
    public let strokes: [[ControlPoint]]
    /// The x coordinate of the rightmost control point.
    public let width: Double

    /// Parses the notation of ``GlyphAlphabet``.
    init(_ notation: String) {
        strokes = notation.split(separator: "/").map { stroke in
            stroke.split(separator: ",").map { point in
                let isCorner = point.hasSuffix("^")
                let numbers = (isCorner ? point.dropLast() : point).split(separator: " ").compactMap { Double($0) }
                return ControlPoint(x: numbers.first ?? 0, y: numbers.last ?? 0, isCorner: isCorner)
            }
        }
        width = strokes.joined().map(\.x).max() ?? 0
    }
}

/// A smooth curve through control points.
enum Spline {
    /// Returns points along the curve, about `step` apart. The curve is a centripetal Catmull-Rom spline (Yuksel, Schaefer and Keyser
    /// 2011), which neither loops nor overshoots between its control points. A new spline begins at each corner.
    static func curve(through control: [Glyph.ControlPoint], step: Double) -> [(x: Double, y: Double)] {
        guard let first = control.first else { return [] }
        var path = [(x: first.x, y: first.y)]
        var piece: [(x: Double, y: Double)] = []
        for (index, point) in control.enumerated() {
            piece.append((point.x, point.y))
            guard index > 0, point.isCorner || index == control.count - 1 else { continue }
            path += smooth(piece, step: step)
            piece = [(point.x, point.y)]
        }
        return path
    }

    /// Returns the points of a smooth curve through these points, without the first one.
    private static func smooth(_ p: [(x: Double, y: Double)], step: Double) -> [(x: Double, y: Double)] {
        guard p.count > 1 else { return [] }
        // The spline needs a point before the first and a point after the last. Mirror images are used, so that the ends bend naturally.
        let before = (x: 2 * p[0].x - p[1].x, y: 2 * p[0].y - p[1].y)
        let behind = (x: 2 * p[p.count - 1].x - p[p.count - 2].x, y: 2 * p[p.count - 1].y - p[p.count - 2].y)
        let all = [before] + p + [behind]
        var path: [(x: Double, y: Double)] = []
        for k in 1..<(all.count - 2) {
            let (a, b, c, d) = (all[k - 1], all[k], all[k + 1], all[k + 2])
            let ab = interval(a, b), bc = interval(b, c), cd = interval(c, d)
            let count = max(1, Int((distance(b, c) / step).rounded(.up)))
            for n in 1...count {
                let t = ab + bc * Double(n) / Double(count)
                let u = mix(a, b, t / ab), v = mix(b, c, (t - ab) / bc), w = mix(c, d, (t - ab - bc) / cd)
                path.append(mix(mix(u, v, t / (ab + bc)), mix(v, w, (t - ab) / (bc + cd)), (t - ab) / bc))
            }
        }
        return path
    }

    private static func distance(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
        ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    }

    private static func interval(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
        max(1e-6, distance(a, b).squareRoot())
    }

    private static func mix(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ t: Double) -> (x: Double, y: Double) {
        (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
    }
}
