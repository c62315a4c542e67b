/// The pressure that one end of one pen reports without touching, as learned so far.
public struct TipWear: Sendable, Hashable, Codable {
    /// Whether this is the pen's eraser end.
    public var isEraser: Bool
    /// An identifier that replaces the pen's serial number; 0 for pens without a serial number.
    public var pen: UInt32
    /// The minimum pressure reported, in device units.
    public var least: Int32
    /// Number of proximity sessions on which the wear is based.
    public var visits: Int
    /// Whether the wear is certain; `least` is then the pressure without touching.
    public var isKnown: Bool

    /// Creates the wear of a tip that has not been used yet.
    public init(isEraser: Bool, pen: UInt32, least: Int32 = .max, visits: Int = 0, isKnown: Bool = false) {
        self.isEraser = isEraser
        self.pen = pen
        self.least = least
        self.visits = visits
        self.isKnown = isKnown
    }
}
