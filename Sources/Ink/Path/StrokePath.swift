/// The shape of a stroke and of its mark along it: a uniform cubic B-spline of path points.
///
/// The stored points are control points and do not lie on the curve, but for the first and the last: each end is extended by the mirror
/// image of its second point, so that the curve begins and ends where the pen did. Parameter k belongs to control point k.
public struct StrokePath: Sendable, Hashable {
    /// In drawn order; none in the path of nothing, one in that of a tap.
    public let controlPoints: [PathPoint]
    /// When the pen touched the surface, in microseconds since 1970.
    public let created: Int64
    /// The step in which coordinates and sizes are stored, a power of two, in their unit.
    public let precision: Double

    /// A path of these control points. `precision` is rounded down to a power of two, 2⁻²⁰ to 2²⁰.
    public init(controlPoints: [PathPoint], created: Int64, precision: Double = 1.0 / 1024) {
        self.controlPoints = controlPoints
        self.created = created
        let exponent = precision > 0 && precision.isFinite ? Int(precision.exponent) : -10
        self.precision = Double(sign: .plus, exponent: max(-20, min(20, exponent)), significand: 1)
    }

    /// From the first to the last point: 0 to the number of segments. Whole numbers lie near control points, others between them.
    public var parameters: ClosedRange<Double> { 0...Double(max(0, controlPoints.count - 1)) }

    /// The point on the curve at a parameter, which need not be a whole number; the nearest end for one outside. The origin if the path is
    /// empty.
    public func point(at parameter: Double) -> PathPoint {
        value(at: parameter, ofEnd: \.turned) { $0.point($1) } ?? PathPoint(x: 0, y: 0)
    }

    /// Where the curve is at a parameter; like `point(at:)`, without the rest of the point.
    func place(at parameter: Double) -> Place { value(at: parameter, ofEnd: \.place) { $0.place($1) } ?? Place(x: 0, y: 0) }

    /// Seconds since `created` at a parameter; like `point(at:)`, without the rest of the point.
    func time(at parameter: Double) -> Double { value(at: parameter, ofEnd: { Double($0.time) }) { $0.time($1) } ?? 0 }

    /// Something of the curve at a parameter, exact at the ends; nil if the path is empty.
    private func value<Value>(
        at parameter: Double, ofEnd: (PathPoint) -> Value, within: (SplineSegment, SplineWeights) -> Value
    ) -> Value? {
        guard let first = controlPoints.first, let last = controlPoints.last else { return nil }
        guard parameter > 0 else { return ofEnd(first) }
        guard parameter < parameters.upperBound else { return ofEnd(last) }
        let index = Int(parameter)
        return within(segment(index), SplineWeights(at: parameter - Double(index)))
    }

    /// A box that the curve and its mark do not leave: that of the control points, of which every point of the curve is a mean, and half
    /// of the largest mark; nil for an empty path.
    var hull: Box? {
        guard let first = controlPoints.first else { return nil }
        var (left, right, top, bottom, mark) = (first.x, first.x, first.y, first.y, Float(0))
        for point in controlPoints {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
            mark = max(mark, point.width, point.height)
        }
        let reach = Double(mark) / 2
        return Box(x: left - reach, y: top - reach, width: right - left + 2 * reach, height: bottom - top + 2 * reach)
    }

    /// The segment that begins at a control point; only for those of a path with points.
    func segment(_ index: Int) -> SplineSegment {
        let last = controlPoints.count - 1
        let (b, c) = (controlPoints[index], controlPoints[min(last, index + 1)])
        let a = index > 0 ? controlPoints[index - 1] : b.mirroring(c)
        return SplineSegment(a: a, b: b, c: c, d: index + 2 <= last ? controlPoints[index + 2] : c.mirroring(b))
    }
}
