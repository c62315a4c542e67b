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
        switch Int.random(in: 0..<17, using: &dice) {
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
        case 13:
            let line = scribe.editor.lines.randomElement(using: &dice)
            let words = Bool.random(using: &dice) ? nil : line.map { [WordPlace(line: $0.id, word: 0)] }
            _ = try? scribe.editor.convert(nil, to: ConversionState.allCases.randomElement(using: &dice) ?? .digitalEdit, words: words)
        case 14:
            guard let line = scribe.editor.lines.randomElement(using: &dice), !line.words.isEmpty else { return }
            _ = try? scribe.editor.choose("chosen", line: line.id, word: .random(in: line.words.indices, using: &dice))
        case 15: decide(&scribe, &dice)
        default: scribe.readAll()
        }
    }

    /// Joins or parts words of a line, or takes them away, by a stroke.
    private func decide(_ scribe: inout Scribe, _ dice: inout SeededGenerator) {
        guard let line = scribe.editor.lines.randomElement(using: &dice) else { return }
        var words = Array(line.words.shuffled(using: &dice).prefix(.random(in: 1...2, using: &dice)))
        for index in words.indices { words[index].box = words[index].box ?? line.box }
        scribe.play("up; line 70,0 70,1")
        let x = line.box.x + .random(in: 0...1, using: &dice) * line.box.width
        let kind = [EditGesture.Kind.join, .split, .split, .insert, .scratchOut].randomElement(using: &dice) ?? .join
        _ = scribe.editor.apply(
            EditGesture(kind: kind, stroke: StrokeID(scribe.editor.lastStroke), words: words, strokes: [], x: x))
    }

    private func agree(_ editor: InkEditor, seed: UInt64) {
        let inLines = editor.lines.flatMap { editor.snapshot(of: $0.id)?.strokes ?? [] }
        #expect(inLines.map(\.id).sorted() == editor.strokes.map(\.id), "seed \(seed)")
        #expect(
            editor.lines.allSatisfy { line in
                editor.snapshot(of: line.id)?.strokes.isEmpty == false || line.words.contains { $0.typeset != nil }
            }, "seed \(seed)")
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
        let items = editor.document.items
        var steps = 0
        while editor.undo() != nil { steps += 1 }
        #expect(editor.isEmpty && !editor.canUndo, "seed \(seed)")
        while editor.redo() != nil { steps -= 1 }
        #expect(steps == 0, "seed \(seed)")
        #expect(editor.document.items == items && editor.strokes == strokes && editor.lines.map(\.id) == lines, "seed \(seed)")
    }
}
