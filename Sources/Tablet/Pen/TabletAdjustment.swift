public import Evdev
public import Ink

/// How one user has fitted one tablet, and the pens on it, to themselves. It goes before all that is known of the model.
public struct TabletAdjustment: Sendable, Hashable {
    /// The active area in millimetres, as its maker meant it to lie.
    public var size: SurfaceSize?
    /// From where the sensor sees the tip to where it is.
    public var calibration: TabletCalibration?
    /// Holds for every pen.
    public var pen = PenAdjustment()
    /// Holds for pens of these serial numbers, and goes before `pen`.
    public var pens: [UInt32: PenAdjustment] = [:]

    /// No adjustment.
    public init() {}

    /// What holds for the pen of a serial number, 0 where unknown.
    public func pen(serial: UInt32) -> PenAdjustment { pens[serial].map { pen.overridden(by: $0) } ?? pen }
}

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

    /// The thresholds where those of the model are `known`.
    public func tip(known: TipThresholds) -> TipThresholds {
        let down = tipDown ?? known.down
        return TipThresholds(down: down, up: min(tipUp ?? known.up, down)) ?? known
    }
}
