/// The adjustment of a pen to its user. A nil property means the value for the pen's model; without such a value, the default.
public struct PenAdjustment: Sendable, Hashable {
    /// The pressure at which the tip counts as touching, as a fraction of the range.
    public var tipDown: Double?
    /// The pressure at which the tip counts as lifted, as a fraction of the range; at most the pressure at which it counts as touching.
    public var tipUp: Double?
    /// The curve from pressure to force.
    public var pressure: PressureCurve?
    /// Smoothing window: number of preceding samples averaged into each position.
    public var smoothing: Int?
    /// The actions of the barrel buttons.
    public var buttons = PenButtons()

    /// The allowed smoothing windows. With larger windows, ink lags visibly behind the pen.
    public static let smoothingRange = 0...8

    /// No adjustment.
    public init() {}

    /// Returns these adjustments, replaced by the adjustments that `other` sets.
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
