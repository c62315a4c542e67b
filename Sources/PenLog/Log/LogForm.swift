internal import Evdev
internal import Ink

/// The elements of a log file.
///
/// A file begins with `magic`. Then come records: a byte for the kind, the payload's length (a varint), the payload, and the CRC-32C of all
/// these, the lowest byte first. Numbers are varints as in Protocol Buffers, signed ones in zigzag; the header, devices, anchors and
/// annotations are JSON objects. Readers skip records of unknown kinds.
///
/// Frames are written as differences from a state. Every few seconds, a record contains this state: readers that already know it skip the
/// record, and others resume there.
enum LogForm {
    /// The magic bytes of every log: the name, and a line end that would reveal a conversion in text mode.
    static let magic: [UInt8] = Array("INKDLOG\n".utf8)
    /// The number of bytes of the checksum.
    static let checksum = 4
    /// Maximum payload length; longer payloads are damage.
    static let longestPayload = 1 << 20
    /// The size in bytes up to which frames are combined in one record.
    static let fullBatch = 4096

    enum Kind: UInt8 {
        case header = 1
        case device = 2
        case removed = 3
        case frames = 4
        case lost = 5
        case anchor = 6
        case stroke = 7
        case arbitration = 8
        case annotation = 9
        case paused = 10
        case resumed = 11
        case ended = 12
        /// The state of the frame coding, with which reading resumes after damage.
        case state = 13
        /// A device that is still present, for readers that lost its record.
        case deviceAgain = 14
    }

    /// The interval, in microseconds of frames, at which the coding state is written.
    static let stateInterval: Int64 = 5_000_000
    /// The number of bytes of records after which the coding state is written.
    static let stateBytes = 64 << 10
    /// The number of states between two lists of the devices.
    static let statesBetweenDevices = 12

    /// The flags after the number of events in a frame.
    struct FrameFlags: OptionSet {
        let rawValue: UInt64
        /// The kernel's buffer overflowed before the frame.
        static let followsDrop = FrameFlags(rawValue: 1)
        /// Each event has its own time, different from the frame's.
        static let hasTimes = FrameFlags(rawValue: 2)
        static let bits = 2
    }
}

/// The state that frames are read and written with: times and values are written as differences from it.
struct FrameCoding {
    struct Source {
        /// The codes that the device has reported so far, by first appearance.
        var codes: [UInt32] = []
        var places: [UInt32: Int] = [:]
        var values: [Int32] = []

        mutating func add(_ key: UInt32) {
            places[key] = codes.count
            codes.append(key)
            values.append(0)
        }
    }

    private(set) var time: Int64 = 0
    private(set) var sources: [Int: Source] = [:]

    init() {}

    /// Whether no frame has been coded yet.
    var isFresh: Bool { sources.isEmpty }

    /// Writes the whole state.
    func writeState(to writer: inout InkBytesWriter) {
        writer.write(signed: time)
        writer.write(unsigned: UInt64(sources.count))
        for (device, source) in sources.sorted(by: { $0.key < $1.key }) {
            writer.write(unsigned: UInt64(UInt32(truncatingIfNeeded: device)))
            writer.write(unsigned: UInt64(source.codes.count))
            for (code, value) in zip(source.codes, source.values) {
                writer.write(unsigned: UInt64(code))
                writer.write(signed: Int64(value))
            }
        }
    }

    /// Reads a state written by `writeState`.
    init(state reader: inout InkBytesReader) throws(InkCodingError) {
        time = try reader.signed("time")
        let count = try reader.unsigned("number of devices")
        // a device takes at least two bytes, as does a code
        guard count <= UInt64(reader.remaining / 2) else { throw .invalid(field: "number of devices", value: "\(count)") }
        for _ in 0..<count {
            let device = try reader.unsigned("device")
            guard device <= UInt64(UInt32.max) else { throw .invalid(field: "device", value: "\(device)") }
            let codes = try reader.unsigned("number of codes")
            guard codes <= UInt64(reader.remaining / 2) else { throw .invalid(field: "number of codes", value: "\(codes)") }
            var source = Source()
            for _ in 0..<codes {
                let code = try reader.unsigned("code")
                guard code <= UInt64(UInt32.max) else { throw .invalid(field: "code", value: "\(code)") }
                source.add(UInt32(code))
                let value = try reader.next("value", after: 0, in: Int64(Int32.min)...Int64(Int32.max))
                source.values[source.values.count - 1] = Int32(value)
            }
            sources[Int(device)] = source
        }
    }

