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
