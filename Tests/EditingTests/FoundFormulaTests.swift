import Ink
import Testing

@testable import Editing

@Suite("Formulas among words")
struct FoundFormulaTests {
    @Test(
        "what is reckoned with says what a formula says",
        arguments: [
            "1+2=3", "E = mc²", "a + b = c", "y = mx + b", "12 - 5", "3 / 4", "2 × 3", "2·3", "√2", "x = 7", "0.5 - 2", "7 + 8", "2x + 3y",
            "sin(x) = 1", "x ≤ 3",
        ])
    func formulas(text: String) { #expect(MathematicalText.isFormula(text)) }

    @Test(
        "dates, telephone numbers and sentences do not",
        arguments: [
            "21-11-2026", "21/11/2026", "030/123456", "030 / 12 34 56", "1-2", "+49 30 123456", "(+49) 30 1", "well-known", "3 eggs", "=",
            "size = large", "( 5 6 7 ) 8 9 0 - 1 2 3 4", "A+ B", "a and b",
        ])
    func noFormulas(text: String) { #expect(!MathematicalText.isFormula(text)) }

    /// Words as they were written: each with its place, and a stroke for each character.
    private struct Writing {
        var editor = InkEditor(type: .textDocument, configuration: Self.configuration)
        private var now: Int64 = 1_000_000

        static var configuration: EditorConfiguration {
            var configuration = EditorConfiguration()
            configuration.formulas.areSearched = true
            return configuration
        }

        /// Writes and reads a line: a stroke of 4 × 5 mm for each character.
        mutating func write(_ words: [String], x: Double, y: Double) {
            var x = x
            for word in words {
                for _ in word {
                    stroke([(x, y - 5), (x + 1.5, y - 2.5), (x + 3, y)])
                    x += 4
                }
                x += 4
            }
        }

        mutating func stroke(_ places: [(Double, Double)]) {
            for (index, place) in places.enumerated() { send(index == 0 ? .down : .move, place) }
            send(.up, places.last ?? (0, 0))
        }

        private mutating func send(_ phase: PointerPhase, _ place: (x: Double, y: Double)) {
            now += 10_000
            var event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(1), time: Instant(microseconds: now))
            (event.x, event.y) = place
            _ = editor.pointer(event)
        }

        /// The pen rests, and lines are read: as words of so many strokes each.
        mutating func read(_ lines: [[String]]) {
            now += 1_000_000
            _ = editor.tick(at: Instant(microseconds: now))
            for snapshot in editor.takeRequests() {
                let words = lines.first { $0.joined().count == snapshot.strokes.count } ?? []
                _ = editor.apply(
                    Self.transcript(words, of: snapshot.strokes), to: snapshot.line, revision: snapshot.revision, isFinal: snapshot.isFinal)
            }
        }

        static func transcript(_ words: [String], of strokes: [Stroke], joinedBy gap: String = " ") -> Transcript {
            var next = 0
            let read = words.map { word in
                let own = next..<min(strokes.count, next + word.count)
                next = own.upperBound
                return TranscribedWord(
                    text: word, box: Box(around: own.flatMap { strokes[$0].points }),
                    ranges: own.map { StrokeRange(stroke: $0, first: 0, last: strokes[$0].points.count - 1) })
            }
            return Transcript(candidates: [Candidate(text: words.joined(separator: gap), score: 0)], words: read)
        }

        /// Reads what may be formulas as these symbols.
        mutating func find(_ symbols: [String]) -> [FormulaSnapshot] {
            let requests = editor.takeFormulaRequests()
            for request in requests {
                _ = editor.apply(Self.transcript(symbols, of: request.line.strokes, joinedBy: ""), to: request)
            }
            return requests
        }
    }

    private func inLine() -> Writing {
        var writing = Writing()
        writing.write(["that", "x", "=", "1", "holds"], x: 10, y: 50)
        writing.read([["that", "x", "=", "1", "holds"]])
        return writing
    }

    @Test("are found in their line, which goes on before and behind them")
    func inline() throws {
        var writing = inLine()
        let requests = writing.find(["x", "=", "1"])
        #expect(requests.map { $0.line.strokes.map(\.id.value) } == [[5, 6, 7]])
        writing.read([["that"], ["holds"]])
        let blocks = writing.editor.root.children
        #expect(blocks.map(\.type) == [.text, .math, .text])
        #expect(blocks.map { $0.allLines.map(\.text).joined() } == ["that", "x=1", "holds"])
        #expect(blocks[1].formula != nil && blocks[2].isInRow(behind: blocks[1]))
        #expect(writing.editor.isIdle && writing.find(["x", "=", "1"]).isEmpty, "what was found is not asked about again")
        let line = try #require(writing.editor.lines.first { $0.text == "x=1" })
        #expect(writing.editor.isFormula(line.id))
        #expect(throws: EditError.noSuchSymbol("nonsense")) { try writing.editor.choose("nonsense", line: line.id, word: 0) }
    }

    @Test("are there again when the part is opened, and gone when the step is taken back")
    func kept() throws {
        var writing = inLine()
        _ = writing.find(["x", "=", "1"])
        writing.read([["that"], ["holds"]])
        let readings = writing.editor.takeReadings().compactMapValues { $0 }
        let opened = InkEditor(writing.editor.document, readings: readings, configuration: Writing.configuration)
        #expect(opened.root.children.map(\.type) == [.text, .math, .text])
        _ = writing.editor.undo()
        #expect(writing.editor.lines.count == 1, "the step had put all on one line: \(writing.editor.lines.map(\.text))")
    }

    @Test("are text again until what was written on is read")
    func writtenOn() {
        var writing = inLine()
        _ = writing.find(["x", "=", "1"])
        writing.read([["that"], ["holds"]])
        // over the last sign
        writing.stroke([(45, 42), (46, 43), (47, 44)])
        writing.read([["that", "x", "=", "12", "holds"], ["x", "=", "12"]])
        #expect(!writing.editor.lines.contains { writing.editor.isFormula($0.id) })
        #expect(writing.editor.takeFormulaRequests().map { $0.line.strokes.count } == [4])
    }

    @Test("are not looked for where that is switched off, or is another part")
    func off() {
        var writing = Writing()
        writing.editor.configuration.formulas.areSearched = false
        writing.write(["x", "=", "1"], x: 10, y: 50)
        writing.read([["x", "=", "1"]])
        #expect(writing.editor.takeFormulaRequests().isEmpty)
    }

    @Test("a line below a number underlines it once the pen rests and nothing stands under it")
    func underline() throws {
        var writing = Writing()
        writing.write(["12"], x: 10, y: 50)
        writing.read([["12"]])
        let word = try #require(writing.editor.lines.first?.words.first)
        writing.stroke([(9, 52), (13, 52), (18, 52)])
        let gesture = EditGesture(kind: .underline, stroke: StrokeID(writing.editor.lastStroke), words: [word], strokes: [], x: nil)
        #expect(writing.editor.apply(gesture) == nil, "it may be a fraction's bar")
        #expect(writing.editor.takeUnderlines().isEmpty, "the pen does not rest yet")
        writing.read([["12", "_"], ["_"], ["12"]])
        #expect(writing.editor.takeFormulaRequests().isEmpty)
        #expect(writing.editor.takeUnderlines() == [gesture])
        #expect(writing.editor.applyUnderline(gesture) != nil && writing.editor.strokeCount == 2)
        #expect(writing.editor.lines.first?.words.first?.decorations == [.underline])
    }

    @Test("a bar with numbers over and under it is a fraction's, and one below a word is none")
    func bars() {
        func word(_ text: String, _ strokes: ClosedRange<UInt64>, x: Double, y: Double) -> (LineWord, [StrokeID: Box]) {
            var boxes: [StrokeID: Box] = [:]
            for (place, stroke) in strokes.enumerated() {
                boxes[StrokeID(stroke)] = Box(x: x + 4 * Double(place), y: y, width: 3, height: 5)
            }
            let box = Box(x: x, y: y, width: 4 * Double(strokes.count) - 1, height: 5)
            return (LineWord(text: text, box: box, ranges: strokes.map { WordRange(stroke: StrokeID($0), first: 0, last: 1) }), boxes)
        }
        func groups(over: String, under: String, gap: Double) -> [FormulaFinder.Group] {
            let (above, first) = word(over, 1...UInt64(over.count), x: 10, y: 10)
            let bar = StrokeID(UInt64(over.count + 1))
            let (below, second) = word(under, (bar.value + 1)...(bar.value + UInt64(under.count)), x: 10, y: 16 + gap)
            var boxes = first.merging(second) { first, _ in first }
            boxes[bar] = Box(x: 9, y: 15.8, width: 4 * Double(max(over.count, under.count)) + 1, height: 0.3)
            let lines = [above, below].enumerated().map { place, word in
                LineState(
                    id: LineID(UInt64(place + 1)), revision: 1, text: word.text, stablePrefix: 0, candidates: [], words: [word],
                    confidence: nil,
                    isCurrent: true, isFinal: true, box: word.box ?? Box(x: 0, y: 0, width: 0, height: 0))
            }
            return FormulaFinder(lines: lines, boxes: boxes, height: 5).groups()
        }
        #expect(groups(over: "12", under: "34", gap: 1).map(\.strokes.count) == [5])
        #expect(groups(over: "x+1", under: "2", gap: 1).map(\.strokes.count) == [5])
        #expect(groups(over: "12", under: "34", gap: 6).isEmpty, "the line below is too far")
        #expect(groups(over: "Title", under: "words", gap: 1).isEmpty)
    }
}
