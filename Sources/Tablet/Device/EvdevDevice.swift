internal import CLibevdev
public import Evdev
internal import Glibc
internal import Ink

/// An open, read-only evdev node: no events can be written to it. If the node is also a keyboard, typed keys are masked.
public final class EvdevDevice: FrameSource {
    /// The device's description and its state when it was opened: keys held, axis values, the current slot of a touch device.
    ///
    /// A pen may already be in proximity. Its serial number (MSC_SERIAL) cannot be queried, and is reported at the next proximity-in.
    public let description: DeviceDescription
    private let descriptor: OwnedDescriptor
    private let context: LibevdevContext
    private var assembler = FrameAssembler()
    private var isResynchronizing = false
    private var last = InputEvent(time: Instant(microseconds: 0), type: 0, code: 0, value: 0)

    /// The descriptor to poll for reading.
    public var fileDescriptor: Int32 { descriptor.number }

    /// Opens a discovered device.
    ///
    /// The kernel reuses node names. A node that now belongs to another device is refused.
    /// - Parameter log: receives libevdev's messages.
    public convenience init(_ device: DiscoveredDevice, log: @escaping TabletLog) throws(TabletError) {
        try self.init(node: device.node, number: device.number, size: device.model?.size, log: log)
    }

    /// Opens a node by name, regardless of the device behind it.
    /// - Parameters:
    ///   - number: the device number the node must have; nil if any is accepted.
    ///   - size: the active area in millimeters, where the tablet database knows it.
    ///   - log: receives libevdev's messages.
    public init(
        node: String, number: UInt64? = nil, size: SurfaceSize? = nil, log: @escaping TabletLog
    ) throws(TabletError) {
        let descriptor = OwnedDescriptor(number: open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
        guard descriptor.number >= 0 else { throw .cannotOpen(node: node, errno: errno) }
        if let number {
            var status = stat()
            guard fstat(descriptor.number, &status) == 0 else { throw .cannotOpen(node: node, errno: errno) }
            guard UInt64(status.st_rdev) == number else { throw .replaced(node: node) }
        }
        Self.drain(descriptor.number)
        guard let context = LibevdevContext(log: log) else { throw .notAnInputDevice(node: node, errno: ENOMEM) }
        let result = context.attach(to: descriptor.number)
        guard result == 0 else { throw .notAnInputDevice(node: node, errno: -result) }
        try Self.maskTypedKeys(of: context, descriptor.number, node: node)
        // the kernel drops events that arrived after `drain`, and reports the loss with SYN_DROPPED
        let clock = libevdev_set_clock_id(context.pointer, CLOCK_MONOTONIC)
        guard clock == 0 else { throw .noMonotonicClock(node: node, errno: -clock) }
        var description = DeviceDescription(of: context.pointer)
        description.databaseSize = size
        self.description = description
        self.descriptor = descriptor
        self.context = context
    }

    /// The description, with the state after the last event that was read.
    public var present: DeviceDescription {
        var present = DeviceDescription(of: context.pointer)
        present.databaseSize = description.databaseSize
        return present
    }

    /// The codes of EV_REL and EV_SW that the device has. The description does not contain these types.
    public var otherCodes: [UInt16: Set<UInt16>] {
        [EV_REL: REL_CNT, EV_SW: SW_CNT].reduce(into: [:]) { codes, type in
            let found = DeviceDescription.codes(context.pointer, UInt16(type.key), below: type.value)
            if !found.isEmpty { codes[UInt16(type.key)] = found }
        }
    }

    /// The number of the device that the node belongs to (`dev_t`).
    public var number: UInt64 {
        var status = stat()
        return fstat(descriptor.number, &status) == 0 ? UInt64(status.st_rdev) : 0
    }

    /// Reads until the kernel has no more events and passes each complete frame to `body`.
    ///
    /// After an overflow of the kernel's buffer, one frame with `followsDrop` contains all changes of the state.
    public func readFrames(_ body: (Frame) -> Void) -> ReadOutcome {
        var delivered = 0
        while delivered < framesPerRead {
            var event = input_event()
            let flag = isResynchronizing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            let status = libevdev_next_event(context.pointer, flag.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                last = InputEvent(&event)
                guard assembler.add(last) else { continue }
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) where isResynchronizing:
                last = InputEvent(&event)
                assembler.addDifference(last)
                continue
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                last = InputEvent(&event)
                isResynchronizing = true
                assembler.beginDifference()
                continue
            case -EAGAIN where isResynchronizing:
                isResynchronizing = false
                assembler.close(at: last.time)
            case -EAGAIN:
                return .drained
            case -EINTR:
                continue
            default:
                return .gone
            }
            body(assembler.frame)
            delivered += 1
        }
        return .more
    }

    /// Grabs the device, so that other programs get no events, or ungrabs it. The kernel ungrabs the device when this process ends.
    /// - Throws: `TabletError.cannotGrab` or `penIsNear`. In both cases nothing has changed.
    public func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) throws(TabletError) {
        // unread events may contain a proximity-in: no program may see only a part of a proximity session
        guard isSilent || !isToolNear else { throw .penIsNear }
        try change(isGrabbed)
        guard !isSilent, isToolNear else { return }
        try change(!isGrabbed)
        throw .penIsNear
    }

    private func change(_ isGrabbed: Bool) throws(TabletError) {
        let result = context.grab(isGrabbed)
        guard result == 0 else { throw .cannotGrab(errno: -result) }
    }

    /// Whether the kernel reports a tool in proximity now.
    private var isToolNear: Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(KEY_CNT) / 8) { bits in
            bits.initialize(repeating: 0)
            guard inkd_input_keys(fileDescriptor, bits.baseAddress, bits.count) >= 0 else { return false }
            return (Int(Key.toolPen)...Int(Key.toolLens)).contains { bits[$0 / 8] & 1 << ($0 % 8) != 0 }
        }
    }

    /// If the node is also a keyboard, masks the typed keys: the kernel then does not send them to this process.
    /// - Throws: `TabletError.cannotMaskKeys`. The node must then not be read.
    private static func maskTypedKeys(of context: borrowing LibevdevContext, _ descriptor: Int32, node: String) throws(TabletError) {
        let keys = DeviceDescription(of: context.pointer).keys
        let typed = Key.typed(among: keys)
        guard !typed.isEmpty else { return }
        var bits = [UInt8](repeating: 0, count: Int(KEY_CNT) / 8)
        for key in keys.subtracting(typed) { bits[Int(key) / 8] |= 1 << (key % 8) }
        guard inkd_input_mask_keys(descriptor, bits, bits.count) == 0 else { throw .cannotMaskKeys(node: node, errno: errno) }
        // libevdev queries the state of the keys after a loss of events, and the kernel's mask does not apply to queries
        context.leaveOut(keys: typed)
    }

    /// Drops events from before the clock was set: their timestamps are of another clock.
    private static func drain(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 64 * MemoryLayout<input_event>.stride, alignment: 8) { buffer in
            for _ in 0..<256 where read(descriptor, buffer.baseAddress, buffer.count) <= 0 { return }
        }
    }
}
