import Evdev
import Glibc
import Ink
import PenLog
import Testing

@Suite("Recordings as libinput writes them")
struct LibinputWriterTests {
    private static func read(_ recording: Recording) throws -> Recording {
        try Recording.parse(Array(LibinputWriter.text(of: recording).utf8), name: "a.yml")
    }

    @Test("several devices, a loss and everything else read the same", arguments: ["stroke.yml", "stroke.events"])
    func fixtures(name: String) throws {
        let recording = try Recording.read(fixture(name))
        #expect(try Self.read(recording) == recording)
    }

    @Test("names, codes of all types and the largest numbers read the same")
    func extremes() throws {
        var device = RecordedDevice(
            description: DeviceDescription(name: "a \"b\" \\ & *c # é\n\u{1}\u{2028}🖊", bus: 0xffff, version: 1), frames: [],
            otherCodes: [2: [0, 1, 8], 0x11: [0], 0x15: [80, 96]])
        device.description.keys = [Key.touch, 767]
        device.description.axes = [Axis.x: AxisInfo(minimum: .min, maximum: .max, fuzz: -1, flat: 3, resolution: 40)]
        let late = Instant(microseconds: (1 << 40) * 1_000_000 - 1)
        device.frames = [
            Frame(time: Instant(microseconds: 0)),
            Frame(time: late, events: [InputEvent(time: late, type: EventType.abs, code: Axis.x, value: .min)], followsDrop: true),
            Frame(time: late, events: [InputEvent(time: late, type: 2, code: 8, value: .max)]),
        ]
        let recording = Recording(devices: [device, RecordedDevice(description: DeviceDescription(name: "\\"), frames: []), device])
        #expect(try Self.read(recording) == recording)
        #expect(try Self.read(Recording(devices: [])) == Recording(devices: []))
    }

    @Test("there is all that libinput replay asks for, one SYN_REPORT an entry")
    func replay() throws {
        let text = LibinputWriter.text(of: try Recording.read(fixture("stroke.yml")))
        #expect(text.hasPrefix("# libinput record\nversion: 1\nndevices: 2\ndevices:\n- node: /dev/input/event0\n  evdev:\n    name: "))
        #expect(text.contains("      3: [0, 1, 24]\n      4: [0]\n    absinfo:\n      0: [0, 20000, 4, 0, 100]\n"))
        #expect(
            text.contains(
                "    properties: [1]\n  udev:\n    properties: []\n  events:\n  - evdev:\n    - [  0,      0,   3,   0,    1000]\n"))
        #expect(text.hasSuffix("    properties: []\n  udev:\n    properties: []\n  events: []\n"))
        for entry in text.split(separator: "  - evdev:\n").dropFirst() {
            let reports = entry.split(separator: "\n").filter { $0.hasSuffix("   0,   0,       0]") }
            #expect(reports.count == 1)
        }
        #expect(text.contains("    - [  1, 100000,   0,   3,       0]\n    - [  1, 100000,   0,   0,       0]\n  - evdev:\n"))
    }

    @Test("evemu keeps codes of all types")
    func evemuCodes() throws {
        let device = RecordedDevice(
            description: DeviceDescription(name: "mouse"), frames: [], otherCodes: [2: [0, 1, 8], 5: [0], 0x11: [0], 0x15: [80, 96]])
        #expect(try Recording.parse(Array(EvemuWriter.text(of: device).utf8)) == Recording(devices: [device]))
    }
}

private let recordings = files(in: rig + "/data/evemu", ending: ".events")

@Suite(
    "Recordings of real devices, exchanged",
    .enabled(if: !recordings.isEmpty, "no recordings: set INKD_RIG to the folder that holds data/evemu"))
struct RealExchangeTests {
    @Test("evemu to libinput's YAML and back has the same frames and descriptions", arguments: recordings)
    func unchanged(path: String) throws {
        let recording = try Recording.read(path)
        let yaml = LibinputWriter.text(of: recording)
        let fromYAML = try Recording.parse(Array(yaml.utf8), name: "a.yml")
        #expect(fromYAML == recording)
        #expect(LibinputWriter.text(of: fromYAML) == yaml)
        let evemu = EvemuWriter.text(of: try #require(fromYAML.devices.first))
        #expect(try Recording.parse(Array(evemu.utf8), name: "a.events") == recording)
    }

    @Test("no line that says anything is missing from the evemu that comes out", arguments: recordings)
    func lines(path: String) throws {
        let recording = try Recording.read(path)
        let written = EvemuWriter.text(of: try #require(recording.devices.first))
        #expect(Self.events(of: written) == Self.events(of: try Self.text(of: path)))
        // one without a description gets its own
        let described = Self.description(of: try Self.text(of: path))
        if !described.isEmpty { #expect(Self.description(of: written).isSuperset(of: described)) }
    }

    /// Every event as numbers.
    private static func events(of text: String) -> [[String]] {
        lines(of: text).filter { $0.hasPrefix("E:") }.map { line in
            let fields = line.split(separator: " ").dropFirst().map(String.init)
            return fields.dropLast() + [fields.last.flatMap(Int.init).map { "\($0)" } ?? ""]
        }
    }

    /// Names, numbers, axes and the codes that are set; the types are left out: kernels differ in them.
    private static func description(of text: String) -> Set<String> {
        var rows: [String: Int] = [:]
        var description: Set<String> = []
        for line in lines(of: text) where !line.hasPrefix("E:") && !line.hasPrefix("B: 00") {
            let kind = line.prefix(line.hasPrefix("B:") ? 5 : 2)
            let row = rows[String(kind), default: 0]
            rows[String(kind)] = row + 1
            let isEmpty = "BP".contains(line.prefix(1)) && line.dropFirst(kind.count).allSatisfy { $0 == "0" || $0 == " " }
            if !isEmpty { description.insert("\(kind) \(row) \(line)") }
        }
        return description
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let meant = line.hasPrefix("N:") ? line : line.prefix { $0 != "#" }
            return meant.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }
    }

    private static func text(of path: String) throws -> String {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return String(decoding: bytes, as: UTF8.self)
    }
}
