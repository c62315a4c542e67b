internal import CLibevdev
public import Evdev
internal import Glibc

/// A device created by a program, which other programs see like a plugged-in device (`/dev/uinput`; kernel,
/// `Documentation/input/uinput.rst`). The device exists as long as this object; it also disappears when the process ends for any reason.
///
/// The kernel treats its events like those of a driver: it drops unchanged values and empty frames, and sets the time of a frame to the
/// time of writing. It accepts no SYN_DROPPED.
public final class VirtualDevice {
    /// The path of the device's node, such as "/dev/input/event7"; nil if that cannot be determined.
    public let node: String?
    private let pointer: OpaquePointer

    /// Creates a device of this description: name, ids, properties, codes, axes with their resolution and values, pressed keys.
    ///
    /// Axes have no fuzz: recorded events have been filtered already, and would be changed by a second filter. The kernel provides neither
    /// a physical path nor a serial number.
    ///
    /// - Parameters:
    ///   - otherCodes: codes of EV_REL, EV_SW, EV_LED and EV_SND; other types are not supported.
    ///   - phys: the physical path; nil for a device without one.
    /// - Throws: `TabletError.noVirtualDevices`, `.cannotMakeDevice`.
    public init(
        _ description: DeviceDescription, otherCodes: [UInt16: Set<UInt16>] = [:], phys: String? = nil
    ) throws(TabletError) {
        let descriptor = open("/dev/uinput", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .noVirtualDevices(errno: errno) }
        if let phys, inkd_uinput_set_phys(descriptor, phys) < 0 {
            let code = errno
            close(descriptor)
            throw .cannotMakeDevice(name: description.name, errno: code)
        }
        // libevdev takes ownership of the descriptor only if it has opened it
        guard let plan = Self.plan(description, otherCodes) else {
            close(descriptor)
            throw .cannotMakeDevice(name: description.name, errno: ENOMEM)
        }
        defer { libevdev_free(plan) }
        var made: OpaquePointer?
        let code = libevdev_uinput_create_from_device(plan, descriptor, &made)
        guard code == 0, let made else {
            close(descriptor)
            throw .cannotMakeDevice(name: description.name, errno: -code)
        }
        pointer = made
        node = libevdev_uinput_get_devnode(made).map { String(cString: $0) }
        try press(description.pressedKeys)
    }

    deinit {
        let descriptor = libevdev_uinput_get_fd(pointer)
        libevdev_uinput_destroy(pointer)
        close(descriptor)
    }

    /// Writes the frame's events and the closing SYN_REPORT.
    /// - Throws: `TabletError.cannotPlay`
    public func write(_ frame: borrowing Frame) throws(TabletError) {
        for event in frame.events { try write(event.type, event.code, event.value) }
        try write(EventType.syn, Sync.report, 0)
    }

    /// Writes events, among them the SYN_REPORTs that close frames, in one call.
    /// - Throws: `TabletError.cannotPlay`
    public func write(_ events: [InputEvent]) throws(TabletError) {
        let descriptor = libevdev_uinput_get_fd(pointer)
        let code: Int32 = withUnsafeTemporaryAllocation(of: input_event.self, capacity: events.count) { buffer in
            for (index, event) in events.enumerated() {
                var made = input_event()
                (made.type, made.code, made.value) = (event.type, event.code, event.value)
                buffer.initializeElement(at: index, to: made)
            }
            let size = events.count * MemoryLayout<input_event>.stride
            return Glibc.write(descriptor, buffer.baseAddress, size) == size ? 0 : errno
        }
        guard code == 0 else { throw .cannotPlay(errno: code) }
    }

    private func press(_ keys: Set<UInt16>) throws(TabletError) {
        guard !keys.isEmpty else { return }
        for key in keys.sorted() { try write(EventType.key, key, 1) }
        try write(EventType.syn, Sync.report, 0)
    }

    private func write(_ type: UInt16, _ code: UInt16, _ value: Int32) throws(TabletError) {
        let result = libevdev_uinput_write_event(pointer, UInt32(type), UInt32(code), value)
        guard result == 0 else { throw .cannotPlay(errno: -result) }
    }

    /// Creates a libevdev device that exists in memory only.
    private static func plan(_ description: DeviceDescription, _ otherCodes: [UInt16: Set<UInt16>]) -> OpaquePointer? {
        guard let plan = libevdev_new() else { return nil }
        libevdev_set_name(plan, description.name)
        libevdev_set_id_bustype(plan, Int32(description.id.bus))
        libevdev_set_id_vendor(plan, Int32(description.id.vendor))
        libevdev_set_id_product(plan, Int32(description.id.product))
        libevdev_set_id_version(plan, Int32(description.id.version))
        for property in description.properties { libevdev_enable_property(plan, UInt32(property)) }
        var codes = otherCodes.filter { [EV_REL, EV_SW, EV_LED, EV_SND].contains(Int32($0.key)) }
        codes[EventType.key] = description.keys
        codes[EventType.msc] = description.miscCodes
        for (type, codes) in codes {
            for code in codes { libevdev_enable_event_code(plan, UInt32(type), UInt32(code), nil) }
        }
        for (code, axis) in description.axes {
            var info = input_absinfo(
                value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: 0, flat: axis.flat, resolution: axis.resolution)
            libevdev_enable_event_code(plan, UInt32(EventType.abs), UInt32(code), &info)
        }
        return plan
    }
}
