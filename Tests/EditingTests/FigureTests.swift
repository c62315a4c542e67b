@testable import Editing
import Ink
import Testing

@Suite("A recognized figure")
struct FigureTests {
    /// A frame of four strokes, recognized.
    private func frame(_ type: PartType = .drawing) -> Scribe {
        var scribe = Scribe("line 10,10 70,10; line 70,10 70,50; line 70,50 10,50; line 10,50 10,10", type: type)
        scribe.recognize([1, 2, 3, 4])
        return scribe
    }

    private func shapes(_ scribe: Scribe) -> [String] { Set(scribe.editor.strokeState.figures.values).map(\.name) }

    private func everyStrokeOnce(_ scribe: Scribe) -> Bool {
        scribe.editor.root.allStrokes.sorted() == scribe.editor.drawing.strokes.map(\.id).sorted()
    }

    @Test("is none any more when one of its strokes is moved away: all are writing again, and asked about anew")
    func moved() throws {
        var scribe = frame()
        #expect(shapes(scribe) == ["rectangle"] && everyStrokeOnce(scribe))
        _ = scribe.editor.takeFigureRequests()
        _ = try scribe.editor.transform(strokes: [StrokeID(4)], by: .translation(x: 100, y: 0))
        #expect(shapes(scribe).isEmpty && everyStrokeOnce(scribe))
        #expect(scribe.editor.takeFigureRequests().count == 4)
    }

    @Test("is none any more when one of its strokes is taken away, and not when it comes back")
    func lessened() throws {
        var scribe = frame()
        _ = try scribe.editor.remove(strokes: [StrokeID(2)])
        #expect(shapes(scribe).isEmpty && everyStrokeOnce(scribe))
        _ = scribe.editor.undo()
        #expect(shapes(scribe).isEmpty && everyStrokeOnce(scribe))
    }

    @Test("gives the strokes that another figure does not take with it back to their lines")
    func replaced() {
        var scribe = frame()
        scribe.recognize([1, 2])
        #expect(shapes(scribe) == ["rectangle"] && everyStrokeOnce(scribe))
        #expect(scribe.editor.strokeState.figures.keys.sorted().map(\.value) == [1, 2])
    }

    @Test("leaves nothing behind when its strokes are gone")
    func forgotten() {
        var scribe = frame()
        _ = scribe.editor.forget(scribe.editor.strokes.map(\.id))
        let state = scribe.editor.strokeState
        #expect(state.figures.isEmpty && state.altered.isEmpty && state.beyondLines.isEmpty)
        #expect(scribe.editor.takeFigureRequests().isEmpty)
    }

    @Test("is asked about so many strokes at a time, and about the rest later; nobody who is there to answer is asked about none")
    func portions() {
        var scribe = Scribe(type: .drawing)
        for index in 0..<7 { scribe.play("line 0,\(index * 30) 40,\(index * 30)") }
        #expect(scribe.editor.takeFigureRequests(most: 4).compactMap { $0.groups.first?.last?.id.value } == [1, 2, 3, 4])
        #expect(scribe.editor.takeFigureRequests(most: 0).isEmpty)
        #expect(scribe.editor.takeFigureRequests(most: 4).count == 3)
        scribe.play("line 0,300 40,300")
        scribe.editor.dropQuestions()
        #expect(scribe.editor.takeFigureRequests().isEmpty)
    }

    @Test("can be scratched out: the stroke over it is asked about together with it")
    func scratched() throws {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        var scribe = Scribe("line 10,10 30,10 30,20 10,20 10,10", type: .textDocument, configuration: configuration)
        scribe.recognize([1])
        scribe.play("line 8,10 32,12 8,14 32,16 8,18")
        let asked = try #require(scribe.editor.takeGestureRequests().last)
        #expect(asked.strokes.map(\.id.value) == [1])
    }
}
