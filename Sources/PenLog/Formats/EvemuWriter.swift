internal import Evdev
internal import Ink

/// Writes a device's recording as evemu text (file format 1.3), for `evemu-device`, `evemu-play` and `Recording.read`.
public enum EvemuWriter {
    /// Returns the recording as text. Times before the clock's start are written as 0.
    ///
    /// evemu stores neither the initial state nor the size from the tablet database: include everything relevant in the first frame.
    ///
    /// - Parameter label: the text that the pen wrote; other programs treat it as a comment.
    public static func text(of device: RecordedDevice, label: String? = nil) -> String {
        var bytes = Array(head(of: device, label: label).utf8)
        for frame in device.frames { append(frame, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the part of a file before its events.
    static func head(of device: RecordedDevice, label: String?) -> String {
        let description = device.description
        var text = "# EVEMU 1.3\n"
        if let label { text += "\(EvemuReader.labelBegin)\(String(label.map { $0.isNewline ? " " : $0 }))\n" }
        text += "N: \(String(description.name.map { $0.isNewline ? " " : $0 }))\n"
        let identity = [description.id.bus, description.id.vendor, description.id.product, description.id.version]
        text += "I: \(identity.map { hex($0, 4) }.joined(separator: " "))\n"
        text += mask("P:", description.properties, bytes: 8)
        var types: Set<UInt16> = [EventType.syn]
        if !description.keys.isEmpty { types.insert(EventType.key) }
        if !description.axes.isEmpty { types.insert(EventType.abs) }
        if !description.miscCodes.isEmpty { types.insert(EventType.msc) }
        types.formUnion(device.otherCodes.keys)
        text += mask("B: 00", types, bytes: 8)
        text += mask("B: 01", description.keys, bytes: 96)
        text += mask("B: 02", device.otherCodes[2] ?? [], bytes: 8)
        text += mask("B: 03", Set(description.axes.keys), bytes: 8)
        text += mask("B: 04", description.miscCodes, bytes: 8)
        for (type, codes) in device.otherCodes.sorted(by: { $0.key < $1.key }) where type != 2 {
            text += mask("B: \(hex(type, 2))", codes, bytes: (Int(codes.max() ?? 0) / 64 + 1) * 8)
        }
        for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
            text += "A: \(hex(code, 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) \(axis.resolution)\n"
        }
        return text
    }

    /// Appends a frame's lines.
    static func append(_ frame: Frame, to bytes: inout [UInt8]) {
        if frame.followsDrop {
            append(InputEvent(time: frame.time, type: EventType.syn, code: Sync.dropped, value: 0), to: &bytes)
            append(InputEvent(time: frame.time, type: EventType.syn, code: Sync.report, value: 0), to: &bytes)
        }
        for event in frame.events { append(event, to: &bytes) }
        append(InputEvent(time: frame.time, type: EventType.syn, code: Sync.report, value: 0), to: &bytes)
    }

    private static func append(_ event: InputEvent, to bytes: inout [UInt8]) {
        let time = max(0, event.time.microseconds)
        bytes += [UInt8(ascii: "E"), UInt8(ascii: ":"), UInt8(ascii: " ")]
        bytes.append(time / 1_000_000)
        bytes.append(UInt8(ascii: "."))
        bytes.append(time % 1_000_000, width: 6, zero: UInt8(ascii: "0"))
        bytes.append(UInt8(ascii: " "))
        bytes.append(hexadecimal: event.type)
        bytes.append(UInt8(ascii: " "))
        bytes.append(hexadecimal: event.code)
        bytes.append(UInt8(ascii: " "))
        bytes.append(Int64(event.value))
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func mask(_ start: String, _ codes: Set<UInt16>, bytes: Int) -> String {
        var mask = [UInt16](repeating: 0, count: bytes)
        for code in codes where Int(code) < bytes * 8 { mask[Int(code) / 8] |= 1 << (code % 8) }
        return stride(from: 0, to: bytes, by: 8)
            .map { row in "\(start) \(mask[row..<row + 8].map { hex($0, 2) }.joined(separator: " "))\n" }
            .joined()
    }

    private static func hex(_ number: UInt16, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
