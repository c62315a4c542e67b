internal import Evdev
internal import Ink

/// Reads evemu's text recordings (`evemu-record`, file format 1.0 to 1.3): a description of one device and its events.
///
/// | Line | Meaning |
/// | --- | --- |
/// | `N: NAME` | name |
/// | `I: BUS VENDOR PRODUCT VERSION` | hexadecimal |
/// | `P: XX …` | properties, 8 bytes of a bit mask per line |
/// | `B: TYPE XX …` | codes of an event type, 8 bytes of a bit mask per line |
/// | `A: CODE MIN MAX FUZZ FLAT [RESOLUTION]` | an axis; the code is hexadecimal |
/// | `E: SEC.USEC TYPE CODE VALUE` | an event; type and code are hexadecimal |
///
/// A recording without a description (only `E:` lines) gets one derived from its events, without size and tilt.
///
/// A damaged line is left out. If the line is among events, the whole frame is left out, and the next frame is marked as following a loss.
enum EvemuReader {
    /// The beginning of a comment with the recording's label.
    static let labelBegin = "# Label: "

    static func read(_ pieces: RecordingInput.Pieces, _ body: RecordingFile.Body) throws(RecordingError) -> RecordingFile.Outline {
        var lines = TextLines(pieces)
        var parser = EvemuParser()
        while let line = try lines.next() {
            var frame: Frame?
            do throws(RecordingError) {
                guard !line.isCut else {
                    throw RecordingError(line: lines.number, problem: "it has more than \(TextLines.longest) bytes", remedy: "shorten it")
                }
                frame = try parser.parse(line.bytes, number: lines.number)
            } catch {
                parser.leaveOut(lines.number, error)
            }
            if let frame { try body(0, frame) }
        }
        return try parser.finish(lines.number, lines.damage)
    }
}

/// The lines of a text that is read in pieces, without line ends.
private struct TextLines {
    /// Maximum number of bytes stored of a line.
    static let longest = 1 << 20

    struct Line {
        var bytes: ArraySlice<UInt8>
        var isCut = false
    }

    private var pieces: RecordingInput.Pieces
    private var rest: ArraySlice<UInt8> = []
    private var isAtEnd = false
    /// The number of the last line, from 1.
    private(set) var number = 0

    init(_ pieces: RecordingInput.Pieces) { self.pieces = pieces }

    /// The damage of a packed file.
    var damage: String? { pieces.damage }

    mutating func next() throws(RecordingError) -> Line? {
        var begun: Line?
        while true {
            if rest.isEmpty, !isAtEnd {
                rest = try pieces.next()[...]
                isAtEnd = rest.isEmpty
            }
            guard !rest.isEmpty else {
                number += begun == nil ? 0 : 1
                return begun
            }
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let piece = rest[..<(end ?? rest.endIndex)]
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            if var line = begun {
                line.isCut = line.isCut || piece.count > Self.longest - line.bytes.count
                line.bytes += piece.prefix(Self.longest - line.bytes.count)
                begun = line
            } else {
                begun = Line(bytes: piece)
            }
            if end != nil {
                number += 1
                return begun
            }
        }
    }
}

private struct EvemuParser {
    private var description = DeviceDescription(name: "")
    private var propertyBytes = 0
    private var codeBytes: [UInt16: Int] = [:]
    private var otherCodes: [UInt16: Set<UInt16>] = [:]
    private var collector = FrameCollector()
    private var isDescribed = false
    private var label: String?
    private var frames = 0
    /// The codes seen in events, for a device without a description.
    private var seen = SeenCodes()
    private var leftOut = LeftOutLines()
    private var firstError: RecordingError?
    private var hasEvents = false
    /// The line of the first event in the incomplete frame.
    private var frameBegin: Int?
    /// The reason to leave out the incomplete frame.
    private var broken: String?

