import Formula
import Ink
import InkTestSupport
import Testing

@testable import Editing

@Suite("A part of formulas")
struct FormulaPartTests {
    /// Reads what is asked for: every stroke is a symbol, named in the order of strokes, decided ones as was decided.
    private func read(_ scribe: inout Scribe, _ names: [StrokeID: String]) {
        for snapshot in scribe.editor.takeRequests() {
            let decided = Dictionary(snapshot.decisions.flatMap { choice in choice.strokes.map { ($0, choice.text) } }) { first, _ in first
            }
            let words = snapshot.strokes.indices.map { index in
                let stroke = snapshot.strokes[index]
                return TranscribedWord(
                    text: decided[stroke.id] ?? names[stroke.id] ?? "x", box: stroke.bounds,
                    ranges: [StrokeRange(stroke: index, first: 0, last: stroke.points.count - 1)])
            }
            .sorted { ($0.box?.x ?? 0) < ($1.box?.x ?? 0) }
            var state = LineState(
                id: snapshot.line, revision: 0, text: "", stablePrefix: 0, candidates: [], words: [], isCurrent: true, isFinal: true,
                box: Box(x: 0, y: 0, width: 1, height: 1))
            state.words = words.map { LineWord($0, strokes: snapshot.strokes.map(\.id)) }
            let latex = scribe.editor.formula(of: state).map { LaTeXWriter.text(of: $0.math) } ?? ""
            _ = scribe.editor.apply(
                Transcript(candidates: [Candidate(text: latex, score: 0)], words: words), to: snapshot.line, revision: snapshot.revision,
                isFinal: snapshot.isFinal)
        }
    }

    /// 1 over 2, and an x beside it.
    private static let fraction = "line 14,10 15,15 14,20;line 10,23 20,23;line 14,26 16,30 14,36;line 28,20 32,23 28,26"
    private static let names: [StrokeID: String] = [StrokeID(1): "1", StrokeID(2): "−", StrokeID(3): "2", StrokeID(4): "x"]

    @Test("what is near one another is one formula, however it was begun, and what is far away another")
    func groups() {
        var scribe = Scribe(Self.fraction + ";line 100,20 104,26 100,32;line 14,60 16,66 14,70", type: .math)
        scribe.play("wait 600")
        #expect(scribe.editor.lines.map { scribe.editor.strokes(of: $0.id).map(\.value) } == [[1, 2, 3, 4], [5], [6]])
        // a stroke between two formulas joins them once the pen rests
        scribe.play("line 40,23 92,23;wait 600")
        #expect(scribe.editor.lines.map { scribe.editor.strokes(of: $0.id).map(\.value) } == [[1, 2, 3, 4, 5, 7], [6]])
        _ = scribe.editor.undo()
        #expect(scribe.editor.lines.count == 3)
    }

    @Test("a formula's blocks are its nodes, with their strokes and symbols")
    func blocks() throws {
        var scribe = Scribe(Self.fraction + ";wait 600", type: .math)
        read(&scribe, Self.names)
        let root = scribe.editor.root
        #expect(scribe.editor.text == "\\frac{1}{2}x")
        let formula = try #require(root.children.first)
        let row = try #require(formula.children.first)
        #expect(root.children.count == 1 && row.children.map(\.shape) == ["fraction", "symbol"])
        let fraction = row.children[0]
        #expect(fraction.strokes == [StrokeID(2)] && fraction.children.map(\.shape) == ["number", "number"])
        #expect(fraction.symbols.map(\.index).count == 1 && root.allStrokes.sorted() == (1...4).map { StrokeID($0) })
        #expect(Set(root.names).count == root.names.count)
        #expect(root.hit(Point(x: 14.4, y: 15))?.id == "number-1")
    }

