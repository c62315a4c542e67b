import Foundation
import Testing

@testable import Recognition

@Suite("Scores where the caller knows what was written")
struct RestrictedScoresTests {
    private let alphabet = Array("ab 17")

    /// Natural logarithms of rows of probabilities, of the blank and the alphabet.
    private func scores(_ rows: [[Double]]) throws -> Scores {
        try #require(Scores(steps: rows.count, classes: alphabet.count + 1, values: rows.joined().map { Float(log($0)) }))
    }

    /// What may be: the blank and these characters.
    private func bias(_ characters: String) -> [Double] { [0] + alphabet.map { characters.contains($0) ? 0 : -Double.infinity } }

    private func read(_ scores: Scores, _ bias: [Double]) -> String {
        let best = BeamSearch().hypotheses(scores, guide: .init(bias: bias)).first
        return String((best?.classes ?? []).map { alphabet[$0 - 1] })
    }

    @Test("a letter where only digits may be is the likeliest digit, and not nothing")
    func digits() throws {
        let rows = [[1e-5, 1, 1e-7, 1e-7, 1e-9, 1e-8], [1, 1e-7, 1e-7, 1e-7, 1e-8, 1e-9], [1e-6, 1e-7, 1, 1e-7, 1e-8, 1e-9]]
        let sure = try scores(rows)
        #expect(read(sure, bias("17")) == "")
        let shared = sure.shared(among: bias("17"), space: 3)
        #expect(read(shared, bias("17")) == "71")
        // as probable as the letters were
        #expect(abs(shared[0, 5] - log(10 / 11)) < 0.01 && abs(shared[1, 0] - sure[1, 0]) < 1e-5)
        // what may not be keeps its score
        #expect(shared[0, 1] == sure[0, 1])
    }

    @Test("a space that may not be is no character")
    func spaces() throws {
        let rows = [[1e-6, 1e-7, 1e-7, 1e-7, 1, 1e-8], [1e-6, 1e-7, 1e-7, 1, 1e-8, 1e-8], [1e-6, 1e-7, 1e-7, 1e-7, 1e-8, 1]]
        #expect(read(try scores(rows).shared(among: bias("17"), space: 3), bias("17")) == "17")
        #expect(read(try scores(rows).shared(among: bias("17 "), space: 3), bias("17 ")) == "1 7")
    }

    @Test("scores stay what they are where all may be, and where the sizes do not fit")
    func same() throws {
        let some = try scores([[0.2, 0.2, 0.1, 0.1, 0.2, 0.2]])
        let all = some.shared(among: bias("ab 17"), space: 3)
        #expect(zip(all.values, some.values).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(some.shared(among: [0], space: nil).values == some.values)
        // nothing may be: nothing to share among
        #expect(some.shared(among: bias(""), space: nil).values == some.values)
    }
}
