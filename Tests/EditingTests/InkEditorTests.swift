import Editing
import Ink
import Testing

@Suite("An editor")
struct InkEditorTests {
    @Test("makes a stroke of what the pen drew")
    func stroke() {
        let scribe = Scribe("in; hover 1,1; down 1,2; move 3,4 5,6; up; hover 9,9; out")
        #expect(scribe.editor.strokes.map(\.id) == [StrokeID(1)])
        #expect(scribe.ends == [[1, 2, 5, 6]])
        #expect(scribe.editor.revision == 1)
    }

    @Test("names the strokes that were drawn after another one, and neither pieces of earlier ones nor removed ones")
    func drawnStrokes() {
        var configuration = EditorConfiguration()
        configuration.eraser.mode = .pixel
        var scribe = Scribe("line 0,0 20,0", configuration: configuration)
        let last = scribe.editor.lastStroke
        #expect(scribe.editor.strokes(drawnAfter: last).isEmpty)
        scribe.play("line 0,50 20,50; line 0,90 20,90; erase 10,-3 10,3")
        #expect(scribe.editor.strokeCount == 4, "the eraser parted the first stroke")
        #expect(scribe.editor.strokes(drawnAfter: last) == [StrokeID(2), StrokeID(3)])
        _ = try? scribe.editor.remove(strokes: [StrokeID(2)])
        #expect(scribe.editor.strokes(drawnAfter: last) == [StrokeID(3)])
    }

    @Test("takes a tap for a stroke of one point")
    func tap() {
        #expect(Scribe("down 3,3; up").editor.strokes.map(\.points.count) == [1])
    }

    @Test("forgets a cancelled stroke and keeps content, undo and redo as they were")
    func cancel() {
        var scribe = Scribe("line 1,1 2,2; line 4,1 5,2")
        _ = scribe.editor.undo()
        let before = scribe.editor
        scribe.play("down 7,7; move 8,8; cancel; move 9,9; up")
        #expect(scribe.editor.strokes == before.strokes)
        #expect(scribe.editor.revision == before.revision)
        #expect(scribe.editor.canRedo && scribe.editor.canUndo)
    }

    @Test("ignores fingers and what is not a number")
    func ignored() {
        let scribe = Scribe("finger 1,1 2,2; line nan,1 nan,2; move 3,3")
        #expect(scribe.editor.isEmpty)
        #expect(scribe.effects.allSatisfy { $0 == [] })
    }

    @Test("joins nothing across lost samples")
    func gap() {
        let scribe = Scribe("down 1,1; move 2,1; gap 8,1; move 9,1; up")
        #expect(scribe.ends == [[1, 1, 2, 1], [8, 1, 9, 1]])
    }

    @Test("ends a stroke at proximity out and at a second touch, if it was never told that the pen left")
    func lostUp() {
        #expect(Scribe("down 1,1; move 2,1; out; move 3,1").ends == [[1, 1, 2, 1]])
        #expect(Scribe("down 1,1; move 2,1; down 5,1; up").ends == [[1, 1, 2, 1], [5, 1, 5, 1]])
    }

    @Test("splits an endless stroke and goes on from its last sample")
    func endless() {
        var configuration = EditorConfiguration()
        configuration.limits.strokeSamples = 4
        let scribe = Scribe("line 1,0 2,0 3,0 4,0 5,0 6,0", configuration: configuration)
        #expect(scribe.ends == [[1, 0, 4, 0], [4, 0, 6, 0]])
    }

