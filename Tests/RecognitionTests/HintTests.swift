import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Hints")
struct HintTests {
    private func read(_ pattern: String, _ hints: RecognitionHints, language: Bool = true) throws -> [String] {
        try Spelling.read(pattern, hints: hints, language: language ? Spelling.language() : nil)
    }

    @Test("numbers are read as digits and their signs")
    func numbers() throws {
        let hints = RecognitionHints(recognitionType: .number)
        #expect(try read("[l1I]o[oO0]", hints).allSatisfy { $0.allSatisfy { "0123456789.,+-/:()%$".contains($0) } })
        #expect(try read("[l1I]2[oO0].[S5]", hints).first == "120.5")
        #expect(try read("hous[e3]", hints).first == "3")
    }

    @Test("an address has no spaces and prefers small letters")
    func email() throws {
        let hints = RecognitionHints(recognitionType: .email)
        #expect(try read("[aA]nna[@a]x[.,]org", hints).first == "anna@x.org")
        #expect(try read("a b", hints).allSatisfy { !$0.contains(" ") })
        #expect(try read("a b", hints).first == "ab")
    }

    @Test("a set of characters of which the kind of text allows none is refused, not read as nothing")
    func contradiction() {
        let hints = RecognitionHints(recognitionType: .number, graphemeSet: ["a", "b"])
        #expect {
            try read("12", hints)
        } throws: { error in
            guard case .hint("graphemeSet", _) = error as? RecognitionError else { return false }
            return true
        }
    }

    @Test("single characters are read for themselves, without spaces")
    func perCharacter() throws {
        let hints = RecognitionHints(recognitionType: .perCharacter)
        #expect(try read("t h e", hints).allSatisfy { !$0.contains(" ") })
        // the language would make a word of it
        var table: [[Character: Float]] = [["t": 1], ["h": 1], ["c": 0.6, "e": 0.4]]
        let alphabet = try #require(Spelling.alphabet)
        for (hints, text) in [(hints, "thc"), (RecognitionHints(), "the")] {
            let guide = try Guidance(alphabet: alphabet, language: Spelling.language(), hints: hints).guide
            let scores = try Spelling.scores(table, classes: alphabet)
            #expect(Reading.best(of: BeamSearch().hypotheses(scores, guide: guide), alphabet: alphabet).first?.text == text)
        }
        table.removeAll()
        #expect(try read("th", RecognitionHints(recognitionType: .perCharacter, preContext: "a")).first == "th")
    }

    @Test("only the graphemes of the set come out; those that no model reads are ignored")
    func graphemeSet() throws {
        for language in [true, false] {
            let some = try read("[ab][cd]", RecognitionHints(graphemeSet: ["a", "c", "漢"]), language: language)
            #expect(!some.isEmpty && some.allSatisfy { $0.allSatisfy { "ac".contains($0) } })
        }
        // the same letter in two code points
        #expect(try read("[äa]", RecognitionHints(graphemeSet: ["a\u{308}"]), language: false).first == "ä")
        #expect(throws: RecognitionError.self) { _ = try read("a", RecognitionHints(graphemeSet: ["漢"])) }
        #expect(throws: RecognitionError.self) { _ = try read("a", RecognitionHints(graphemeSet: [])) }
        #expect(try read("world", RecognitionHints(graphemeSet: Set("dlorw"), preContext: "hello")).first == "world")
    }

    @Test("letters of some languages are read in these alone, or where they are asked for")
    func languageLetters() throws {
        let alphabet = try Alphabet("aiıł ", languageLetters: "ıł")
        func allowed(_ tag: String?, _ hints: RecognitionHints = RecognitionHints()) throws -> String {
            let language = try tag.map { try Spelling.language($0) }
            let bias = try Guidance(alphabet: alphabet, language: language, hints: hints).guide.bias
            return alphabet.text(bias.indices.filter { bias[$0] > -.infinity })
        }
        #expect(try allowed(nil) == "ai ")
        #expect(try allowed("en") == "ai ")
        #expect(try allowed("tr") == "aiı ")
        #expect(try allowed("pl") == "aił ")
        #expect(try allowed("pl", RecognitionHints(recognitionType: .perCharacter)) == "aił")
        #expect(try allowed(nil, RecognitionHints(recognitionType: .perCharacter)) == "ai")
        #expect(try allowed(nil, RecognitionHints(graphemeSet: ["a", "ł"])) == "ał")
    }

    @Test("what stands before decides between letters", arguments: [("ca", "[nu]", "n"), ("yo", "[nu]", "u"), ("thei", "[rv]", "r")])
    func letters(_ before: String, _ pattern: String, _ text: String) throws {
        #expect(try read(pattern, RecognitionHints(preContext: before)).first == text)
    }

    @Test(
        "a new word after a complete one begins with a space; a word that goes on, or comes after a space, does not",
        arguments: [
            ("hello", "world", " world"), ("hel", "lo", "lo"), ("hello ", "world", "world"), ("Hello,", "world", " world"),
            ("hello", ",", ","),
            ("hello (", "world", "world"), ("", "world", "world"), ("I said hello", "to", " to"), ("well-", "known", "known"),
            ("it", "'s", "'s"),
            ("12", "34", "34"), ("The end.", "Then", " Then"), ("tomor", "row", "row"), ("hello\n", "world", "world"),
        ])
    func leadingSpace(_ before: String, _ ink: String, _ text: String) throws {
        #expect(try read(ink, RecognitionHints(preContext: before)).first == text)
    }

    @Test(
        "without a language a space comes between words",
        arguments: [("hello", "world", " world"), ("hello ", "world", "world"), ("hello", "!", "!")])
    func leadingSpaceAlone(_ before: String, _ ink: String, _ text: String) throws {
        #expect(try read(ink, RecognitionHints(preContext: before), language: false).first == text)
    }

    @Test("only the last twenty graphemes before count")
    func twenty() throws {
        let tail = "e\u{301} 👨‍👩‍👧 and then they ca"
        #expect(tail.count == 20)
        let long = String(repeating: "ca", count: 50_000) + tail
        #expect(try read("[nu]", RecognitionHints(preContext: long)) == read("[nu]", RecognitionHints(preContext: tail)))
        // the nineteenth letter of a word counts, the twenty-first does not
        let letters = String(repeating: "x", count: 20)
        #expect(try read("a", RecognitionHints(preContext: "b" + letters)) == read("a", RecognitionHints(preContext: letters)))
    }

    @Test("the user's own words are read as they are written")
    func userWords() throws {
        let words = [UserWord("Xkalak"), UserWord("McAdoo", weight: 2)]
        #expect(try read("[XK]kal[ao]k", RecognitionHints(userWords: words)).first == "Xkalak")
        #expect(try read("[Mm]c[Aa][da][oa]o", RecognitionHints(userWords: words)).first == "McAdoo")
        #expect(try read("[Mm]c[Aa]doo", RecognitionHints()).first != "McAdoo")
        #expect(try read("7-X[zx]yl[tl]", RecognitionHints(userWords: [UserWord("7-Xzylt")])).first == "7-Xzylt")
        #expect(throws: RecognitionError.self) { _ = try read("a", RecognitionHints(userWords: [UserWord("a", weight: .nan)])) }
    }

    @Test("a writing area that cannot be is refused", arguments: [(0.0, 1.0), (1, -1), (.nan, 1), (.infinity, 1), (1, 1e300)])
    func area(_ width: Double, _ height: Double) throws {
        #expect(throws: RecognitionError.self) {
            _ = try tinyRecognizer().recognize(
                [stroke([1, 1])], hints: RecognitionHints(writingArea: WritingArea(width: width, height: height)))
        }
    }

    @Test("the recognizer keeps to the hints")
    func recognizer() throws {
        let recognizer = try tinyRecognizer()
        let ink = try #require(try Golden.read("golden").first { $0.name == "three strokes and a dot" }).ink
        let transcript = try recognizer.recognize(ink, hints: RecognitionHints(recognitionType: .number, alternatives: 2))
        #expect(transcript.candidates.count <= 2)
        #expect(transcript.candidates.allSatisfy { $0.text.allSatisfy { "0123456789.,+-/:()%$".contains($0) } })
        recognizer.language = try Spelling.language()
        let all = try recognizer.recognize(ink, alternatives: 100).candidates
        let shares = all.compactMap(\.score).map { exp($0) }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
        #expect(try recognizer.recognize(ink).words.map(\.text).joined(separator: " ") == recognizer.recognize(ink).text)
        for hints in [RecognitionHints(preContext: "hello"), RecognitionHints(writingArea: WritingArea(width: 100, height: 30))] {
            let found = try recognizer.recognize(ink, hints: hints)
            #expect(found.words.map(\.text).joined(separator: " ") == found.text.drop { $0 == " " })
        }
    }
}
