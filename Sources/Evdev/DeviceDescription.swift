public import Ink

/// Range and resolution of an absolute axis (`struct input_absinfo`).
public struct AxisInfo: Sendable, Hashable {
    /// The value when the device was opened.
    public var value: Int32
    /// The smallest value according to the device; it may still report smaller ones.
    public var minimum: Int32
    /// The largest value according to the device; it may still report larger ones.
    public var maximum: Int32
    /// The size of the noise that the kernel filters out, in device units.
    public var fuzz: Int32
    /// Dead zone around the center.
    public var flat: Int32
    /// Units per millimeter (position) or per radian (angles); 0 if unknown.
    public var resolution: Int32

    /// Creates an axis with this range.
    @inlinable public init(value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// maximum − minimum; never negative, never overflows.
    @inlinable public var span: Int64 { max(0, Int64(maximum) - Int64(minimum)) }
}

/// The numbers that identify a model (`struct input_id`).
public struct InputID: Sendable, Hashable {
    /// The bus type (`BUS_*`): 3 is USB, 5 Bluetooth, 6 virtual, 0x18 I2C.
    public var bus: UInt16
    /// The vendor's number on that bus.
    public var vendor: UInt16
    /// The vendor's number for the product.
    public var product: UInt16
    /// The version of hardware or protocol.
    public var version: UInt16

    /// Creates an identity of these numbers.
    public init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
    }
}

/// A device: its name, capabilities, initial state, and corrections from databases.
public struct DeviceDescription: Sendable, Hashable {
    /// The device's name from the kernel. Untrusted: only display it, never interpret it.
    public var name: String
    /// The numbers of bus, vendor and product.
    public var id: InputID
    /// Physical path ("usb-0000:00:14.0-1/input0"); empty if unknown.
    public var phys: String
    /// The serial number; empty if unknown. It can identify the device's owner, so it must not be logged.
    public var uniq: String
    /// EV_KEY codes that the device can report.
    public var keys: Set<UInt16>
    /// Keys that were pressed when the device was opened.
    public var pressedKeys: Set<UInt16>
    /// Axes that the device can report, by EV_ABS code.
    public var axes: [UInt16: AxisInfo]
    /// EV_MSC codes that the device can report.
    public var miscCodes: Set<UInt16>
    /// INPUT_PROP_* codes of the device.
    public var properties: Set<UInt16>
    /// The active area in millimeters; nil if the tablet database does not know it.
    public var databaseSize: SurfaceSize?
    /// The size of the touch device of the same screen; nil if there is no such device or its size is unknown.
    public var touchSize: SurfaceSize?
    /// Corrections of the device's reports; nil before they are looked up.
    public var quirks: Quirks?
    /// udev's calibration matrix; nil without a matrix.
    public var matrix: SensorMatrix?
    /// Wear of the tips of the device's pens, most recent last.
    public var tips: [TipWear] = []

    /// Applies a frame's events to the axes' values and the pressed keys.
    public mutating func follow(_ frame: borrowing Frame) {
        for event in frame.events {
            switch event.type {
            case EventType.abs: axes[event.code]?.value = event.value
            case EventType.key where event.value == 0: pressedKeys.remove(event.code)
            case EventType.key: pressedKeys.insert(event.code)
            default: break
            }
        }
    }

    /// Returns a frame with the state of all keys and of the axes with a single value. It follows a loss of frames.
    public func state(at time: Instant) -> Frame {
        let keys = keys.sorted().map { InputEvent(time: time, type: EventType.key, code: $0, value: pressedKeys.contains($0) ? 1 : 0) }
        let values = axes.filter { $0.key < Axis.slot }.sorted { $0.key < $1.key }.map { code, axis in
            InputEvent(time: time, type: EventType.abs, code: code, value: axis.value)
        }
        return Frame(time: time, events: keys + values, followsDrop: true)
    }

    /// Creates a device with this name and nothing else; set the fields that are known.
    public init(name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
        self.name = name
        id = InputID(bus: bus, vendor: vendor, product: product, version: version)
        phys = ""
        uniq = ""
        keys = []
        pressedKeys = []
        axes = [:]
        miscCodes = []
        properties = []
    }
}

/// One event of the kernel's input protocol (`struct input_event`), its time on CLOCK_MONOTONIC.
public struct InputEvent: Sendable, Hashable {
    /// The kernel's timestamp.
    public var time: Instant
    /// The type of the event: EV_SYN, EV_KEY, EV_ABS, …
    public var type: UInt16
    /// The code, whose meaning depends on the type: see `EventType`, `Key`, `Axis`.
    public var code: UInt16
    /// The value, whose meaning depends on the type and the code.
    public var value: Int32

    /// Creates an event as the kernel reports it.
    @inlinable public init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}

/// All events that a device reported up to one SYN_REPORT. Reuse one instance, because a frame retains its storage.
public struct Frame: Sendable, Hashable {
    /// The time of the closing SYN_REPORT.
    public var time: Instant
    /// The events in order, without the closing SYN_REPORT.
    public var events: [InputEvent]
    /// Whether the kernel's buffer overflowed before this frame: frames were lost, and `events` contains the changes since the last
    /// frame.
    public var followsDrop: Bool

    /// Creates a frame of these events.
    @inlinable public init(time: Instant = Instant(microseconds: 0), events: [InputEvent] = [], followsDrop: Bool = false) {
        self.time = time
        self.events = events
        self.followsDrop = followsDrop
    }
}
