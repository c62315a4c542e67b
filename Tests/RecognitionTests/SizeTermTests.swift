import Ink
import Testing

@testable import Recognition

@Suite("Size in the writing area")
struct SizeTermTests {
    private let area = WritingArea(width: 100, height: 20)

    /// The reading of an ink with this top and bottom, where the network cannot tell the characters of the pattern apart.
    private func read(_ pattern: String, top: Double, bottom: Double) throws -> String? {
        let ink = [stroke([0, top, 8, bottom])]
        return try Spelling.read(pattern, hints: RecognitionHints(writingArea: area), language: Spelling.language(), strokes: ink).first
    }

    @Test("a capital fills the line, a small letter its middle", arguments: ["oO", "cC", "sS", "vV", "wW", "xX", "zZ"])
    func capitals(_ pair: String) throws {
        let pattern = "[\(pair)]"
        #expect(try read(pattern, top: 8.4, bottom: 15) == String(pair.prefix(1)))
        #expect(try read(pattern, top: 2, bottom: 15) == String(pair.suffix(1)))
    }

    @Test("size decides also where the network is sure of the other, and in words of one shape")
    func sure() throws {
        #expect(try read("O", top: 8.4, bottom: 15) == "o")
        #expect(try read("o", top: 2, bottom: 15) == "O")
        #expect(try read("vow", top: 2, bottom: 15) == "VOW")
    }

    @Test("a ring is a letter by itself, a digit among digits, and a capital among capitals")
    func rings() throws {
        for pattern in ["0", "O", "[0O]"] {
            #expect(try read(pattern, top: 2, bottom: 15) == "O")
            #expect(try read(pattern, top: 8.4, bottom: 15) == "o")
        }
        for (before, text) in [("in 19", "0"), ("HELL", "O"), ("ZER", "O")] {
            let hints = RecognitionHints(preContext: before, writingArea: area)
            let found = try Spelling.read("[0O]", hints: hints, language: Spelling.language(), strokes: [stroke([0, 2, 8, 15])]).first
            #expect(found == text, "\(before)")
        }
        let number = RecognitionHints(recognitionType: .number, writingArea: area)
        #expect(try Spelling.read("[0O]", hints: number, language: Spelling.language(), strokes: [stroke([0, 2, 8, 15])]).first == "0")
    }

    @Test("comma, slash and apostrophe lie at different heights", arguments: [(14.0, 17.2, ","), (2, 15, "/"), (2, 6, "'")])
    func strokes(_ top: Double, _ bottom: Double, _ text: String) throws {
        for pattern in ["[,/']", ",", "/"] { #expect(try read(pattern, top: top, bottom: bottom) == text) }
    }

    @Test("without an area the outcome is the network's")
    func none() throws {
        #expect(try Spelling.read("O", language: nil, strokes: [stroke([0, 8.4, 8, 15])]).first == "O")
    }

    @Test("ink outside of the area is judged by its size alone")
    func outside() throws {
        #expect(try read("[oO]", top: 108.4, bottom: 115) == "o")
        #expect(try read("[oO]", top: 102, bottom: 115) == "O")
    }

    @Test("graphemes outside of the set do not come out, whatever their size")
    func set() throws {
        let hints = RecognitionHints(graphemeSet: ["o"], writingArea: area)
        #expect(try Spelling.read("[oO]", hints: hints, language: nil, strokes: [stroke([0, 2, 8, 15])]) == ["o"])
    }
}
