@testable import Editing
import Ink
import Testing

@Suite("While something touches, or nothing ever did")
struct ConcurrentEditTests {
    private func pixels(_ notation: String, type: PartType = .rawContent) -> Scribe {
        var configuration = EditorConfiguration()
        configuration.eraser.mode = .pixel
        return Scribe(notation, type: type, configuration: configuration)
    }

    /// An edit by a client of the pieces that an eraser has just made.
    enum Edit: CaseIterable { case remove, transform, erase, add, clear }

    @Test("a client's edit comes after what the eraser has done, in what is stored and in what is undone", arguments: Edit.allCases)
    func edits(edit: Edit) throws {
        var scribe = pixels("line 0,0 40,0; line 0,20 40,20")
        let before = scribe.editor.document.items
        var kept = Document(type: .rawContent, items: before)
        _ = scribe.editor.takeChanges()
        scribe.play("rub 20,-5; move 20,5")
        let piece = try #require(scribe.editor.drawing.strokes.map(\.id).max())
        switch edit {
        case .remove: _ = try scribe.editor.remove(strokes: [piece])
        case .transform: _ = try scribe.editor.transform(strokes: [piece], by: .translation(x: 0, y: 100))
        case .erase: _ = scribe.editor.erase(along: EraserTrack(places: [Point(x: 30, y: 0)], radius: 1), mode: .stroke)
        case .add: _ = try scribe.editor.add([InkStroke(id: StrokeID(1), fitting: [InkPoint(x: 60, y: 0)], created: 0)])
        case .clear: _ = scribe.editor.clear()
        }
        scribe.play("move 20,20; up")
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        let after = scribe.editor.document.items
        #expect(kept.items == after)
        let written = scribe.editor.lines.flatMap { scribe.editor.snapshot(of: $0.id)?.strokes.map(\.id) ?? [] }
        #expect(written.sorted() == scribe.editor.drawing.strokes.map(\.id).sorted())
        while scribe.editor.undoCount > 2 { _ = scribe.editor.undo() }
        #expect(scribe.editor.document.items == before)
        while scribe.editor.redo() != nil {}
        #expect(scribe.editor.document.items == after)
    }

    @Test("a cancelled contact takes back what the eraser did since the client's edit")
    func cancelled() throws {
        var scribe = pixels("line 0,0 40,0; line 0,20 40,20")
        var kept = Document(type: .rawContent)
        scribe.play("rub 20,0")
        let pieces = scribe.editor.drawing.strokes.map(\.id)
        _ = try scribe.editor.remove(strokes: [try #require(pieces.max())])
        let between = scribe.editor.document.items
        scribe.play("move 20,20; cancel")
        #expect(scribe.editor.document.items == between)
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        #expect(kept.items == between)
    }

    @Test("pasting comes after what the eraser has done")
    func paste() throws {
        var scribe = pixels("line 0,0 40,0; line 0,60 40,60", type: .textDocument)
        let copy = try scribe.editor.copy(try #require(scribe.editor.root.children.first).id)
        scribe.play("rub 20,0")
        let erased = scribe.editor.document.items
        _ = try scribe.editor.paste(copy, at: Point(x: 0, y: 100))
        scribe.play("up")
        _ = scribe.editor.undo()
        #expect(scribe.editor.document.items == erased)
    }

    @Test("what clients write, change and bring back is read for good at once where nothing touches")
    func neverTouched() throws {
        var editor = InkEditor(type: .text)
        let points = [InkPoint(x: 0, y: 0), InkPoint(x: 0, y: 5)]
        let strokes = [0.0, 3].map { x in
            InkStroke(id: StrokeID(1), fitting: points.map { InkPoint(x: $0.x + x, y: $0.y) }, created: 0)
        }
        let ids = try editor.add(strokes).ids
        #expect(editor.takeRequests().map(\.isFinal) == [true])
        _ = try editor.transform(strokes: [ids[0]], by: .translation(x: -1, y: 0))
        #expect(editor.takeRequests().map(\.isFinal) == [true])
        _ = try editor.remove(strokes: [ids[0]])
        #expect(editor.takeRequests().map(\.isFinal) == [true])
        for final in [true, false] {
            var scribe = Scribe(final ? "" : "down 50,50", type: .text)
            _ = try scribe.editor.add(strokes)
            #expect(scribe.editor.takeRequests().map(\.isFinal) == [final], "a pen that is down goes on writing")
        }
    }

    @Test("forgetting takes back what the eraser has just made from where it is kept")
    func forget() {
        var scribe = pixels("line 0,0 40,0")
        var kept = Document(type: .rawContent)
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        scribe.play("rub 20,0")
        _ = scribe.editor.forget(scribe.editor.strokes.map(\.id))
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        #expect(kept.items.isEmpty && scribe.editor.document.items.isEmpty && !scribe.editor.canUndo)
    }

    @Test("a contact ends wherever the pen is said to be", arguments: ["up", "cancel", "out"])
    func nowhere(end: String) {
        var scribe = Scribe("down 1,1; move 2,2; \(end) nan,nan")
        #expect(scribe.editor.strokeCount == (end == "cancel" ? 0 : 1))
        scribe.play("wait 600")
        scribe.readAll()
        #expect(scribe.editor.isIdle)
    }
}

@Suite("Edits that are made on a copy")
struct DraftTests {
    @Test("what was made on a draft is taken over, and the stroke in progress goes on")
    func contact() throws {
        var scribe = Scribe("line 0,0 40,0; down 1,10")
        var draft = scribe.editor.draft()
        let effects = draft.clear()
        #expect(effects.contains(.contentChanged))
        scribe.play("move 5,10 9,10")
        scribe.editor.adopt(draft)
        #expect(scribe.editor.isEmpty)
        scribe.play("move 20,10; up")
        #expect(scribe.ends == [[1, 10, 20, 10]])
        #expect(scribe.editor.undoCount == 3)
        _ = scribe.editor.undo()
        _ = scribe.editor.undo()
        #expect(scribe.ends == [[0, 0, 40, 0]])
    }

    @Test("what the eraser took before is a step of its own")
    func erasing() throws {
        var scribe = Scribe("line 0,0 0,5; line 20,0 20,5; rub 0,2")
        var draft = scribe.editor.draft()
        _ = draft.clear()
        scribe.editor.adopt(draft)
        _ = scribe.editor.undo()
        #expect(scribe.ends == [[20, 0, 20, 5]])
        _ = scribe.editor.undo()
        #expect(scribe.editor.strokeCount == 2)
    }

    @Test("lines are requested a few at a time, each once and in their order")
    func requests() {
        var scribe = Scribe(type: .text)
        for line in 0..<5 { scribe.play("line 0,\(line * 50) 0,\(line * 50 + 5)") }
        scribe.play("out")
        let first = scribe.editor.takeRequests(atMost: 2)
        #expect(first.count == 2 && scribe.editor.hasRequests)
        let rest = scribe.editor.takeRequests(atMost: 10)
        #expect(rest.count == 3 && !scribe.editor.hasRequests)
        #expect((first + rest).map(\.line) == scribe.editor.lines.map(\.id))
        #expect(scribe.editor.takeRequests().isEmpty)
    }
}
