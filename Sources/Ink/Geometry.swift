/// A point of the plane, in the unit of the ink.
public struct Place: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// The point with these coordinates.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The length of the straight line to another point.
    @inlinable public func distance(to other: Place) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The sum of two vectors.
    @inlinable public static func + (a: Place, b: Place) -> Place { Place(x: a.x + b.x, y: a.y + b.y) }
    /// The vector from `b` to `a`.
    @inlinable public static func - (a: Place, b: Place) -> Place { Place(x: a.x - b.x, y: a.y - b.y) }
    /// The vector stretched.
    @inlinable public static func * (a: Place, factor: Double) -> Place { Place(x: a.x * factor, y: a.y * factor) }

    /// The scalar product.
    @inlinable public func dot(_ other: Place) -> Double { x * other.x + y * other.y }
    /// The vector product: positive if `other` lies clockwise of this, as seen with y growing downwards.
    @inlinable public func cross(_ other: Place) -> Double { x * other.y - y * other.x }
    /// Its distance from the origin.
    @inlinable public var length: Double { (x * x + y * y).squareRoot() }
}

/// A rectangle with sides along the axes, in the unit of the points it was made from (millimetres in an editor).
public struct Box: Sendable, Hashable {
    /// Left edge.
    public var x: Double
    /// Top edge; y grows downwards.
    public var y: Double
    /// Never negative.
    public var width: Double
    /// Never negative.
    public var height: Double

    /// A box by its top-left corner and size.
    @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest box around the points; nil if there are none.
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

    /// Whether a place lies within it, edges included, after it is grown by `margin` on every side.
    @inlinable public func contains(_ place: Place, margin: Double = 0) -> Bool {
        place.x >= x - margin && place.x <= right + margin && place.y >= y - margin && place.y <= bottom + margin
    }

    /// The smallest box around both.
    @inlinable public func union(_ other: Box) -> Box {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Box(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// Whether the two share a point, edges included, after this one is grown by `margin` on every side.
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

    /// Leaves everything where it is.
    public static let identity = InkTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Moves everything.
    public static func translation(x: Double, y: Double) -> InkTransform { InkTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// Stretches from the origin.
    public static func scale(x: Double, y: Double) -> InkTransform { InkTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Turns around the origin: from the x axis towards the y axis, which is clockwise as y grows downwards.
    public static func rotation(radians: Double) -> InkTransform {
        let (sine, cosine) = sineAndCosine(radians)
        return InkTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// First this map, then the other.
    public func followed(by next: InkTransform) -> InkTransform {
        InkTransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// The inverse; nil if the map is singular, or has numbers that are not finite.
    public var inverse: InkTransform? {
        let factor = 1 / determinant
        guard factor.isFinite, determinant.isFinite, isFinite else { return nil }
        let inverse = InkTransform(
            a: d * factor, b: -b * factor, c: -c * factor, d: a * factor, tx: (c * ty - d * tx) * factor, ty: (b * tx - a * ty) * factor)
        return inverse.isFinite ? inverse : nil
    }

    /// The determinant: the factor of areas; negative if the map mirrors.
    public var determinant: Double { a * d - b * c }

    /// Whether all six are numbers, and finite.
    public var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }

    /// The transformed point.
    public func callAsFunction(_ place: Place) -> Place { Place(x: a * place.x + c * place.y + tx, y: b * place.x + d * place.y + ty) }

    /// The half extents, horizontal and vertical, of the image of a circle of radius 1.
    var reach: (x: Double, y: Double) { ((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot()) }

    /// Computed here because this module imports no mathematics library: Taylor series within an eighth of a turn, where ten terms
    /// reach the precision of a Double.
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
    /// The mean, each number weighted by itself: of the heights of strokes that of the tall ones, whatever dots there are. nil if they sum to nothing.
    public var selfWeightedMean: Double? {
        let sum = reduce(0, +)
        return sum > 0 ? reduce(0) { $0 + $1 * $1 } / sum : nil
    }
}
