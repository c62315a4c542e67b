import Editing
import Ink
import InkTestSupport
import Testing

@Suite("Whatever is done to an editor")
struct RandomEditingTests {
    @Test("its strokes, lines, revisions, undo and redo agree")
    func invariants() {
        var seed: UInt64 = 0
        Fuzz.run(seconds: 2, seed: 0) { _ in
            seed += 1
            var dice = SeededGenerator(seed: seed)
            var scribe = Scribe()
            for _ in 0..<120 {
                let before = scribe.editor.revision
                let strokes = scribe.editor.strokes
                step(&scribe, &dice)
                #expect(scribe.editor.revision >= before, "seed \(seed)")
                #expect((scribe.editor.revision > before) || scribe.editor.strokes == strokes, "seed \(seed)")
                agree(scribe.editor, seed: seed)
            }
            scribe.play("up; out")
            scribe.readAll()
            #expect(scribe.editor.isIdle, "seed \(seed)")
            thereAndBack(scribe.editor, seed: seed)
        }
    }

    private func step(_ scribe: inout Scribe, _ dice: inout SeededGenerator) {
        func place(_ dice: inout SeededGenerator) -> String {
            "\(Double.random(in: 0...60, using: &dice)),\(Double.random(in: 0...40, using: &dice))"
        }
        switch Int.random(in: 0..<14, using: &dice) {
        case 0...2:
            let (x, y) = (Double.random(in: 0...60, using: &dice), Double.random(in: 0...40, using: &dice))
            scribe.write("abc", x: x, y: y, size: .random(in: 0...6, using: &dice))
        case 3: scribe.play("down \(place(&dice))")
        case 4: scribe.play("move \(place(&dice)) \(place(&dice))")
        case 5: scribe.play("gap \(place(&dice))")
        case 6: scribe.play("up")
        case 7: scribe.play("cancel")
        case 8: scribe.play("erase \(place(&dice)) \(place(&dice))")
        case 9: _ = scribe.editor.undo()
        case 10: _ = scribe.editor.redo()
        case 11: if Int.random(in: 0..<4, using: &dice) == 0 { _ = scribe.editor.clear() }
        case 12: scribe.play("wait 600")
        default: scribe.readAll()
        }
    }

    private func agree(_ editor: InkEditor, seed: UInt64) {
        let inLines = editor.lines.flatMap { editor.snapshot(of: $0.id)?.strokes ?? [] }
        #expect(inLines.map(\.id).sorted() == editor.strokes.map(\.id), "seed \(seed)")
        #expect(editor.lines.allSatisfy { line in editor.snapshot(of: line.id)?.strokes.isEmpty == false }, "seed \(seed)")
        for line in editor.lines {
            let scalars = line.text.unicodeScalars.count
            #expect((0...scalars).contains(line.stablePrefix) && (!line.isFinal || line.stablePrefix == scalars), "seed \(seed)")
            let ids = Set(editor.snapshot(of: line.id)?.strokes.map(\.id) ?? [])
            #expect(line.words.flatMap(\.ranges).allSatisfy { ids.contains($0.stroke) }, "seed \(seed)")
        }
        #expect(editor.isEmpty == editor.lines.isEmpty, "seed \(seed)")
        #expect(editor.strokes.map(\.id) == editor.strokes.map(\.id).sorted(), "seed \(seed)")
    }

    private func thereAndBack(_ finished: InkEditor, seed: UInt64) {
        var editor = finished
        while editor.redo() != nil {}
        let strokes = editor.strokes
        let lines = editor.lines.map(\.id)
        var steps = 0
        while editor.undo() != nil { steps += 1 }
        #expect(editor.isEmpty && !editor.canUndo, "seed \(seed)")
        while editor.redo() != nil { steps -= 1 }
        #expect(steps == 0, "seed \(seed)")
        #expect(editor.strokes == strokes && editor.lines.map(\.id) == lines, "seed \(seed)")
    }
}
