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

    /// These adjustments, and those of a user's `fit` wherever it has one: also for pens that have adjustments of their own.
    public func overridden(by fit: TabletFit) -> TabletAdjustment {
        var result = self
        result.calibration = fit.calibration ?? calibration
        result.pen = pen.overridden(by: fit.pen)
        result.pens = pens.mapValues { $0.overridden(by: fit.pen) }
        return result
    }

    /// The actions of the barrel buttons of all pens.
    public var buttons: PenButtonTable { PenButtonTable(standard: pen.buttons, pens: pens.mapValues(\.buttons)) }

    /// What holds for the pen of a serial number, 0 where unknown.
    public func pen(serial: UInt32) -> PenAdjustment { pens[serial].map { pen.overridden(by: $0) } ?? pen }
}

extension PenAdjustment {
    /// The thresholds where those of the model are `known`.
    public func tip(known: TipThresholds) -> TipThresholds {
        let down = tipDown ?? known.down
        return TipThresholds(down: down, up: min(tipUp ?? known.up, down)) ?? known
    }
}
