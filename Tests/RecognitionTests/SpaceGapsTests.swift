import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Gaps and spaces")
struct SpaceGapsTests {
    /// A letter-like stroke: down and up again.
    private func letter(_ x: Double) -> [Double] { [x, 0, x, 4, x + 1, 4, x + 1, 0] }

    private func gaps(_ ink: [Stroke], space: Float) throws -> (gaps: [SpaceGaps.Gap], scores: Scores) {
        let features = try FeatureExtractor.features(of: ink)
        let row = [1 - space - 0.02, space, 0.02]
        let table = try scores([[Float]](repeating: row, count: (features.rows + 3) / 4))
        return (SpaceGaps.gaps(ink, features, scores: table, rowsPerStep: 4, space: 1), table)
    }

    @Test("a gap is where the writing carries on to the right, and is measured from the rightmost ink before")
    func found() throws {
        let bar = [-0.5, 1.5, 1.2, 1.5]
        let ink = [letter(0), letter(2), bar, letter(12)].enumerated().map { stroke($1, id: $0) }
        let (gaps, table) = try gaps(ink, space: 0.1)
        try #require(gaps.count == 2)
        // one unit to the second letter, nine to the last
        #expect(abs(gaps[1].evidence[1] / gaps[0].evidence[1] - 9) < 0.01 || gaps[1].evidence[1] == 6)
        #expect(gaps[0].evidence[1] > 0.3 && gaps[0].evidence[1] < 1.2)
        for gap in gaps {
            #expect(abs(gap.evidence[0] - log(0.1 / 0.9)) < 1e-3)
            #expect(gap.evidence[2] == (gaps[0].evidence[1] + gaps[1].evidence[1]) / 2)
            #expect(gap.steps.contains(gap.lift) && gap.steps.upperBound < table.steps)
        }
        #expect(!gaps[0].steps.overlaps(gaps[1].steps))
    }

    @Test("a wide gap makes a space that the network misses, no gap takes away one that it sees, and nothing else changes")
    func adjusted() throws {
        let weights = try SpaceGaps(json: #"{"weights":[-2,1,1,0]}"#)
        for (place, space, isSpace) in [(12.0, Float(0.1), true), (1.2, Float(0.6), false)] {
            let (gaps, table) = try gaps([stroke(letter(0)), stroke(letter(place), id: 1)], space: space)
            let changed = weights.adjusted(table, gaps: gaps, space: 1)
            let steps = try #require(gaps.first).steps
            for step in 0..<table.steps {
                #expect(changed[step, 2] == table[step, 2])
                let sum = (0..<3).reduce(0) { $0 + exp(Double(changed[step, $1])) }
                #expect(abs(sum - 1) < 1e-5)
                if !steps.contains(step) { #expect(changed[step, 1] == table[step, 1]) }
            }
            let most = steps.map { changed[$0, 1] }.max() ?? 0
            #expect(isSpace ? most > log(0.5) : most < log(0.5))
        }
    }

    @Test("scores that are no numbers or impossible stay what they are")
    func impossible() throws {
        let weights = try SpaceGaps(json: #"{"weights":[0,1,1,-1]}"#)
        let ink = [stroke(letter(0)), stroke(letter(12), id: 1)]
        let features = try FeatureExtractor.features(of: ink)
        for value in [Float.nan, -.infinity] {
            let steps = (features.rows + 3) / 4
            let table = try #require(Scores(steps: steps, classes: 3, values: [Float](repeating: value, count: steps * 3)))
            let gaps = SpaceGaps.gaps(ink, features, scores: table, rowsPerStep: 4, space: 1)
            let changed = weights.adjusted(table, gaps: gaps, space: 1)
            #expect(changed.values.allSatisfy { $0.isNaN || $0 == value })
        }
    }

    @Test("ink of any kind has gaps within bounds", arguments: 0..<60)
    func random(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let ink = randomInk(&random)
        for gap in try gaps(ink, space: 0.3).gaps {
            #expect(gap.evidence.allSatisfy { $0.isFinite && abs($0) <= 10 })
            #expect(gap.steps.lowerBound >= 0)
        }
    }

    @Test(
        "metadata that is no calibration is refused by name",
        arguments: ["", "{}", #"{"weights":[1,2,3]}"#, #"{"weights":[1,2,3,"4"]}"#, #"{"weights":[1,2,3,1e999]}"#])
    func refused(_ json: String) {
        let error = #expect(throws: RecognitionError.self) { _ = try SpaceGaps(json: json) }
        guard case .metadata("space_gaps", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
