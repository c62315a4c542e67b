import Editing
import Ink
import Recognition
import Testing

@testable import Reading

@Suite("A ring")
struct RingTests {
    /// A word of four strokes and a ring, drawn so many microseconds after the word.
    private static func snapshot(_ text: String?, pause: Int64) -> GestureSnapshot {
        func stroke(_ id: UInt64, _ places: [(Double, Double)]) -> Stroke {
            Stroke(
                id: StrokeID(id),
                points: places.enumerated().map {
                    InkPoint(x: $0.element.0, y: $0.element.1, time: Instant(microseconds: Int64($0.offset) * 10_000))
                })
        }
        let strokes = (0..<4).map { stroke(UInt64($0) + 1, [(1.5 * Double($0), 0), (1.5 * Double($0) + 1, 4)]) }
        let ranges = strokes.map { WordRange(stroke: $0.id, first: 0, last: 1) }
        let words = text.map { [LineWord(text: $0, box: Box(x: 0, y: 0, width: 5.5, height: 4), ranges: ranges)] }
        let ring = stroke(5, [(-2, -2), (8, -2), (8, 6), (-2, 6), (-2, -2)])
        return GestureSnapshot(stroke: ring, strokes: strokes, words: words ?? [], pause: pause)
    }

    private static func isMeant(_ snapshot: GestureSnapshot, _ kind: GestureKind = .surround, coverage: Double) -> Bool {
        let words = [TouchedWord(index: 0, coverage: coverage)]
        return snapshot.isMeant(GestureReading(kind: kind, score: 0.9, words: words, ranges: [], insertion: nil), over: snapshot.context)
    }

    @Test("around a whole word is meant at once, read or not")
    func atOnce() {
        #expect(Self.isMeant(Self.snapshot("word", pause: 0), coverage: 1))
        #expect(Self.isMeant(Self.snapshot(nil, pause: 0), coverage: 0.95))
    }

    @Test("around a single letter, or a piece of a word, is meant after a pause only, and so is a line through a word")
    func pieces() {
        for pause in [0, GestureSnapshot.flow] {
            #expect(Self.isMeant(Self.snapshot("c", pause: pause), coverage: 1) == (pause > 0))
            #expect(Self.isMeant(Self.snapshot("word", pause: pause), coverage: 0.5) == (pause > 0))
            #expect(Self.isMeant(Self.snapshot("word", pause: pause), .strikethrough, coverage: 1) == (pause > 0))
        }
    }
}
