import Foundation
import Testing

@testable import Recognition

@Suite("Second view")
struct SecondViewTests {
    /// Readings of single characters of "ab" in this order, as the search makes them of scores.
    private func readings(_ scores: Scores, _ alphabet: Alphabet) -> [Reading] {
        Reading.best(of: BeamSearch().hypotheses(scores), alphabet: alphabet)
    }

    @Test("only what is in doubt is looked at again")
    func due() {
        func reading(_ text: String, _ p: Double) -> Reading { Reading(text: text, classes: [], score: log(p)) }
        #expect(!SecondView.isDue([], doubt: 0.9))
        #expect(!SecondView.isDue([reading("a", 0.5)], doubt: 0.9))
        #expect(!SecondView.isDue([reading("a", 0.95), reading("b", 0.05)], doubt: 0.9))
        #expect(SecondView.isDue([reading("a", 0.6), reading("b", 0.4)], doubt: 0.9))
        #expect(!SecondView.isDue([reading("a", 0.6), reading("b", 0.4)], doubt: 0))
    }

    @Test("a reading is as probable as both views together make it")
    func merged() throws {
        let alphabet = try Alphabet("ab")
        let first = try scores([[0.1, 0.5, 0.4]])
        let second = try scores([[0.1, 0.2, 0.7]])
        let view = SecondView(first: first, second: second)
        let found = view.merged(readings(first, alphabet), readings(second, alphabet))
        #expect(found.map(\.text) == ["b", "a"])
        #expect(abs(found[0].score - log(0.4 * 0.7) / 2) < 1e-5 && abs(found[1].ink - log(0.5 * 0.2) / 2) < 1e-5)
    }

    @Test("what only one view reads is weighed by the other, and kept out where that cannot spell it")
    func alone() throws {
        let alphabet = try Alphabet("ab")
        let first = try scores([[0.2, 0.8, 1e-3], [0.9, 0.1, 1e-3], [0.1, 0.7, 0.2]])
        let second = try scores([[0.1, 0.9, 1e-3]])
        let view = SecondView(first: first, second: second)
        let found = view.merged(readings(first, alphabet), readings(second, alphabet))
        // the second view has one step, so nothing of two characters
        #expect(found.allSatisfy { $0.text.count == 1 } && found.first?.text == "a")
        #expect(view.merged([], []).isEmpty)
    }
}
