import Evdev
import Ink
import PenLog
import Testing

@Suite("Recordings")
struct RecordingTests {
    @Test("an evemu recording has its device and frames")
    func evemu() throws {
        let recording = try Recording.read(fixture("stroke.events"))
        let device = try #require(recording.devices.first)
        #expect(device.description.name == "Example # Pen")
        #expect(device.description.id.vendor == 0x056a)
        #expect(device.description.id.version == 0x0110)
        #expect(device.description.keys == [Key.toolPen, Key.toolRubber, Key.touch, Key.stylus, Key.stylus2])
        #expect(device.description.miscCodes == [Misc.serial])
        #expect(device.description.properties == [Property.direct])
        #expect(device.description.axes[Axis.x] == AxisInfo(minimum: 400, maximum: 20400, fuzz: 4, resolution: 100))
        #expect(device.description.axes[Axis.pressure]?.resolution == 0)
        #expect(device.frames.map(\.time.microseconds) == [1, 7500, 1_000_000])
        #expect(device.frames.first?.events.map(\.value) == [1400, -12, 1])
        #expect(pointerEvents(of: device).map(count) == "1 in, 1 down, 1 up, 1 out")
    }

    @Test("what is written as evemu reads the same")
    func evemuRoundTrip() throws {
        var device = try #require(try Recording.read(fixture("stroke.events")).devices.first)
        device.frames[2].followsDrop = true
        device.frames.append(
            Frame(
                time: Instant(microseconds: 3_000_000_000_007),
                events: [
                    InputEvent(time: Instant(microseconds: 3_000_000_000_001), type: EventType.abs, code: Axis.x, value: .min)
                ]))
        let text = EvemuWriter.text(of: device)
        #expect(try Recording.parse(Array(text.utf8)) == Recording(devices: [device]))
    }

    @Test("a name cannot break out of its line")
    func evemuName() throws {
        let device = RecordedDevice(description: DeviceDescription(name: "a\nE: 0.1 0003"), frames: [])
        #expect(try Recording.parse(Array(EvemuWriter.text(of: device).utf8)).devices.first?.description.name == "a E: 0.1 0003")
    }

    @Test("events without a description make their own")
    func evemuWithoutDescription() throws {
        let text = "E: 5.5 0003 0000 70\nE: 5.5 0003 0018 900\nE: 5.5 0001 0140 1\nE: 5.5 0000 0000 0\n"
        let device = try #require(try Recording.parse(Array(text.utf8)).devices.first)
        #expect(device.description.axes[Axis.x] == AxisInfo(minimum: 0, maximum: 70))
        #expect(device.description.keys == [Key.toolPen])
        #expect(device.frames.first?.time == Instant(microseconds: 5_500_000))
        #expect(pointerEvents(of: device).map(count) == "1 in, 1 down, 1 cancel, 1 out")
    }

    @Test("a libinput recording has its devices, and a loss where it had one")
    func libinput() throws {
        let recording = try Recording.read(fixture("stroke.yml"))
        #expect(recording.devices.count == 2)
        let pen = try #require(recording.devices.first)
        #expect(pen.description.name == "Example \"Pen\" Tablet")
        #expect(pen.description.id.product == 819)
        #expect(pen.description.keys.contains(Key.stylus2))
        #expect(pen.description.axes[Axis.y] == AxisInfo(minimum: -100, maximum: 9900, fuzz: 4, resolution: 100))
        #expect(pen.description.properties == [Property.direct])
        #expect(pen.frames.map(\.time.microseconds) == [0, 5000, 1_100_000, 1_200_000])
        #expect(pen.frames.map(\.followsDrop) == [false, false, true, false])
        #expect(pen.frames.first?.events.last?.value == -7)
        #expect(pointerEvents(of: pen).map(count) == "1 in, 2 down, 2 up, 1 out")
        #expect(recording.devices.last?.frames == [])
        #expect(recording.devices.last?.description.axes == [:])
    }

