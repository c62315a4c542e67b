import Ink
import Testing

@testable import inkd_overlay

@Suite("Line under the tip")
struct TipPathTests {
    private func place(_ x: Double, _ y: Double, width: Double = 2, at milliseconds: Double = 0) -> TipPath.Place {
        .init(point: Point(x: x, y: y), width: width, time: .milliseconds(milliseconds))
    }

    @Test("a place alone is a dot; the next one settles a piece up to the middle, and the tail leads to the tip")
    func pieces() throws {
        var path = TipPath()
        let first = path.append(place(10, 10))
        #expect(first == nil && path.settledCount == 0)
        let dot = try #require(path.tail.first)
        #expect(path.tail.count == 1 && dot.from == dot.to)
        let second = path.append(place(20, 10))
        #expect(second != nil)
        #expect(path.piece(0).from == Point(x: 10, y: 10) && path.piece(0).to == Point(x: 15, y: 10))
        path.append(place(20, 30))
        #expect(path.piece(1).control == Point(x: 20, y: 10) && path.piece(1).to == Point(x: 20, y: 20))
        #expect(path.tail.map(\.from) == [Point(x: 20, y: 20)] && path.tail.map(\.to) == [Point(x: 20, y: 30)])
        path.prediction = Point(x: 20, y: 40)
        #expect(path.tail.map(\.to) == [Point(x: 20, y: 30), Point(x: 20, y: 40)])
    }

    @Test("pieces follow each other without a gap, and are within the boxes that are reported")
    func continuous() throws {
        var path = TipPath()
        var box: Box?
        for step in 0..<200 {
            let settled = path.append(place(Double(step) * 3, 50 + 20 * Double(step % 7), width: 1 + Double(step % 3)))
            if let settled { box = box?.union(settled) ?? settled }
        }
        var end = Point(x: 0, y: 50)
        var count = 0
        path.forEachPiece(meeting: Box(x: -1000, y: -1000, width: 5000, height: 5000)) { piece in
            #expect(piece.from == end)
            end = piece.to
            count += 1
        }
        #expect(count == 200 && end == path.places.last?.point && box == path.settledBox)
        #expect(path.groups.count == 7 && path.groups.dropFirst().reduce(path.groups[0]) { $0.union($1) } == path.settledBox)
    }

    @Test("only the pieces that meet an area are drawn")
    func selection() {
        var path = TipPath()
        for step in 0..<500 { path.append(place(Double(step) * 2, 10)) }
        var drawn: [TipPath.Piece] = []
        path.forEachPiece(meeting: Box(x: 400, y: 0, width: 10, height: 20)) { drawn.append($0) }
        #expect((5...10).contains(drawn.count))
        path.forEachPiece(meeting: Box(x: 400, y: 100, width: 10, height: 20)) { _ in Issue.record("a piece elsewhere") }
    }

    @Test("places that are not finite, next to the last one, or beyond the limit are left out")
    func bounded() {
        var path = TipPath()
        path.append(place(.nan, 1))
        path.append(place(1, .infinity))
        path.append(place(1, 1, width: .nan))
        #expect(path.places.isEmpty && path.box == nil && path.tail.isEmpty)
        path.append(place(1, 1))
        path.append(place(1.2, 1))
        #expect(path.places.count == 1)
        for step in 0..<TipPath.limit + 10 { path.append(place(Double(step % 2) * 10, Double(step % 3))) }
        #expect(path.places.count == TipPath.limit)
    }
}

@Suite("Prediction of the tip")
struct TipPredictionTests {
    /// Places every 5 ms.
    private func places(_ points: [(Double, Double)]) -> [TipPath.Place] {
        points.enumerated().map { .init(point: Point(x: $1.0, y: $1.1), width: 1, time: .milliseconds(5 * $0)) }
    }

    @Test("a steady pen goes on for the horizon")
    func steady() throws {
        let line = places((0..<12).map { (Double($0) * 2, 100) })
        let ahead = try #require(TipPrediction(horizon: .milliseconds(15), reach: 100).place(after: line, at: .milliseconds(55)))
        #expect(abs(ahead.x - 28) < 0.01 && abs(ahead.y - 100) < 0.01)
    }

    @Test("a pen that slows down is predicted nearer, and never beyond the reach")
    func slower() throws {
        let slowing = places([(0, 0), (6, 0), (12, 0), (18, 0), (24, 0), (27, 0), (30, 0), (31, 0), (32, 0)])
        let ahead = try #require(TipPrediction(horizon: .milliseconds(15), reach: 100).place(after: slowing, at: .milliseconds(40)))
        #expect(ahead.x > 32 && ahead.x < 34)
        let fast = places((0..<12).map { (Double($0) * 50, 0) })
        let limited = try #require(TipPrediction(reach: 16).place(after: fast, at: .milliseconds(55)))
        #expect(abs(limited.x - 566) < 0.01)
    }

    @Test("nothing is predicted at a corner, at the beginning, or of a resting pen")
    func nothing() {
        let corner = places([(0, 0), (5, 0), (10, 0), (15, 0), (20, 0), (20, 6), (20, 12)])
        #expect(TipPrediction().place(after: corner, at: .milliseconds(30)) == nil)
        let line = places((0..<12).map { (Double($0) * 2, 0) })
        #expect(TipPrediction().place(after: Array(line.prefix(3)), at: .milliseconds(10)) == nil)
        #expect(TipPrediction().place(after: line, at: .milliseconds(90)) == nil)
        #expect(TipPrediction().place(after: [], at: .zero) == nil)
    }
}
