/// How a pen has been fitted to a hand. nil stands for what is known of the model, or else the default.
public struct PenAdjustment: Sendable, Hashable {
    /// The tip touches from this pressure on, as part of the range.
    public var tipDown: Double?
    /// The tip has left at this pressure, as part of the range; counts as no more than the pressure at which it touches.
    public var tipUp: Double?
    /// From pressure to force.
    public var pressure: PressureCurve?
    /// How many samples before each one its place is averaged with.
    public var smoothing: Int?
    /// The actions of its barrel buttons.
    public var buttons = PenButtons()

    /// The allowed numbers of samples. More than a few make a pen draw visibly behind itself.
    public static let smoothingRange = 0...8

    /// No adjustment.
    public init() {}

    /// These adjustments, and those of `other` wherever it has one.
    public func overridden(by other: PenAdjustment) -> PenAdjustment {
        var result = self
        result.tipDown = other.tipDown ?? tipDown
        result.tipUp = other.tipUp ?? tipUp
        result.pressure = other.pressure ?? pressure
        result.smoothing = other.smoothing ?? smoothing
        result.buttons = buttons.overridden(by: other.buttons)
        return result
    }
}
