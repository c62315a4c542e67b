import Ink
import InkTestSupport
import Testing

@testable import Editing

@Suite("When the pen rests")
struct LineSettlingTests {
    private let rows = ["'I'd rather not,' she said.", "- 3 eggs; jam, flour", "(quite enough) - typing", "it is, isn't it?"]

    /// Strokes that write the text in a person's hand; with `lateMarks` its bars and dots come after everything else.
    private func strokes(_ text: String, seed: UInt64, lateMarks: Bool = false) throws -> [Stroke] {
        var hand = Handwriting()
        hand.seed = seed
        let strokes = try hand.strokes(writing: text)
        guard lateMarks else { return strokes }
        func isMark(_ stroke: Stroke) -> Bool { (stroke.bounds?.height ?? 0) < 0.3 * hand.xHeight }
        return strokes.filter { !isMark($0) } + strokes.filter(isMark)
    }

    private func write(_ strokes: [Stroke], _ scribe: inout Scribe, pause: String? = nil) {
        for stroke in strokes {
            scribe.contact(stroke.points.map { ($0.x, $0.y) }, with: .pen)
            if let pause { scribe.play(pause) }
        }
    }

    /// The strokes of each line in the order they are read.
    private func lines(_ editor: InkEditor) -> [[StrokeID]] { editor.lines.map { editor.snapshot(of: $0.id)?.strokes.map(\.id) ?? [] } }

    @Test("lines are those of a page that comes at once", arguments: 1...12, [PartType.text, .rawContent, .textDocument])
    func page(seed: UInt64, type: PartType) throws {
        for lateMarks in [false, true] {
            var scribe = Scribe(type: type)
            write(try strokes(rows.joined(separator: "\n"), seed: seed, lateMarks: lateMarks), &scribe)
            scribe.play("wait 600")
            let written = scribe.editor.strokes
            #expect(lines(scribe.editor) == PageLayout.lines(of: written).map { $0.map { written[$0].id } })
        }
    }

    @Test("bars and dots that were drawn last go to their letters, and never begin the line", arguments: 1...12 as ClosedRange<UInt64>)
    func lateMarks(seed: UInt64) throws {
        var scribe = Scribe(type: .text)
        write(try strokes("that is better to those", seed: seed, lateMarks: true), &scribe)
        scribe.play("wait 600")
        let lines = lines(scribe.editor)
        #expect(lines.count == 1 && lines[0].first == StrokeID(1))
    }

    @Test("lines are the same, however often it rested before", arguments: 1...6 as ClosedRange<UInt64>)
    func pauses(seed: UInt64) throws {
        let ink = try strokes(rows.joined(separator: "\n"), seed: seed, lateMarks: true)
        let lines = ["wait 1", "wait 600"].map { pause in
            var scribe = Scribe(type: .text)
            write(ink, &scribe, pause: pause)
            scribe.play("wait 600")
            return self.lines(scribe.editor)
        }
        #expect(lines[0] == lines[1])
    }

    @Test("moves to other lines are undone with the stroke before them, and are kept", arguments: 1...6 as ClosedRange<UInt64>)
    func undo(seed: UInt64) throws {
        var scribe = Scribe(type: .text)
        write(try strokes(rows.joined(separator: "\n"), seed: seed), &scribe)
        scribe.play("wait 600")
        var kept = Document(type: .text)
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        let before = scribe.editor.document.items
        #expect(kept.items == before)
        let more = try strokes(rows.reversed().joined(separator: "\n"), seed: seed + 40, lateMarks: true)
        for (index, stroke) in more.enumerated() {
            write([stroke], &scribe)
            if index.isMultiple(of: 7) { scribe.play("wait 600") }
        }
        scribe.play("wait 600")
        let after = scribe.editor.document.items
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        #expect(kept.items == after)
        for _ in more { _ = scribe.editor.undo() }
        #expect(scribe.editor.document.items == before)
        for _ in more { _ = scribe.editor.redo() }
        #expect(scribe.editor.document.items == after)
    }

    @Test("of many lines only those near what changed are laid out and read again")
    func large() throws {
        var scribe = Scribe(type: .text)
        for row in 0..<60 { scribe.write(String(repeating: "l", count: 20), x: 5, y: Double(20 + row * 12)) }
        scribe.play("wait 600")
        scribe.readAll()
        #expect(scribe.editor.isIdle && scribe.editor.lines.count == 60)
        scribe.write("more", x: 68, y: 20)
        scribe.play("wait 600")
        #expect(scribe.editor.takeRequests().map(\.line) == [scribe.editor.lines[0].id])
    }

    @Test("a stroke that turns out to be a gesture is still the last one")
    func gesture() throws {
        var scribe = Scribe(type: .text)
        write(try strokes("first words", seed: 3), &scribe)
        scribe.play("line 11,20 60,21; wait 600")
        scribe.readAll()
        let stroke = try #require(scribe.editor.strokes.last).id
        let line = try #require(scribe.editor.lines.first)
        let words = [LineWord(text: "x", box: line.box, ranges: line.words.flatMap(\.ranges).filter { $0.stroke != stroke })]
        let gesture = EditGesture(kind: .scratchOut, stroke: stroke, words: words, strokes: [], x: nil)
        #expect(scribe.editor.apply(gesture) != nil && scribe.editor.strokeCount == 0)
    }
}
