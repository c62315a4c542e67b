internal import Evdev
internal import Ink

/// Writes recordings as `libinput record` does (YAML, version 1), for `libinput replay` and `Recording.read`.
///
/// Every device has the fields that `libinput replay` needs: name, ids, codes, axes, properties and events, one `evdev` entry a SYN_REPORT. The
/// list of udev's properties is empty: they are not recorded, and `libinput replay` only compares them.
public enum LibinputWriter {
    /// The recording as text. Times before the clock's start are written as 0.
    public static func text(of recording: Recording) -> String {
        var text = "# libinput record\nversion: 1\nndevices: \(recording.devices.count)\n"
        text += recording.devices.isEmpty ? "devices: []\n" : "devices:\n"
        for (index, device) in recording.devices.enumerated() {
            text += "- node: /dev/input/event\(index)\n"
            text += description(of: device)
            text += "  udev:\n    properties: []\n"
            text += device.frames.isEmpty ? "  events: []\n" : "  events:\n"
            for frame in device.frames { text += entries(of: frame) }
        }
        return text
    }

    private static func description(of device: RecordedDevice) -> String {
        let description = device.description
        var text = "  evdev:\n    name: \(quoted(description.name))\n"
        text += "    id: \(list([description.bus, description.vendor, description.product, description.version]))\n"
        var codes = device.otherCodes
        codes[EventType.syn] = [Sync.report, Sync.dropped]
        codes[EventType.key] = description.keys
        codes[EventType.abs] = Set(description.axes.keys)
        codes[EventType.msc] = description.miscCodes
        text += "    codes:\n"
        for (type, codes) in codes.sorted(by: { $0.key < $1.key }) where !codes.isEmpty {
            text += "      \(type): \(list(codes.sorted()))\n"
        }
        text += description.axes.isEmpty ? "" : "    absinfo:\n"
        for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
            text += "      \(code): \(list([axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]))\n"
        }
        return text + "    properties: \(list(description.properties.sorted()))\n"
    }

    private static func entries(of frame: Frame) -> String {
        let report = row(InputEvent(time: frame.time, type: EventType.syn, code: Sync.report, value: 0))
        let entry = "  - evdev:\n"
        let dropped = InputEvent(time: frame.time, type: EventType.syn, code: Sync.dropped, value: 0)
        return (frame.followsDrop ? entry + row(dropped) + report : "") + entry + frame.events.map(row).joined() + report
    }

    private static func row(_ event: InputEvent) -> String {
        let time = max(0, event.time.microseconds)
        let numbers = [String(time / 1_000_000), String(time % 1_000_000), String(event.type), String(event.code), String(event.value)]
        let columns = zip(numbers, [3, 6, 3, 3, 7]).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
        return "    - [\(columns.joined(separator: ", "))]\n"
    }

    private static func list(_ numbers: [some BinaryInteger]) -> String { "[\(numbers.map { "\($0)" }.joined(separator: ", "))]" }

    /// In double quotes, with everything escaped that is not a plain character (YAML 1.1, 5.7).
    private static func quoted(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"", "\\", "\u{0}"..."\u{1f}", "\u{7f}"..."\u{a0}": text += escape("x", scalar, digits: 2)
            case "\u{2028}", "\u{2029}", "\u{feff}", "\u{fffe}", "\u{ffff}": text += escape("u", scalar, digits: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\""
    }

    private static func escape(_ kind: String, _ scalar: Unicode.Scalar, digits: Int) -> String {
        let number = String(scalar.value, radix: 16)
        return "\\\(kind)" + String(repeating: "0", count: max(0, digits - number.count)) + number
    }
}