    @Test("a symbol that a person chose stays what it is, until that is undone; what is no symbol is refused")
    func decisions() throws {
        var scribe = Scribe(Self.fraction + ";wait 600", type: .math)
        read(&scribe, Self.names)
        let line = try #require(scribe.editor.lines.first)
        let place = try #require(line.words.firstIndex { $0.text == "x" })
        #expect(throws: EditError.noSuchSymbol("word")) { try scribe.editor.choose("word", line: line.id, word: place) }
        _ = try scribe.editor.choose("\\alpha", line: line.id, word: place)
        #expect(!scribe.editor.isIdle)
        read(&scribe, Self.names)
        #expect(scribe.editor.text == "\\frac{1}{2}\\alpha" && scribe.editor.lines.first?.words[place].isChosen == true)
        scribe.play("line 38,20 42,23 38,26;wait 600")
        read(&scribe, Self.names)
        #expect(scribe.editor.text == "\\frac{1}{2}\\alpha x")
        _ = scribe.editor.undo()
        _ = scribe.editor.undo()
        read(&scribe, Self.names)
        #expect(scribe.editor.text == "\\frac{1}{2}x")
        _ = scribe.editor.redo()
        read(&scribe, Self.names)
        #expect(scribe.editor.text == "\\frac{1}{2}\\alpha")
        let saved = scribe.editor.lines.map { SavedReading(candidates: $0.candidates, words: $0.words, confidence: nil) }
        let again = InkEditor(scribe.editor.document, readings: [line.id: saved[0]])
        #expect(again.isIdle && again.text == "\\frac{1}{2}\\alpha")
        // what was read as text once is read anew
        let text = SavedReading(candidates: [Candidate(text: "12x", score: nil)], words: [LineWord(text: "12x")], confidence: nil)
        #expect(InkEditor(scribe.editor.document, readings: [line.id: text]).text == "")
    }

    @Test("what is asked for has a value, with letters that formulas above or the configuration give")
    func values() throws {
        var scribe = Scribe(type: .math)
        scribe.play("line 10,10 14,13 10,16;line 20,13 24,13;line 34,10 36,12 34,16")
        scribe.play("line 10,50 14,53 10,56;line 20,53 24,53 20,54;line 34,50 36,52 34,56;line 44,53 48,53;wait 600")
        let names = zip(1...7, ["x", "=", "3", "y", "+", "x", "="]).map { (StrokeID(UInt64($0.0)), $0.1) }
        scribe.editor.configuration.formulas.solver.variables = ["y": 4]
        read(&scribe, Dictionary(uniqueKeysWithValues: names))
        let lines = scribe.editor.lines
        try #require(lines.map(\.text) == ["x=3", "y+x="])
        #expect(scribe.editor.value(of: lines[0]) == nil && scribe.editor.value(of: lines[1]) == .success(7))
        #expect(scribe.editor.question(of: lines[1], besides: [])?.text == "7")
        scribe.editor.configuration.formulas.solver.variables = [:]
        #expect(scribe.editor.value(of: lines[1]) == .failure(.unknownVariable("y")))
    }

    @Test("values of letters are given as text, and nothing else is taken for that")
    func variables() throws {
        #expect(try SolverVariables(" x = 3 ; \\alpha=-0.5;").values == ["x": 3, "α": -0.5])
        for text in ["x", "x=", "=3", "x=3=4", "xy=3", "x=nan", "x=1e999", "+=3", (0...64).map { "x=\($0)" }.joined(separator: ";")] {
            #expect(throws: ConfigurationError.self) { try SolverVariables(text) }
        }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let text = String((0..<8).map { _ in "xα=3.;-e \\{".randomElement(using: &generator) ?? " " })
            if let read = try? SolverVariables(text) { #expect(read.values.values.allSatisfy { $0.isFinite }) }
        }
    }

    /// Two formulas, the second half as large, as they were read.
    private func twoFormulas() -> Scribe {
        var scribe = Scribe(Self.fraction + ";line 12,60 14,63 12,65;line 20,60 22,63 20,65;wait 600", type: .math)
        read(&scribe, Self.names)
        return scribe
    }

