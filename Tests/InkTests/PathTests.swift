import Testing

@testable import Ink

@Suite("Stroke paths")
struct PathTests {
    /// A bent path of six control points, half a second from one to the next.
    private let path = StrokePath(
        controlPoints: [(0.0, 0.0), (2, 5), (6, 4), (7, 0), (12, -3), (15, 1)].enumerated().map {
            PathPoint(x: $1.0, y: $1.1, time: Float($0) / 2, width: 1, height: 1, force: 0.1 * Float($0))
        }, created: 0)

    private func place(_ parameter: Double) -> Point { path.place(at: parameter) }

    @Test("a path point takes 48 bytes") func size() { #expect(MemoryLayout<PathPoint>.stride == 48) }

    @Test("the curve begins at the first control point, ends at the last, and passes none of the others")
    func controlPoints() {
        #expect(path.parameters == 0...5)
        #expect(place(0) == Point(x: 0, y: 0) && place(5) == Point(x: 15, y: 1))
        #expect(place(-3) == place(0) && place(9) == place(5) && place(.nan) == place(0))
        // A third of the way from the point toward the middle of its neighbors.
        #expect(place(2).distance(to: Point(x: (2 + 24 + 7) / 6, y: (5 + 16 + 0) / 6)) < 1e-12)
    }

    @Test("parameters between whole numbers lie between them, without a jump in place, direction or bend")
    func fractional() {
        #expect(abs(path.point(at: 2.4).time - 1.2) < 1e-6)
        #expect(place(2.4).distance(to: place(2)) < place(3).distance(to: place(2)))
        for knot in [1.0, 2, 3, 4] {
            let h = 1e-3
            let (a, b, c, d, e) = (place(knot - 2 * h), place(knot - h), place(knot), place(knot + h), place(knot + 2 * h))
            let (before, behind) = (c - b * 2 + a, e - d * 2 + c)
            #expect(c.distance(to: b) < 0.01)
            #expect(((c - b) * (1 / h)).distance(to: (d - c) * (1 / h)) < 0.05)
            #expect((before * (1 / h / h)).distance(to: behind * (1 / h / h)) < 0.2)
        }
    }

    @Test("steps by distance are as long as asked, and the last point is there though its step is shorter")
    func byDistance() throws {
        let points = path.interpolated(by: .distance(0.7))
        let steps = zip(points, points.dropFirst()).map { Point(x: $0.x, y: $0.y).distance(to: Point(x: $1.x, y: $1.y)) }
        #expect(steps.dropLast().allSatisfy { abs($0 - 0.7) < 0.02 })
        #expect(try #require(steps.last) <= 0.7)
        #expect(points.last == path.point(at: 5))
        #expect(Double(points.count) == (path.length / 0.7).rounded(.up) + 1)
    }

    @Test("steps by time take as long as asked, and the last point is there")
    func byTime() {
        let points = path.interpolated(by: .time(0.3))
        #expect(points.count == 10)
        #expect(zip(points.dropLast(), points.dropFirst().dropLast()).allSatisfy { abs($1.time - $0.time - 0.3) < 1e-4 })
        #expect(points.last == path.point(at: 5))
    }

    @Test("steps by parameter go through a range and end with it")
    func byParameter() {
        let points = path.interpolated(in: 0.5...2, by: .parameter(0.4))
        #expect(points.count == 5 && points.first == path.point(at: 0.5) && points.last == path.point(at: 2))
        #expect(zip(points, [0.5, 0.9, 1.3, 1.7, 2]).allSatisfy { abs($0.x - place($1).x) < 1e-9 })
        #expect(path.interpolated(in: 3...3, by: .parameter(1)) == [path.point(at: 3)])
        #expect(path.interpolated(in: -9...9, by: .parameter(2.5)).count == 3)
    }

    @Test(
        "steps that lead nowhere give the ends, and none is too short for the memory",
        arguments: [0, -1, Double.nan, -.infinity, .infinity])
    func badSteps(_ step: Double) {
        for stride in [PathStride.distance(step), .time(step), .parameter(step)] {
            #expect(path.interpolated(by: stride) == [path.point(at: 0), path.point(at: 5)])
        }
        #expect(path.interpolated(by: .distance(1e-300)).count == 5 * 1024 + 1)
    }

    @Test("an offset and the same offset back end where they began, by distance, time and parameter")
    func offsets() {
        for start in stride(from: 0.3, through: 4.3, by: 0.37) {
            for amount in [0.05, 0.2, 0.31] {
                for (there, back) in [
                    (PathStride.distance(amount), PathStride.distance(-amount)), (.time(amount), .time(-amount)),
                    (.parameter(amount), .parameter(-amount)),
                ] {
                    let there = path.parameter(start, offsetBy: there)
                    #expect(there > start)
                    #expect(abs(path.parameter(there, offsetBy: back) - start) < 1e-5)
                }
            }
        }
    }

    @Test("an offset goes as far as it says, and no farther than the ends")
    func offsetAmounts() {
        let middle = path.parameter(0, offsetBy: .distance(path.length / 2))
        #expect(abs(path.length(of: 0...middle) - path.length / 2) < 1e-9)
        #expect(abs(path.length(of: 0...middle) + path.length(of: middle...5) - path.length) < 1e-9)
        #expect(abs(path.point(at: path.parameter(1, offsetBy: .time(0.75))).time - 1.25) < 1e-4)
        #expect(path.parameter(2, offsetBy: .distance(1e9)) == 5 && path.parameter(2, offsetBy: .distance(-1e9)) == 0)
        #expect(path.parameter(2, offsetBy: .time(1e9)) == 5 && path.parameter(2, offsetBy: .time(-1e9)) == 0)
        #expect(path.parameter(2, offsetBy: .time(0)) == 2 && path.parameter(2, offsetBy: .distance(0)) == 2)
    }

    @Test("paths of nothing and of one point can be asked everything")
    func degenerate() {
        let empty = StrokePath(controlPoints: [], created: 0)
        let dot = StrokePath(controlPoints: [PathPoint(x: 1, y: 2)], created: 0)
        for path in [empty, dot] {
            #expect(path.parameters == 0...0 && path.length == 0)
            for stride in [PathStride.distance(1), .time(1), .parameter(1)] {
                #expect(path.interpolated(by: stride).count == path.controlPoints.count)
                #expect(path.parameter(0, offsetBy: stride) == 0)
            }
        }
        #expect(dot.point(at: 0.5).y == 2)
        #expect(StrokePath(controlPoints: [], created: 0, precision: .nan).precision == 1.0 / 1024)
        #expect(StrokePath(controlPoints: [], created: 0, precision: 0.3).precision == 0.25)
    }

    @Test("a transform and its inverse, and one after another")
    func transforms() throws {
        let place = Point(x: 3, y: -2)
        let turn = InkTransform.rotation(radians: .pi / 2)
        #expect(turn(Point(x: 1, y: 0)).distance(to: Point(x: 0, y: 1)) < 1e-15)
        let moved = InkTransform.scale(x: 2, y: 3).followed(by: turn).followed(by: .translation(x: 10, y: 20))
        #expect(moved(Point(x: 1, y: 1)).distance(to: Point(x: 7, y: 22)) < 1e-12)
        #expect(abs(moved.determinant - 6) < 1e-12)
        let back = try #require(moved.inverse)
        #expect(back(moved(place)).distance(to: place) < 1e-12)
        #expect(InkTransform.scale(x: 0, y: 1).inverse == nil && InkTransform.scale(x: .nan, y: 1).inverse == nil)
        for degrees in stride(from: -1000.0, through: 1000, by: 30) {
            let (sine, cosine) = InkTransform.sineAndCosine(degrees * .pi / 180)
            #expect(abs(sine * sine + cosine * cosine - 1) < 1e-12)
            let half = InkTransform.rotation(radians: degrees * .pi / 180 / 3)
            #expect(half.followed(by: half).followed(by: half)(Point(x: 1, y: 0)).distance(to: Point(x: cosine, y: sine)) < 1e-12)
        }
        #expect(abs(InkTransform.sineAndCosine(.pi / 6).sine - 0.5) < 1e-15)
    }
}
