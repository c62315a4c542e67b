import Foundation
import Ink
import InkEvaluation
import InkTestSupport
import Recognition
import Testing

@testable import Synthesis

@Suite("Letters of one's own")
struct OwnLettersTests {
    private static let model = Hands.root + "/models/latin.safetensors"
    private static let language = Hands.root + "/models/language/en.safetensors"

    /// A word of two joined letters and a dot, on a baseline at y = 20 with small letters 10 high.
    private static let strokes = [
        Stroke(id: StrokeID(0), points: (0...20).map { InkPoint(x: Double($0), y: $0.isMultiple(of: 2) ? 10 : 20) }),
        Stroke(id: StrokeID(1), points: [InkPoint(x: 4, y: 5), InkPoint(x: 5, y: 5)]),
    ]
    private static let word = TranscribedWord(
        text: "in", box: nil, ranges: [], baseline: 20, xHeight: 10,
        graphemes: [
            .init(text: "i", ranges: [.init(stroke: 0, first: 0, last: 8), .init(stroke: 1, first: 0, last: 1)]),
            .init(text: "n", ranges: [.init(stroke: 0, first: 9, last: 20)]),
        ])

    @Test("a joined letter ends where the next one begins, and its dot waits")
    func joined() throws {
        var letters = OwnLetters()
        letters.add(Self.word, of: Self.strokes)
        #expect(letters.characters == ["i", "n"] && letters.words == 1 && letters.joinedShare == 0.5)
        let hand = letters.hand(named: "ada", title: "", completedBy: try Hands.files.hand(named: "print"))
        let (i, n) = (try #require(hand.forms(of: "i").first), try #require(hand.forms(of: "n").first))
        #expect(i.exit && !i.entry && i.delayed == 1 && i.strokes.count == 2 && i.advance == 270)
        #expect(n.entry && !n.exit && n.delayed == 0)
        // it lies on the baseline, and is as high as small letters are
        #expect(i.strokes[0].map(\.y).min() == -300 && i.strokes[0].map(\.y).max() == 0)
        #expect(n.strokes[0].first == Point(x: -30, y: -300) && n.strokes[0].map(\.x).max() == 330)
        #expect(hand.isJoined && hand.forms(of: "q") != [])
    }

    @Test("words without a place, and letters without ink, give none")
    func refused() {
        var letters = OwnLetters()
        var word = Self.word
        word.baseline = nil
        letters.add(word, of: Self.strokes)
        word = Self.word
        word.graphemes[1].ranges = []
        letters.add(word, of: Self.strokes)
        word.graphemes[1].ranges = [.init(stroke: 7, first: 0, last: 1)]
        letters.add(word, of: Self.strokes)
        word.graphemes[1].ranges = [.init(stroke: 0, first: 9, last: 90)]
        letters.add(word, of: Self.strokes)
        #expect(letters.words == 0 && letters.characters.isEmpty && letters.joinedShare == 0)
        letters.add(Self.word, of: Self.strokes)
        letters.keep { character, strokes in character == "i" && strokes.count == 2 && strokes[0].map(\.y).min() == -3 }
        #expect(letters.characters == ["i"])
    }

    @Test("a hand's file makes the same hand", arguments: Hands.names)
    func encoded(_ name: String) throws {
        let hand = try Hands.files.hand(named: name)
        #expect(try Hand(decoding: try hand.encoded(), path: "") == hand)
    }

    @Test(
        "text in letters cut out of words is read as that text",
        .enabled("needs models/latin.safetensors") { FileManager.default.fileExists(atPath: model) },
        .timeLimit(.minutes(MachineSpeed.limit)),
        arguments: ["print", "script"])
    func readBack(_ name: String) throws {
        let recognizer = try Recognizer(modelPath: Self.model, language: LanguageModel(path: Self.language))
        func read(_ ink: [[InkPoint]]) throws -> (Transcript, [Stroke]) {
            let strokes = ink.enumerated().map { Stroke(id: StrokeID(UInt64($0)), points: $1) }
            return (try recognizer.recognize(strokes, alternatives: 1), strokes)
        }
        var letters = OwnLetters()
        let words = "the quick brown fox jumps over lazy dogs while zebras have major plans for my big wet garden"
        for (number, word) in words.split(separator: " ").enumerated() {
            let ink = try Hands.write(String(word), in: name) { ($0.variation, $0.seed) = (0.5, UInt64(number)) }
            let (transcript, strokes) = try read(ink)
            if transcript.text == word { transcript.words.forEach { letters.add($0, of: strokes) } }
        }
        #expect(letters.words >= 12 && letters.characters.count >= 20)
        try letters.keep { character, places in
            try read(places.map { $0.map { InkPoint(x: $0.x, y: $0.y) } }).0.candidates.contains {
                $0.text.lowercased() == String(character).lowercased()
            }
        }
        let hand = letters.hand(named: "own", title: "", completedBy: try Hands.files.hand(named: name))
        var (errors, characters) = (0, 0)
        for (number, line) in ["we have been waiting for the train", "my sister wrote a long letter", "nobody knows how many people"]
            .enumerated()
        {
            var options = SynthesisOptions()
            options.seed = UInt64(number)
            let text = try read(HandwritingSynthesizer(hand: hand, options: options).strokes(for: line)).0.text
            errors += EditDistance.between(Array(line), Array(text))
            characters += line.count
        }
        #expect(Double(errors) <= 0.1 * Double(characters), "\(errors) of \(characters)")
    }
}
