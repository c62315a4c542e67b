public import Evdev
public import Ink

/// One user's adjustment of one tablet and its pens. It overrides everything known about the model.
public struct TabletAdjustment: Sendable, Hashable {
    /// The active area in millimeters, in the tablet's default orientation.
    public var size: SurfaceSize?
    /// The map from the position at which the sensor sees the tip to the tip's true position.
    public var calibration: TabletCalibration?
    /// The adjustment of every pen.
    public var pen = PenAdjustment()
    /// Adjustments of individual pens, by serial number; they override `pen`.
    public var pens: [UInt32: PenAdjustment] = [:]

    /// Creates an empty adjustment.
    public init() {}

    /// Returns this adjustment, overridden by a user's `fit`. The fit also overrides the adjustments of individual pens.
    public func overridden(by fit: TabletFit) -> TabletAdjustment {
        var result = self
        result.calibration = fit.calibration ?? calibration
        result.pen = pen.overridden(by: fit.pen)
        result.pens = pens.mapValues { $0.overridden(by: fit.pen) }
        return result
    }

    /// The actions of the barrel buttons of all pens.
    public var buttons: PenButtonTable { PenButtonTable(standard: pen.buttons, pens: pens.mapValues(\.buttons)) }

    /// Returns the adjustment of the pen with this serial number; 0 stands for an unknown one.
    public func pen(serial: UInt32) -> PenAdjustment { pens[serial].map { pen.overridden(by: $0) } ?? pen }
}

extension PenAdjustment {
    /// Returns the thresholds of the tip, given the model's `known` thresholds.
    public func tip(known: TipThresholds) -> TipThresholds {
        let down = tipDown ?? known.down
        return TipThresholds(down: down, up: min(tipUp ?? known.up, down)) ?? known
    }
}
