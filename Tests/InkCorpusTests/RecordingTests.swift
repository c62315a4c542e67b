import Evdev
import Ink
import InkCorpus
import PenLog
import Testing

@Suite("Recording from the command line")
struct RecordingTests {
    @Test("who comes again is asked for what is left; what is asked for twice has to be written twice")
    func resuming() {
        func annotation(_ key: String, _ text: String) -> LogRecord {
            .annotation(Annotation(key: key, text: text, at: Instant(microseconds: 0)))
        }
        let records = [
            annotation("prompt", "eins"), annotation("accepted", "eins"), annotation("skipped", "zwei"), annotation("repeated", "drei"),
            annotation("accepted", "drei"), annotation("accepted", "other"),
        ]
        let accepted = PromptHistory.accepted(in: records)
        #expect(accepted == ["eins", "drei", "other"])
        #expect(PromptHistory.remaining(["eins", "zwei", "eins", "drei"], accepted: accepted) == ["zwei", "eins"])
        #expect(PromptHistory.remaining(["eins"], accepted: []) == ["eins"])
    }

    @Test("one sentence after the other is asked for, and what was said of each is noted")
    func prompts() {
        var session = PromptSession(sentences: ["eins", "zwei", "drei"])
        #expect(session.begin() == [.annotate(key: "prompt", text: "eins")])
        #expect(session.press(.accept) == [])
        #expect(session.screen.last?.contains("There is no ink yet") == true)
        session.read(" ein", line: 1)
        session.read("s", line: 2)
        #expect(session.screen.contains("  ein s"))
        #expect(
            session.press(.accept) == [
                .annotate(key: "accepted", text: "eins"), .dropInk, .annotate(key: "prompt", text: "zwei"),
            ])
        session.read("zwo", line: 3)
        #expect(
            session.press(.again) == [
                .annotate(key: "repeated", text: "zwei"), .dropInk, .annotate(key: "prompt", text: "zwei"),
            ])
        #expect(session.screen.contains("  …"))
        #expect(session.press(.skip) == [.annotate(key: "skipped", text: "zwei"), .dropInk, .annotate(key: "prompt", text: "drei")])
        session.read("drei", line: 4)
        #expect(session.press(.accept) == [.annotate(key: "accepted", text: "drei"), .dropInk, .end])
        #expect(session.accepted == 2 && session.skipped == 1 && session.sentence == nil)
        #expect(session.press(.skip) == [.end])
    }

    @Test("keys are letters, Return, and what ends programs")
    func keys() {
        #expect(
            [10, 13, 110, 114, 115, 113, 3, 4, 120].map(PromptSession.Key.init) == [
                .accept, .accept, .accept, .again, .skip, .quit, .quit, .quit, nil,
            ])
    }

    @Test("a sentence cannot steer the terminal")
    func hostileSentence() {
        let session = PromptSession(sentences: ["\u{1b}[2J"])
        #expect(!session.screen.joined().contains("\u{1b}"))
    }

    @Test("an ink for every sentence that was accepted, with what was written since it was asked for last")
    func labels() {
        let pen = Pen()
        let records =
            pen.said("writer", "w7", 2) + pen.said("prompt", "eins", 3) + pen.wrote(4) + pen.said("repeated", "eins", 6)
            + pen.said("prompt", "eins", 6) + pen.wrote(7) + pen.wrote(9) + pen.said("accepted", "eins", 11)
            + pen.said("prompt", "zwei", 11)
            + pen.wrote(12) + pen.said("skipped", "zwei", 14)
        let inks = LogInks.inks(of: pen.device + records, session: "s")
        #expect(inks.map(\.label) == ["eins"])
        #expect(inks.map(\.writer) == ["w7"] && inks.map(\.strokes.count) == [2] && inks.map(\.id) == ["s#1"])
        #expect(inks.first?.strokes.first?.first?.x == 700)
    }

    @Test("where nothing was asked for, all that was written under a label is one ink with it")
    func sessionLabels() {
        let pen = Pen()
        let records = pen.said("label", "der Fuchs", 0) + pen.wrote(1) + pen.wrote(2) + pen.wrote(9)
        let whole = LogInks.inks(of: pen.device + records, session: "s")
        #expect(whole.map(\.label) == ["der Fuchs"] && whole.map(\.strokes.count) == [3])
        // a session's next file says the label again
        let again = pen.said("label", "der Fuchs", 0) + pen.wrote(1) + pen.said("label", "der Fuchs", 0) + pen.wrote(9)
        #expect(LogInks.inks(of: pen.device + again, session: "s").map(\.strokes.count) == [2])
        let two = pen.wrote(1) + pen.said("label", "eins", 3) + pen.wrote(4) + pen.wrote(12) + pen.said("label", "zwei", 14) + pen.wrote(15)
        let inks = LogInks.inks(of: pen.device + two, session: "s")
        #expect(inks.map(\.label) == [nil, "eins", "zwei"] && inks.map(\.strokes.count) == [1, 2, 1])
    }

    @Test("where nothing was asked for, a pause ends an ink")
    func pauses() {
        let pen = Pen()
        let inks = LogInks.inks(of: pen.device + pen.wrote(1) + pen.wrote(2) + pen.wrote(9), session: "s")
        #expect(inks.map(\.strokes.count) == [2, 1] && inks.allSatisfy { $0.label == nil })
    }

    @Test("a session is told without what was written: devices, pauses, losses, sleep, and a clock that was set")
    func sessionStory() {
        let start = TimeAnchor(monotonic: 1_000_000, boot: 1_000_000, wall: 1_700_000_000_000_000)
        let header = LogHeader(program: "inkd 1", kernel: "6.1", boot: "b", session: "s", part: 1, anchor: start)
        let later = TimeAnchor(monotonic: 3_000_000, boot: 63_000_000, wall: start.wall + 62_000_000 + 5_000_000)
        let at = Instant(microseconds: 2_500_000)
        let pen = Pen()
        let story = LogFormatter(
            [.began(header)] + pen.device + pen.wrote(1)
                + [
                    .stroke(device: 1, number: 1, isText: false, at: at), .paused(reason: "locked", at: at), .lost(frames: 3, at: at),
                    .anchor(later), .ended(at: at),
                ])
        #expect(
            story.lines == [
                "    0.000  file 1 of s, by inkd 1, Linux 6.1", "           device 1, pen: pen (0000:0000) on seat0",
                "           5 frames, 1 stroke", "    1.500  paused: locked", "    1.500  LOST: 3 frames that arrived too fast",
                "    2.000  the machine was suspended for 60.000 s", "    2.000  the clock was adjusted by 5.000 s",
                "    1.500  end of the file",
            ])
    }

    @Test("what a pen wrote is ink in its own units, with force")
    func strokes() throws {
        let device = try #require(try Recording.read(Self.folder + "stroke.events").devices.first)
        let ink = try #require(PenStrokes.ink(of: device))
        #expect(ink.strokes == [[.init(x: 1400, y: -12, time: 0)]])
        #expect(ink.unitsPerMillimeter == 100 && ink.device == "Example # Pen" && ink.isTimed)
        #expect(ink.channels.keys.map(\.rawValue) == ["f"])
        let force = try #require(ink.channels[.force]?.first?.first)
        #expect(abs(force - 700.0 / 2047) < 1e-6)
        let keys = try #require(try Recording.read(Self.folder + "stroke.yml").devices.last)
        #expect(PenStrokes.ink(of: keys) == nil)
    }

    private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Fixtures/recordings/"
}

