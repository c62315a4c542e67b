import InkTestSupport
import Testing

@testable import Ink

@Suite("What of a stroke is drawn, and when")
struct DrawingTests {
    private func contains(_ box: Box, _ place: Point) -> Bool {
        box.intersects(Box(x: place.x, y: place.y, width: 0, height: 0), margin: 1e-9)
    }

    @Test("the bounds contain every point that is drawn, with its mark, wherever the stroke was moved, and are not much larger")
    func bounds() throws {
        let transforms = [
            .identity, .rotation(radians: 0.7), InkTransform.scale(x: 3, y: 0.5).followed(by: .rotation(radians: 2)),
            InkTransform(a: 1, b: 0, c: 1, d: 1, tx: 5, ty: 5),
        ]
        for (samples, transform) in zip(try Sample.writing("bounds of ink"), transforms + transforms + transforms) {
            var stroke = InkStroke(id: StrokeID(1), fitting: samples, created: 0)
            stroke.transform = transform
            let box = try #require(stroke.renderBounds)
            var drawn: [InkPoint] = []
            var outside = 0
            for point in stroke.path.interpolated(by: .parameter(0.05)) {
                for edge in stride(from: 0, to: 2 * Double.pi, by: 0.3) {
                    let (sine, cosine) = InkTransform.sineAndCosine(edge)
                    let radius = Double(point.width) / 2
                    let place = transform(Point(x: point.x + radius * cosine, y: point.y + radius * sine))
                    drawn.append(InkPoint(x: place.x, y: place.y))
                    if !contains(box, place) { outside += 1 }
                }
            }
            #expect(outside == 0)
            let tight = try #require(Box(around: drawn))
            let (x, y) = transform.reach
            #expect(box.width < tight.width + 0.3 * x && box.height < tight.height + 0.3 * y)
        }
    }

    @Test("the bounds shrink with what an eraser leaves, and there are none of nothing")
    func maskedBounds() throws {
        let line = Sample.stroke([(0, 0), (10, 0.2), (20, -0.2), (30, 0)])
        let whole = try #require(line.renderBounds)
        let parts = try #require(erase(line, [(15, -5), (15, 5)], radius: 1))
        let (left, right) = (try #require(parts[0].renderBounds), try #require(parts[1].renderBounds))
        #expect(whole.width > 30 && left.right < 15.6 && right.x > 14.4)
        for (part, box) in zip(parts, [left, right]) {
            #expect(part.samples.allSatisfy { contains(box, Point(x: $0.x, y: $0.y)) })
        }
        #expect(InkStroke(id: StrokeID(1), path: StrokePath(controlPoints: [], created: 0)).renderBounds == nil)
        #expect(Drawing(strokes: parts).bounds == left.union(right) && Drawing().bounds == nil)
    }

    @Test("samples are the quarter parameters of what can be seen and its ends, transformed, at the time of day")
    func samples() throws {
        var stroke = InkStroke(id: StrokeID(1), fitting: try Sample.writing("s")[0], created: 1_763_000_000_000_000)
        stroke.transform = .translation(x: 100, y: 0)
        let (samples, parameters) = (stroke.samples, stroke.sampleParameters)
        #expect(parameters == stride(from: 0, through: stroke.path.parameters.upperBound, by: 0.25).map { $0 })
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
        for (sample, parameter) in zip(samples, parameters) {
            let point = stroke.path.point(at: parameter)
            #expect(sample.x == point.x + 100 && sample.y == point.y && sample.force == point.force)
            #expect(abs(sample.time.microseconds - 1_763_000_000_000_000 - Int64(point.time * 1e6)) <= 1)
        }
        let part = try #require(erase(stroke, [(samples[samples.count / 2].x, samples[samples.count / 2].y)], radius: 0.4)?.first)
        #expect(part.sampleParameters.first == 0 && part.sampleParameters.last == part.maskedPathRanges.first?.upperBound)
        #expect(Sample.stroke([(1, 2)]).samples.count == 1)
    }

    @Test("a drawing is a slice of strokes, and can be put together again")
    func slices() throws {
        let strokes = (0..<5).map { Sample.stroke([(Double($0), 0), (Double($0), 9)]) }
        let drawing = Drawing(strokes: strokes)
        #expect(drawing[1..<3].strokes == Array(strokes[1...2]) && drawing[4..<99].strokes.count == 1 && drawing[7..<9].strokes.isEmpty)
        var again = drawing[0..<2]
        again.append(drawing[2..<5])
        #expect(again == drawing)
    }

    @Test("a replay is at every moment where the pen was then")
    func replay() throws {
        let path = StrokePath(fitting: try Sample.writing("s")[0], style: InkStyle(), created: 1000)
        var first = InkStroke(id: StrokeID(1), path: path)
        first.transform = .translation(x: 10, y: 0)
        let second = InkStroke(id: StrokeID(2), path: StrokePath(controlPoints: path.controlPoints, created: 5_001_000))
        let length = path.time(at: path.parameters.upperBound)
        var replay = StrokeReplay([second, first])
        #expect(abs(replay.duration - 5 - length) < 1e-6)
        var frames = 0
        while !replay.isFinished {
            let points = replay.points
            if replay.elapsed <= length {
                #expect(points.map(\.stroke) == [StrokeID(1)])
                #expect(points.allSatisfy { abs(Double($0.point.time) - replay.elapsed) < 1e-3 && $0.point.x > 10 })
            } else if replay.elapsed < 5 {
                #expect(points.isEmpty)
            } else {
                #expect(points.map(\.stroke) == [StrokeID(2)])
            }
            replay.advance(bySeconds: frames % 2 == 0 ? 1.0 / 60 : 1.0 / 144)
            frames += 1
        }
        #expect(frames > 200 && replay.points.isEmpty)
    }

    @Test("a replay shortens pauses, shows taps, skips what was erased, and ends at once if there is nothing")
    func replayParts() throws {
        let (tap, line) = (Sample.stroke([(3, 3)]), Sample.stroke([(0, 0), (10, 0.2), (20, -0.2), (30, 0)]))
        #expect(StrokeReplay([tap]).points.map(\.point.x) == [3])
        #expect(StrokeReplay([]).isFinished && StrokeReplay([]).points.isEmpty)
        var later = line
        later.path = StrokePath(controlPoints: line.path.controlPoints, created: line.path.created + 60_000_000)
        let length = line.path.time(at: line.path.parameters.upperBound)
        #expect(abs(StrokeReplay([line, later], longestPause: 0.5).duration - 2 * length - 0.5) < 1e-6)
        let parts = try #require(erase(line, [(15, -5), (15, 5)], radius: 1))
        var replay = StrokeReplay(parts)
        replay.advance(bySeconds: length / 2)
        #expect(replay.points.isEmpty)
        replay.advance(bySeconds: length / 4)
        #expect(replay.points.map(\.stroke) == [StrokeID(101)])
        replay.advance(bySeconds: -9)
        #expect(replay.elapsed == length / 2 + length / 4)
    }
}
