import Editing
import Ink
import Testing

@Suite("The eraser")
struct EraserTests {
    @Test("removes what its path crosses between two samples, and nothing else")
    func crosses() {
        let scribe = Scribe("line 0,0 0,10; line 10,0 10,10; line 20,0 20,10; erase 5,5 15,5")
        #expect(scribe.ends.map(\.[0]) == [0, 20])
    }

    @Test("removes a dot it comes near to")
    func dot() {
        #expect(Scribe("down 5,5; up; erase 5.4,5.4").editor.isEmpty)
        #expect(!Scribe("down 5,5; up; erase 8,5").editor.isEmpty)
    }

    @Test("passes between strokes whose boxes it crosses")
    func between() {
        #expect(Scribe("line 0,0 20,20; erase 0,10 5,15").editor.strokes.count == 1)
    }

    @Test("leaves strokes that are spared")
    func spared() {
        var scribe = Scribe("line 0,0 0,10; line 10,0 10,10")
        scribe.editor.spared = [scribe.editor.strokes[0].id]
        scribe.play("erase -5,5 15,5")
        #expect(scribe.ends.map(\.[0]) == [0])
    }

    @Test("touches a stroke of samples between two of them")
    func samples() {
        let points = [(0.0, 0.0), (0, 10)].map { InkPoint(x: $0.0, y: $0.1) }
        func touches(_ places: [(Double, Double)]) -> Bool {
            EraserTrack(places: places.map { Point(x: $0.0, y: $0.1) }, radius: 1).touches(Stroke(id: StrokeID(1), points: points))
        }
        #expect(touches([(0.9, 5)]) && touches([(-5, 5), (5, 5)]) && !touches([(1.1, 5)]) && !touches([(2, 0), (2, 10)]))
        #expect(!EraserTrack(places: [Point(x: 0, y: 0)], radius: 1).touches(Stroke(id: StrokeID(1), points: [])))
    }

    @Test("makes one step of a contact, however many strokes it took")
    func oneStep() {
        var scribe = Scribe("line 0,0 0,10; line 10,0 10,10; erase -5,5 5,5 15,5")
        #expect(scribe.editor.isEmpty)
        _ = scribe.editor.undo()
        #expect(scribe.editor.strokes.count == 2)
    }

    @Test("gives back what it took when its contact is cancelled, and leaves undo and redo alone")
    func cancel() {
        var scribe = Scribe("line 0,0 0,10; line 10,0 10,10; line 20,0 20,10")
        _ = scribe.editor.undo()
        let before = scribe.editor
        for (phase, x) in [(PointerPhase.down, -5.0), (.move, 5), (.cancel, 5)] {
            var event = PointerEvent(phase: phase, tool: .eraser, device: DeviceID(1), time: Instant(microseconds: 9_000_000))
            (event.x, event.y) = (x, 5)
            _ = scribe.editor.pointer(event)
            #expect(scribe.editor.strokes.count == (phase == .move ? 1 : 2))
            #expect(scribe.editor.canRedo == (phase != .move))
        }
        #expect(scribe.editor.strokes == before.strokes)
        #expect(scribe.editor.lines.map(\.id) == before.lines.map(\.id))
        #expect(scribe.editor.redo() != nil)
    }

    @Test("tells of the change when it happens, not only at the end")
    func effects() {
        let scribe = Scribe("line 0,0 0,10; erase 5,5 4,5 -5,5 -6,5")
        #expect(scribe.effects.suffix(4) == [[], [.contentChanged], [], [.becameIdle]])
    }

    @Test("takes a recognized shape away, though it is on no line", arguments: EditorConfiguration.EraserMode.allCases)
    func figure(mode: EditorConfiguration.EraserMode) {
        var configuration = EditorConfiguration()
        configuration.eraser.mode = mode
        var scribe = Scribe("line 10,10 70,10 70,50 10,50 10,10", type: .diagram, configuration: configuration)
        #expect(scribe.editor.lines.isEmpty)
        scribe.play("erase 40,5 40,15")
        #expect(scribe.editor.strokeCount == (mode == .stroke ? 0 : 2))
        #expect(scribe.editor.root.children.allSatisfy { $0.type != .node })
    }

    @Test("takes away what is left beside the middle of a broad mark")
    func sliver() {
        var configuration = EditorConfiguration()
        configuration.style = InkStyle(kind: .marker)
        configuration.eraser.mode = .pixel
        var scribe = Scribe("line 10,10 40,10", configuration: configuration)
        scribe.play("erase 0,10 50,10")
        #expect(scribe.editor.strokeCount > 0 && scribe.editor.lines.isEmpty)
        scribe.play("erase 0,8 50,8 50,12 0,12 0,7 50,7 50,13 0,13")
        #expect(scribe.editor.isEmpty)
    }

    @Test("takes away strokes that were made broader than any pen is")
    func stretched() throws {
        var scribe = Scribe("line 0,0 10,0")
        _ = try scribe.editor.transform(strokes: [StrokeID(1)], by: .scale(x: 1, y: 100))
        scribe.play("erase 5,15")
        #expect(scribe.editor.isEmpty)
    }

    @Test("makes one step of a long contact that cuts pieces into pieces, and gives the whole stroke back")
    func longContact() {
        var configuration = EditorConfiguration()
        configuration.eraser.mode = .pixel
        var scribe = Scribe("line 0,0 300,0", configuration: configuration)
        let before = scribe.editor.document.items
        var kept = Document(type: .rawContent, items: before)
        _ = scribe.editor.takeChanges()
        scribe.play("rub 0,0")
        for x in 1..<200 { scribe.play("move \(x),0") }
        scribe.play("up")
        #expect(scribe.editor.strokeCount == 1)
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        #expect(kept.items == scribe.editor.document.items)
        _ = scribe.editor.undo()
        #expect(scribe.editor.document.items == before)
    }

    @Test("reaches as far on a device that knows no millimeters")
    func unitless() {
        var configuration = EditorConfiguration()
        configuration.unitsPerMillimeter = 100
        var editor = InkEditor(configuration: configuration)
        func send(_ phase: PointerPhase, _ tool: PointerTool, _ x: Double, _ y: Double) {
            var event = PointerEvent(phase: phase, tool: tool, device: DeviceID(1), time: Instant(microseconds: 0))
            (event.x, event.y, event.isUnitless) = (x, y, true)
            _ = editor.pointer(event)
        }
        send(.down, .pen, 1000, 1000)
        send(.move, .pen, 1000, 2000)
        send(.up, .pen, 1000, 2000)
        send(.down, .eraser, 1150, 1500)
        #expect(editor.strokes.count == 1)
        send(.move, .eraser, 1090, 1500)
        #expect(editor.isEmpty)
    }
}