/// A pen that writes in whole seconds.
private struct Pen {
    private func at(_ second: Double) -> Instant { Instant(microseconds: Int64(second * 1e6)) }

    var device: [LogRecord] {
        var description = DeviceDescription(name: "pen")
        description.keys = [Key.toolPen, Key.touch]
        description.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: 20_000, resolution: 100), Axis.y: AxisInfo(minimum: 0, maximum: 20_000, resolution: 100),
        ]
        return [.device(LoggedDevice(number: 1, description: description, role: "pen", seat: "seat0"))]
    }

    func said(_ key: String, _ text: String, _ second: Double) -> [LogRecord] {
        [.annotation(Annotation(key: key, text: text, at: at(second)))]
    }

    /// A visit with one stroke, whose place tells when it was.
    func wrote(_ second: Double) -> [LogRecord] {
        let x = Int32(second * 100)
        let frames: [[(UInt16, UInt16, Int32)]] = [
            [(EventType.key, Key.toolPen, 1), (EventType.abs, Axis.x, x), (EventType.abs, Axis.y, 500)],
            [(EventType.key, Key.touch, 1)], [(EventType.abs, Axis.x, x + 200)], [(EventType.key, Key.touch, 0)],
            [(EventType.key, Key.toolPen, 0)],
        ]
        return frames.enumerated().map { index, events in
            let time = at(second + Double(index) / 10)
            return .frame(device: 1, Frame(time: time, events: events.map { InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2) }))
        }
    }
}
