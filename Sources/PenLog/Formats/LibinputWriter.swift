internal import Evdev
internal import Ink

/// Writes recordings as `libinput record` does (YAML, version 1), for `libinput replay` and `Recording.read`.
///
/// Every device has the fields that `libinput replay` needs: name, ids, codes, axes, properties and events, one `evdev` entry per
/// SYN_REPORT. The list of udev properties is empty, because recordings do not contain udev properties, and `libinput replay` only compares
/// them.
public enum LibinputWriter {
    /// Returns the recording as text. Times before the clock's start are written as 0.
    public static func text(of recording: Recording) -> String {
        var bytes = Array(head(devices: recording.devices.count, label: recording.label).utf8)
        for (index, device) in recording.devices.enumerated() {
            bytes += head(of: device, number: index, isEmpty: device.frames.isEmpty).utf8
            for frame in device.frames { append(frame, to: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the part of a file before its devices. `libinput replay` ignores a label.
    static func head(devices: Int, label: String?) -> String {
        "# libinput record\nversion: 1\n" + (label.map { "label: \(quoted($0))\n" } ?? "") + "ndevices: \(devices)\n"
            + (devices == 0 ? "devices: []\n" : "devices:\n")
    }

    /// Returns the part of a device before its events.
    static func head(of device: RecordedDevice, number: Int, isEmpty: Bool) -> String {
        "- node: /dev/input/event\(number)\n" + description(of: device) + "  udev:\n    properties: []\n"
            + (isEmpty ? "  events: []\n" : "  events:\n")
    }

    private static func description(of device: RecordedDevice) -> String {
        let description = device.description
        var text = "  evdev:\n    name: \(quoted(description.name))\n"
        text += "    id: \(list([description.id.bus, description.id.vendor, description.id.product, description.id.version]))\n"
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

    /// Appends a frame's entry. If events were lost before the frame, appends an entry with SYN_DROPPED first.
    static func append(_ frame: Frame, to bytes: inout [UInt8]) {
        let report = InputEvent(time: frame.time, type: EventType.syn, code: Sync.report, value: 0)
        if frame.followsDrop {
            bytes += entry
            append(InputEvent(time: frame.time, type: EventType.syn, code: Sync.dropped, value: 0), to: &bytes)
            append(report, to: &bytes)
        }
        bytes += entry
        for event in frame.events { append(event, to: &bytes) }
        append(report, to: &bytes)
    }

    private static let entry = Array("  - evdev:\n".utf8)
    private static let row = Array("    - [".utf8)
    private static let comma = Array(", ".utf8)
    private static let rowEnd = Array("]\n".utf8)

    private static func append(_ event: InputEvent, to bytes: inout [UInt8]) {
        let time = max(0, event.time.microseconds)
        bytes += row
        bytes.append(time / 1_000_000, width: 3)
        bytes += comma
        bytes.append(time % 1_000_000, width: 6)
        bytes += comma
        bytes.append(Int64(event.type), width: 3)
        bytes += comma
        bytes.append(Int64(event.code), width: 3)
        bytes += comma
        bytes.append(Int64(event.value), width: 7)
        bytes += rowEnd
    }

    private static func list(_ numbers: [some BinaryInteger]) -> String { "[\(numbers.map { "\($0)" }.joined(separator: ", "))]" }

    /// Returns text in double quotes, with all special characters escaped (YAML 1.1, 5.7).
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
