import Ink
import System
import Testing

@testable import Synthesis

@Suite("Text as ink")
struct SynthesizerTests {
    private static let page = """
        The quick brown fox jumps over the lazy dog, and 27 sphinxes of black quartz judge its vow.
        Größe, naïve Façade à Noël: ¿qué señor?  Åse œuvre "zum" – 3 × 4 = 12 €.
        """

    @Test("a small letter has the height that was asked for, and so has a capital", arguments: Hands.names)
    func size(_ hand: String) throws {
        for size in [1.5, 3, 12] {
            let small = try #require(Hands.bounds(try Hands.write("n", in: hand) { $0.height = .small(size) }))
            #expect(abs(small.height - size) < 0.12 * size, "\(small.height) for \(size)")
            let capital = try #require(Hands.bounds(try Hands.write("I", in: hand) { $0.height = .capital(size) }))
            #expect(abs(capital.height - size) < 0.12 * size, "\(capital.height) for \(size)")
        }
    }

    @Test("the same seed makes the same ink, another makes other ink of the same letters", arguments: Hands.names)
    func seeds(_ hand: String) throws {
        func ink(_ seed: UInt64) throws -> [[InkPoint]] {
            try Hands.write(Self.page, in: hand) {
                $0.seed = seed
                $0.variation = 0.5
                $0.width = 120
            }
        }
        let first = try ink(7)
        #expect(try ink(7) == first)
        let other = try ink(8)
        #expect(other != first)
        let (a, b) = (try #require(Hands.bounds(first)), try #require(Hands.bounds(other)))
        #expect(abs(a.width - b.width) < 15 && abs(a.height - b.height) < 10)
    }

    @Test("times never fall, the pen rests between strokes, and force is there throughout", arguments: Hands.names)
    func times(_ hand: String) throws {
        let strokes = try Hands.write(Self.page, in: hand) {
            $0.variation = 1
            $0.start = Instant(microseconds: 5_000_000)
        }
        #expect(strokes.first?.first?.time == Instant(microseconds: 5_000_000))
        var last = Instant(microseconds: 0)
        for stroke in strokes {
            let first = try #require(stroke.first)
            #expect(first.time.since(last) > 30_000)
            #expect(zip(stroke, stroke.dropFirst()).allSatisfy { $0.time < $1.time })
            #expect(stroke.allSatisfy { $0.x.isFinite && $0.y.isFinite && (0.01...1).contains($0.force) })
            last = stroke.last?.time ?? last
        }
    }

    @Test("no stroke is faster than the pen, and straight ink is nearly as fast")
    func speed() throws {
        let bar = try #require(try Hands.write("—") { $0.height = .small(10) }.first)
        let speeds = zip(bar, bar.dropFirst()).map { a, b in
            Point(x: a.x, y: a.y).distance(to: Point(x: b.x, y: b.y)) / (Double(b.time.since(a.time)) / 1e6)
        }
        #expect(speeds.allSatisfy { $0 < 125 })
        #expect((speeds.max() ?? 0) > 110 && (speeds.first ?? 0) < 60, "it begins slowly")
        let ring = try #require(try Hands.write("o") { $0.height = .small(3) }.first)
        let (first, last) = (try #require(ring.first), try #require(ring.last))
        #expect(last.time.since(first.time) > 80_000, "a curve is slower")
        let middle = try #require(bar.dropFirst(bar.count / 2).first)
        #expect(middle.force > 2 * (bar.first?.force ?? 1) && middle.force > 2 * (bar.last?.force ?? 1), "force rises and falls")
    }

    @Test("lines break at spaces where they would be too wide, and where the text breaks them")
    func wrapping() throws {
        let text = "one two three four five six\nseven"
        let wide = try Hands.write(text)
        let narrow = try Hands.write(text) { $0.width = 40 }
        #expect(wide.count == narrow.count)
        #expect(try #require(Hands.bounds(narrow)).right < 41)
        let gap = try HandwritingSynthesizer(hand: try Hands.files.hand(named: "print")).lineGap
        let (a, b) = (try #require(Hands.bounds(wide)), try #require(Hands.bounds(narrow)))
        #expect(a.width > 40 && b.height > a.height + 1.5 * gap)
        // the second line of text is below the first in both
        let seven = try #require(wide.last?.first)
        #expect(seven.y > gap)
    }

    @Test("a word that is wider than the line stands alone, and is not broken")
    func longWord() throws {
        let hand = try Hands.files.hand(named: "print")
        var random = SeededGenerator(seed: 1)
        let lines = TextLines("a immeasurable b\n\n c", in: hand, width: 2000, isVaried: false, &random).lines
        #expect(lines.map { $0.map(\.glyphs.count) } == [[1], [12], [1], [], [1]])
        #expect(lines[1][0].indent == 0 && lines[4][0].indent == hand.space, "what a line is broken at is gone, an indent is kept")
    }

    @Test("letters of a joined hand are one stroke where they meet")
    func joining() throws {
        for hand in ["script", "cursive"] {
            let word = try Hands.write("nun", in: hand)
            #expect(word.count == 1, "\(hand)")
            let single = try Hands.write("n", in: hand)
            #expect(single.count == 1)
            // dots and bars come when the word is finished
            let dotted = try Hands.write("in", in: hand)
            #expect(dotted.count == 2 && (dotted[0].count > 3 * dotted[1].count))
        }
        #expect(try Hands.write("nun").count > 1, "print is not joined")
    }

    @Test("what joins nowhere still touches: a letter with a bowl begins where the one before ends")
    func touching() throws {
        let strokes = try Hands.write("na", in: "script")
        #expect(strokes.count == 2)
        let end = try #require(strokes[0].last)
        let nearest = strokes[1].map { Point(x: $0.x, y: $0.y).distance(to: Point(x: end.x, y: end.y)) }.min()
        #expect(try #require(nearest) < 0.5)
    }

    @Test("slant leans ink to the right")
    func slant() throws {
        let upright = try #require(try Hands.write("l").first)
        let leaning = try #require(try Hands.write("l") { $0.slant = 0.3 }.first)
        func lean(_ stroke: [InkPoint]) throws -> Double { try #require(stroke.first).x - (try #require(stroke.last).x) }
        let (straight, slanted) = (try lean(upright), try lean(leaning))
        #expect(abs(straight) < 0.1 && slanted > 1)
    }

    @Test(
        "a value that is out of range is refused, with the range",
        arguments: [("size", 0.1), ("slant", 2), ("width", 1), ("lineGap", -3), ("variation", 1.5), ("speed", .nan)])
    func ranges(_ name: String, _ value: Double) throws {
        var options = SynthesisOptions()
        switch name {
        case "size": options.height = .small(value)
        case "slant": options.slant = value
        case "width": options.width = value
        case "lineGap": options.lineGap = value
        case "variation": options.variation = value
        default: options.speed = value
        }
        let hand = try Hands.files.hand(named: "print")
        let error = #expect(throws: SynthesisError.self) { try HandwritingSynthesizer(hand: hand, options: options) }
        #expect(error?.description.hasPrefix("\(name) is ") == true && error?.description.contains("give ") == true)
    }

    @Test("ink of more samples than are allowed is not made")
    func limit() throws {
        #expect(throws: SynthesisError.tooLong(sampleLimit: 200)) { try Hands.write(Self.page) { $0.sampleLimit = 200 } }
    }

    @Test("a text of nothing is no ink", arguments: ["", " ", "\n\n"])
    func nothing(_ text: String) throws { #expect(try Hands.write(text).isEmpty) }
}
