import Evdev

/// The last values that a pen's axes reported, in device units.
///
/// The kernel reports only changes. A sample consists of these values and the changes of a frame.
struct AxisValues: Hashable {
    private(set) var x: Int32
    private(set) var y: Int32
    private(set) var distance: DistanceAxis
    private(set) var tiltX: Int32
    private(set) var tiltY: Int32
    /// The barrel rotation (ABS_Z). Pens without rotation never change the value, which would otherwise be mistaken for a rotation.
    private(set) var rotation: LatentAxis
    /// The finger wheel (ABS_WHEEL). Pens without a wheel never change the value, which would otherwise be mistaken for a wheel at one end.
    private(set) var wheel: LatentAxis
    /// The vendor's number for the kind of tool; 0 if unknown.
    private(set) var toolID: UInt32
    /// ABS_MISC is a tool ID on Wacom devices only; at least one other driver uses it for a timestamp.
    private let hasToolID: Bool

    /// Wacom's vendor numbers.
    private static let wacom: Set<UInt16> = [0x056a, 0x2d1f]

    /// Starts from the values when the device was opened.
    init(_ description: DeviceDescription) {
        func value(_ axis: UInt16) -> Int32 { description.axes[axis]?.value ?? 0 }
        x = value(Axis.x)
        y = value(Axis.y)
        distance = DistanceAxis(value(Axis.distance), fuzz: description.quirks?.distanceFuzz)
        tiltX = value(Axis.tiltX)
        tiltY = value(Axis.tiltY)
        rotation = LatentAxis(value(Axis.z))
        wheel = LatentAxis(value(Axis.wheel))
        hasToolID = Self.wacom.contains(description.id.vendor)
        toolID = hasToolID ? UInt32(bitPattern: value(Axis.misc)) : 0
    }

    /// Stores a reported value; returns whether it differs from the previous one. Values of other axes are ignored.
    mutating func apply(_ code: UInt16, _ value: Int32) -> Bool {
        switch code {
        case Axis.x: update(&x, value)
        case Axis.y: update(&y, value)
        case Axis.distance: distance.apply(value)
        case Axis.tiltX: update(&tiltX, value)
        case Axis.tiltY: update(&tiltY, value)
        case Axis.z: rotation.apply(value)
        case Axis.wheel: wheel.apply(value)
        case Axis.misc where hasToolID: update(&toolID, UInt32(bitPattern: value))
        default: false
        }
    }

    /// Forgets that the last tool has reported its latent axes, because the tool has left.
    mutating func forgetTool() {
        rotation.forget()
        wheel.forget()
    }
}

/// An axis whose value is meaningless until the tool in proximity has reported it.
struct LatentAxis: Hashable {
    private var value: Int32
    private var isReported: Bool

    /// Starts with the value at the time the device was opened. A value other than 0 counts as reported.
    init(_ value: Int32) { (self.value, isReported) = (value, value != 0) }

    /// The reported value; nil before the first report.
    var reported: Int32? { isReported ? value : nil }

    /// Stores a reported value; returns whether it differs from the previous one.
    mutating func apply(_ value: Int32) -> Bool {
        isReported = true
        return update(&self.value, value)
    }

    /// Forgets that the axis was reported: another tool may lack it.
    mutating func forget() { isReported = false }
}

/// ABS_DISTANCE without its noise.
struct DistanceAxis: Hashable {
    /// The reported value. It changes only if a report differs from it by at least the fuzz.
    private(set) var value: Int32
    private var reported: Int32
    private let fuzz: Int64

    /// libinput's fuzz, in device units. The value flickers by one unit even if the hand does not move.
    private static let standardFuzz: Int32 = 2

    /// - Parameter fuzz: minimum change in device units; nil for the standard.
    init(_ value: Int32, fuzz: Int32?) {
        (self.value, reported) = (value, value)
        self.fuzz = Int64(fuzz ?? Self.standardFuzz)
    }

    /// Stores a reported value, and returns whether it differs from the previous one. A difference below the fuzz counts too, because any
    /// change shows that the pen is in proximity.
    mutating func apply(_ value: Int32) -> Bool {
        if abs(Int64(value) - Int64(self.value)) >= fuzz { self.value = value }
        return update(&reported, value)
    }
}

/// Stores a value; returns whether it differs from the previous one.
func update<Value: Equatable>(_ field: inout Value, _ value: Value) -> Bool {
    guard field != value else { return false }
    field = value
    return true
}
