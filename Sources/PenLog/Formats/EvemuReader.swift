internal import Evdev
internal import Ink

/// Reads evemu's text recordings (`evemu-record`, file format 1.0 to 1.3): a description of one device and its events.
///
/// | Line | Meaning |
/// | --- | --- |
/// | `N: NAME` | name |
/// | `I: BUS VENDOR PRODUCT VERSION` | hexadecimal |
/// | `P: XX …` | properties, 8 bytes of a bit mask a line |
/// | `B: TYPE XX …` | codes of an event type, 8 bytes of a bit mask a line |
/// | `A: CODE MIN MAX FUZZ FLAT [RESOLUTION]` | an axis; the code is hexadecimal |
/// | `E: SEC.USEC TYPE CODE VALUE` | an event; type and code are hexadecimal |
///
/// A recording without a description (only `E:` lines) gets one from its events, without size and without tilt.
enum EvemuReader {
    static func read(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        var parser = EvemuParser()
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            try parser.parse(line, number: number)
        }
        return Recording(devices: [parser.finish()])
    }
}

private struct EvemuParser {
    private var description = DeviceDescription(name: "")
    private var propertyBytes = 0
    private var codeBytes: [UInt16: Int] = [:]
    private var otherCodes: [UInt16: Set<UInt16>] = [:]
    private var frames = FrameCollector()
    private var isDescribed = false

    mutating func parse(_ bytes: ArraySlice<UInt8>, number: Int) throws(RecordingError) {
        // `#` begins a comment, except in a name.
        guard let kind = bytes.first, kind != UInt8(ascii: "#"), kind != UInt8(ascii: "\r") else { return }
        let isName = kind == UInt8(ascii: "N")
        let meant = isName ? bytes : bytes.prefix { $0 != UInt8(ascii: "#") }
        let fields = EvemuFields(line: number, text: String(decoding: meant, as: UTF8.self))
        guard bytes.dropFirst().first == UInt8(ascii: ":") else {
            throw fields.error("no line of an evemu recording", "begin it with N:, I:, P:, B:, A:, E: or #")
        }
        switch kind {
        case UInt8(ascii: "N"):
            description.name = fields.rest
        case UInt8(ascii: "I"): try parseIdentity(fields)
        case UInt8(ascii: "P"): try parseProperties(fields)
        case UInt8(ascii: "B"): try parseCodes(fields)
        case UInt8(ascii: "A"): try parseAxis(fields)
        case UInt8(ascii: "E"): try parseEvent(fields)
        case UInt8(ascii: "L"), UInt8(ascii: "S"): break
        default: throw fields.error("no line of an evemu recording", "begin it with N:, I:, P:, B:, A:, E: or #")
        }
        if kind != UInt8(ascii: "E") { isDescribed = true }
    }

    private mutating func parseIdentity(_ fields: EvemuFields) throws(RecordingError) {
        description.bus = try fields.hexadecimal(0)
        description.vendor = try fields.hexadecimal(1)
        description.product = try fields.hexadecimal(2)
        description.version = try fields.hexadecimal(3)
    }

    private mutating func parseProperties(_ fields: EvemuFields) throws(RecordingError) {
        for index in fields.indices {
            for code in try fields.bits(index, byte: propertyBytes) { description.properties.insert(code) }
            propertyBytes += 1
        }
    }

    private mutating func parseCodes(_ fields: EvemuFields) throws(RecordingError) {
        let type = try fields.hexadecimal(0)
        for index in fields.indices.dropFirst() {
            let position = codeBytes[type, default: 0]
            let codes = try fields.bits(index, byte: position)
            codeBytes[type] = position + 1
            switch type {
            case EventType.key: description.keys.formUnion(codes)
            case EventType.msc: description.miscCodes.formUnion(codes)
            // of axes the A: lines tell, and which types there are follows from their codes
            case EventType.abs, EventType.syn: break
            default: if !codes.isEmpty { otherCodes[type, default: []].formUnion(codes) }
            }
        }
    }

