internal import Evdev
internal import Ink

/// Writes a device's recording as evemu text (file format 1.3), for `evemu-device`, `evemu-play` and `Recording.read`.
public enum EvemuWriter {
    /// The recording as text. Times before the clock's start are written as 0.
    ///
    /// evemu keeps neither the state at the beginning nor the tablet database's size: give the first frame everything that matters.
    public static func text(of device: RecordedDevice) -> String {
        let description = device.description
        var text = "# EVEMU 1.3\n"
        text += "N: \(String(description.name.map { $0.isNewline ? " " : $0 }))\n"
        let identity = [description.bus, description.vendor, description.product, description.version]
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
        for frame in device.frames {
            if frame.followsDrop {
                text += line(InputEvent(time: frame.time, type: EventType.syn, code: Sync.dropped, value: 0))
                text += line(InputEvent(time: frame.time, type: EventType.syn, code: Sync.report, value: 0))
            }
            for event in frame.events { text += line(event) }
            text += line(InputEvent(time: frame.time, type: EventType.syn, code: Sync.report, value: 0))
        }
        return text
    }

    private static func line(_ event: InputEvent) -> String {
        let time = max(0, event.time.microseconds)
        let fraction = String(time % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "E: \(time / 1_000_000).\(zeros)\(fraction) \(hex(event.type, 4)) \(hex(event.code, 4)) \(event.value)\n"
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
