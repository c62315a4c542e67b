import InkTestSupport
import Testing

@testable import Ink

@Suite("Erasing at random")
struct RandomErasingTests {
    @Test("ten thousand random erasures never fail, and never bring back what was erased")
    func random() throws {
        var random = SeededGenerator(seed: 7)
        let corners = [(0.0, 0.0), (6, 3), (2, 8)]
        let fresh = [Sample.stroke(corners, steps: 2), Sample.stroke([(0, 9), (8, 2)], kind: .marker), Sample.stroke([(5, 5)])]
        var (strokes, next, failures) = (fresh, UInt64(100), 0)
        for _ in 0..<10_000 {
            if strokes.count < 3 || strokes.count > 8 { strokes = fresh }
            let index = Int.random(in: strokes.indices, using: &random)
            let places = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Point(x: .random(in: -2...9, using: &random), y: .random(in: -2...10, using: &random))
            }
            let track = EraserTrack(places: places, radius: .random(in: 0.1...1.5, using: &random))
            let before = strokes[index]
            let parts = before.erased(by: track) {
                next += 1
                return StrokeID(next)
            }
            guard let parts else { continue }
            let ranges = before.maskedPathRanges
            for part in parts {
                let grown = part.maskedPathRanges.contains { range in
                    !ranges.contains { $0.lowerBound - 1e-9 <= range.lowerBound && range.upperBound <= $0.upperBound + 1e-9 }
                }
                if grown || part.root != before.root || part.renderBounds == nil || part.quantized != part { failures += 1 }
            }
            strokes.replaceSubrange(index...index, with: parts)
        }
        #expect(failures == 0)
        #expect(next > 1000)
    }
}
