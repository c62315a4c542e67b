/// A point of a stroke's path: one of its control points, or a point on the curve.
public struct PathPoint: Sendable, Hashable {
    /// Millimetres from the left edge (device units where nothing knows the device's size).
    public var x: Double
    /// Of the same from the top edge, growing downwards.
    public var y: Double
    /// Seconds since the path was created.
    public var time: Float
    /// Size of the mark along the azimuth, in the unit of `x`. The mark is an ellipse.
    public var width: Float
    /// Size of the mark across the azimuth; unlike `width` for a chisel tip.
    public var height: Float
    /// 0 is invisible, 1 is opaque.
    public var opacity: Float
    /// 0…1 of the device's pressure range; 0 where the device has none.
    public var force: Float
    /// Direction the pen leans to: radians clockwise from the x axis. 0 ≤ azimuth < 2π on the curve; control points go on counting
    /// past a full turn, so that the curve between them turns the short way.
    public var azimuth: Float
    /// Angle between pen and surface: radians, π/2 is upright.
    public var altitude: Float

    /// A point; an opaque round mark of no size by an upright pen without force unless told otherwise.
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

    /// The sum of four control points, each taken by its weight.
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

    /// What lies as far before `self` as `other` lies behind it.
    func mirroring(_ other: PathPoint) -> PathPoint {
        PathPoint(
            x: 2 * x - other.x, y: 2 * y - other.y, time: 2 * time - other.time, width: 2 * width - other.width,
            height: 2 * height - other.height, opacity: 2 * opacity - other.opacity, force: 2 * force - other.force,
            azimuth: 2 * azimuth - other.azimuth, altitude: 2 * altitude - other.altitude)
    }

    /// Where it is.
    var place: Place { Place(x: x, y: y) }

    /// The same point with its azimuth in 0 ≤ azimuth < 2π.
    var turned: PathPoint {
        var point = self
        let turn = 2 * Float.pi
        point.azimuth -= turn * (azimuth / turn).rounded(.down)
        if !(point.azimuth < turn) { point.azimuth = 0 }
        return point
    }
}
