import Formula
import FormulaLayout
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
        #expect(root.hit(Place(x: 14.4, y: 15))?.id == "number-1")
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
        scribe.editor.configuration.solver.variables = ["y": 4]
        read(&scribe, Dictionary(uniqueKeysWithValues: names))
        let lines = scribe.editor.lines
        try #require(lines.map(\.text) == ["x=3", "y+x="])
        #expect(scribe.editor.value(of: lines[0]) == nil && scribe.editor.value(of: lines[1]) == .success(7))
        #expect(scribe.editor.question(of: lines[1], besides: [])?.text == "7")
        scribe.editor.configuration.solver.variables = [:]
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
