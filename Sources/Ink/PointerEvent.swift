/// The ID of a device while it is plugged in. When the device is plugged in again, it gets a new ID.
public struct DeviceID: Sendable, Hashable {
    /// The underlying number.
    public var value: UInt32

    /// The ID with this number.
    @inlinable public init(_ value: UInt32) { self.value = value }
}

/// The tool of a pointer.
public enum PointerTool: UInt8, Sendable, Hashable, CaseIterable {
    /// The writing end of a pen (also a brush, pencil or airbrush).
    case pen
    /// The eraser end of a pen, or a pen switched to erasing.
    case eraser
    /// A finger on a touch device.
    case finger
}

/// The phase of a pointer event.
public enum PointerPhase: UInt8, Sendable, Hashable, CaseIterable {
    /// A tool came into proximity. Fingers have no proximity: they begin with `down`.
    case proximityIn
    /// A movement, or a change of a button or an axis, without contact.
    case hover
    /// The pointer touched the surface: a stroke begins.
    case down
    /// A movement, or a change of a button or an axis, during contact.
    case move
    /// The pointer left the surface: the stroke is finished.
    case up
    /// The stroke in progress is canceled (palm, unplugged, lost data): discard it.
    case cancel
    /// The tool left proximity. A touching pointer has received `up` or `cancel` before.
    case proximityOut
}

/// The barrel buttons that are held.
public struct PointerButtons: OptionSet, Sendable, Hashable {
    /// One bit per button.
    public var rawValue: UInt8

    /// The set with these bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The barrel button nearer to the tip (BTN_STYLUS).
    public static let lower = PointerButtons(rawValue: 1)
    /// The barrel button farther from the tip (BTN_STYLUS2).
    public static let upper = PointerButtons(rawValue: 2)
    /// A third barrel button (BTN_STYLUS3).
    public static let third = PointerButtons(rawValue: 4)
}

/// One event of a pointer. A plain value without references, so that the input path allocates nothing.
public struct PointerEvent: Sendable, Hashable {
    /// The phase of the contact or of proximity.
    public var phase: PointerPhase
    /// The tool of the event.
    public var tool: PointerTool
    /// The device that reported the event.
    public var device: DeviceID
    /// The pointer's number on the device: 0 for a pen, the tracking id for a finger.
    public var pointer: Int32
    /// The time at which the device reported the event.
    public var time: Instant
    /// Position in device units, as reported.
    public var rawX: Int32
    /// Position in device units, as reported, growing downward.
    public var rawY: Int32
    /// Position in millimeters from the left edge; device units if `isUnitless`.
    public var x: Double
    /// Position in millimeters from the top edge, growing downward; device units if `isUnitless`.
    public var y: Double
    /// Force derived from pressure while the tip touches, 0…1; 0 without pressure.
    public var force: Float
    /// Pressure as a fraction of its range, 0…1, also without contact; nil if equal to the force.
    public var pressure: Float?
    /// Distance from the surface as a fraction of its range, 0…1; 0 while touching or without a distance axis.
    public var distance: Float
    /// Direction in which the pen leans: radians clockwise from the x axis, 0 ≤ azimuth < 2π.
    public var azimuth: Float
    /// Angle between pen and surface in radians; π/2 if the pen is upright or tilt is unknown.
    public var altitude: Float
    /// Rotation of the barrel in radians, 0 ≤ rotation < 2π; 0 if unknown.
    public var rotation: Float
    /// Position of an airbrush's wheel as a fraction of its range, 0…1; nil without a wheel.
    public var wheel: Float?
    /// Barrel buttons held.
    public var buttons: PointerButtons
    /// The tool's serial number; 0 if unknown.
    public var serial: UInt32
    /// The vendor's number for the kind of tool; 0 if unknown.
    public var toolID: UInt32
    /// Whether samples before this one were lost, so that no line may be drawn across the gap.
    public var followsGap: Bool
    /// Whether the device's size is unknown: `x` and `y` are device units.
    public var isUnitless: Bool

    /// An event at the origin with everything unknown; set the known fields.
    @inlinable public init(phase: PointerPhase, tool: PointerTool, device: DeviceID, pointer: Int32 = 0, time: Instant) {
        self.phase = phase
        self.tool = tool
        self.device = device
        self.pointer = pointer
        self.time = time
        rawX = 0
        rawY = 0
        x = 0
        y = 0
        force = 0
        pressure = nil
        distance = 0
        azimuth = 0
        altitude = .pi / 2
        rotation = 0
        wheel = nil
        buttons = []
        serial = 0
        toolID = 0
        followsGap = false
        isUnitless = false
    }

    /// The stroke sample that corresponds to this event.
    @inlinable public var point: InkPoint {
        InkPoint(x: x, y: y, time: time, force: force, azimuth: azimuth, altitude: altitude)
    }
}
