import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct PadStateTests {
    private var state = PadState()

    private static func point(_ x: Double, _ time: Double, force: Double? = nil) -> PadPoint { .init(x: x, y: 5, force: force, time: time) }

    private mutating func write(from x: Double, at time: Double, kind: EditorInterface.PointerKind = .pen) {
        state.begin(Self.point(x, time), kind: kind)
        state.move(to: Self.point(x + 1, time + 1))
        state.end(at: time + 2)
    }

    private static func reply(_ words: [String], candidates: [String] = [], idle: Bool = true) -> EditorInterface.GetState.Reply {
        let box = EditorInterface.Box(x: 0, y: 0, width: 1, height: 1)
        let line = EditorInterface.Line(
            id: 7, text: words.joined(separator: " "), candidates: [], final: idle, stablePrefix: 0, box: box,
            words: words.map {
                .init(text: $0, ranges: [], candidates: ([$0] + candidates).map { .init(text: $0) }, graphemes: [])
            })
        let state = EditorInterface.State(
            editor: "pad", revision: 1, canUndo: true, canRedo: false, undoCount: 1, redoCount: 0, empty: false, idle: idle, strokes: 1)
        return .init(state: state, lines: [line])
    }

    @Test mutating func `What a pointer does is sent as it happens`() {
        state.connected()
        write(from: 0, at: 10)
        let events = state.takeUnsent()
        #expect(events.map(\.phase) == [.down, .move, .up])
        #expect(events.map(\.time) == [10, 11, 12])
        #expect(state.takeUnsent().isEmpty)
        #expect(state.sheet.strokes.count == 1 && !state.isRead)
    }

    @Test mutating func `Ink that is written before there is an inkd is sent when there is one`() {
        write(from: 0, at: 10)
        #expect(state.takeUnsent().isEmpty)
        state.begin(Self.point(5, 20), kind: .pen)
        state.connected()
        #expect(state.takeUnsent().map(\.phase) == [.down, .move, .up, .down])
        state.end(at: 21)
        #expect(state.takeUnsent().map(\.phase) == [.up])
    }

    @Test mutating func `After a restart of inkd all ink is sent again`() {
        state.connected()
        write(from: 0, at: 10)
        _ = state.takeUnsent()
        state.failed("inkd has ended.")
        write(from: 5, at: 20)
        #expect(state.takeUnsent().isEmpty)
        state.connected()
        #expect(state.takeUnsent().filter { $0.phase == .down }.map(\.x) == [0, 5])
    }

    @Test mutating func `A place where the pointer was, and one from before, say nothing`() {
        state.connected()
        state.begin(Self.point(0, 10), kind: .pen)
        state.move(to: Self.point(0, 11))
        state.move(to: Self.point(1, 9))
        state.move(to: Self.point(2, 12))
        state.end(at: 5)
        let events = state.takeUnsent()
        #expect(events.map(\.x) == [0, 2, 2])
        #expect(events.map(\.time) == [10, 12, 12])
    }

    @Test mutating func `A stroke that is void is forgotten`() {
        state.connected()
        state.begin(Self.point(0, 10), kind: .pen)
        state.cancel()
        #expect(state.takeUnsent().map(\.phase) == [.down, .cancel])
        #expect(state.sheet.isEmpty)
        state.cancel()
        state.end(at: 20)
        #expect(state.takeUnsent().isEmpty)
    }

    @Test mutating func `An eraser leaves no ink`() {
        state.connected()
        write(from: 0, at: 10, kind: .eraser)
        #expect(state.isErasing && state.sheet.isEmpty)
        #expect(state.takeUnsent().allSatisfy { $0.kind == .eraser })
    }

    @Test mutating func `What inkd has takes the place of what was sent, and not of what came after`() {
        state.connected()
        write(from: 0, at: 10)
        write(from: 5, at: 20)
        let asked = state.sheet.newestFinished
        write(from: 9, at: 30)
        state.replaced(upTo: asked, by: [[Self.point(3, 10)]])
        #expect(state.sheet.strokes.map { $0.points[0].x } == [3, 9])
    }

    @Test mutating func `The last word is the one whose candidates are shown, until another is chosen`() throws {
        state.connected()
        state.read(Self.reply(["two", "words"], candidates: ["wards", "", "two"]))
        #expect(state.text == "two words" && state.isRead && state.canUndo)
        #expect(state.chosenWord?.text == "words")
        #expect(state.chosenWord?.others == ["wards", "two"])
        state.choose(at: 0)
        #expect(state.chosenWord?.text == "two")
        state.choose(at: 9)
        #expect(state.chosenWord?.text == "two")
        write(from: 0, at: 10)
        state.read(Self.reply(["two", "words", "more"], idle: false))
        #expect(state.chosenWord?.text == "more" && !state.isRead)
        #expect(state.lines.map { $0.map(\.text) } == [["two", "words", "more"]])
    }
}
