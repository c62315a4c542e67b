import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Writing on a slant")
struct LevelingTests {
    /// Zigzags 10 high, one stroke for each word, turned clockwise as a reader sees it.
    private func words(_ count: Int, turnedBy angle: Double = 0) -> [Stroke] {
        (0..<count).map { word -> Stroke in
            let places = (0...16).flatMap { step -> [Double] in
                let (x, y) = (Double(word) * 55 + Double(step) * 2.5, step % 2 == 0 ? 0.0 : 10)
                return [x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)]
            }
            return stroke(places, id: word)
        }
    }

    @Test("level writing is not turned, a slanted line back by its slope, and what is too short to tell both ways")
    func turns() throws {
        #expect(FeatureExtractor.levelingTurns(of: words(6)).isEmpty)
        let found = FeatureExtractor.levelingTurns(of: words(6, turnedBy: 0.17))
        try #require(found.count == 1)
        #expect(abs(found[0] - 0.17) < 0.02)
        let short = FeatureExtractor.levelingTurns(of: [stroke([0, 0, 10, 10, 20, 0])])
        #expect(short.count == 2 && short[0] == -short[1] && short[1] > 0.1)
        #expect(FeatureExtractor.levelingTurns(of: []).isEmpty)
        #expect(FeatureExtractor.levelingTurns(of: [stroke([.nan, 0])]).isEmpty)
    }

    @Test("ink that is turned back is described as if it had been level")
    func described() throws {
        let level = try FeatureExtractor.features(of: words(6))
        let turned = try FeatureExtractor.features(of: words(6, turnedBy: 0.17), turn: 0.17)
        try #require(turned.rows == level.rows)
        #expect(zip(turned.values, level.values).allSatisfy { abs($0 - $1) < 1e-3 })
        #expect(turned.stroke == level.stroke)
        let slanted = try FeatureExtractor.features(of: words(6, turnedBy: 0.17))
        #expect(!zip(slanted.values, level.values).allSatisfy { abs($0 - $1) < 0.1 })
    }
}
