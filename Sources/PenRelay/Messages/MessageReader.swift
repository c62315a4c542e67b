public import Evdev
internal import Ink

extension RelayMessage {
    /// Decodes a datagram. A frame's time and events are put into `frame`, whose storage is reused.
    /// - Throws: `MessageError`; `frame` is undefined then.
    public static func decode(_ bytes: ArraySlice<UInt8>, frame: inout Frame) throws(MessageError) -> RelayMessage {
        let message = try DatagramReader(bytes)
        switch message.kind {
        case .hello:
            try message.check(Wire.hello)
            return .hello(version: message.number(16), device: message.number(20))
        case .frame:
            try message.check(Int(message.count) * Wire.event)
            let flags = message.flags
            guard flags < 8, let status = ContactStatus(rawValue: flags >> 1) else { throw .invalidValue(flags) }
            frame.time = message.time
            frame.followsDrop = flags & 1 != 0
            frame.events.removeAll(keepingCapacity: true)
            for index in 0..<Int(message.count) {
                let at = Wire.header + index * Wire.event
                frame.events.append(
                    InputEvent(
                        time: message.time, type: message.number(at), code: message.number(at + 2), value: message.number(at + 4)))
            }
            return .frame(status)
        case .verdict:
            try message.check(0)
            guard let verdict = Verdict(rawValue: message.flags) else { throw .invalidValue(message.flags) }
            return .verdict(ContactVerdict(verdict, began: message.time))
        case .grab:
            try message.check(0)
            guard message.flags < 2 else { throw .invalidValue(message.flags) }
            return .grab(isGrabbed: message.flags == 1)
        case .settings, .fields, .committed: throw .unknownKind(message.kind.rawValue)
        }
    }
}

extension DaemonMessage {
    /// Decodes a datagram.
    /// - Throws: `MessageError`
    public static func decode(_ bytes: ArraySlice<UInt8>) throws(MessageError) -> DaemonMessage {
        let message = try DatagramReader(bytes)
        switch message.kind {
        case .settings:
            try message.check(Wire.settings)
            let mode: UInt8 = message.number(16)
            guard let mode = RelaySettings.Mode(rawValue: mode) else { throw .invalidValue(mode) }
            return .settings(
                RelaySettings(
                    mode: mode, hold: message.number(18), pending: message.number(20), movement: message.length(24),
                    reach: message.length(32), slop: message.length(40)))
        case .fields:
            try message.check(Int(message.count) * Wire.field)
            guard message.count <= mostFields else { throw .invalidValue(UInt8(truncatingIfNeeded: message.count >> 8)) }
            return .fields(
                (0..<Int(message.count)).map { index in
                    let at = Wire.header + index * Wire.field
                    let flags: UInt32 = message.number(at + 16)
                    return FieldRectangle(
                        message.point(at), message.point(at + 8), isFocused: flags & 1 != 0, isSecret: flags & 2 != 0)
                })
        case .committed:
            try message.check(0)
            return .committed
        case .hello, .frame, .verdict, .grab: throw .unknownKind(message.kind.rawValue)
        }
    }
}

/// Reads the numbers of a datagram.
private struct DatagramReader {
    let kind: Wire.Kind
    private let bytes: ArraySlice<UInt8>

    /// Creates a reader of a datagram with a whole header.
    init(_ bytes: ArraySlice<UInt8>) throws(MessageError) {
        guard bytes.count >= Wire.header, let first = bytes.first else {
            throw .length(actual: bytes.count, expected: Wire.header)
        }
        guard let kind = Wire.Kind(rawValue: first) else { throw .unknownKind(first) }
        self.kind = kind
        self.bytes = bytes
    }

    var flags: UInt8 { number(1) }
    var count: UInt16 { number(2) }
    var time: Instant { Instant(microseconds: number(8)) }

    /// Checks the number of bytes after the header.
    func check(_ size: Int) throws(MessageError) {
        guard bytes.count == Wire.header + size else { throw .length(actual: bytes.count, expected: Wire.header + size) }
    }

    /// Returns the number at an offset; bytes beyond the end count as 0.
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
        var number: Number = 0
        for index in 0..<Number.bitWidth / 8 {
            let at = bytes.startIndex + offset + index
            guard at < bytes.endIndex else { return number }
            number |= Number(truncatingIfNeeded: bytes[at]) << (8 * index)
        }
        return number
    }

    func point(_ offset: Int) -> DevicePoint { DevicePoint(x: number(offset), y: number(offset + 4)) }
    func length(_ offset: Int) -> DeviceLength { DeviceLength(x: number(offset), y: number(offset + 4)) }
}
