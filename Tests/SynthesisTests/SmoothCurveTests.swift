import Ink
import Testing

@testable import Synthesis

@Suite("Curves through a coarse polyline")
struct SmoothCurveTests {
    private static let ring = (0...8).map { Point(x: 10 * cosine($0), y: 10 * cosine($0 + 6)) }

    /// Of eighths of a turn.
    private static func cosine(_ eighths: Int) -> Double { [1, 0.70711, 0, -0.70711, -1, -0.70711, 0, 0.70711][eighths % 8] }

    @Test("an octagon becomes nearly a circle")
    func round() {
        let curve = SmoothCurve.points(through: Self.ring, step: 0.2)
        // the curve does not know that it is closed: its ends are those of a line
        let inner = curve.filter { $0.distance(to: Self.ring[0]) > 8 }
        #expect(inner.allSatisfy { abs($0.length - 10) < 0.25 }, "the octagon's sides are 0.76 from the circle")
        #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.distance(to: $1) < 0.3 })
    }

    @Test("corners stay, and straight lines stay straight")
    func corners() {
        let corner = [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 10)]
        let curve = SmoothCurve.points(through: corner, step: 0.5)
        #expect(curve.allSatisfy { abs($0.y) < 1e-9 || abs($0.x - 10) < 1e-9 })
        #expect(curve.contains(corner[1]) && curve.first == corner[0] && curve.last == corner[2])
    }

    @Test("a point, none, and one twice")
    func degenerate() {
        let place = Point(x: 1, y: 2)
        #expect(SmoothCurve.points(through: [], step: 1).isEmpty)
        #expect(SmoothCurve.points(through: [place], step: 1) == [place])
        #expect(SmoothCurve.points(through: [place, place], step: 1) == [place])
    }
}
