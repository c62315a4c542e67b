import Ink
import Testing

@testable import Recognition

@Suite("Signs at the end that the network passed over")
struct EndMarksTests {
    /// A line between two places, in heights of small letters: to the right of the word and above the baseline.
    private typealias Line = (x0: Double, y0: Double, x1: Double, y1: Double)

    /// Three letters as high as an x, and what was drawn after them; small letters are 4 high, the baseline is at 30.
    private func ink(_ marks: [Line]) -> [Stroke] {
        let letters: [Line] = [(-5, 0, -4, 1), (-3.5, 0, -2.5, 1), (-1.2, 0, 0, 1)]
        return (letters + marks).enumerated().map { index, line in
            Stroke(
                id: StrokeID(UInt64(index + 1)),
                points: [InkPoint(x: 40 + 4 * line.x0, y: 30 - 4 * line.y0), InkPoint(x: 40 + 4 * line.x1, y: 30 - 4 * line.y1)])
        }
    }

    private func sign(_ marks: [Line], behind word: String = "non") -> Unicode.Scalar? {
        EndMarks(ink(marks), count: marks.count)?.sign(behind: word, baseline: 30, xHeight: 4)
    }

    private let tick: Line = (0.6, 1.7, 0.55, 1.15)
    private let dash: Line = (0.3, 0.5, 1.1, 0.47)

    @Test(
        "form and place say which sign it is",
        arguments: [
            ([(0.3, 0.1, 0.33, 0.05)], "."), ([(0.4, 0.1, 0.25, -0.3)], ","), ([(0.6, 1.7, 0.55, 1.15)], "'"),
            ([(0.3, 0.5, 1.1, 0.47)], "-"),
            ([(0.6, 1.7, 0.55, 1.15), (0.9, 1.7, 0.85, 1.15)], "\""), ([(0.3, 0.7, 0.33, 0.65), (0.3, 0.1, 0.32, 0.06)], ":"),
            ([(0.4, 0.7, 0.42, 0.65), (0.4, 0.1, 0.25, -0.3)], ";"),
        ] as [([(Double, Double, Double, Double)], Unicode.Scalar)])
    func signs(marks: [(Double, Double, Double, Double)], expected: Unicode.Scalar) {
        #expect(sign(marks.map { Line($0.0, $0.1, $0.2, $0.3) }) == expected)
    }

    @Test("what may be a letter's own dot, bar or accent is no sign")
    func partsOfLetters() {
        #expect(
            sign([tick], behind: "hi") == nil && sign([tick], behind: "Xin") == nil && sign([tick], behind: "j") == nil
                && sign([tick], behind: "é") == nil)
        let bar: Line = (0.1, 0.75, 0.9, 0.73)
        #expect(sign([bar], behind: "t") == nil && sign([bar], behind: "f") == nil && sign([bar], behind: "k") == nil)
        #expect(sign([dash], behind: "t") == "-" && sign([tick], behind: "t") == "'")
        #expect(sign([tick], behind: "5") == nil, "what stands behind a digit may be a prime")
    }

    @Test("over the word, or far from it, is no sign behind it")
    func elsewhere() {
        #expect(sign([(-0.5, 1.7, -0.55, 1.2)]) == nil)
        #expect(sign([(2.0, 0.5, 2.8, 0.5)]) == nil)
        #expect(sign([(0.3, 2.4, 1.1, 2.4)]) == nil && sign([(0.3, -0.5, 1.1, -0.5)]) == nil, "a dash above or below")
    }

    @Test("one of several dots is no full stop")
    func dots() {
        let dots: [Line] = [(0.3, 0.1, 0.33, 0.05), (0.8, 0.1, 0.83, 0.05), (1.3, 0.1, 1.33, 0.05)]
        let all = ink(dots)
        #expect(EndMarks(all, count: 1)?.sign(behind: "non", baseline: 30, xHeight: 4) == nil)
        #expect(EndMarks(all, count: 2)?.sign(behind: "non", baseline: 30, xHeight: 4) == nil)
    }

    @Test("nothing but marks, or no ink, has no sign")
    func nothing() {
        #expect(EndMarks([], count: 1) == nil && EndMarks(Array(ink([tick]).suffix(1)), count: 1) == nil)
        #expect(EndMarks([Stroke(id: StrokeID(1), points: [])], count: 2) == nil)
    }

    @Test("readings that end with a letter get the sign, and stay as worse ones")
    func readings() {
        let dropped = DroppedSign(label: 7, text: "'", step: 1)
        let added = dropped.added(to: [
            Reading(text: "now", classes: [1, 2, 3], score: -0.2), Reading(text: "now'", classes: [1, 2, 3, 7], score: -3),
            Reading(text: "now,", classes: [1, 2, 3, 8], score: -4),
        ])
        #expect(added.map(\.text) == ["now'", "now", "now,"])
        #expect(added.first?.classes == [1, 2, 3, 7])
        let before = [-0.2, -3, -4].reduce(-.infinity) { logSum($0, $1) }, after = added.reduce(-.infinity) { logSum($0, $1.score) }
        #expect(abs(before - after) < 1e-9, "no probability is made or lost")
    }

    @Test("the sign is read at its step, of the blank's probability")
    func scores() throws {
        let scores = try #require(Scores(steps: 2, classes: 3, values: [-0.1, -3, -4, -0.01, -6, -7]))
        let added = DroppedSign(label: 2, text: "-", step: 1).added(to: scores)
        #expect(added[1, 2] > -0.2 && added[1, 0] < -2 && added[1, 1] == -6)
        #expect((0..<3).allSatisfy { added[0, $0] == scores[0, $0] })
        #expect(DroppedSign(label: 2, text: "-", step: 2).added(to: scores).values == scores.values)
    }
}
