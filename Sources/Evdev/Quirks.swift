public import Ink

/// Corrections of what a model of device reports: knowledge that no descriptor has. nil stands for no correction.
///
/// `config/quirks` holds them as data, by vendor, product and name; `docs/devices.md` explains each key.
public struct Quirks: Sendable, Hashable, Codable {
    /// The active area as it lies; goes before what anything else says of it.
    public var size: SurfaceSize?
    /// Whether the tablet database's size of this model is to be believed; it may have one entry for many models.
    public var trustsDatabaseSize: Bool?
    /// ABS_X runs down and ABS_Y to the right.
    public var swapsAxes: Bool?
    /// Clockwise turn, in degrees, that puts what the sensor reports upright.
    public var rotation: TabletArea.Rotation?
    /// The pressures at which the tip touches and leaves.
    public var tip: TipThresholds?
    /// Device units that the tip reports without touching; 0 of the range is there.
    public var pressureOffset: Int32?
    /// From pressure to force.
    public var pressureCurve: PressureCurve?
    /// Which values of the tilt axes mean what.
    public var tilt: TiltReading?
    /// Device units by which the distance has to change to count.
    public var distanceFuzz: Int32?
    /// The way the pen erases.
    public var eraser: EraserType?
    /// Which reports of proximity are missing.
    public var proximity: ProximityReports?
    /// The device is not read at all.
    public var isIgnored: Bool?

    /// No correction.
    public init() {}

    /// These quirks, and those of `other` wherever it has one.
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

/// A width and a height in millimetres.
public struct SurfaceSize: Sendable, Hashable, Codable {
    /// Millimetres.
    public var width: Double
    /// Millimetres.
    public var height: Double

    /// A size of these sides.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The same surface, turned by a quarter.
    public var turned: SurfaceSize { SurfaceSize(width: height, height: width) }
}

/// The pressures at which a tip counts as touching, as parts of the range.
public struct TipThresholds: Sendable, Hashable, Codable {
    /// A tip in the air touches from this pressure on.
    public let down: Double
    /// A touching tip has left at this pressure.
    public let up: Double

    /// nil unless 0 ≤ up ≤ down ≤ 1.
    public init?(down: Double, up: Double) {
        guard up >= 0, up <= down, down <= 1 else { return nil }
        (self.down, self.up) = (down, up)
    }

    private init(known down: Double, _ up: Double) { (self.down, self.up) = (down, up) }

    /// 0.8 % and 0.4 %. libinput's 5 % loses light strokes: on one pen display four contacts of 38 never pressed harder than 1.0 to 3.3 %.
    /// xf86-input-wacom touches at 27 of 2048 (1.3 %) and leaves 0.8 % below, for some twenty years on all of Wacom's tablets, so that
    /// noise of a healthy tip stays below that; half of it still is eight units of a tablet with 1024 levels. What a worn tip presses in
    /// the air is learnt and subtracted before this is asked.
    public static let standard = TipThresholds(known: 0.008, 0.004)

    /// libinput's.
    public static let libinput = TipThresholds(known: 0.05, 0.01)

    private enum Key: String, CodingKey { case down, up }

    /// Reads what `encode` wrote.
    /// - Throws: `DecodingError` for thresholds that cannot be.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let (down, up) = (try values.decode(Double.self, forKey: .down), try values.decode(Double.self, forKey: .up))
        guard let thresholds = TipThresholds(down: down, up: up) else {
            throw DecodingError.dataCorruptedError(forKey: .up, in: values, debugDescription: "down is \(down), up is \(up)")
        }
        self = thresholds
    }
}

/// A curve that takes pressure to force: a cubic Bézier curve, or straight lines between points.
///
/// The Bézier curve goes from (0, 0) to (100, 100) and is given by its two control points: the `PressureCurve` of xf86-input-wacom and of
/// desktops' settings, which makers of tablets publish theirs in.
public struct PressureCurve: Sendable, Hashable, Codable {
    private enum Shape: Sendable, Hashable {
        /// x1, y1, x2 and y2 of the control points, each 0 to 100.
        case controls(Double, Double, Double, Double)
        /// Pressures that rise from 0 to 1, and forces that do not fall.
        case points([Place])
    }

