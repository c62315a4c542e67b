/// One sample of a stroke.
public struct InkPoint: Sendable, Hashable {
    /// Millimetres from the left edge (device units where nothing knows the device's size).
    public var x: Double
    /// Millimetres from the top edge, growing downwards.
    public var y: Double
    /// When the device reported it.
    public var time: Instant
    /// 0…1 of the device's pressure range; 0 where the device has none.
    public var force: Float
    /// Direction the pen leans to: radians clockwise from the x axis, 0 ≤ azimuth < 2π. Like InkML's OA.
    public var azimuth: Float
    /// Angle between pen and surface: radians, π/2 is upright. Like InkML's OE.
    public var altitude: Float

    /// A sample; an upright pen without force unless told otherwise.
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
