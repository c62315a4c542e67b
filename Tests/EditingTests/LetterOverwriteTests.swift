import Editing
import Ink
import InkTestSupport
import Testing

@Suite("Writing over a letter")
struct LetterOverwriteTests {
    private typealias Letter = LetterOverwrite.Letter

    /// A word in print script, its letters of one stroke each, small letters 4 mm high, and where the letters are.
    private static func word(_ text: String, seed: UInt64) throws -> (strokes: [Stroke], letters: [Letter]) {
        var hand = Handwriting()
        hand.seed = seed
        let strokes = try hand.strokes(writing: text)
        return (strokes, strokes.compactMap { stroke in stroke.bounds.map { Letter(box: $0, strokes: [stroke.id]) } })
    }

    /// A letter written with its middle where that of a box is, but for an unsteady hand.
    private static func written(_ letter: String, over box: Box, seed: UInt64) throws -> [Stroke] {
        var random = SeededGenerator(seed: seed)
        let strokes = try word(letter, seed: seed + 1000).strokes
        let own = try #require(Box(around: strokes.flatMap(\.points)))
        let dx = box.x + box.width / 2 - own.x - own.width / 2 + .random(in: -0.05...0.05, using: &random) * box.width
        let dy = box.y + box.height / 2 - own.y - own.height / 2 + .random(in: -0.05...0.05, using: &random) * box.height
        return strokes.map { stroke in
            var moved = stroke
            for index in moved.points.indices {
                moved.points[index].x += dx
                moved.points[index].y += dy
            }
            return moved
        }
    }

    /// A stroke through places that are given in parts of a box: 0 is its left or upper edge, 1 the other one.
    private static func drawn(_ parts: [(x: Double, y: Double)], in box: Box, seed: UInt64) -> Stroke {
        let corners = parts.map { (x: box.x + $0.x * box.width, y: box.y + $0.y * box.height) }
        let points = LongStrokeTests.drawn(corners, seed: seed).map { InkPoint(x: $0.x, y: $0.y) }
        return Stroke(id: StrokeID(100), points: points)
    }

    private static func ring(_ middle: (x: Double, y: Double), width: Double, height: Double) -> [(x: Double, y: Double)] {
        // an octagon
        let corners: [(x: Double, y: Double)] = [
            (0.35, -1), (-0.35, -1), (-1, -0.35), (-1, 0.35), (-0.35, 1), (0.35, 1), (1, 0.35), (1, -0.35),
        ]
        return (corners + corners.prefix(1)).map { (x: middle.x + $0.x * width / 2, y: middle.y + $0.y * height / 2) }
    }

    @Test("a tall letter over another is known nine times in ten")
    func tall() throws {
        let known = try (0..<UInt64(20)).filter { seed in
            let (_, letters) = try Self.word("hand", seed: seed)
            return LetterOverwrite.letter(under: try Self.written("b", over: letters[3].box, seed: seed), among: letters) == letters[3]
        }
        #expect(known.count >= 18)
    }

    @Test("is known where the new letter covers the old one, whoever writes", arguments: 0..<UInt64(20))
    func over(seed: UInt64) throws {
        let (_, letters) = try Self.word("hand", seed: seed)
        for letter in ["o", "e", "c"] {
            let found = LetterOverwrite.letter(under: try Self.written(letter, over: letters[2].box, seed: seed), among: letters)
            #expect(found == letters[2], "\(letter)")
        }
        // in two strokes, the first of them straight
        let capitals = try Self.word("SOS", seed: seed).letters
        let two = try Self.written("D", over: capitals[1].box, seed: seed)
        #expect(two.count == 2 && LetterOverwrite.letter(under: two, among: capitals) == capitals[1])
        #expect(two.compactMap(\.bounds).allSatisfy { LetterOverwrite.lies($0, withinAnyOf: capitals) })
    }

    @Test("is no bar, dot, accent or slash, and no stem that is drawn once more", arguments: 0..<UInt64(20))
    func marks(seed: UInt64) throws {
        let (_, letters) = try Self.word("hand", seed: seed)
        let box = letters[2].box
        let marks: [(name: String, parts: [(x: Double, y: Double)])] = [
            ("the bar of a t", [(-0.3, 0.3), (1.2, 0.28)]), ("the bar of a z or a 7", [(0.1, 0.5), (0.9, 0.48)]),
            ("the slash of an ø", [(1, -0.05), (0, 1.05)]), ("the dot of an i", [(0.5, -0.4), (0.52, -0.36)]),
            ("a dot inside", [(0.5, 0.5), (0.55, 0.52)]), ("acute", [(0.7, -0.6), (0.4, -0.3)]),
            ("circumflex", [(0.2, -0.2), (0.5, -0.5), (0.8, -0.2)]), ("a ring above", Self.ring((0.5, -0.4), width: 0.4, height: 0.3)),
            ("tilde", [(0.1, -0.3), (0.35, -0.45), (0.65, -0.25), (0.9, -0.4)]), ("cedilla", [(0.5, 1), (0.6, 1.2), (0.4, 1.4)]),
            ("a stem drawn again", [(0.9, 0), (0.92, 1)]), ("a stem to and fro", [(0.9, 0), (0.92, 1), (0.91, 0.1)]),
            ("the end of a k", [(1.5, 0), (1.1, 0.5), (1.5, 1)]),
        ]
        for mark in marks {
            #expect(LetterOverwrite.letter(under: [Self.drawn(mark.parts, in: box, seed: seed)], among: letters) == nil, "\(mark.name)")
        }
    }