    @Test("undoes and redoes strokes, erasing and clearing")
    func undo() {
        var scribe = Scribe("line 0,0 0,5; line 3,0 3,5; line 6,0 6,5; erase -1,2 4,2")
        #expect(scribe.editor.strokes.map(\.id.value) == [3])
        #expect(scribe.editor.undo()?.contains(.contentChanged) == true)
        #expect(scribe.editor.strokes.map(\.id.value) == [1, 2, 3])
        #expect(scribe.editor.redo() != nil)
        #expect(scribe.editor.strokes.map(\.id.value) == [3])
        #expect(scribe.editor.clear().contains(.contentChanged))
        #expect(scribe.editor.isEmpty && scribe.editor.lines.isEmpty)
        #expect(scribe.editor.undo() != nil && scribe.editor.undo() != nil)
        #expect(scribe.editor.strokes.map(\.id.value) == [1, 2, 3])
        scribe.play("line 9,0 9,5")
        #expect(!scribe.editor.canRedo && scribe.editor.redo() == nil)
        for _ in 0..<4 { #expect(scribe.editor.undo() != nil) }
        #expect(scribe.editor.undo() == nil && scribe.editor.isEmpty)
    }

    @Test("clears the newest first, so that nothing else moves, and brings them back in the order they were drawn")
    func clearOrder() {
        var scribe = Scribe()
        scribe.write("abcde", x: 0, y: 10)
        _ = scribe.editor.takeChanges()
        _ = scribe.editor.clear()
        let keys = (1...5).map { ItemKey.stroke(StrokeID($0)) }
        #expect(scribe.editor.takeChanges().map(\.key) == keys.reversed())
        _ = scribe.editor.undo()
        #expect(scribe.editor.takeChanges().map(\.key) == keys)
        #expect(scribe.editor.strokes.map(\.id.value) == [1, 2, 3, 4, 5])
    }

    @Test("has nothing to clear when empty")
    func clearEmpty() {
        var scribe = Scribe()
        #expect(scribe.editor.clear() == [])
        #expect(!scribe.editor.canUndo && scribe.editor.isIdle)
    }

    @Test("forgets the oldest steps beyond the limit")
    func undoLimit() {
        var configuration = EditorConfiguration()
        configuration.limits.undoSteps = 3
        var scribe = Scribe(configuration: configuration)
        scribe.write("abcde", x: 0, y: 10)
        var undone = 0
        while scribe.editor.undo() != nil { undone += 1 }
        #expect(undone == 3)
        #expect(scribe.editor.strokes.map(\.id.value) == [1, 2])
    }

    @Test("grows its revision with every change of content and only then")
    func revision() {
        var scribe = Scribe("line 0,0 0,5; hover 3,3; down 1,1; cancel; wait 600")
        #expect(scribe.editor.revision == 1)
        _ = scribe.editor.undo()
        _ = scribe.editor.redo()
        #expect(scribe.editor.revision == 3)
        scribe.readAll()
        #expect(scribe.editor.revision == 3)
    }

    @Test("forgetting strokes leaves nothing of them behind, not even to undo; the stroke in progress goes on")
    func forget() {
        var scribe = Scribe("line 0,0 0,5; line 3,0 3,5; line 6,0 6,5; erase 0,2 1,2; down 9,0")
        let first = scribe.editor.strokes[0].id
        #expect(scribe.editor.forget([first, StrokeID(99)]).contains(.contentChanged))
        #expect(scribe.editor.strokes.count == 1 && !scribe.editor.canUndo && !scribe.editor.canRedo)
        scribe.play("move 10,0; up")
        #expect(scribe.editor.strokes.count == 2)
        #expect(scribe.editor.forget(scribe.editor.strokes.map(\.id)).contains(.contentChanged) && scribe.editor.isEmpty)
        scribe.play("line 0,0 0,5")
        #expect(scribe.editor.strokes.count == 1)
    }

    @Test("of too much ink the oldest quarter is forgotten, and the newest stroke never")
    func tooMuchInk() {
        var configuration = EditorConfiguration()
        configuration.limits.ink = 40
        var scribe = Scribe(configuration: configuration)
        for column in 0..<20 { scribe.play("line \(3 * column),0 \(3 * column),5") }
        #expect(scribe.editor.strokes.count == 20 && scribe.editor.canUndo)
        scribe.play("line 60,0 60,5")
        #expect(scribe.editor.strokes.count == 15)
        #expect(scribe.editor.takeForgotten() == 6 && scribe.editor.takeForgotten() == 0)
        #expect(scribe.editor.strokes.first?.id == StrokeID(7) && scribe.editor.strokes.last?.id == StrokeID(21))
        #expect(!scribe.editor.canUndo && !scribe.editor.canRedo)
        scribe.readAll()
        #expect(scribe.editor.text == "15")
    }
}
