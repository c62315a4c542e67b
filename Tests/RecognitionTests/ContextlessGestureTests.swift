import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Contextless gestures")
struct ContextlessGestureTests {
    /// A stroke through the corners, a sample every 10 ms from `start` (microseconds) on.
    private func drawn(_ corners: [(x: Double, y: Double)], start: Int64 = 0) -> Stroke {
        let points = corners.enumerated().map { index, corner in
            InkPoint(x: corner.x, y: corner.y, time: Instant(microseconds: start + Int64(index) * 10_000))
        }
        return Stroke(id: StrokeID(1), points: points)
    }

    private func dot(samples: Int, start: Int64 = 0, x: Double = 50) -> Stroke {
        drawn((0..<samples).map { (x: x + 0.1 * Double($0 % 2), y: 50) }, start: start)
    }

    @Test("straight lines have a direction; diagonal ones are nothing")
    func lines() {
        #expect(ContextlessGesture(drawn([(0, 0), (10, 1), (30, 2)])) == .leftRight)
        #expect(ContextlessGesture(drawn([(30, 0), (0, 2)])) == .rightLeft)
        #expect(ContextlessGesture(drawn([(0, 0), (1, 20)])) == .topBottom)
        #expect(ContextlessGesture(drawn([(0, 20), (1, 0)])) == .bottomTop)
        #expect(ContextlessGesture(drawn([(0, 20), (20, 0)])) == nil)
    }

    @Test("a tap is short, a press long, and two taps soon after one another are one gesture")
    func taps() {
        #expect(ContextlessGesture(dot(samples: 1)) == .tap)
        #expect(ContextlessGesture(dot(samples: 10)) == .tap)
        #expect(ContextlessGesture(dot(samples: 60)) == .longPress)
        #expect(ContextlessGesture(dot(samples: 5, start: 250_000), after: dot(samples: 5)) == .doubleTap)
        #expect(ContextlessGesture(dot(samples: 5, start: 900_000), after: dot(samples: 5)) == .tap)
        #expect(ContextlessGesture(dot(samples: 5, start: 250_000, x: 90), after: dot(samples: 5)) == .tap)
        #expect(ContextlessGesture(dot(samples: 5, start: 650_000), after: dot(samples: 60)) == .tap)
        #expect(ContextlessGesture(dot(samples: 5, start: 250_000), after: drawn([(50, 50), (80, 50)])) == .tap)
    }

    @Test("back and forth scratches, a closed line surrounds, a hook is nothing")
    func shapes() {
        let zigzag = (0...6).map { (x: $0.isMultiple(of: 2) ? 0.0 : 20, y: Double($0)) }
        #expect(ContextlessGesture(drawn(zigzag)) == .scratch)
        let circle = (0...50).map { (x: 9 * cos(Double($0) / 8), y: 6 * sin(Double($0) / 8)) }
        #expect(ContextlessGesture(drawn(circle)) == .surround)
        #expect(ContextlessGesture(drawn([(0, 0), (0, 20), (15, 20)])) == nil)
    }

    @Test("strokes without samples or with some that are no numbers are nothing")
    func notNumbers() {
        #expect(ContextlessGesture(drawn([])) == nil)
        #expect(ContextlessGesture(drawn([(0, 0), (.nan, 4)])) == nil)
        #expect(ContextlessGesture(drawn([(0, 0), (.infinity, 4)])) == nil)
        #expect(ContextlessGesture(dot(samples: 1), after: drawn([(.nan, 0)])) == .tap)
    }
}
