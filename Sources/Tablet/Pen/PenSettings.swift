import Evdev
import Ink

/// The settings that apply to the pen in proximity: a user's adjustment; without one, the quirks of the tablet.
struct PenSettings {
    private var adjustment: TabletAdjustment
    private let knownThresholds: TipThresholds
    private let knownCurve: PressureCurve?
    /// The pressures at which the tip counts as touching and as lifted.
    private(set) var thresholds: TipThresholds
    /// The map from pressure to force; nil if both are equal.
    private(set) var curve: PressureCurve?
    /// Smoothing window: number of preceding samples averaged into each position.
    private(set) var smoothing = 0

    /// Creates the settings of a pen without a known serial number.
    init(_ adjustment: TabletAdjustment, quirks: Quirks) {
        self.adjustment = adjustment
        knownThresholds = quirks.tip ?? .standard
        knownCurve = quirks.pressureCurve
        (thresholds, curve) = (knownThresholds, knownCurve)
        select(serial: 0)
    }

    /// Selects the settings of the pen with this serial number; 0 stands for an unknown one.
    mutating func select(serial: UInt32) {
        let pen = adjustment.pen(serial: serial)
        thresholds = pen.tip(known: knownThresholds)
        curve = pen.pressure ?? knownCurve
        smoothing = pen.smoothing ?? 0
    }

    /// Applies another adjustment to the pen with this serial number.
    mutating func use(_ adjustment: TabletAdjustment, serial: UInt32) {
        self.adjustment = adjustment
        select(serial: serial)
    }
}

/// The serial number of the pen in proximity (MSC_SERIAL). It may be reported later than the pen's proximity-in.
struct PenSerial {
    /// The serial number; 0 while unknown.
    private(set) var number: UInt32 = 0
    /// The identifier that tip records use in place of the serial number; 0 while unknown.
    private(set) var pen: UInt32 = 0
    private let identifier: @Sendable (UInt32) -> UInt32

    /// - Parameter identifier: returns the identifier that tip records use in place of a serial number.
    init(identifier: @escaping @Sendable (UInt32) -> UInt32) { self.identifier = identifier }

    /// Whether an event reports a serial number. The kernel's −1 means that the number is unknown, and is not a report.
    static func isReported(by event: InputEvent) -> Bool {
        event.type == EventType.msc && event.code == Misc.serial && event.value != -1
    }

    /// Stores a reported number; returns whether it differs from the previous one.
    mutating func apply(_ value: Int32) -> Bool {
        guard update(&number, UInt32(bitPattern: value)) else { return false }
        pen = number == 0 ? 0 : identifier(number)
        return true
    }

    /// Forgets the number: the pen has left.
    mutating func forget() { (number, pen) = (0, 0) }
}
