import Glibc
import Ink

/// A position or a displacement in the plane.
typealias Vector = Point

extension Vector {
    static let zero = Vector(0, 0)

    init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }

    /// Creates the unit vector in the direction of an angle.
    init(angle: Double) { self.init(x: cos(angle), y: sin(angle)) }

    /// The vector rotated clockwise by 90°, with y increasing downward.
    var quarterTurned: Vector { Vector(-y, x) }

    static func * (factor: Double, a: Vector) -> Vector { a * factor }
    static func / (a: Vector, divisor: Double) -> Vector { Vector(a.x / divisor, a.y / divisor) }
    static func += (a: inout Vector, b: Vector) { a = a + b }
    static prefix func - (a: Vector) -> Vector { Vector(-a.x, -a.y) }
}

/// Sums over points that determine their mean and their main direction.
struct Moments {
    private(set) var count = 0.0
    private var sum = Vector.zero
    private var xx = 0.0
    private var xy = 0.0
    private var yy = 0.0

    init() {}

    init(_ points: some Sequence<Vector>) { for point in points { add(point) } }

    var mean: Vector { count > 0 ? sum / count : .zero }

    /// The direction of the straight line nearest to the points (total least squares): −π/2 < angle ≤ π/2.
    var angle: Double {
        let (x, y, xy) = scatter
        return atan2(2 * xy, x - y) / 2
    }

    /// The centered sums of squares along x and y, and of products.
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
