import InkProtocol
import Testing

@testable import inkctl

@Suite("What a watch tells")
struct WatchFormatterTests {
    static func device(_ id: Int, name: String = "Wacom One", width: Double? = 216) -> DevicesInterface.Device {
        .init(
            id: id, name: name, kind: .pen, bus: 3, vendor: 1386, product: 886, display: false, virtual: false, replay: false, width: width,
            height: width.map { $0 / 1.6 }, pressure: true, tilt: true, eraser: false, seat: "seat0", editor: "pen0")
    }

    static func state(strokes: Int, text: String = "", editor: String = "pen0") -> EditorInterface.State {
        .init(
            editor: editor, device: 1, revision: strokes, canUndo: strokes > 0, canRedo: false, undoCount: strokes, redoCount: 0,
            empty: strokes == 0, idle: true, strokes: strokes, text: text)
    }

    static func read(_ text: String, final: Bool, line: Int = 1) -> EditorInterface.Watch.Reply {
        .init(
            sequence: 1, change: .recognition, state: state(strokes: 2, text: text),
            line: .init(
                id: line, text: text, candidates: [text], final: final, stablePrefix: 0, box: .init(x: 0, y: 0, width: 1, height: 1),
                words: []))
    }

    static func event(_ phase: PointerInterface.Phase, tool: PointerInterface.Tool = .pen, force: Double = 0) -> PointerInterface.Event {
        .init(
            phase: phase, tool: tool, pointer: 0, time: 0, rawX: 0, rawY: 0, x: 104.23, y: 55, force: force, distance: 0, azimuth: 0,
            altitude: 0, rotation: 0, buttons: [], serial: 0, toolId: 0, gap: false)
    }

