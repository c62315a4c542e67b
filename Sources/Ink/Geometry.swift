/// A point of the plane, in the unit of the ink.
public struct Point: Sendable, Hashable {
    /// The coordinate growing to the right.
    public var x: Double
    /// The coordinate growing downward.
    public var y: Double

    /// The point with these coordinates.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Returns the length of the straight line to another point.
    @inlinable public func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Returns the sum of two vectors.
    @inlinable public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    /// Returns the vector from `b` to `a`.
    @inlinable public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
    /// Returns the vector scaled by a factor.
    @inlinable public static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }

    /// Returns the scalar product.
    @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }
    /// Returns the vector product: positive if `other` lies clockwise of this, as seen with y growing downward.
    @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
    /// The distance from the origin.
    @inlinable public var length: Double { (x * x + y * y).squareRoot() }
}

/// A rectangle with sides along the axes, in the unit of the points from which it was made (millimeters in an editor).
public struct Box: Sendable, Hashable {
    /// Left edge.
    public var x: Double
    /// Top edge; y grows downward.
    public var y: Double
    /// The width; never negative.
    public var width: Double
    /// The height; never negative.
    public var height: Double

    /// A box by its top-left corner and size.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest box around the points; nil if there are no points.
    @inlinable public init?(around points: some Sequence<InkPoint>) {
        var low = (x: Double.infinity, y: Double.infinity)
        var high = (x: -Double.infinity, y: -Double.infinity)
        for point in points {
            low = (min(low.x, point.x), min(low.y, point.y))
            high = (max(high.x, point.x), max(high.y, point.y))
        }
        guard low.x <= high.x, low.y <= high.y else { return nil }
        self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Right edge.
    @inlinable public var right: Double { x + width }
    /// Bottom edge.
    @inlinable public var bottom: Double { y + height }

    /// Whether a point is in the box after growing it by `margin` on every side; edges count as inside.
    @inlinable public func contains(_ place: Point, margin: Double = 0) -> Bool {
        place.x >= x - margin && place.x <= right + margin && place.y >= y - margin && place.y <= bottom + margin
    }

    /// Returns the smallest box around both boxes.
    @inlinable public func union(_ other: Box) -> Box {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Box(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// Whether the boxes overlap or touch after growing this one by `margin` on every side.
    @inlinable public func intersects(_ other: Box, margin: Double = 0) -> Bool {
        x - margin <= other.right && other.x <= right + margin && y - margin <= other.bottom && other.y <= bottom + margin
    }
}

/// An affine map of the plane: (x, y) ↦ (a·x + c·y + tx, b·x + d·y + ty), like SVG's `matrix(a b c d tx ty)`.
public struct InkTransform: Sendable, Hashable {
    /// x of the image of the x axis' unit vector.
    public var a: Double
    /// y of the image of the x axis' unit vector.
    public var b: Double
    /// x of the image of the y axis' unit vector.
    public var c: Double
    /// y of the image of the y axis' unit vector.
    public var d: Double
    /// x of the image of the origin.
    public var tx: Double
    /// y of the image of the origin.
    public var ty: Double

    /// The map with these numbers.
    @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The identity map.
    public static let identity = InkTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Whether the map neither turns nor scales.
    public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// Returns a translation.
    public static func translation(x: Double, y: Double) -> InkTransform { InkTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// Returns a scaling about the origin.
    public static func scale(x: Double, y: Double) -> InkTransform { InkTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Returns a rotation about the origin, from the x axis toward the y axis: clockwise on the screen, because y grows downward.
    public static func rotation(radians: Double) -> InkTransform {
        let (sine, cosine) = sineAndCosine(radians)
        return InkTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Returns the composition of this map, applied first, and `next`.
    public func followed(by next: InkTransform) -> InkTransform {
        InkTransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// The inverse; nil if the transform is singular, or has numbers that are not finite.
    public var inverse: InkTransform? {
        let factor = 1 / determinant
        guard factor.isFinite, determinant.isFinite, isFinite else { return nil }
        let inverse = InkTransform(
            a: d * factor, b: -b * factor, c: -c * factor, d: a * factor, tx: (c * ty - d * tx) * factor, ty: (b * tx - a * ty) * factor)
        return inverse.isFinite ? inverse : nil
    }

    /// The determinant: the factor by which areas grow; negative for mirroring transforms.
    public var determinant: Double { a * d - b * c }

    /// Whether all six numbers are finite.
    public var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }

    /// Returns the transformed point.
    public func callAsFunction(_ place: Point) -> Point { Point(x: a * place.x + c * place.y + tx, y: b * place.x + d * place.y + ty) }

    /// The half extents, horizontal and vertical, of the image of a circle of radius 1.
    var reach: (x: Double, y: Double) { ((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot()) }

    /// Returns the sine and cosine. They are computed here because this module imports no mathematics library. The Taylor series is used
    /// within an eighth of a turn, where ten terms reach the precision of a Double.
    static func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
        let quarters = (radians / (.pi / 2)).rounded()
        guard quarters.isFinite else { return (0, 1) }
        let x = radians - quarters * (.pi / 2)
        var (sine, cosine) = (x, 1.0)
        var (sineTerm, cosineTerm) = (x, 1.0)
        for k in 1..<10 {
            let n = Double(2 * k)
            sineTerm *= -x * x / (n * (n + 1))
            cosineTerm *= -x * x / (n * (n - 1))
            sine += sineTerm
            cosine += cosineTerm
        }
        switch quarters.remainder(dividingBy: 4) {
        case 1, -3: return (cosine, -sine)
        case 2, -2: return (-sine, -cosine)
        case 3, -1: return (-cosine, sine)
        default: return (sine, cosine)
        }
    }
}

extension Collection<Double> {
    /// The mean weighted by the values themselves. For stroke heights this is the height of tall strokes, hardly changed by dots. nil if
    /// the sum is not positive.
    public var selfWeightedMean: Double? {
        let sum = reduce(0, +)
        return sum > 0 ? reduce(0) { $0 + $1 * $1 } / sum : nil
    }
}
