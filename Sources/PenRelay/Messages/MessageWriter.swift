public import Evdev
public import Ink

/// Encodes messages into one buffer, which is reused: a frame costs no allocation.
public struct MessageWriter: Sendable {
    /// The last encoded message.
    public private(set) var bytes: [UInt8] = []

    /// Creates a writer with room for the frames of most pens.
    public init() { bytes.reserveCapacity(1024) }

    /// Encodes a frame of the pen.
    /// - Parameter isComplete: Whether the frame has the whole state of the pen, because earlier frames were lost.
    public mutating func write(_ frame: borrowing Frame, _ status: ContactStatus, isComplete: Bool = false) {
        let count = min(frame.events.count, Int(UInt16.max))
        let hasGap = isComplete || frame.followsDrop
        begin(.frame, flags: (hasGap ? 1 : 0) | status.rawValue << 1, count: UInt16(count), at: frame.time)
        for event in frame.events.prefix(count) {
            add(event.type)
            add(event.code)
            add(event.value)
        }
    }

    /// Encodes a message other than a frame.
    /// - Parameter time: the time of the message; a verdict has the time of its contact.
    public mutating func write(_ message: RelayMessage, at time: Instant) {
        switch message {
        case .hello(let version, let device):
            begin(.hello, at: time)
            add(version)
            add(device)
        case .frame(let status): write(Frame(time: time), status)
        case .verdict(let verdict): begin(.verdict, flags: verdict.verdict.rawValue, at: verdict.began)
        case .grab(let isGrabbed): begin(.grab, flags: isGrabbed ? 1 : 0, at: time)
        }
    }

    /// Encodes a message of inkd. Fields beyond the limit are left out.
    public mutating func write(_ message: DaemonMessage, at time: Instant) {
        switch message {
        case .settings(let settings):
            begin(.settings, at: time)
            bytes.append(settings.mode.rawValue)
            bytes.append(0)
            for value in [settings.hold, settings.pending, 0] { add(value) }
            for length in [settings.movement, settings.reach, settings.slop] {
                add(length.x)
                add(length.y)
            }
        case .fields(let fields):
            let fields = fields.prefix(DaemonMessage.mostFields)
            begin(.fields, count: UInt16(fields.count), at: time)
            for field in fields {
                for corner in [field.minimum, field.maximum] {
                    add(corner.x)
                    add(corner.y)
                }
                add((field.isFocused ? 1 : 0) | (field.isSecret ? 2 : 0) as UInt32)
            }
        case .committed: begin(.committed, at: time)
        }
    }

    private mutating func begin(_ kind: Wire.Kind, flags: UInt8 = 0, count: UInt16 = 0, at time: Instant) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(kind.rawValue)
        bytes.append(flags)
        add(count)
        add(0 as UInt32)
        add(UInt64(bitPattern: time.microseconds))
    }

    private mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