    @Test(
        "a broken recording is refused with its line, value and remedy",
        arguments: [
            (
                "E: 0.1 0003 0000 1\nE: 0.1 0003 0000 nine",
                "line 2: \"E: 0.1 0003 0000 nine\" is wrong: \"nine\" is not a 32-bit number; correct field 4"
            ),
            (
                "E: 0.1 0003 fffff 1",
                "line 1: \"E: 0.1 0003 fffff 1\" is wrong: \"fffff\" is not a hexadecimal number up to ffff; correct field 3"
            ),
            (
                "E: soon 0003 0000 1",
                "line 1: \"E: soon 0003 0000 1\" is wrong: \"soon\" is not a time; write seconds, a point and six digits"
            ),
            ("N: a\nA: 00 1", "line 2: \"A: 00 1\" is too short: it has 2 fields; give it at least 3"),
            ("N: a\nhello", "line 2: \"hello\" is not a line of an evemu recording; begin it with N:, I:, P:, B:, A:, E: or #"),
            ("version: 2\ndevices: []", "the recording's version is 2; record it with a libinput that writes version 1"),
            ("version: 1\nother: 3", "line 1: entry is without \"devices\"; give the output of \"libinput record\", unchanged"),
            ("version: 1\na: &b [1]", "line 2: the YAML has an anchor or alias; give the output of \"libinput record\", unchanged"),
            ("{\"strokes\":[[1,2,3]]}", "line 1: stroke 0 has 3 numbers; give it an x and a y for each point"),
            (
                "{\"id\":\"a\"}",
                "line 1: \"{\"id\":\"a\"}\" is not ink: it has no \"strokes\"; give one JSON object per line with"
            ),
            ("{\"strokes\":[]}\n{\"strokes\":[]}", "line 2: the file has more than one ink; give a file with one of its lines"),
            (
                "what is this",
                "the file begins with \"what is this\", which is not a known format; give a pen log, an evemu recording"
            ),
            ("\u{1f}\u{8b}", "the file begins with"),
        ])
    func refused(text: String, message: String) {
        do {
            _ = try Recording.parse(Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.description.hasPrefix(message))
        }
    }

    @Test("a compressed file is refused with what to do")
    func compressed() {
        #expect(throws: RecordingError(problem: "the file is compressed", remedy: "decompress it with gunzip or zcat")) {
            try Recording.parse([0x1f, 0x8b, 8, 0])
        }
    }

    @Test("a file that is not there is refused with its name")
    func missing() {
        #expect(throws: RecordingError.self) { try Recording.read("/nowhere/at all.events") }
    }

    @Test("aliases that hide behind a quotation mark are found")
    func hiddenAliases() throws {
        let rows = "[&r [0, 0, 3, 0, 1]" + String(repeating: ", *r", count: 30) + "]"
        let events = "[&e {evdev: \(rows)}" + String(repeating: ", *e", count: 30) + "]"
        let text = """
            a: 'x "'
            version: 1
            ndevices: 1
            devices:
            - node: /dev/input/event0
              evdev: {name: "a", id: [3, 1, 1, 1], codes: {3: [0]}, absinfo: {0: [0, 1, 0, 0, 1]}}
              events: \(events)
            """
        #expect { try Recording.parse(Array(text.utf8), name: "a.yml") } throws: {
            "\($0)".contains("line 7: the YAML has an anchor or alias")
        }
    }

    @Test("deep nesting is refused, not followed")
    func deepNesting() {
        for deep in [
            "version: 1\ndevices: " + String(repeating: "[", count: 100_000), "version: 1\n" + String(repeating: "- ", count: 50_000),
        ] {
            #expect(throws: RecordingError.self) { try Recording.parse(Array(deep.utf8)) }
        }
        let json = "{\"strokes\":" + String(repeating: "[", count: 100_000)
        #expect(throws: RecordingError.self) { try Recording.parse(Array(json.utf8)) }
    }
}