    /// - Returns: the frame that ends with this line.
    mutating func parse(_ bytes: ArraySlice<UInt8>, number: Int) throws(RecordingError) -> Frame? {
        // `#` begins a comment, except in a name.
        guard let kind = bytes.first, kind != UInt8(ascii: "#"), kind != UInt8(ascii: "\r") else {
            if label == nil, !hasEvents, bytes.starts(with: EvemuReader.labelBegin.utf8) {
                label = String(decoding: bytes.dropFirst(EvemuReader.labelBegin.utf8.count), as: UTF8.self)
            }
            return nil
        }
        let isName = kind == UInt8(ascii: "N")
        let meant = isName ? bytes : bytes.prefix { $0 != UInt8(ascii: "#") }
        let fields = EvemuFields(line: number, text: String(decoding: meant, as: UTF8.self))
        guard bytes.dropFirst().first == UInt8(ascii: ":") else {
            throw fields.error("not a line of an evemu recording", "begin it with N:, I:, P:, B:, A:, E: or #")
        }
        switch kind {
        case UInt8(ascii: "N"):
            description.name = fields.rest
        case UInt8(ascii: "I"): try parseIdentity(fields)
        case UInt8(ascii: "P"): try parseProperties(fields)
        case UInt8(ascii: "B"): try parseCodes(fields)
        case UInt8(ascii: "A"): try parseAxis(fields)
        case UInt8(ascii: "E"): return try parseEvent(fields)
        case UInt8(ascii: "L"), UInt8(ascii: "S"): break
        default: throw fields.error("not a line of an evemu recording", "begin it with N:, I:, P:, B:, A:, E: or #")
        }
        isDescribed = true
        return nil
    }

    /// Leaves out a line that cannot be read and, among events, the frame around it.
    mutating func leaveOut(_ line: Int, _ error: RecordingError) {
        firstError = firstError ?? error
        guard hasEvents else { return leftOut.add(line...line, error.problem) }
        broken = broken ?? error.problem
        frameBegin = frameBegin ?? line
        collector.breakOff()
    }

    private mutating func parseIdentity(_ fields: EvemuFields) throws(RecordingError) {
        description.id.bus = try fields.hexadecimal(0)
        description.id.vendor = try fields.hexadecimal(1)
        description.id.product = try fields.hexadecimal(2)
        description.id.version = try fields.hexadecimal(3)
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
            // The `A:` lines describe axes, and the event types follow from their codes.
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

    private mutating func parseEvent(_ fields: EvemuFields) throws(RecordingError) -> Frame? {
        hasEvents = true
        let event = InputEvent(
            time: try fields.time(0), type: try fields.hexadecimal(1), code: try fields.hexadecimal(2), value: try fields.decimal(3))
        let begin = frameBegin ?? fields.line
        let frame = collector.append(event)
        let isEnd = event.type == EventType.syn && event.code == Sync.report
        frameBegin = isEnd ? nil : begin
        if isEnd, let reason = broken {
            leftOut.add(begin...fields.line, reason)
            broken = nil
        }
        guard let frame else { return nil }
        frames += 1
        if !isDescribed { seen.add(frame) }
        return frame
    }

    /// - Throws: the first error if nothing is intact.
    consuming func finish(_ lines: Int, _ damage: String?) throws(RecordingError) -> RecordingFile.Outline {
        if frames == 0, let firstError { throw firstError }
        if let begin = frameBegin, lines >= begin { leftOut.add(begin...lines, broken ?? "the file ends within a frame") }
        if !isDescribed { description = seen.description }
        return RecordingFile.Outline(
            devices: [RecordedDevice(description: description, frames: [], otherCodes: otherCodes)], label: label,
            leftOut: (damage.map { [$0] } ?? []) + leftOut.sentences, frames: frames)
    }
}

/// A description of a device derived from its events.
private struct SeenCodes {
    private(set) var description = DeviceDescription(name: "recording without a description")

    mutating func add(_ frame: Frame) {
        for event in frame.events {
            switch event.type {
            case EventType.key: description.keys.insert(event.code)
            case EventType.msc: description.miscCodes.insert(event.code)
            // The center of a tilt or rotation cannot be guessed from the values seen.
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
