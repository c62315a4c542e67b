/// The shape of a stroke and of its mark along it: a uniform cubic B-spline of path points.
///
/// The stored points are control points and do not lie on the curve, except for the first and the last. The path is extended at each end by
/// the mirror image of the point next to the end, so that the curve begins and ends where the pen did. Parameter k belongs to control point
/// k.
public struct StrokePath: Sendable, Hashable {
    /// The control points in drawn order; empty for an empty path, one for a tap.
    public let controlPoints: [PathPoint]
    /// The time when the pen touched the surface, in microseconds since 1970.
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

    /// The parameters from the first to the last point: 0 to the number of segments. Whole numbers are at the control points.
    public var parameters: ClosedRange<Double> { 0...Double(max(0, controlPoints.count - 1)) }

    /// Returns the point on the curve at a parameter, which need not be a whole number. Returns the nearest end for a parameter out of
    /// range, and the origin if the path is empty.
    public func point(at parameter: Double) -> PathPoint {
        value(at: parameter, ofEnd: \.turned) { $0.point($1) } ?? PathPoint(x: 0, y: 0)
    }

    /// Returns the position at a parameter; like `point(at:)`, without the rest of the point.
    func place(at parameter: Double) -> Point { value(at: parameter, ofEnd: \.place) { $0.place($1) } ?? Point(x: 0, y: 0) }

    /// Returns the seconds since `created` at a parameter; like `point(at:)`, without the rest of the point.
    func time(at parameter: Double) -> Double { value(at: parameter, ofEnd: { Double($0.time) }) { $0.time($1) } ?? 0 }

    /// Returns a value of the curve at a parameter, exact at both ends; nil if the path is empty.
    private func value<Value>(
        at parameter: Double, ofEnd: (PathPoint) -> Value, within: (SplineSegment, SplineWeights) -> Value
    ) -> Value? {
        guard let first = controlPoints.first, let last = controlPoints.last else { return nil }
        guard parameter > 0 else { return ofEnd(first) }
        guard parameter < parameters.upperBound else { return ofEnd(last) }
        let index = Int(parameter)
        return within(segment(index), SplineWeights(at: parameter - Double(index)))
    }

    /// A box that contains the curve and its mark: the box of the control points, grown by half of the largest mark width (the curve is
    /// inside the convex hull). nil for an empty path.
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

    /// Returns the segment that begins at a control point. The path must have at least one point.
    func segment(_ index: Int) -> SplineSegment {
        let last = controlPoints.count - 1
        let (b, c) = (controlPoints[index], controlPoints[min(last, index + 1)])
        let a = index > 0 ? controlPoints[index - 1] : b.mirroring(c)
        return SplineSegment(a: a, b: b, c: c, d: index + 2 <= last ? controlPoints[index + 2] : c.mirroring(b))
    }
}

/// A point of a stroke's path: one of its control points, or a point on the curve.
public struct PathPoint: Sendable, Hashable {
    /// Millimeters from the left edge (device units if the device's size is unknown).
    public var x: Double
    /// Millimeters from the top edge, growing downward (device units if the device's size is unknown).
    public var y: Double
    /// Seconds since the path was created.
    public var time: Float
    /// Size of the mark along the azimuth, in the unit of `x`. The mark is an ellipse.
    public var width: Float
    /// Size of the mark across the azimuth; unlike `width` for a chisel tip.
    public var height: Float
    /// Opacity of the mark: 0 is invisible, 1 is opaque.
    public var opacity: Float
    /// Force as a fraction of the device's pressure range, 0…1; 0 without pressure.
    public var force: Float
    /// Direction in which the pen leans: radians clockwise from the x axis. 0 ≤ azimuth < 2π on the curve; azimuths of control points may
    /// exceed a full turn, so that interpolation takes the shorter way around.
    public var azimuth: Float
    /// Angle between pen and surface: radians, π/2 is upright.
    public var altitude: Float

    /// A point; by default an opaque round mark of size 0, with an upright pen and no force.
    @inlinable public init(
        x: Double, y: Double, time: Float = 0, width: Float = 0, height: Float = 0, opacity: Float = 1, force: Float = 0,
        azimuth: Float = 0, altitude: Float = .pi / 2
    ) {
        self.x = x
        self.y = y
        self.time = time
        self.width = width
        self.height = height
        self.opacity = opacity
        self.force = force
        self.azimuth = azimuth
        self.altitude = altitude
    }

    /// The sum of four control points, each multiplied by its weight.
    init(_ weights: SplineWeights, _ a: PathPoint, _ b: PathPoint, _ c: PathPoint, _ d: PathPoint) {
        x = weights.sum(a.x, b.x, c.x, d.x)
        y = weights.sum(a.y, b.y, c.y, d.y)
        time = weights.sum(a.time, b.time, c.time, d.time)
        width = weights.sum(a.width, b.width, c.width, d.width)
        height = weights.sum(a.height, b.height, c.height, d.height)
        opacity = weights.sum(a.opacity, b.opacity, c.opacity, d.opacity)
        force = weights.sum(a.force, b.force, c.force, d.force)
        azimuth = weights.sum(a.azimuth, b.azimuth, c.azimuth, d.azimuth)
        altitude = weights.sum(a.altitude, b.altitude, c.altitude, d.altitude)
    }

    /// Returns the reflection of `other` at `self`.
    func mirroring(_ other: PathPoint) -> PathPoint {
        PathPoint(
            x: 2 * x - other.x, y: 2 * y - other.y, time: 2 * time - other.time, width: 2 * width - other.width,
            height: 2 * height - other.height, opacity: 2 * opacity - other.opacity, force: 2 * force - other.force,
            azimuth: 2 * azimuth - other.azimuth, altitude: 2 * altitude - other.altitude)
    }

    /// The point's position.
    var place: Point { Point(x: x, y: y) }

    /// The same point with its azimuth normalized to 0 ≤ azimuth < 2π.
    var turned: PathPoint {
        var point = self
        let turn = 2 * Float.pi
        point.azimuth -= turn * (azimuth / turn).rounded(.down)
        if !(point.azimuth < turn) { point.azimuth = 0 }
        return point
    }
}
