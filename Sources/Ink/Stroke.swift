/// Names a stroke for as long as its editor lives; never used twice there.
public struct StrokeID: Sendable, Hashable, Comparable {
    /// The number behind it.
    public var value: UInt64

    /// The stroke with this number.
    @inlinable public init(_ value: UInt64) { self.value = value }

    /// Made earlier than.
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// What the pen left between touching the surface and leaving it. A tap is a stroke of one point.
public struct Stroke: Sendable, Hashable, Identifiable {
    /// Its name in its editor.
    public var id: StrokeID
    /// Its samples in the order they were drawn; never empty in an editor.
    public var points: [InkPoint]

    /// A stroke of these samples.
    @inlinable public init(id: StrokeID, points: [InkPoint]) {
        self.id = id
        self.points = points
    }

    /// The smallest box around all samples; nil for a stroke without samples.
    @inlinable public var bounds: Box? { Box(around: points) }
}
