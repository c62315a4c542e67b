import Evdev
import Glibc
import Ink
import InkTestSupport
import PenLog

/// Logs for tests.
enum LogSamples {
    static let anchor = TimeAnchor(monotonic: 5_000_000, boot: 9_000_000, wall: 1_700_000_000_000_000)
    static let header = LogHeader(program: "test", kernel: "6.1", boot: "b", session: "s", part: 1, anchor: anchor)

    static var device: LoggedDevice {
        var description = DeviceDescription(name: "Pen “ü”\n", bus: 3, vendor: 0x56a, product: 0xd4, version: 9)
        description.phys = "anonymous-1"
        description.uniq = "anonymous-2"
        description.keys = [Key.toolPen, Key.touch, Key.stylus]
        description.pressedKeys = [Key.toolPen]
        description.axes = [
            Axis.x: AxisInfo(value: 3, minimum: -5, maximum: 21_600, fuzz: 4, flat: 1, resolution: 100),
            Axis.y: AxisInfo(minimum: 0, maximum: .max),
        ]
        description.miscCodes = [Misc.serial]
        description.properties = [Property.direct]
        description.databaseSize = SurfaceSize(width: 216, height: 135.5)
        return LoggedDevice(
            number: 7, description: description, role: "pen", seat: "seat0", udev: ["ID_INPUT_TABLET": "1"], model: "Bamboo Pen")
    }

    /// One record of every kind, and frames of every form.
    static var everything: [LogRecord] {
        let time = Instant(microseconds: 5_000_123)
        return [
            .began(header), .device(device), .anchor(anchor), .annotation(Annotation(key: "label", text: "Grüße,\t“\u{0}”", at: time)),
            .frame(device: 7, Frame(time: time)),
            .frame(device: 7, frame(at: 5_005_000, [(3, 0, .max), (3, 1, .min), (1, 0x140, 1)])),
            .frame(device: 7, frame(at: 5_004_000, [(3, 0, .min), (4, 0, -1)], drop: true)),
            .frame(device: 900, frame(at: .max, [(3, 0, 1)])), .frame(device: 7, frame(at: .min, [(3, 0, 2)])),
            .frame(
                device: 7,
                Frame(time: time, events: [InputEvent(time: Instant(microseconds: 17), type: 65_535, code: 65_535, value: 0)])),
            .stroke(device: 7, number: .max, isText: true, at: time), .stroke(device: 7, number: 0, isText: false, at: time),
            .arbitration(device: 8, isBlocked: true, at: time), .arbitration(device: 8, isBlocked: false, at: time),
            .lost(frames: 12, at: time), .paused(reason: "locked", at: time), .resumed(at: time), .removed(device: 7, at: time),
            .ended(at: time),
        ]
    }

    /// A log as long as it is asked for, of pens that write.
    static func long(_ count: Int, seed: UInt64 = 1) -> [LogRecord] {
        var random = SeededGenerator(seed: seed)
        var (x, y) = (Int32(5000), Int32(5000))
        var records: [LogRecord] = [.began(header), .device(device)]
        for index in 0..<count {
            x += Int32.random(in: -60...60, using: &random)
            y += Int32.random(in: -60...60, using: &random)
            let time = 5_000_000 + 5000 * Int64(index)
            let pressure = Int32.random(in: 900...1100, using: &random)
            records.append(.frame(device: 7, frame(at: time, [(3, 0, x), (3, 1, y), (3, 0x18, pressure)])))
            if index % 40 == 39 {
                records.append(.stroke(device: 7, number: UInt64(index), isText: false, at: Instant(microseconds: time)))
            }
        }
        return records
    }

    static func frame(at time: Int64, _ events: [(UInt16, UInt16, Int32)], drop: Bool = false) -> Frame {
        let time = Instant(microseconds: time)
        return Frame(time: time, events: events.map { InputEvent(time: time, type: $0, code: $1, value: $2) }, followsDrop: drop)
    }

    /// A log file's bytes, and the offset of each record's end.
    static func bytes(_ records: [LogRecord]) throws -> (bytes: [UInt8], ends: [Int]) {
        var encoder = LogEncoder()
        var bytes = LogEncoder.beginning
        let ends = try records.map { record in
            try encoder.encode(record, to: &bytes)
            encoder.close(&bytes)
            return bytes.count
        }
        return (bytes, ends)
    }

    /// Runs work in an empty folder, which is removed afterwards.
    static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/inkd-log.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw LogError.system(operation: "make", path: "/tmp", code: errno) }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for path in files(in: folder, ending: "") where !path.hasSuffix("/.") && !path.hasSuffix("/..") { unlink(path) }
            rmdir(folder)
        }
        return try body(folder)
    }
}
