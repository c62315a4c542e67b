import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Gestures", .enabled("needs models/gestures.safetensors") { GestureGolden.hasModel })
struct GestureRecognizerTests {
    /// Three words in print; x-height 4 mm.
    private let context: TextContext
    private let recognizer: GestureRecognizer

    init() throws {
        context = TextContext(strokes: try Handwriting().strokes(writing: "never comes alone"))
        recognizer = try GestureRecognizer(modelPath: GestureGolden.model.path)
    }

    /// A stroke along the corners, a sample every half a millimeter.
    private func drawn(_ corners: [(x: Double, y: Double)]) -> Stroke {
        let points = zip(corners, corners.dropFirst()).flatMap { a, b in
            let pieces = max(1, Int(hypot(b.x - a.x, b.y - a.y) / 0.5))
            return (0..<pieces).map { k in
                let share = Double(k) / Double(pieces)
                return InkPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
            }
        }
        return Stroke(id: StrokeID(9_999), points: points + corners.suffix(1).map { InkPoint(x: $0.x, y: $0.y) })
    }

    private func box(_ word: Int) throws -> Box { try #require(context.words[word].box) }

    /// Between a word and the next.
    private func gap(after word: Int) throws -> Double { (try box(word).right + box(word + 1).x) / 2 }

    private func touched(_ reading: GestureReading) -> [Int] { reading.words.map(\.index) }

    private func strokes(_ reading: GestureReading) -> Set<Int> { Set(reading.ranges.map(\.stroke)) }

    private func ofWord(_ index: Int) -> Set<Int> { Set(context.words[index].ranges.map(\.stroke)) }

    @Test("the gaps part the words")
    func grouping() throws {
        #expect(context.words.count == 3)
        #expect(context.words.map(\.ranges).joined().map(\.stroke).sorted() == Array(context.strokes.indices))
        #expect(try box(0).right < box(1).x && box(1).right < box(2).x)
    }

    @Test("a zigzag over a word scratches it out", arguments: [0, 1, 2])
    func scratchOut(_ word: Int) throws {
        let box = try box(word)
        let corners = (0...8).map { k in
            (x: box.x + box.width * Double(k) / 8, y: k.isMultiple(of: 2) ? box.bottom + 1 : box.y - 1)
        }
        let reading = try #require(recognizer.recognize(drawn(corners), over: context))
        #expect(reading.kind == .scratchOut)
        #expect(touched(reading) == [word])
        #expect(reading.words[0].coverage > 0.9)
        #expect(strokes(reading) == ofWord(word))
    }

    @Test("a line through a word strikes it through, a line under two words underlines both")
    func lines() throws {
        let (first, second) = (try box(0), try box(1))
        let middle = second.y + second.height / 2
        let through = try #require(recognizer.recognize(drawn([(second.x - 1, middle), (second.right + 1, middle + 0.4)]), over: context))
        #expect(through.kind == .strikethrough)
        #expect(touched(through) == [1])
        #expect(through.insertion == nil)
        let below = drawn([(first.x, first.bottom + 1.5), (second.right, first.bottom + 1.8)])
        let under = try #require(recognizer.recognize(below, over: context))
        #expect(under.kind == .underline)
        #expect(touched(under) == [0, 1])
        #expect(under.words.allSatisfy { $0.coverage > 0.9 })
        #expect(strokes(under) == ofWord(0).union(ofWord(1)))
    }

    @Test("a closed line around a word surrounds it, in both directions", arguments: [-1.0, 1])
    func surround(_ direction: Double) throws {
        let box = try box(1)
        let corners = (0...40).map { k in
            let angle = direction * Double(k) / 40 * 2 * .pi - 1
            let (rx, ry) = (box.width / 2, box.height / 2)
            return (x: box.x + rx + (rx + 2) * cos(angle), y: box.y + ry + (ry + 2.5) * sin(angle))
        }
        let reading = try #require(recognizer.recognize(drawn(corners), over: context))
        #expect(reading.kind == .surround)
        #expect(touched(reading) == [1])
        #expect(reading.words[0].coverage > 0.9)
    }

    @Test("upwards through a gap joins the words, and so does an arc that bridges it; downwards parts them")
    func joinAndSplit() throws {
        let (box, x) = (try box(1), try gap(after: 1))
        let (top, bottom) = (box.y - 4, box.bottom + 5)
        for corners in [
            [(x: x, y: bottom), (x: x + 0.3, y: top)],
            (0...20).map { k in
                (x: x - 4 * cos(Double(k) / 20 * .pi), y: box.bottom - 0.5 + 3 * sin(Double(k) / 20 * .pi))
            },
        ] {
            let reading = try #require(recognizer.recognize(drawn(corners), over: context))
            #expect(reading.kind == .join)
            #expect(touched(reading) == [1, 2])
            let place = try #require(reading.insertion)
            #expect(place.word == 2 && place.grapheme == 0)
        }
        let split = try #require(recognizer.recognize(drawn([(x: x, y: top), (x: x - 0.3, y: bottom)]), over: context))
        #expect(split.kind == .split)
        #expect(split.insertion?.word == 2)
        #expect(split.ranges.isEmpty)
    }

    @Test("a caret opens a place between words, or between letters where those are known")
    func insert() throws {
        let (box, x) = (try box(0), try gap(after: 0))
        let between = try #require(
            recognizer.recognize(drawn([(x - 2, box.bottom + 5), (x, box.bottom + 1), (x + 2, box.bottom + 5)]), over: context))
        #expect(between.kind == .insert)
        #expect(touched(between) == [0, 1])
        #expect(between.insertion.map { $0.word == 1 && $0.grapheme == 0 } == true)
        #expect(abs((between.insertion?.x ?? 0) - x) < 0.5)
        var known = context
        var words = context.words
        words[0].graphemes = words[0].ranges.map { TranscribedGrapheme(text: "?", ranges: [$0]) }
        known.setWords(words)
        let letters = words[0].graphemes.compactMap { context.strokes[$0.ranges[0].stroke].bounds }
        try #require(letters.count == 5)
        let place = (letters[1].right + letters[2].x) / 2
        let within = try #require(
            recognizer.recognize(drawn([(place - 2, box.bottom + 5), (place, box.bottom + 0.5), (place + 2, box.bottom + 5)]), over: known))
        #expect(within.kind == .insert)
        #expect(touched(within) == [0])
        #expect(within.insertion.map { $0.word == 0 && $0.grapheme == 2 } == true)
    }

    @Test(
        "what is written stays text, in its order and when a dot or a bar comes last",
        arguments: [
            "vexed fox - to tilt (it) o x v", "I fill: 10 - 4; it's 11:17, 40 - 41", "title! better written tiny little jam?",
            "axe oxo vow - xo. Vivid (six)", "LIFT THE FAX TO HIM. EXTRA VALVE",
        ], [1, 2, 3] as [UInt64])
    func writing(_ text: String, seed: UInt64) throws {
        var hand = Handwriting()
        hand.seed = seed
        let strokes = try hand.strokes(writing: text)
        var written = TextContext()
        for stroke in strokes {
            #expect(recognizer.recognize(stroke, over: written)?.kind == nil)
            written.append(stroke)
        }
        for (index, stroke) in strokes.enumerated() {
            guard let bounds = stroke.bounds, bounds.height < 2 || bounds.width > 3 * bounds.height else { continue }
            var others = strokes
            others.remove(at: index)
            #expect(recognizer.recognize(stroke, over: TextContext(strokes: others))?.kind == nil)
        }
    }

    @Test("a gesture over nothing is text: on an empty page, and far away from the words")
    func overNothing() {
        let line = drawn([(0, 0), (30, 0)])
        #expect(recognizer.recognize(line, over: TextContext()) == nil)
        #expect(recognizer.recognize(drawn([(400, 400), (430, 400)]), over: context) == nil)
    }

    @Test("strokes without samples, dots and samples that are no numbers are text", arguments: [Double.nan, .infinity, 1e300])
    func notNumbers(_ value: Double) {
        let good = drawn([(20, 20), (40, 20)])
        let dot = InkPoint(x: 20, y: 20)
        for bad in [[], [dot], good.points + [InkPoint(x: value, y: 3)], [InkPoint](repeating: dot, count: 9)] {
            let stroke = Stroke(id: StrokeID(1), points: bad)
            #expect(recognizer.recognize(stroke, over: context) == nil)
            var polluted = context
            polluted.append(stroke)
            _ = recognizer.recognize(good, over: polluted)
            #expect(recognizer.recognize(good, over: TextContext(strokes: [stroke])) == nil)
        }
    }

    @Test("ranges of words that name no samples are left out")
    func ranges() {
        let last = context.strokes[0].points.count - 1
        let bad = [
            StrokeRange(stroke: -1, first: 0, last: 0), StrokeRange(stroke: 999, first: 0, last: 0),
            StrokeRange(stroke: 0, first: 2, last: 1), StrokeRange(stroke: 0, first: 0, last: last + 1),
            StrokeRange(stroke: 0, first: -1, last: 0),
        ]
        let good = StrokeRange(stroke: 0, first: 0, last: last)
        let word = TranscribedWord(text: "n", box: nil, ranges: bad + [good], graphemes: [TranscribedGrapheme(text: "n", ranges: bad)])
        let given = TextContext(strokes: context.strokes, words: [word])
        #expect(given.words[0].ranges == [good])
        #expect(given.words[0].graphemes[0].ranges.isEmpty)
    }
}
