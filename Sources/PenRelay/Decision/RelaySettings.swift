public import Evdev

/// A position in device units.
public struct DevicePoint: Sendable, Hashable {
    /// The value of ABS_X.
    public var x: Int32
    /// The value of ABS_Y.
    public var y: Int32

    /// Creates a position.
    public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}

/// One length in the device units of both axes.
public struct DeviceLength: Sendable, Hashable {
    /// The length along ABS_X.
    public var x: Int32
    /// The length along ABS_Y.
    public var y: Int32

    /// Creates a length.
    public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    /// Returns a length of millimeters on a tablet.
    ///
    /// A tablet of unknown size counts as 250 mm along its longer side, as tablets of medium size are.
    public static func millimeters(_ length: Double, on tablet: DeviceDescription) -> DeviceLength {
        let (x, y) = (tablet.axes[Axis.x], tablet.axes[Axis.y])
        let spans = (Double(x?.span ?? 0), Double(y?.span ?? 0))
        let units: (x: Double, y: Double) =
            if let size = tablet.databaseSize, size.width > 0, size.height > 0 {
                (spans.0 / size.width, spans.1 / size.height)
            } else if let x, let y, x.resolution > 0, y.resolution > 0 {
                (Double(x.resolution), Double(y.resolution))
            } else {
                (max(spans.0, spans.1) / 250, max(spans.0, spans.1) / 250)
            }
        return DeviceLength(x: Int32(clamping: Int64(length * units.x + 0.5)), y: Int32(clamping: Int64(length * units.y + 0.5)))
    }

    /// Whether the offset between two points is longer than this length. The comparison uses an ellipse, because the units of the axes may
    /// differ.
    func isExceeded(from start: DevicePoint, to end: DevicePoint) -> Bool {
        let dx = Double(Int64(end.x) - Int64(start.x)) / Double(max(1, x))
        let dy = Double(Int64(end.y) - Int64(start.y)) / Double(max(1, y))
        return dx * dx + dy * dy > 1
    }
}

/// The rules of the decision whether a contact writes, set by inkd.
public struct RelaySettings: Sendable, Hashable {
    /// The contacts that write.
    public enum Mode: UInt8, Sendable, Hashable {
        /// No contact writes: the pen points everywhere.
        case pass = 0
        /// Contacts in text fields write if they move.
        case decide = 1
        /// All contacts write, except in password fields.
        case writeEverything = 2
    }

    /// The contacts that write.
    public var mode: Mode
    /// Milliseconds after which a contact that has not moved points.
    public var hold: UInt16
    /// Milliseconds for which the ink of a stroke is pending: meanwhile a contact near the ink writes at once.
    public var pending: UInt16
    /// The distance that a contact must move to write.
    public var movement: DeviceLength
    /// The distance from pending ink within which a contact writes at once.
    public var reach: DeviceLength
    /// The maximum distance from the focused field at which a contact near pending ink may begin.
    public var slop: DeviceLength

    /// Creates settings.
    public init(mode: Mode, hold: UInt16, pending: UInt16, movement: DeviceLength, reach: DeviceLength, slop: DeviceLength) {
        self.mode = mode
        self.hold = hold
        self.pending = pending
        self.movement = movement
        self.reach = reach
        self.slop = slop
    }

    /// Returns the usual rules for a tablet: 1 mm of movement within 500 ms; ink is pending for 1.5 s and 12 mm around it.
    ///
    /// Of 1,386 first strokes of real writing, 99.7 % move 1 mm within 500 ms; half of all strokes move 1 mm within 60 ms.
    public static func standard(_ mode: Mode, for tablet: DeviceDescription) -> RelaySettings {
        RelaySettings(
            mode: mode, hold: 500, pending: 1500, movement: .millimeters(1, on: tablet), reach: .millimeters(12, on: tablet),
            slop: .millimeters(4, on: tablet))
    }
}