    @Test("devices come and go")
    func devices() {
        var formatter = WatchFormatter()
        #expect(
            formatter.format(DevicesInterface.Watch.Reply(sequence: 1, change: .present, device: Self.device(1)))
                == [.event("+ device 1, pen: Wacom One (216 × 135 mm, editor pen0)")])
        #expect(formatter.format(DevicesInterface.Watch.Reply(sequence: 1, change: .present, device: Self.device(1))) == [])
        #expect(
            formatter.format(DevicesInterface.Watch.Reply(sequence: 2, change: .removed, device: Self.device(1)))
                == [.event("- device 1, pen: Wacom One")])
        #expect(
            formatter.format(DevicesInterface.Watch.Reply(sequence: 3, change: .added, device: Self.device(2, name: "\u{1b}c", width: nil)))
                == [.event("+ device 2, pen: \\u{1b}c (size unknown, editor pen0)")])
    }

    @Test("a device that is closed is told once with the reason, and that it is read again")
    func pauses() {
        var formatter = WatchFormatter()
        var closed = Self.device(1)
        closed.paused = .locked
        _ = formatter.format(DevicesInterface.Watch.Reply(sequence: 1, change: .present, device: Self.device(1)))
        let paused = DevicesInterface.Watch.Reply(sequence: 2, change: .paused, device: closed)
        #expect(formatter.format(paused) == [.event("= device 1, pen: Wacom One is closed: the session is locked")])
        #expect(formatter.format(paused) == [])
        #expect(
            formatter.format(DevicesInterface.Watch.Reply(sequence: 3, change: .resumed, device: Self.device(1)))
                == [.event("= device 1, pen: Wacom One is read again")])
        #expect(formatter.format(PointerInterface.Watch.Reply(sequence: 1, device: 1, events: [], paused: .locked)) == [])
    }

    @Test("a pen near and away is told, motion is not")
    func pens() {
        var formatter = WatchFormatter()
        let events = [Self.event(.proximityIn), Self.event(.hover), Self.event(.down), Self.event(.move), Self.event(.up)]
        #expect(formatter.format(PointerInterface.Watch.Reply(sequence: 1, device: 1, events: events)) == [.event("pen near, device 1")])
        let away = PointerInterface.Watch.Reply(sequence: 2, device: 1, events: [Self.event(.proximityOut, tool: .eraser)])
        #expect(formatter.format(away) == [.event("eraser away, device 1")])
        #expect(formatter.format(.init(sequence: 3, device: 2, events: [Self.event(.proximityIn, tool: .finger)])) == [])
    }

    @Test("the status says where the pen is, how hard it presses, and how much is written")
    func status() {
        var formatter = WatchFormatter()
        _ = formatter.format(DevicesInterface.Watch.Reply(sequence: 1, change: .present, device: Self.device(1)))
        _ = formatter.format(EditorInterface.Watch.Reply(sequence: 1, change: .contentChanged, state: Self.state(strokes: 3)))
        _ = formatter.format(PointerInterface.Watch.Reply(sequence: 1, device: 1, events: [Self.event(.move, force: 0.5)]))
        #expect(formatter.status == .init(pointer: "pen  104.2   55.0 mm  █████░░░░░  50 %  3 strokes", partial: ""))
        _ = formatter.format(PointerInterface.Watch.Reply(sequence: 2, device: 1, events: [Self.event(.proximityOut)]))
        #expect(formatter.status.pointer == "3 strokes")
    }

    @Test("positions of a device without a size have no millimeters")
    func unknownSize() {
        var formatter = WatchFormatter()
        _ = formatter.format(PointerInterface.Watch.Reply(sequence: 1, device: 9, events: [Self.event(.move)]))
        #expect(formatter.status.pointer.contains("units"))
    }

    @Test("text forms in the status and is told once when it stays")
    func text() {
        var formatter = WatchFormatter()
        #expect(formatter.format(Self.read("hel", final: false)) == [])
        #expect(formatter.status.partial == "hel")
        #expect(formatter.format(Self.read("hello", final: true)) == [.final("pen0: hello")])
        #expect(formatter.status.partial == "")
        #expect(formatter.format(Self.read("hello", final: true)) == [])
        #expect(formatter.format(Self.read("hello you", final: true)) == [.final("pen0: hello you")])
        #expect(formatter.format(Self.read("hello you", final: true, line: 2)) == [.final("pen0: hello you")])
        #expect(formatter.format(Self.read("\u{1b}]0;x\u{7}", final: true)) == [.final("pen0: \\u{1b}]0;x\\u{7}")])
    }

    @Test("strokes are counted when their number changes, and nothing is left of what was cleared")
    func counts() {
        var formatter = WatchFormatter()
        func content(_ strokes: Int) -> EditorInterface.Watch.Reply {
            .init(sequence: 1, change: .contentChanged, state: Self.state(strokes: strokes))
        }
        #expect(formatter.format(content(1)) == [.count("pen0: 1 stroke")])
        #expect(formatter.format(content(1)) == [])
        #expect(formatter.format(Self.read("a", final: true)) == [.final("pen0: a")])
        #expect(formatter.format(Self.read("ab", final: false)) == [])
        #expect(formatter.format(content(0)) == [.count("pen0: no strokes")])
        #expect(formatter.status.partial == "")
        #expect(formatter.format(Self.read("a", final: true)) == [.final("pen0: a")])
    }

    @Test("an editor that has ink when the watch begins is told with it")
    func present() {
        var formatter = WatchFormatter()
        let written = EditorInterface.Watch.Reply(sequence: 1, change: .present, state: Self.state(strokes: 3, text: "hello\nyou"))
        #expect(formatter.format(written) == [.event("pen0: 3 strokes, \"hello\\u{a}you\"")])
        #expect(formatter.format(.init(sequence: 2, change: .present, state: Self.state(strokes: 0, editor: "pen1"))) == [])
    }

    @Test("a gesture, a problem and a new package are told")
    func changes() {
        var formatter = WatchFormatter()
        let gesture = EditorInterface.Gesture(kind: "scratch-out", stroke: 4, words: ["a", "b"], strokes: [1, 2])
        let edited = EditorInterface.Watch.Reply(sequence: 1, change: .gesture, state: Self.state(strokes: 1), gesture: gesture)
        #expect(formatter.format(edited) == [.event("pen0: scratch-out over \"a\", \"b\"")])
        let problem = EditorInterface.Problem(reason: "RecognitionUnavailable", message: "no model")
        let failed = EditorInterface.Watch.Reply(sequence: 2, change: .error, state: Self.state(strokes: 1), error: problem)
        #expect(formatter.format(failed) == [.event("pen0: no model")])
        var state = Self.state(strokes: 0)
        state.package = "notes"
        #expect(formatter.format(.init(sequence: 3, change: .partChanged, state: state)) == [.event("pen0 writes in notes")])
    }

    @Test("a reply becomes one JSON line")
    func record() {
        let line = WatchRecords.line("org.inkd.Editor", .object(["text": .string("a\nb"), "sequence": .int(1)]))
        #expect(line == #"{"interface":"org.inkd.Editor","reply":{"sequence":1,"text":"a\nb"}}"#)
    }
}
