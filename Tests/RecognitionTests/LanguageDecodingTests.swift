import Foundation
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Decoding in a language")
struct LanguageDecodingTests {
    /// Every text of the alphabet's classes with its probability, added up over every path.
    private func probabilities(_ table: Scores) -> [[Int]: Double] {
        var sums: [[Int]: Double] = [:]
        var path = [Int](repeating: 0, count: table.steps)
        while true {
            var (score, classes, last) = (0.0, [Int](), 0)
            for (step, c) in path.enumerated() {
                score += Double(table[step, c])
                if c != 0, c != last { classes.append(c) }
                last = c
            }
            sums[classes] = logSum(sums[classes] ?? -.infinity, score)
            guard let place = path.lastIndex(where: { $0 < table.classes - 1 }) else { return sums }
            path[place] += 1
            for later in path.indices where later > place { path[later] = 0 }
        }
    }

    @Test("scores of all texts are the network's plus what the language says of the whole text")
    func exhaustive() throws {
        let language = try Spelling.language()
        let alphabet = try Alphabet("it'sA 1.")
        let scorer = TextScorer(language: language, weights: language.weights, alphabet: alphabet, userWords: [UserWord("A1")])
        var random = SeededGenerator(seed: 3)
        let table = try scores(
            (0..<5).map { _ in
                let row = (0..<alphabet.classes).map { _ in Float.random(in: 0.05...1, using: &random) }
                return row.map { $0 / row.reduce(0, +) }
            })
        let guide = BeamSearch.Guide(scorer: scorer)
        let found = BeamSearch(width: 100_000, choices: 8, negligible: 1e9).hypotheses(table, guide: guide)
        let expected = probabilities(table)
        #expect(found.count == expected.count)
        for hypothesis in found {
            let ink = try #require(expected[hypothesis.classes])
            var (state, worth) = (TextState(), 0.0)
            scorer.settle(&state)
            for c in hypothesis.classes {
                worth += Double(scorer.worth(of: c, after: &state))
                scorer.settle(&state)
            }
            worth += Double(scorer.weights.language * scorer.end(state))
            #expect(abs(hypothesis.ink - ink) < 1e-6 && abs(hypothesis.score - ink - worth) < 1e-4)
        }
        #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
    }

    @Test("the probability of a known text is that of adding up its paths")
    func forward() throws {
        var random = SeededGenerator(seed: 8)
        let table = try scores(
            (0..<5).map { _ in
                let row = (0..<4).map { _ in Float.random(in: 0.05...1, using: &random) }
                return row.map { $0 / row.reduce(0, +) }
            })
        for (classes, score) in probabilities(table) { #expect(abs(ForwardScore.logProbability(of: classes, in: table) - score) < 1e-9) }
        #expect(ForwardScore.logProbability(of: [1, 1, 1, 1], in: table) == -.infinity)
        #expect(ForwardScore.logProbability(of: [9], in: table) == -.infinity)
    }

    @Test(
        "a listed word wins where the network hesitates",
        arguments: [
            ("th[ec]", "the"), ("hou[sz]e", "house"), ("Tuesda[yg]", "Tuesday"), ("do[nu]'t", "don't"), ("THA[TI]", "THAT"),
            ("it[' ]s", "it's"),
        ])
    func words(_ pattern: String, _ text: String) throws {
        #expect(try Spelling.read(pattern, language: Spelling.language()).first == text)
    }

    @Test(
        "what is certain in the ink is kept, word or not",
        arguments: ["x4-2354", "Prof.", "fp", "C.J.", "zqxv", "BUFSIZE", "7", "(800) 978-2174"])
    func certain(_ text: String) throws {
        #expect(try Spelling.read(text, language: Spelling.language()).first == text)
    }

    @Test(
        "the words around it decide for a word",
        arguments: [
            ("he w[ea]nt home", "he went home"), ("to w[ea]nt it", "to want it"), ("and [1Il] am", "and I am"),
            ("when [1I] was", "when I was"),
            ("of th[eo]se", "of these"),
        ])
    func neighbors(_ pattern: String, _ text: String) throws {
        #expect(try Spelling.read(pattern, language: Spelling.language()).first == text)
    }

    @Test(
        "numbers go on after their signs",
        arguments: [("12[:;]30", "12:30"), ("$3[.,-]50", "$3.50"), ("page 1", "page 1"), ("7[/l]8", "7/8")])
    func numbers(_ pattern: String, _ text: String) throws {
        let read = try Spelling.read(pattern, language: Spelling.language()).first
        // a comma is as good a sign in a number
        #expect(read == text || read == text.replacingOccurrences(of: ".", with: ","))
    }

    @Test("names have capitals, other words small letters", arguments: [("in [Ll]ondon", "in London"), ("the [Hh]ouse", "the house")])
    func capitals(_ pattern: String, _ text: String) throws {
        #expect(try Spelling.read(pattern, language: Spelling.language()).first == text)
    }

    @Test("spaces go where the words are")
    func spaces() throws {
        let alphabet = try #require(Spelling.alphabet)
        let language = try Spelling.language()
        // after every letter perhaps a space, perhaps none
        var characters: [[Character: Float]] = []
        for character in "thehouse" { characters += [[character: 1], [" ": 0.3]] }
        let table = try Spelling.scores(characters, classes: alphabet)
        let guide = try Guidance(alphabet: alphabet, language: language, hints: RecognitionHints()).guide
        #expect(Reading.best(of: BeamSearch().hypotheses(table, guide: guide), alphabet: alphabet).first?.text == "the house")
    }

    @Test("every shipped language reads its own words", arguments: [("de", "gro[ßn]e", "große"), ("en", "gree[tf]", "greet")])
    func languages(_ tag: String, _ pattern: String, _ text: String) throws {
        #expect(try Spelling.read(pattern, language: Spelling.language(tag)).first == text)
    }

    @Test(
        "languages of other scripts read their words",
        arguments: [
            ("ru", "д[оа]мой", "домой"), ("ru", "бол[ьъ]шой", "большой"), ("uk", "в[іи]н", "він"), ("uk", "й[оа]го", "його"),
        ])
    func cyrillic(_ tag: String, _ pattern: String, _ text: String) throws {
        #expect(try Spelling.read(pattern, language: Spelling.language(tag), alphabet: Spelling.cyrillic).first == text)
    }

    @Test("Greek words are read with the sigma that the network sees")
    func greek() throws {
        let language = try Spelling.language("el")
        #expect(try Spelling.read("λόγ[οα]ς", language: language, alphabet: Spelling.greek).first == "λόγος")
        #expect(try Spelling.read("[σο]τον", language: language, alphabet: Spelling.greek).first == "στον")
    }

    @Test("letters that a language is not written with do not come out")
    func foreign() throws {
        #expect(try Spelling.read("[äa]", language: Spelling.language("en")).allSatisfy { !$0.contains("ä") })
        #expect(try Spelling.read("[äa]", language: nil).contains("ä"))
    }
}
