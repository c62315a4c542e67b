import Foundation
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Connectionist temporal classification")
struct ConnectionistLossTests {
    /// Log-probabilities of scores before they are normalized.
    private func normalized(_ scores: [Double], steps: Int, classes: Int) throws -> Scores {
        let rows = (0..<steps).flatMap { step in
            let row = scores[(step * classes)..<((step + 1) * classes)]
            let sum = log(row.reduce(0) { $0 + exp($1) })
            return row.map { Float($0 - sum) }
        }
        return try #require(Scores(steps: steps, classes: classes, values: rows))
    }

    /// The probability of a text, every alignment looked at by itself.
    private func probability(_ scores: Scores, of text: [Int]) -> Double {
        let all = (0..<scores.steps).reduce(1) { count, _ in count * scores.classes }
        return (0..<all).reduce(0) { sum, number in
            var (rest, path, product) = (number, [Int](), 1.0)
            for step in 0..<scores.steps {
                path.append(rest % scores.classes)
                product *= exp(Double(scores[step, rest % scores.classes]))
                rest /= scores.classes
            }
            let spelt = path.indices.filter { path[$0] > 0 && ($0 == 0 || path[$0] != path[$0 - 1]) }.map { path[$0] }
            return spelt == text ? sum + product : sum
        }
    }

    private func random(_ count: Int, seed: UInt64) -> [Double] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Double.random(in: -3...3, using: &random) }
    }

    @Test("the loss is that of adding up every alignment", arguments: [[], [1], [2, 2], [1, 2, 1], [2, 1, 1], [1, 1, 1]])
    func value(_ text: [Int]) throws {
        for seed in 1...5 {
            let scores = try normalized(random(5 * 3, seed: UInt64(seed)), steps: 5, classes: 3)
            let loss = try #require(ConnectionistLoss(scores, classes: text))
            #expect(abs(loss.value + log(probability(scores, of: text))) < 1e-5)
        }
    }

    @Test("the gradient is that of finite differences", arguments: [[], [3], [1, 2, 3], [2, 2, 1]])
    func gradient(_ text: [Int]) throws {
        let (steps, classes, small) = (6, 4, 1e-3)
        let raw = random(steps * classes, seed: 9)
        let gradient = try #require(ConnectionistLoss(normalized(raw, steps: steps, classes: classes), classes: text)).gradient
        for place in raw.indices {
            let sides = try [small, -small].map { change in
                var moved = raw
                moved[place] += change
                return try #require(ConnectionistLoss(normalized(moved, steps: steps, classes: classes), classes: text)).value
            }
            #expect(abs(Double(gradient[place]) - (sides[0] - sides[1]) / (2 * small)) < 1e-3)
        }
        for step in 0..<steps { #expect(abs(gradient[(step * classes)..<((step + 1) * classes)].reduce(0, +)) < 1e-5) }
    }

    @Test("a text that cannot be spelt in so few steps, or not at all, has no loss")
    func impossible() throws {
        let scores = try normalized(random(3 * 3, seed: 1), steps: 3, classes: 3)
        #expect(ConnectionistLoss(scores, classes: [1, 2, 1]) != nil)
        #expect(ConnectionistLoss(scores, classes: [1, 1, 2]) == nil)
        #expect(ConnectionistLoss(scores, classes: [1, 2, 1, 2]) == nil)
        #expect(ConnectionistLoss(scores, classes: [3]) == nil)
        #expect(ConnectionistLoss(scores, classes: [0]) == nil)
        #expect(ConnectionistLoss(try #require(Scores(steps: 0, classes: 3, values: [])), classes: []) == nil)
        #expect(ConnectionistLoss(try #require(Scores(steps: 1, classes: 2, values: [.nan, .nan])), classes: [1]) == nil)
    }
}