    @Test("in type a formula is what it was, is kept, undone by one step, and becomes ink again")
    func type() throws {
        var scribe = twoFormulas()
        let before = scribe.editor.lines
        let tree = scribe.editor.root.children.map(\.formula?.math)
        #expect(before.map(\.text) == ["\\frac{1}{2}x", "xx"])
        #expect(try scribe.editor.conversionStates(of: nil) == [.digitalEdit, .digitalPublish])
        _ = try scribe.editor.convert(nil)
        #expect(scribe.editor.strokeCount == 0 && scribe.editor.isIdle)
        #expect(scribe.editor.lines.map(\.text) == before.map(\.text) && scribe.editor.lines.map(\.id) == before.map(\.id))
        #expect(scribe.editor.root.children.map(\.formula?.math) == tree)
        #expect(Set(scribe.editor.root.names).count == scribe.editor.root.names.count)
        #expect(scribe.editor.root.children.compactMap(\.typeset.size).count == 2)
        #expect(try scribe.editor.conversionStates(of: nil) == [.handwriting, .digitalPublish])
        let again = InkEditor(scribe.editor.document, readings: [:])
        #expect(again.isIdle && again.text == scribe.editor.text && again.root.names == scribe.editor.root.names)
        let type = scribe.editor.document
        _ = try scribe.editor.convert(nil, to: .handwriting)
        read(&scribe, Self.names)
        #expect(scribe.editor.strokeCount == 6 && scribe.editor.lines.map(\.text) == before.map(\.text))
        _ = scribe.editor.undo()
        #expect(scribe.editor.document == type)
        _ = scribe.editor.undo()
        read(&scribe, Self.names)
        #expect(scribe.editor.lines.map(\.words) == before.map(\.words))
    }

