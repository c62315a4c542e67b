/// The pressure that one end of one pen reports without touching, as far as it is known.
public struct TipWear: Sendable, Hashable, Codable {
    /// Whether it is the end that erases.
    public var isEraser: Bool
    /// Identifier in place of the pen's serial number; 0 for pens without one.
    public var pen: UInt32
    /// The least pressure reported, in device units.
    public var least: Int32
    /// Number of proximity sessions that this is based on.
    public var visits: Int
    /// Whether the wear is established: `least` is the pressure without touching.
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