    private mutating func parseAxis(_ fields: EvemuFields) throws(RecordingError) {
        let code = try fields.hexadecimal(0)
        description.axes[code] = AxisInfo(
            minimum: try fields.decimal(1), maximum: try fields.decimal(2), fuzz: try fields.decimal(3), flat: try fields.decimal(4),
            resolution: fields.indices.contains(5) ? try fields.decimal(5) : 0)
    }

    private mutating func parseEvent(_ fields: EvemuFields) throws(RecordingError) {
        frames.append(
            InputEvent(
                time: try fields.time(0), type: try fields.hexadecimal(1), code: try fields.hexadecimal(2), value: try fields.decimal(3)))
    }

    consuming func finish() -> RecordedDevice {
        if !isDescribed { describeFromEvents() }
        return RecordedDevice(description: description, frames: frames.frames, otherCodes: otherCodes)
    }

    private mutating func describeFromEvents() {
        description.name = "recording without a description"
        for event in frames.frames.lazy.flatMap(\.events) {
            switch event.type {
            case EventType.key: description.keys.insert(event.code)
            case EventType.msc: description.miscCodes.insert(event.code)
            // The centre of a tilt or rotation cannot be guessed from what was seen of it.
            case EventType.abs where ![Axis.tiltX, Axis.tiltY, Axis.z].contains(event.code):
                var axis = description.axes[event.code] ?? AxisInfo(minimum: 0, maximum: 0)
                axis.minimum = min(axis.minimum, event.value)
                axis.maximum = max(axis.maximum, event.value)
                description.axes[event.code] = axis
            default: break
            }
        }
    }
}

/// The fields of a line, read with errors that name the line.
private struct EvemuFields {
    let line: Int
    let text: String
    private let fields: [Substring]

    init(line: Int, text: String) {
        self.line = line
        self.text = text
        fields = text.dropFirst(2).split { $0 == " " || $0 == "\t" || $0 == "\r" }
    }

    var indices: Range<Int> { fields.indices }

    /// Everything behind the line's letter.
    var rest: String {
        String(text.dropFirst(2).drop { $0 == " " }.prefix { !$0.isNewline })
    }

    func error(_ problem: String, _ remedy: String) -> RecordingError {
        RecordingError(line: line, problem: "\(RecordingError.quoted(text)) is \(problem)", remedy: remedy)
    }

    private func field(_ index: Int) throws(RecordingError) -> Substring {
        guard fields.indices.contains(index) else {
            throw error("too short: it has \(fields.count) fields", "give it at least \(index + 1)")
        }
        return fields[index]
    }

    func hexadecimal(_ index: Int) throws(RecordingError) -> UInt16 {
        let field = try field(index)
        guard let value = UInt16(field, radix: 16) else {
            throw error("wrong: \(RecordingError.quoted(field)) is no hexadecimal number up to ffff", "correct field \(index + 1)")
        }
        return value
    }

    func decimal(_ index: Int) throws(RecordingError) -> Int32 {
        let field = try field(index)
        guard let value = Int32(field) else {
            throw error("wrong: \(RecordingError.quoted(field)) is no 32-bit number", "correct field \(index + 1)")
        }
        return value
    }

    /// The codes that a byte of a bit mask stands for.
    func bits(_ index: Int, byte position: Int) throws(RecordingError) -> [UInt16] {
        let mask = try hexadecimal(index)
        guard mask <= 0xff, position < 96 else {
            throw error("wrong: a bit mask has bytes up to ff, 96 at most", "correct field \(index + 1)")
        }
        return (0..<8).filter { mask & (1 << $0) != 0 }.map { UInt16(position * 8 + $0) }
    }

    /// Seconds and, behind a point, up to six digits of their fraction.
    func time(_ index: Int) throws(RecordingError) -> Instant {
        let field = try field(index)
        let parts = field.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count <= 6, let seconds = Int64(parts[0]), seconds >= 0, seconds < 1 << 40,
            let fraction = UInt32(parts[1] + String(repeating: "0", count: 6 - parts[1].count))
        else { throw error("wrong: \(RecordingError.quoted(field)) is no time", "write seconds, a point and six digits") }
        return Instant(microseconds: seconds * 1_000_000 + Int64(fraction))
    }
}