    private let shape: Shape

    /// The most points of one curve.
    public static let mostPoints = 16

    /// The control points (x1, y1) and (x2, y2), each number 0 to 100; nil for anything else.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy({ (0...100).contains($0) }) else { return nil }
        shape = .controls(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// The points (pressure, force) of straight lines, each number 0 to 1; nil unless pressure rises from 0 to 1 and force never falls.
    public init?(points: [Place]) {
        guard (2...Self.mostPoints).contains(points.count), points.first?.x == 0, points.last?.x == 1,
            points.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) }),
            zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x && $0.y <= $1.y })
        else { return nil }
        shape = .points(points)
    }

    /// Reads what `encode` wrote.
    /// - Throws: `DecodingError` for a curve that cannot be.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer()
        let curve: PressureCurve?
        if let pairs = try? values.decode([[Double]].self) {
            let points = pairs.compactMap { $0.count == 2 ? Place(x: $0[0], y: $0[1]) : nil }
            curve = points.count == pairs.count ? PressureCurve(points: points) : nil
        } else {
            curve = PressureCurve(try values.decode([Double].self))
        }
        guard let curve else {
            throw DecodingError.dataCorruptedError(
                in: values, debugDescription: "a pressure curve has four numbers, 0 to 100, or rising points, 0 to 1")
        }
        self = curve
    }

    /// Writes the four numbers, or the points as pairs.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch shape {
        case .controls(let x1, let y1, let x2, let y2): try container.encode([x1, y1, x2, y2])
        case .points(let points): try container.encode(points.map { [$0.x, $0.y] })
        }
    }

    /// The force, 0…1, of a pressure, 0…1.
    public func force(_ pressure: Float) -> Float {
        switch shape {
        case .controls(let x1, let y1, let x2, let y2): Self.force(pressure, x1 / 100, y1 / 100, x2 / 100, y2 / 100)
        case .points(let points): Self.force(pressure, points)
        }
    }

    private static func force(_ pressure: Float, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Float {
        guard pressure > 0, pressure < 1 else { return min(1, max(0, pressure)) }
        func value(_ first: Double, _ second: Double, at t: Double) -> Double {
            let rest = 1 - t
            return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
        }
        // x grows with t as the control points lie within 0…1, so that halving finds the place
        var (low, high) = (0.0, 1.0)
        for _ in 0..<20 {
            let middle = (low + high) / 2
            if value(x1, x2, at: middle) < Double(pressure) { low = middle } else { high = middle }
        }
        return Float(min(1, max(0, value(y1, y2, at: (low + high) / 2))))
    }

    private static func force(_ pressure: Float, _ points: [Place]) -> Float {
        let x = Double(min(1, max(0, pressure)))
        var before = Place(x: 0, y: points.first?.y ?? 0)
        for point in points {
            if point.x >= x {
                let width = point.x - before.x
                return Float(width > 0 ? before.y + (point.y - before.y) * (x - before.x) / width : point.y)
            }
            before = point
        }
        return Float(before.y)
    }
}

/// What the values of tilt axes mean.
public enum TiltReading: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: the axes carry no tilt.
    case none
    /// The range stands for ±64°, whatever resolution is reported.
    case range
    /// The resolution is units per radian, also where zero does not lie inside of the range.
    case resolution
}

/// The way a pen erases; libwacom's `EraserType`.
public enum EraserType: String, Sendable, Hashable, Codable, CaseIterable {
    /// The pen is turned round.
    case invert
    /// A button on the barrel makes the firmware report an eraser.
    case button
}

/// Reports of proximity that a device fails to send.
public enum ProximityReports: String, Sendable, Hashable, Codable, CaseIterable {
    /// No tool is ever reported: a pen is near from the first report on.
    case forced
    /// A tool that leaves may not be reported: silence always means that it has gone.
    case missingOut = "missing-out"
}

extension TabletArea.Rotation: Codable {}
