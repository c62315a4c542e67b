import Ink
import Testing

@testable import InkProtocol

@Suite struct InkConversionTests {
    @Test("strokes become messages with the editor's numbers and times since 1970")
    func strokes() {
        let point = InkPoint(x: 1, y: 2, time: Instant(microseconds: 1500), force: 0.5)
        let stroke = InkInterface.Stroke(Stroke(id: StrokeID(.max), points: [point]))
        #expect(stroke == .init(id: .max, x: [1], y: [2], force: [0.5], time: [1.5]))
    }

    @Test("milliseconds since 1970 become the daemon's moments and back")
    func clock() {
        let clock = ClockOffset(microseconds: 77)
        #expect(clock.instant(milliseconds: clock.milliseconds(Instant(microseconds: 123_456))) == Instant(microseconds: 123_456))
        #expect(clock.instant(milliseconds: .nan) == Instant(microseconds: 0))
    }

    @Test("a stroke's path keeps its points, style, place and what is visible of it")
    func path() throws {
        let samples = (0..<20).map { InkPoint(x: Double($0), y: 1, time: Instant(microseconds: Int64($0) * 10_000)) }
        var stroke = InkStroke(
            id: StrokeID(7), fitting: samples, style: InkStyle(kind: .marker, red: 255, alpha: 128), created: 1_700_000_000_000_000)
        stroke.transform = .translation(x: 5, y: 0)
        let path = InkInterface.Path(stroke)
        #expect(path.id == 7 && path.root == 7 && path.created == 1_700_000_000_000)
        #expect(path.style == .init(kind: "marker", red: 255, green: 0, blue: 0, alpha: 128))
        #expect(path.controlPoints.count == stroke.path.controlPoints.count && path.controlPoints.first?.x == 0)
        #expect(path.visible == [.init(first: 0, last: Double(path.controlPoints.count - 1))])
        #expect(try path.transform.transform() == stroke.transform)
        let bounds = try #require(path.bounds)
        #expect(bounds.x <= 5 && bounds.x + bounds.width >= 24)
    }

    @Test("a map that cannot be taken back is refused")
    func maps() {
        for bad in [InkInterface.Matrix(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0), .init(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)] {
            #expect(throws: InkInterface.InvalidInk.self) { try bad.transform() }
        }
    }

    @Test("strokes from elsewhere become samples, 10 milliseconds apart unless they have times")
    func newStrokes() throws {
        let points = try InkInterface.NewStroke(x: [1, 2], y: [3, 4]).points(from: 1000)
        #expect(points == [InkPoint(x: 1, y: 3, time: .init(microseconds: 1000)), .init(x: 2, y: 4, time: .init(microseconds: 11_000))])
        let timed = try InkInterface.NewStroke(x: [1], y: [3], force: [0.5], time: [2.5]).points(from: 1000)
        #expect(timed == [InkPoint(x: 1, y: 3, time: .init(microseconds: 2500), force: 0.5)])
    }

    @Test(
        "what is no stroke is refused",
        arguments: [
            InkInterface.NewStroke(x: [], y: []), .init(x: [1], y: []), .init(x: [.infinity], y: [0]), .init(x: [1], y: [1], force: [2]),
            .init(x: [1], y: [1], force: []), .init(x: [1, 2], y: [1, 2], time: [5, 4]), .init(x: [1], y: [1], time: [1e300]),
        ])
    func noStroke(stroke: InkInterface.NewStroke) {
        #expect(throws: InkInterface.InvalidInk.self) { try stroke.points(from: 0) }
    }

    @Test("an eraser's track needs places and a radius above 0")
    func tracks() throws {
        let track = EraserTrack(places: [Point(x: 1, y: 2)], radius: 3)
        #expect(try InkInterface.Track(x: [1], y: [2], radius: 3).track() == track && InkInterface.Track(track).radius == 3)
        for bad in [InkInterface.Track(x: [], y: [], radius: 1), .init(x: [1], y: [2], radius: 0), .init(x: [1], y: [2e6], radius: 1)] {
            #expect(throws: InkInterface.InvalidInk.self) { try bad.track() }
        }
    }

    @Test("what is out of range is told with its place, its value and what it may be")
    func ranges() {
        let bad: [(InkInterface.NewStroke, String)] = [
            (.init(x: [1, 2], y: [3, 2e6]), "s.y[1] is 2000000: give -1000000 to 1000000 millimeters"),
            (.init(x: [1], y: [1], force: [1.5]), "s.force[0] is 1.5: give 0 to 1"),
            (.init(x: [1], y: [1], altitude: [-1]), "s.altitude[0] is -1: give 0 to 1.571 radians"),
            (.init(x: [1], y: [1], width: [101]), "s.width[0] is 101: give 0 to 100 millimeters"),
            (.init(x: [1], y: [1, 2]), "s has 1 x and 2 y: give one of each for each sample"),
        ]
        for (stroke, reason) in bad {
            #expect(throws: InkInterface.InvalidInk(reason: reason)) { try stroke.points(from: 0, named: "s") }
        }
        #expect(throws: InkInterface.InvalidInk(reason: "s.visible.last is 2: give 0 to 1")) {
            try InkInterface.NewStroke(x: [1, 2], y: [1, 2], visible: .init(first: 0, last: 2)).visiblePart(named: "s")
        }
        #expect(throws: InkInterface.InvalidInk(reason: "style.red is 256: give 0 to 255")) {
            try InkInterface.Style(kind: "pen", red: 256, green: 0, blue: 0, alpha: 255).style()
        }
    }

    @Test("strokes that all have times are read in the order that they were begun in")
    func order() {
        let strokes = [RecognizerInterface.Ink(x: [1], y: [1], t: [30]), .init(x: [1], y: [1], t: [10]), .init(x: [1], y: [1], t: [20])]
        #expect(strokes.writingOrder == [1, 2, 0])
        #expect((strokes + [.init(x: [1], y: [1])]).writingOrder == [0, 1, 2, 3])
        #expect(throws: RecognizerInterface.InvalidInk.self) { try [RecognizerInterface.Ink(x: [1, 2], y: [1, 2], t: [2, 1])].ink() }
        #expect(throws: RecognizerInterface.InvalidInk.self) { try [RecognizerInterface.Ink(x: [1], y: [1], t: [])].ink() }
    }

    @Test("a stride keeps its unit")
    func strides() {
        #expect(InkInterface.Stride.distance(0.5) == .distance(0.5) && InkInterface.Stride.time(1) == .time(1))
        #expect(InkInterface.Stride.parameter(2) == .parameter(2))
    }
}
