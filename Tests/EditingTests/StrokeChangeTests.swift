import Ink
import Testing

@testable import Editing

@Suite("The changes of strokes that an editor reports")
struct StrokeChangeTests {
    private static func ids(_ numbers: UInt64...) -> [StrokeID] { numbers.map { StrokeID($0) } }

    /// An editor with two lines, whose eraser takes parts of strokes.
    private static func scribe() -> Scribe {
        var configuration = EditorConfiguration()
        configuration.eraser.mode = .pixel
        var scribe = Scribe("line 0,0 20,0; line 0,50 20,50", configuration: configuration)
        _ = scribe.editor.takeStrokeChanges()
        return scribe
    }

    @Test("are what was added, removed and changed since the last report, and nothing that came and went")
    func differences() throws {
        var scribe = Scribe("line 0,0 20,0; line 0,50 20,50")
        #expect(scribe.editor.takeStrokeChanges().added == Self.ids(1, 2))
        #expect(scribe.editor.takeStrokeChanges().isEmpty)
        _ = try scribe.editor.restyle(strokes: Self.ids(2), as: InkStyle(red: 255))
        _ = try scribe.editor.remove(strokes: Self.ids(1))
        scribe.play("line 0,90 20,90; line 0,120 20,120")
        _ = try scribe.editor.remove(strokes: Self.ids(4))
        let changes = scribe.editor.takeStrokeChanges()
        #expect(changes.added == Self.ids(3) && changes.removed == Self.ids(1) && changes.changed == Self.ids(2))
        #expect(changes.replaced.isEmpty && changes.count == 3)
        _ = scribe.editor.undo()
        _ = scribe.editor.redo()
        #expect(scribe.editor.takeStrokeChanges().isEmpty)
    }

    @Test("say which pieces took the place of a stroke, and that it came back")
    func replaced() {
        var scribe = Self.scribe()
        scribe.play("erase 10,-3 10,3")
        let erased = scribe.editor.takeStrokeChanges()
        #expect(erased.removed == Self.ids(1) && erased.added.count == 2)
        #expect(erased.replaced == [.init(old: Self.ids(1), new: erased.added)])
        _ = scribe.editor.undo()
        let undone = scribe.editor.takeStrokeChanges()
        #expect(undone.added == Self.ids(1) && undone.removed == erased.added)
        #expect(undone.replaced == [.init(old: erased.added, new: Self.ids(1))])
    }

    @Test("can be asked for since a revision, and are unknown for one that was not")
    func since() throws {
        var scribe = Self.scribe()
        let revision = scribe.editor.revision
        #expect(scribe.editor.strokes(changedSince: revision) == [])
        _ = try scribe.editor.transform(strokes: Self.ids(2), by: .translation(x: 1, y: 0))
        let moved = scribe.editor.revision
        scribe.play("line 0,90 20,90")
        #expect(scribe.editor.strokes(changedSince: revision) == Set(Self.ids(2, 3)))
        #expect(scribe.editor.strokes(changedSince: moved) == Set(Self.ids(3)))
        #expect(scribe.editor.strokes(changedSince: scribe.editor.revision + 1) == nil)
        #expect(scribe.editor.strokes(named: Set(Self.ids(3, 1, 9))).map(\.id) == Self.ids(1, 3))
        #expect(scribe.editor.strokes(in: Box(x: 5, y: 40, width: 1, height: 20)) == Set(Self.ids(2)))
    }

    @Test("are forgotten beyond a number of strokes")
    func limit() {
        var log = StrokeLog()
        let stroke = InkStroke(id: StrokeID(1), path: StrokePath(controlPoints: [PathPoint(x: 0, y: 0)], created: 0))
        for number in 1...UInt64(StrokeLog.most + 2) {
            let item = DocumentItem.stroke(PlacedStroke(stroke: stroke, line: LineID(1)))
            log.note(DocumentChange(key: .stroke(StrokeID(number)), before: nil, after: item), at: number)
        }
        let last = UInt64(StrokeLog.most + 2)
        #expect(log.strokes(changedSince: 5) == nil && log.strokes(changedSince: last - 1) == [StrokeID(last)])
    }
}
