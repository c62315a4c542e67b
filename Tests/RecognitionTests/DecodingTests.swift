import Foundation
import InkTestSupport
import Testing

@testable import Recognition

/// Scores from probabilities, a row a step; the first class is the blank.
func scores(_ probabilities: [[Float]]) throws -> Scores {
    try #require(
        Scores(steps: probabilities.count, classes: probabilities.first?.count ?? 1, values: probabilities.flatMap { $0 }.map { logf($0) }))
}

@Suite("Decoding")
struct DecodingTests {
    @Test("greedy decoding merges repeats and drops blanks")
    func greedy() throws {
        let table = try scores([[0.1, 0.8, 0.1], [0.1, 0.8, 0.1], [0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]])
        #expect(GreedyDecoder.classes(table) == [1, 1, 2])
        #expect(GreedyDecoder.classes(table, without: [1]) == [2])
    }

    @Test("the beam adds up the alignments of a text where the best path misleads")
    func sums() throws {
        // the best path is all blank (0.36), but "a" has 0.64 over its three alignments
        let table = try scores([[0.6, 0.4], [0.6, 0.4]])
        #expect(GreedyDecoder.classes(table) == [])
        let found = BeamSearch().hypotheses(table)
        #expect(found.map(\.classes) == [[1], []])
        #expect(abs(exp(try #require(found.first).score) - 0.64) < 1e-6)
    }

    @Test("scores of all texts are those of adding up every path")
    func exhaustive() throws {
        var random = SeededGenerator(seed: 5)
        let table = try scores(
            (0..<5).map { _ in
                let row = (0..<3).map { _ in Float.random(in: 0.05...1, using: &random) }
                return row.map { $0 / row.reduce(0, +) }
            })
        var expected: [[Int]: Double] = [:]
        for path in 0..<243 {
            var (rest, score, classes, last) = (path, 0.0, [Int](), 0)
            for step in 0..<5 {
                let c = rest % 3
                rest /= 3
                score += Double(table[step, c])
                if c != 0, c != last { classes.append(c) }
                last = c
            }
            expected[classes, default: 0] += exp(score)
        }
        let found = BeamSearch(width: 1000, choices: 2).hypotheses(table)
        #expect(found.count == expected.count)
        for hypothesis in found { #expect(abs(exp(hypothesis.score) - (expected[hypothesis.classes] ?? -1)) < 1e-6) }
        #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
    }

    @Test("a double letter needs a blank between")
    func doubled() throws {
        let found = BeamSearch().hypotheses(try scores([[0.05, 0.95], [0.9, 0.1], [0.05, 0.95]]))
        #expect(found.first?.classes == [1, 1])
    }

    @Test("no steps read as nothing")
    func nothing() throws {
        let table = try #require(Scores(steps: 0, classes: 3, values: []))
        #expect(BeamSearch().hypotheses(table) == [BeamSearch.Hypothesis(classes: [], score: 0)])
        #expect(GreedyDecoder.classes(table).isEmpty)
    }

    @Test("scores that are no numbers do not stop decoding")
    func notNumbers() throws {
        let table = try #require(Scores(steps: 6, classes: 4, values: [Float](repeating: .nan, count: 24)))
        _ = BeamSearch().hypotheses(table)
        _ = GreedyDecoder.classes(table)
        #expect(Alignment.steps(of: [1, 2], in: table) == nil)
    }

    @Test("readings that differ only in spaces are one")
    func readings() throws {
        let alphabet = try Alphabet(" ab")
        let found = Reading.best(
            of: [
                .init(classes: [2], score: log(0.3)), .init(classes: [3, 1], score: log(0.25)), .init(classes: [3], score: log(0.2)),
                .init(classes: [], score: log(0.1)),
            ],
            alphabet: alphabet)
        #expect(found.map(\.text) == ["b", "a"])
        #expect(found.map(\.classes) == [[3, 1], [2]])
        #expect(abs(exp(try #require(found.first).score) - 0.45) < 1e-9)
    }

    @Test("the alignment finds the steps of every character")
    func alignment() throws {
        let table = try scores([
            [0.9, 0.05, 0.05], [0.1, 0.8, 0.1], [0.1, 0.8, 0.1], [0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8], [0.8, 0.1, 0.1],
        ])
        #expect(Alignment.steps(of: [1, 1, 2], in: table) == [1...2, 4...4, 5...5])
        #expect(Alignment.steps(of: [], in: table) == [])
    }

    @Test("a text that needs more steps than there are has no alignment")
    func tooShort() throws {
        let table = try scores([[0.2, 0.8], [0.2, 0.8]])
        #expect(Alignment.steps(of: [1, 1], in: table) == nil)
        #expect(Alignment.steps(of: [1], in: table) == [0...1])
        #expect(Alignment.steps(of: [7], in: table) == nil)
    }
}
