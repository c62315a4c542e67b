public import Ink

/// Corrections for a device model whose descriptors are wrong or incomplete. A property is nil if it needs no correction.
///
/// `config/quirks` contains the corrections as data, by vendor, product and name. `docs/devices.md` explains each key.
public struct Quirks: Sendable, Hashable, Codable {
    /// The active area in the tablet's default orientation. It overrides all other sources except the configuration.
    public var size: SurfaceSize?
    /// Whether the tablet database's size is right for this model: one entry may cover many models.
    public var trustsDatabaseSize: Bool?
    /// Whether ABS_X runs down and ABS_Y to the right.
    public var swapsAxes: Bool?
    /// The clockwise rotation, in degrees, that makes the sensor's positions upright.
    public var rotation: TabletArea.Rotation?
    /// The pressures at which the tip counts as touching and as lifted.
    public var tip: TipThresholds?
    /// Pressure that the tip reports without touching, in device units: it is mapped to 0.
    public var pressureOffset: Int32?
    /// The map from pressure to force.
    public var pressureCurve: PressureCurve?
    /// The meaning of the tilt axes' values.
    public var tilt: TiltReading?
    /// Minimum change of the distance that counts as a change, in device units.
    public var distanceFuzz: Int32?
    /// The way the pen erases.
    public var eraser: EraserType?
    /// The kind of proximity reports that the device fails to send.
    public var proximity: ProximityReports?
    /// Whether the device is not read at all.
    public var isIgnored: Bool?

    /// Creates quirks without corrections.
    public init() {}

    /// Returns these quirks, overridden by those of `other`.
    public func overridden(by other: Quirks) -> Quirks {
        var result = self
        result.size = other.size ?? size
        result.trustsDatabaseSize = other.trustsDatabaseSize ?? trustsDatabaseSize
        result.swapsAxes = other.swapsAxes ?? swapsAxes
        result.rotation = other.rotation ?? rotation
        result.tip = other.tip ?? tip
        result.pressureOffset = other.pressureOffset ?? pressureOffset
        result.pressureCurve = other.pressureCurve ?? pressureCurve
        result.tilt = other.tilt ?? tilt
        result.distanceFuzz = other.distanceFuzz ?? distanceFuzz
        result.eraser = other.eraser ?? eraser
        result.proximity = other.proximity ?? proximity
        result.isIgnored = other.isIgnored ?? isIgnored
        return result
    }
}

/// A width and a height in millimeters.
public struct SurfaceSize: Sendable, Hashable, Codable {
    /// Width in millimeters.
    public var width: Double
    /// Height in millimeters.
    public var height: Double

    /// Creates a size of these sides.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The same surface rotated by 90°.
    public var turned: SurfaceSize { SurfaceSize(width: height, height: width) }
}

/// The pressures at which a tip counts as touching and as lifted, as fractions of the pressure range.
public struct TipThresholds: Sendable, Hashable, Codable {
    /// The minimum pressure at which a lifted tip counts as touching.
    public let down: Double
    /// The pressure at or below which a touching tip has been lifted.
    public let up: Double

    /// Creates thresholds; nil unless 0 ≤ up ≤ down ≤ 1.
    public init?(down: Double, up: Double) {
        guard up >= 0, up <= down, down <= 1 else { return nil }
        (self.down, self.up) = (down, up)
    }

    private init(known down: Double, _ up: Double) { (self.down, self.up) = (down, up) }

    /// The thresholds 0.8 % and 0.4 %. libinput's 5 % loses light strokes: on one pen display, four contacts of 38 never pressed harder
    /// than 1.0 to 3.3 %. xf86-input-wacom has used 27 of 2048 (1.3 %) for touching and 0.8 % less for lifting for some twenty years, on
    /// all of Wacom's tablets. So a healthy tip's noise is below that pressure. Half of it is still eight units on a tablet with 1024
    /// levels. A worn tip's pressure in the air is learned and subtracted first.
    public static let standard = TipThresholds(known: 0.008, 0.004)

    /// libinput's thresholds.
    public static let libinput = TipThresholds(known: 0.05, 0.01)

    private enum Key: String, CodingKey { case down, up }

    /// Decodes the format of `encode`.
    /// - Throws: `DecodingError` for invalid thresholds.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let (down, up) = (try values.decode(Double.self, forKey: .down), try values.decode(Double.self, forKey: .up))
        guard let thresholds = TipThresholds(down: down, up: up) else {
            throw DecodingError.dataCorruptedError(forKey: .up, in: values, debugDescription: "down is \(down), up is \(up)")
        }
        self = thresholds
    }
}

/// The meaning of the tilt axes' values.
public enum TiltReading: String, Sendable, Hashable, Codable, CaseIterable {
    /// The axes do not report tilt.
    case none
    /// The axis range stands for ±64°; the reported resolution is ignored.
    case range
    /// The resolution is in units per radian, even if 0 is not within the axis range.
    case resolution
}

/// The way a pen erases; libwacom's `EraserType`.
public enum EraserType: String, Sendable, Hashable, Codable, CaseIterable {
    /// The pen is turned around.
    case invert
    /// A button on the barrel makes the firmware report an eraser.
    case button
}

/// Proximity reports that a device fails to send.
public enum ProximityReports: String, Sendable, Hashable, Codable, CaseIterable {
    /// No tool is ever reported: a pen is in proximity from the first report on.
    case forced
    /// A proximity-out event may be missing. A tool that sends no events then always counts as gone.
    case missingOut = "missing-out"
}

extension TabletArea.Rotation: Codable {}
