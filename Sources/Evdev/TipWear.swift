/// What is known of the pressure that one end of one pen reports without touching.
public struct TipWear: Sendable, Hashable, Codable {
    /// Whether it is the end that erases.
    public var isEraser: Bool
    /// Stands for the pen's serial number; 0 for pens without one.
    public var pen: UInt32
    /// The least that it pressed, in device units.
    public var least: Int32
    /// Visits that this is known from.
    public var visits: Int
    /// It is worn: `least` is pressed without touching.
    public var isKnown: Bool

    /// The wear of a tip that has not been here yet.
    public init(isEraser: Bool, pen: UInt32, least: Int32 = .max, visits: Int = 0, isKnown: Bool = false) {
        self.isEraser = isEraser
        self.pen = pen
        self.least = least
        self.visits = visits
        self.isKnown = isKnown
    }
}