    @Test("is no part of a letter that comes later, no scratch, and nothing that lies over two letters", arguments: 0..<UInt64(20))
    func others(seed: UInt64) throws {
        let (_, letters) = try Self.word("hand", seed: seed)
        let (a, n) = (letters[1].box, letters[2].box)
        let scratch: [(x: Double, y: Double)] = (0..<8).map { (x: $0.isMultiple(of: 2) ? 0 : 1, y: 0.2 + 0.08 * Double($0)) }
        let strokes: [(name: String, parts: [(x: Double, y: Double)], box: Box)] = [
            // a c that becomes a g, and one that becomes a d
            ("the hook of a g", [(1, 0), (1, 1.6), (0.6, 1.95), (0.05, 1.7)], n),
            ("the stem of a d", [(0.95, -1), (0.97, 1), (1.1, 0.95)], n),
            ("a ring around", Self.ring((0.5, 0.5), width: 2, height: 1.8), n),
            ("a scratch", scratch, n),
            ("a ring between", Self.ring((1.1, 0.5), width: 1, height: 1), a),
            ("a new word", [(0, 0), (0.5, 1), (1, 0), (1.5, 1), (2, 0), (2.5, 1)], a),
        ]
        for stroke in strokes {
            let drawn = Self.drawn(stroke.parts, in: stroke.box, seed: seed)
            #expect(LetterOverwrite.letter(under: [drawn], among: letters) == nil, "\(stroke.name)")
        }
        let ring = try Self.written("o", over: n, seed: seed)
        // where the letter must stay, and where two lie in the same place
        #expect(LetterOverwrite.letter(under: ring, among: letters.map { Letter(box: $0.box, strokes: []) }) == nil)
        #expect(!LetterOverwrite.lies(n, withinAnyOf: [Letter(box: n, strokes: [])]))
        #expect(LetterOverwrite.letter(under: ring, among: letters + [letters[2]]) == nil)
        #expect(LetterOverwrite.letter(under: ring + ring + ring + ring + ring, among: letters) == nil)
        #expect(LetterOverwrite.letter(under: [], among: letters) == nil && LetterOverwrite.letter(under: ring, among: []) == nil)
        #expect(LetterOverwrite.letter(under: [Stroke(id: StrokeID(1), points: [])], among: letters) == nil)
    }

    /// An editor in which a word is written and read; a character of `reading` for each stroke, but for the last, which has the rest.
    private static func editor(_ text: String, reading: String, sharing: Bool = false) throws -> (editor: InkEditor, line: LineID) {
        var editor = InkEditor(type: .text)
        var time: Int64 = 1_000_000
        for stroke in try word(text, seed: 3).strokes {
            for (index, point) in stroke.points.enumerated() {
                var event = PointerEvent(
                    phase: index == 0 ? .down : .move, tool: .pen, device: DeviceID(0), time: Instant(microseconds: time))
                (event.x, event.y, event.force) = (point.x, point.y, 0.5)
                _ = editor.pointer(event)
                time += 5000
            }
            _ = editor.pointer(PointerEvent(phase: .up, tool: .pen, device: DeviceID(0), time: Instant(microseconds: time)))
            time += 150_000
        }
        let snapshot = try #require(editor.takeRequests().first)
        var graphemes = zip(reading, snapshot.strokes.indices).map { character, index in
            TranscribedGrapheme(
                text: String(character), ranges: [.init(stroke: index, first: 0, last: snapshot.strokes[index].points.count - 1)])
        }
        if sharing {
            // the second letter begins with the second half of the first one's stroke
            let half = snapshot.strokes[1].points.count / 2
            graphemes[1].ranges = [.init(stroke: 1, first: 0, last: half)]
            graphemes[2].ranges.insert(.init(stroke: 1, first: half + 1, last: snapshot.strokes[1].points.count - 1), at: 0)
        }
        let word = TranscribedWord(text: reading, box: nil, ranges: graphemes.flatMap(\.ranges), graphemes: graphemes)
        let transcript = Transcript(candidates: [Candidate(text: reading, score: 0)], words: [word])
        _ = editor.apply(transcript, to: snapshot.line, revision: snapshot.revision, isFinal: snapshot.isFinal)
        return (editor, snapshot.line)
    }

    private static let all = Set((1...4).map { StrokeID($0) })

    @Test("takes the ink of that letter alone: not of the first one, of signs, or where letters share a stroke")
    func letters() throws {
        let (plain, line) = try Self.editor("hand", reading: "hand")
        let letters = plain.letters(ofLastWordOn: line, among: Self.all)
        #expect(letters.map(\.strokes) == [[], [StrokeID(2)], [StrokeID(3)], [StrokeID(4)]])
        let boxes = plain.strokes.compactMap(\.bounds)
        #expect(zip(letters, boxes).allSatisfy { abs($0.box.x - $1.x) < 0.5 && abs($0.box.height - $1.height) < 0.5 })
        // a word that is not in the field as a whole, and a line that is not there
        #expect(plain.letters(ofLastWordOn: line, among: [StrokeID(1)]).isEmpty)
        #expect(plain.letters(ofLastWordOn: LineID(99), among: Self.all).isEmpty)
        let signs = try Self.editor("hand", reading: "ha-d")
        #expect(signs.editor.letters(ofLastWordOn: signs.line, among: Self.all).map(\.strokes) == [[], [StrokeID(2)], [], [StrokeID(4)]])
        let shared = try Self.editor("hand", reading: "hand", sharing: true)
        #expect(shared.editor.letters(ofLastWordOn: shared.line, among: Self.all).map(\.strokes) == [[], [], [], [StrokeID(4)]])
    }

    @Test("begins when the pen has rested, not in the flow of writing")
    func pause() throws {
        let (editor, _) = try Self.editor("hand", reading: "hand")
        #expect(editor.followsPause(StrokeID(1)))
        #expect(!editor.followsPause(StrokeID(2)) && !editor.followsPause(StrokeID(99)))
    }
}
