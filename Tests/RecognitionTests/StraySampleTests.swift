import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Samples that no hand can have made, in given ink")
struct StraySampleTests {
    /// A wave of 40 samples, with a sample every so many milliseconds.
    private func wave(milliseconds: Double = 5, count: Int = 40, _ change: (inout [InkPoint]) -> Void = { _ in }) -> Stroke {
        var points = (0..<count).map { index in
            InkPoint(
                x: 10 + Double(index) * 0.4, y: 20 + 4 * sin(Double(index) * 0.3),
                time: Instant(microseconds: Int64(Double(index) * milliseconds * 1000)))
        }
        change(&points)
        return Stroke(id: StrokeID(1), points: points)
    }

    @Test(
        "one far off lies between its neighbors, and all others where they are", arguments: [(150.0, -90.0), (8, 0), (0, -8)], [2, 20, 37])
    func inside(off: (x: Double, y: Double), index: Int) throws {
        let clean = wave()
        let spoilt = wave {
            $0[index].x += off.x
            $0[index].y += off.y
        }
        let mended = try #require(StraySamples.mended(spoilt.points))
        for place in clean.points.indices where place != index { #expect(mended[place] == spoilt.points[place]) }
        #expect(hypot(mended[index].x - clean.points[index].x, mended[index].y - clean.points[index].y) < 0.3)
        #expect(StraySamples.mended(mended) == nil)
        let (expected, found) = (try FeatureExtractor.features(of: [clean]), try FeatureExtractor.features(of: [spoilt]))
        #expect(abs(found.rows - expected.rows) <= 1)
    }

    @Test("a first or last sample far off lies where the next one does")
    func ends() throws {
        let first = try #require(StraySamples.mended(wave { $0[0].x -= 60 }.points))
        #expect(first[0].x == first[1].x && first.count == 40)
        let last = try #require(StraySamples.mended(wave { $0[39].y += 60 }.points))
        #expect(last[39].y == last[38].y)
        #expect(StraySamples.mended(wave { for index in $0.indices { $0[index].time = Instant(microseconds: 0) } }.points) == nil)
    }

    @Test("ink without times is mended where a sample is a centimeter off and more")
    func untimed() throws {
        func untimed(_ off: Double) -> Stroke {
            wave {
                for index in $0.indices { $0[index].time = Instant(microseconds: 0) }
                $0[20].y += off
            }
        }
        #expect(StraySamples.mended(untimed(30).points) != nil && StraySamples.mended(untimed(6).points) == nil)
    }

    @Test("corners, dots, long steps and a jump that stays are ink")
    func ink() {
        let corner = (0..<20).map {
            InkPoint(x: Double(min($0, 20 - $0)) * 3, y: Double($0) * 0.1, time: Instant(microseconds: Int64($0) * 5000))
        }
        #expect(StraySamples.mended(corner) == nil)
        let star = [(0, 0), (50, 10), (0, 20), (40, -10), (20, 30), (0, 0)].map { InkPoint(x: $0.0, y: $0.1) }
        #expect(StraySamples.mended(star) == nil)
        #expect(StraySamples.mended(wave { for index in 20..<40 { $0[index].x += 100 } }.points) == nil)
        #expect(StraySamples.mended([]) == nil && StraySamples.mended([InkPoint(x: 1, y: 2)]) == nil)
        #expect(StraySamples.mended([(0, 0), (90, 0), (0, 0)].map { InkPoint(x: $0.0, y: $0.1) }) == nil)
    }

    @Test("coordinates that are no numbers change nothing")
    func nonsense() {
        for value in [Double.nan, .infinity, -.infinity, 1e300] {
            for index in [0, 1, 20, 38, 39] { _ = StraySamples.mended(wave { $0[index].x = value }.points) }
        }
        for value in [Double.nan, 1e12, .infinity] { #expect(StraySamples.mended(wave { $0[20].x = value }.points) == nil) }
    }
}
