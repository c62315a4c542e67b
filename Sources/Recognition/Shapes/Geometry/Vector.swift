import Glibc

/// A place or a step in the plane.
typealias Vector = SIMD2<Double>

extension SIMD2<Double> {
    var length: Double { hypot(x, y) }

    /// Turned clockwise by a quarter, as seen with y growing downwards.
    var quarterTurned: Vector { Vector(-y, x) }

    /// The step of length 1 in the direction of an angle.
    init(angle: Double) { self.init(cos(angle), sin(angle)) }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

    /// Positive if `other` lies clockwise of this, as seen with y growing downwards.
    func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

    /// The distance from the segment between two places.
    func distance(from a: Vector, to b: Vector) -> Double {
        let side = b - a
        let squared = side.dot(side)
        let share = squared > 0 ? Swift.min(Swift.max((self - a).dot(side) / squared, 0), 1) : 0
        return (self - a - share * side).length
    }
}

/// Sums over points that tell their mean and their main direction.
struct Moments {
    private(set) var count = 0.0
    private var sum = Vector.zero
    private var xx = 0.0
    private var xy = 0.0
    private var yy = 0.0

    init() {}

    init(_ points: some Sequence<Vector>) { for point in points { add(point) } }

    var mean: Vector { count > 0 ? sum / count : .zero }

    /// Direction of the straight line that lies nearest to the points (total least squares): −π/2 < angle ≤ π/2.
    var angle: Double {
        let (x, y, xy) = scatter
        return atan2(2 * xy, x - y) / 2
    }

    /// Sums of squares around the mean along x and y, and of products.
    var scatter: (x: Double, y: Double, xy: Double) {
        (xx - sum.x * mean.x, yy - sum.y * mean.y, xy - sum.x * mean.y)
    }

    mutating func add(_ point: Vector) {
        count += 1
        sum += point
        xx += point.x * point.x
        xy += point.x * point.y
        yy += point.y * point.y
    }
}
