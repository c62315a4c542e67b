import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Readings of single words")
struct WordReadingsTests {
    private let alphabet: Alphabet

    init() throws { alphabet = try Alphabet(" abc") }

    /// A step for every character of the text, with so much for its class and half of the rest for the class after it.
    private func table(_ classes: [Int], sure: Float) throws -> Scores {
        try scores(
            classes.map { c in
                (0..<5).map { $0 == c ? sure : $0 == (c == 4 ? 2 : c + 1) ? (1 - sure) * 0.6 : (1 - sure) * 0.4 / 3 }
            })
    }

    private func segments(_ classes: [Int]) -> [Segment] {
        Segment.spelled(by: classes, steps: classes.indices.map { $0...$0 }, count: classes.count, alphabet: alphabet)
    }

    @Test("each word has readings of its own, the best reading's word first, their probabilities adding up to one")
    func own() throws {
        let classes = [2, 3, 1, 4]
        let readings = [Reading(text: "ab c", classes: classes, score: -1)]
        let words = WordReadings(scores: try table(classes, sure: 0.8), alphabet: alphabet, bias: []).words(
            segments(classes), readings: readings, most: 4)
        #expect(words.map { $0.candidates.first?.text } == ["ab", "c"])
        for word in words {
            #expect(word.candidates.count == 4)
            #expect(Set(word.candidates.map(\.text)).count == 4)
            let shares = try word.candidates.map { exp(try #require($0.score)) }
            #expect(abs(shares.reduce(0, +) - 1) < 1e-9 && shares == shares.sorted(by: >))
            #expect(word.candidates.allSatisfy { !$0.text.contains(" ") })
            #expect(word.own > 0.5 && word.own <= 1 && word.shared == 1)
        }
    }

    @Test("what readings of the whole say about a word comes before what its steps say")
    func shared() throws {
        let classes = [2, 3, 1, 4]
        let readings = [
            Reading(text: "ab c", classes: classes, score: log(0.5)), Reading(text: "bb c", classes: [3, 3, 1, 4], score: log(0.3)),
            Reading(text: "abc", classes: [2, 3, 4], score: log(0.2)),
        ]
        let words = WordReadings(scores: try table(classes, sure: 0.8), alphabet: alphabet, bias: []).words(
            segments(classes), readings: readings, most: 3)
        #expect(words[0].candidates.prefix(2).map(\.text) == ["ab", "bb"])
        #expect(abs(words[0].shared - 0.5) < 1e-9)
        // the reading with one word agrees with neither
        #expect(abs(words[1].shared - 0.8) < 1e-9)
    }

    @Test("what hints forbid is no reading of a word either")
    func forbidden() throws {
        let classes = [2, 3]
        let words = WordReadings(scores: try table(classes, sure: 0.5), alphabet: alphabet, bias: [0, 0, 0, 0, -.infinity]).words(
            segments(classes), readings: [Reading(text: "ab", classes: classes, score: -1)], most: 6)
        #expect(words[0].candidates.allSatisfy { !$0.text.contains("c") })
        #expect(words[0].candidates.count > 1)
    }

    @Test("a word that its own steps do not spell is a candidate all the same")
    func elsewhere() throws {
        let segments = Segment.spelled(by: [4, 4, 1, 2], steps: nil, count: 4, alphabet: alphabet)
        let words = WordReadings(scores: try table([2, 3, 1, 2], sure: 0.97), alphabet: alphabet, bias: []).words(
            segments, readings: [Reading(text: "cc a", classes: [4, 4, 1, 2], score: -9)], most: 2)
        #expect(words.map { $0.candidates.first?.text } == ["cc", "a"])
        #expect(words.flatMap(\.candidates).allSatisfy { $0.score?.isFinite == true })
    }
}
