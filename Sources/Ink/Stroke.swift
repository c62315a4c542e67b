/// A moment on CLOCK_MONOTONIC, in microseconds. The clock stops while the machine is suspended.
public struct Instant: Sendable, Hashable, Comparable {
    /// Microseconds since the clock's (arbitrary) start.
    public var microseconds: Int64

    /// The moment this number of microseconds after the clock's start.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Whether `a` is earlier than `b`.
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }

    /// Returns the moment `duration` microseconds later; saturates instead of overflowing.
    @inlinable public func advanced(byMicroseconds duration: Int64) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(duration)
        return Instant(microseconds: overflow ? (duration > 0 ? .max : .min) : sum)
    }

    /// Returns the microseconds from `earlier` to this moment; saturates instead of overflowing.
    @inlinable public func since(_ earlier: Instant) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        return overflow ? (microseconds > earlier.microseconds ? .max : .min) : difference
    }
}

/// One sample of a stroke.
public struct InkPoint: Sendable, Hashable {
    /// Millimeters from the left edge (device units if the device's size is unknown).
    public var x: Double
    /// Millimeters from the top edge, growing downward (device units if the device's size is unknown).
    public var y: Double
    /// The time at which the device reported the sample.
    public var time: Instant
    /// Force as a fraction of the device's pressure range, 0…1; 0 without pressure.
    public var force: Float
    /// Direction in which the pen leans: radians clockwise from the x axis, 0 ≤ azimuth < 2π. Like InkML's OA.
    public var azimuth: Float
    /// Angle between pen and surface: radians, π/2 is upright. Like InkML's OE.
    public var altitude: Float

    /// A sample; by default of an upright pen without force.
    @inlinable public init(
        x: Double, y: Double, time: Instant = Instant(microseconds: 0), force: Float = 0, azimuth: Float = 0, altitude: Float = .pi / 2
    ) {
        self.x = x
        self.y = y
        self.time = time
        self.force = force
        self.azimuth = azimuth
        self.altitude = altitude
    }
}

/// The ID of a stroke. IDs are never reused within an editor.
public struct StrokeID: Sendable, Hashable, Comparable {
    /// The underlying number.
    public var value: UInt64

    /// The ID with this number.
    @inlinable public init(_ value: UInt64) { self.value = value }

    /// Whether `a` was created before `b`.
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// The samples of the pen between touching the surface and leaving it. A tap is a stroke of one point.
public struct Stroke: Sendable, Hashable, Identifiable {
    /// The ID in its editor.
    public var id: StrokeID
    /// The samples in the order they were drawn; never empty in an editor.
    public var points: [InkPoint]

    /// A stroke of these samples.
    @inlinable public init(id: StrokeID, points: [InkPoint]) {
        self.id = id
        self.points = points
    }

    /// The smallest box around all samples; nil for a stroke without samples.
    @inlinable public var bounds: Box? { Box(around: points) }
}

/// Strokes in the order in which they were drawn.
public struct Drawing: Sendable, Hashable {
    /// The strokes, bottom first.
    public var strokes: [InkStroke]

    /// A drawing of these strokes.
    public init(strokes: [InkStroke] = []) { self.strokes = strokes }

    /// The strokes at the indices of `range` that exist.
    public subscript(range: Range<Int>) -> Drawing { Drawing(strokes: Array(strokes[range.clamped(to: strokes.indices)])) }

    /// Draws all strokes of another drawing on top.
    public mutating func append(_ other: Drawing) { strokes += other.strokes }

    /// The smallest box around all ink; nil if no ink is visible.
    public var bounds: Box? {
        strokes.lazy.compactMap(\.renderBounds).reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box }
    }
}
