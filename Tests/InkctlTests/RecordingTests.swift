import Evdev
import Ink
import InkProtocol
import PenLog
import Testing

@testable import inkctl

@Suite("Recording from the command line")
struct RecordingTests {
    @Test("one sentence after the other is asked for, and what was said of each is noted")
    func prompts() {
        var session = PromptSession(sentences: ["eins", "zwei", "drei"])
        #expect(session.begin() == [.annotate(key: "prompt", text: "eins")])
        #expect(session.press(.accept) == [])
        #expect(session.screen.last?.contains("Nothing is written yet") == true)
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
        #expect([10, 13, 110, 114, 115, 113, 3, 4, 120].map(PromptSession.Key.init) == [.accept, .accept, .accept, .again, .skip, .quit, .quit, .quit, nil])
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
            + pen.said("prompt", "eins", 6) + pen.wrote(7) + pen.wrote(9) + pen.said("accepted", "eins", 11) + pen.said("prompt", "zwei", 11)
            + pen.wrote(12) + pen.said("skipped", "zwei", 14)
        let inks = LogInks.inks(of: pen.device + records, session: "s")
        #expect(inks.map(\.label) == ["eins"])
        #expect(inks.map(\.writer) == ["w7"] && inks.map(\.strokes.count) == [2] && inks.map(\.id) == ["s#1"])
        #expect(inks.first?.strokes.first?.first?.x == 700)
    }

    @Test("where nothing was asked for, a pause ends an ink")
    func pauses() {
        let pen = Pen()
        let inks = LogInks.inks(of: pen.device + pen.wrote(1) + pen.wrote(2) + pen.wrote(9), session: "s")
        #expect(inks.map(\.strokes.count) == [2, 1] && inks.allSatisfy { $0.label == nil })
    }

    @Test("that something is recorded is the first thing told, in capitals")
    func story() {
        var state = RecorderInterface.State(devices: [], frames: 0, lost: 0, bytes: 0)
        #expect(RecorderStory(state).lines == ["Nothing is recorded."])
        state.recording = "2026-11-22-101500"
        (state.frames, state.bytes, state.lost, state.paused) = (12, 4000, 1, .password)
        #expect(
            RecorderStory(state).lines == [
                "RECORDING: 2026-11-22-101500 (12 frames, 4 kB)", "Paused: a field for a password has the focus.",
                "Missing: 1 frame that came too fast.",
            ])
        let other = RecorderInterface.State(recording: "x", user: 1001, devices: [1], frames: 0, lost: 0, bytes: 0)
        #expect(
            RecorderStory.lines(.init(state: .init(devices: [], frames: 0, lost: 0, bytes: 0), others: [other])).last
                == "RECORDING: user 1001 records devices that you may use.")
    }
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