    mutating func write(_ frame: Frame, of device: Int, to writer: inout InkBytesWriter) {
        var source = sources.removeValue(forKey: device) ?? Source()
        var flags: LogForm.FrameFlags = frame.followsDrop ? .followsDrop : []
        if frame.events.contains(where: { $0.time != frame.time }) { flags.insert(.hasTimes) }
        writer.write(unsigned: UInt64(UInt32(truncatingIfNeeded: device)))
        writer.write(signed: frame.time.microseconds &- time)
        time = frame.time.microseconds
        writer.write(unsigned: UInt64(frame.events.count) << UInt64(LogForm.FrameFlags.bits) | flags.rawValue)
        for event in frame.events {
            let key = UInt32(event.type) << 16 | UInt32(event.code)
            let place = source.places[key] ?? source.codes.count
            writer.write(unsigned: UInt64(place))
            if place == source.codes.count {
                writer.write(unsigned: UInt64(key))
                source.add(key)
            }
            writer.write(signed: Int64(event.value) - Int64(source.values[place]))
            source.values[place] = event.value
            if flags.contains(.hasTimes) { writer.write(signed: event.time.microseconds &- time) }
        }
        sources[device] = source
    }

    mutating func read(from reader: inout InkBytesReader) throws(InkCodingError) -> (device: Int, frame: Frame) {
        let number = try reader.unsigned("device")
        guard number <= UInt64(UInt32.max) else { throw .invalid(field: "device", value: "\(number)") }
        let device = Int(number)
        var source = sources.removeValue(forKey: device) ?? Source()
        time = time &+ (try reader.signed("time"))
        let head = try reader.unsigned("number of events")
        let flags = LogForm.FrameFlags(rawValue: head & (1 << UInt64(LogForm.FrameFlags.bits) - 1))
        let count = head >> UInt64(LogForm.FrameFlags.bits)
        // an event takes at least two bytes
        guard count <= UInt64(reader.remaining / 2) else { throw .invalid(field: "number of events", value: "\(count)") }
        var frame = Frame(time: Instant(microseconds: time), followsDrop: flags.contains(.followsDrop))
        frame.events.reserveCapacity(Int(count))
        for _ in 0..<count {
            let place = try reader.unsigned("event")
            if place == UInt64(source.codes.count) {
                let key = try reader.unsigned("code")
                guard key <= UInt64(UInt32.max) else { throw .invalid(field: "code", value: "\(key)") }
                source.add(UInt32(key))
            }
            guard place < UInt64(source.codes.count) else { throw .invalid(field: "event", value: "\(place)") }
            let index = Int(place)
            let value = try reader.next("value", after: Int64(source.values[index]), in: Int64(Int32.min)...Int64(Int32.max))
            source.values[index] = Int32(value)
            let late = flags.contains(.hasTimes) ? try reader.signed("time") : 0
            let key = source.codes[index]
            frame.events.append(
                InputEvent(
                    time: Instant(microseconds: time &+ late), type: UInt16(key >> 16), code: UInt16(key & 0xffff), value: Int32(value)))
        }
        sources[device] = source
        return (device, frame)
    }
}

/// CRC-32C (Castagnoli), as in RFC 3720, appendix B.4: reflected, polynomial 0x1EDC6F41.
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0x82f6_3b78 : rest >> 1 }
    }

    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.withUnsafeBytes { of($0) } }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var rest: UInt32 = ~0
            for byte in bytes { rest = rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] }
            return ~rest
        }
    }
}
