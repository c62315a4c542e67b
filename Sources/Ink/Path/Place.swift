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

    static func + (a: Place, b: Place) -> Place { Place(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Place, b: Place) -> Place { Place(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Place, factor: Double) -> Place { Place(x: a.x * factor, y: a.y * factor) }

    /// The scalar product.
    func dot(_ other: Place) -> Double { x * other.x + y * other.y }
}
