internal import CLibevdev
internal import Evdev
internal import Glibc
internal import Ink

/// Receives libevdev's log messages, one line each. The messages name codes, devices and contact numbers, never positions. A faulty device
/// may cause one message per event, so limit their rate.
public typealias TabletLog = @Sendable (_ message: String) -> Void

/// libevdev's view of one device.
struct LibevdevContext: ~Copyable {
    let pointer: OpaquePointer
    private let log: UnsafeMutablePointer<inkd_libevdev_log>
    private let sink: Unmanaged<Sink>

    private final class Sink {
        private let log: TabletLog
        init(_ log: @escaping TabletLog) { self.log = log }

        /// Forwards a message without the newline at its end.
        func take(_ message: UnsafePointer<CChar>) {
            let length = strlen(message)
            let bytes = UnsafeRawBufferPointer(start: message, count: length > 0 && message[length - 1] == 10 ? length - 1 : length)
            log(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Creates a context without a device; nil if out of memory. Messages are sent to `log` from the first call on.
    init?(log report: @escaping TabletLog) {
        guard let pointer = libevdev_new() else { return nil }
        self.pointer = pointer
        sink = Unmanaged.passRetained(Sink(report))
        log = .allocate(capacity: 1)
        log.initialize(
            to: inkd_libevdev_log(
                sink: { context, message in
                    guard let context, let message else { return }
                    Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().take(message)
                },
                context: sink.toOpaque()))
        inkd_libevdev_set_log(pointer, log)
    }

    /// Attaches a device by its descriptor; the caller keeps ownership.
    /// - Returns: 0, or a negative errno.
    func attach(to descriptor: Int32) -> Int32 {
        // libevdev resets its log handler here, even on failure, and would call the function with a null context
        defer { inkd_libevdev_set_log(pointer, log) }
        return libevdev_set_fd(pointer, descriptor)
    }

    /// Grabs or ungrabs the device.
    /// - Returns: 0, or a negative errno.
    func grab(_ isGrabbed: Bool) -> Int32 { libevdev_grab(pointer, isGrabbed ? LIBEVDEV_GRAB : LIBEVDEV_UNGRAB) }

    /// Disables these keys, as if the device did not have them: they are neither reported as events nor as differences after a loss.
    func leaveOut(keys: Set<UInt16>) {
        for key in keys { libevdev_disable_event_code(pointer, UInt32(EventType.key), UInt32(key)) }
    }

    deinit {
        libevdev_free(pointer)
        log.deallocate()
        sink.release()
    }
}

/// A file descriptor that is closed with its owner.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    deinit {
        if number >= 0 { close(number) }
    }
}

extension DeviceDescription {
    /// Creates libevdev's description of the device, with its current state.
    init(of device: OpaquePointer) {
        self.init(
            name: Self.text(libevdev_get_name(device)),
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)))
        phys = Self.text(libevdev_get_phys(device))
        uniq = Self.text(libevdev_get_uniq(device))
        keys = Self.codes(device, EventType.key, below: KEY_CNT)
        pressedKeys = keys.filter { libevdev_get_event_value(device, UInt32(EventType.key), UInt32($0)) != 0 }
        miscCodes = Self.codes(device, EventType.msc, below: MSC_CNT)
        properties = Set((0..<UInt16(INPUT_PROP_CNT)).filter { libevdev_has_property(device, UInt32($0)) == 1 })
        for code in Self.codes(device, EventType.abs, below: ABS_CNT) {
            guard let info = libevdev_get_abs_info(device, UInt32(code))?.pointee else { continue }
            axes[code] = AxisInfo(
                value: info.value, minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
                resolution: info.resolution)
        }
    }

    static func codes(_ device: OpaquePointer, _ type: UInt16, below end: Int32) -> Set<UInt16> {
        Set((0..<UInt16(end)).filter { libevdev_has_event_code(device, UInt32(type), UInt32($0)) == 1 })
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String {
        string.map { String(cString: $0) } ?? ""
    }
}

extension InputEvent {
    /// Converts the kernel's event.
    init(_ event: inout input_event) {
        self.init(
            time: Instant(microseconds: inkd_input_event_microseconds(&event)),
            type: event.type, code: event.code, value: event.value)
    }
}