    @Test("published formulas are of one size, and their ink with them; a formula is converted whole")
    func publishing() throws {
        var scribe = twoFormulas()
        let names = scribe.editor.root.children.map(\.id)
        let symbol = try #require(scribe.editor.root.children.first?.children.first?.children.last)
        _ = try scribe.editor.convert(symbol.id)
        #expect(scribe.editor.strokeCount == 2 && scribe.editor.root.children.map(\.id) == names)
        _ = scribe.editor.undo()
        read(&scribe, Self.names)
        let line = try #require(scribe.editor.lines.first)
        _ = try scribe.editor.convert(nil, words: [WordPlace(line: line.id, word: 1)])
        #expect(scribe.editor.strokeCount == 2)
        #expect(throws: EditError.noSuchWord(line: line.id, word: 9)) {
            try scribe.editor.convert(nil, words: [WordPlace(line: line.id, word: 9)])
        }
        _ = try scribe.editor.convert(nil, to: .digitalPublish)
        #expect(scribe.editor.strokeCount == 0 && Set(scribe.editor.root.children.map(\.typeset.size)).count == 1)
        #expect(try scribe.editor.conversionStates(of: nil) == [.handwriting] && scribe.editor.text == "\\frac{1}{2}x\nxx")
        let boxes = scribe.editor.root.children.compactMap(\.box)
        #expect(boxes.count == 2 && boxes[1].y > boxes[0].bottom)
        _ = try scribe.editor.convert(nil, to: .handwriting)
        read(&scribe, Self.names)
        #expect(
            zip(scribe.editor.root.children.compactMap(\.box), boxes).allSatisfy {
                ($0.x - $1.x).magnitude < 1 && ($0.height - $1.height).magnitude < 2
            })
    }

    @Test("a formula in type that is written on or erased becomes ink within that step; the others stay")
    func writingOnType() throws {
        var scribe = twoFormulas()
        _ = try scribe.editor.convert(nil)
        let type = scribe.editor.document
        scribe.play("line 38,20 42,23 38,26")
        #expect(scribe.editor.strokeCount == 5 && scribe.editor.text == "\\frac{1}{2}x\nxx")
        scribe.play("wait 600")
        read(&scribe, Self.names)
        #expect(scribe.editor.text == "\\frac{1}{2}xx\nxx")
        #expect(scribe.editor.lines.map { $0.words.contains { $0.typeset != nil } } == [false, true])
        _ = scribe.editor.undo()
        #expect(scribe.editor.document == type && scribe.editor.text == "\\frac{1}{2}x\nxx")
        scribe.play("erase 27,23 33,24;wait 600")
        read(&scribe, Self.names)
        #expect(scribe.editor.strokeCount == 3 && scribe.editor.text == "\\frac{1}{2}\nxx")
        _ = scribe.editor.undo()
        #expect(scribe.editor.document == type)
        // far from all of them it is a formula of its own
        scribe.play("line 150,20 154,23 150,26;wait 600")
        read(&scribe, Self.names)
        #expect(scribe.editor.strokeCount == 1 && scribe.editor.lines.count == 3)
    }

    @Test("a symbol of a formula in type is scratched out: the rest is ink, and one undo gives the type back")
    func scratchingType() throws {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        var scribe = Scribe(Self.fraction + ";wait 600", type: .math, configuration: configuration)
        read(&scribe, Self.names)
        _ = try scribe.editor.convert(nil)
        _ = scribe.editor.takeGestureRequests()
        let type = scribe.editor.document
        scribe.play("line 27,20 33,21 27,22 33,23 27,24 33,25")
        let asked = try #require(scribe.editor.takeGestureRequests().last)
        let word = try #require(asked.words.first { $0.text == "x" })
        #expect(word.typeset == nil && word.strokes == [StrokeID(4)] && asked.words.count == 4)
        let gesture = EditGesture(kind: .scratchOut, stroke: asked.stroke.id, words: [word], strokes: [], x: nil)
        #expect(scribe.editor.apply(gesture) != nil)
        scribe.play("wait 600")
        read(&scribe, Self.names)
        #expect(scribe.editor.strokeCount == 3 && scribe.editor.text == "\\frac{1}{2}")
        _ = scribe.editor.undo()
        #expect(scribe.editor.document == type)
    }

    @Test("symbols in type are chosen, moved and taken away as those of ink")
    func editingType() throws {
        var scribe = twoFormulas()
        _ = try scribe.editor.convert(nil)
        let line = try #require(scribe.editor.lines.last)
        #expect(throws: EditError.noSuchSymbol("word")) { try scribe.editor.choose("word", line: line.id, word: 1) }
        _ = try scribe.editor.choose("\\beta", line: line.id, word: 1)
        #expect(scribe.editor.lines.last?.text == "x\\beta")
        _ = try scribe.editor.convert(nil, to: .handwriting)
        read(&scribe, Self.names)
        #expect(scribe.editor.lines.last?.text == "x\\beta" && scribe.editor.lines.last?.words[1].isChosen == true)
        _ = scribe.editor.undo()
        let block = try #require(scribe.editor.root.children.last)
        _ = try scribe.editor.moveBlock(block.id, x: 5, y: 20)
        #expect(scribe.editor.root.children.last?.box?.y == block.box.map { $0.y + 20 } && scribe.editor.lines.last?.text == "x\\beta")
        _ = try scribe.editor.removeBlock(block.id)
        #expect(scribe.editor.text == "\\frac{1}{2}x")
    }

    @Test("a symbol that is written over goes with the step that wrote over it, and comes back with it")
    func overwriting() {
        var scribe = Scribe(Self.fraction + ";wait 600", type: .math)
        read(&scribe, Self.names)
        scribe.play("line 28,20 32,21 28,23 32,25 28,26;wait 600")
        #expect(scribe.editor.lines.map { scribe.editor.strokes(of: $0.id).map(\.value) } == [[1, 2, 3, 5]])
        _ = scribe.editor.undo()
        #expect(scribe.editor.lines.map { scribe.editor.strokes(of: $0.id).map(\.value) } == [[1, 2, 3, 4]])
        // a bar over a symbol is no other symbol
        scribe.play("line 27,23 33,23;wait 600")
        #expect(scribe.editor.strokeCount == 5)
    }
}
