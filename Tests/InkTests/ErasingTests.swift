import Testing

@testable import Ink

/// The remaining pieces after erasing, numbered from 100.
func erase(_ stroke: InkStroke, _ places: [(Double, Double)], radius: Double) -> [InkStroke]? {
    var next: UInt64 = 99
    return stroke.erased(by: EraserTrack(places: places.map { Point(x: $0.0, y: $0.1) }, radius: radius)) {
        next += 1
        return StrokeID(next)
    }
}

/// x from and to of the parts of a stroke's line that can be seen, in the document.
func spans(_ stroke: InkStroke) -> [ClosedRange<Double>] {
    stroke.maskedPathRanges.map { range in
        let ends = [range.lowerBound, range.upperBound].map { stroke.transform(stroke.path.place(at: $0)).x }
        return ends[0]...ends[1]
    }
}

@Suite("The pixel eraser")
struct ErasingTests {
    /// A pen's line of 0.5 mm from (0, 0) to (30, 0), with a corner so that it has some control points.
    private let line = Sample.stroke([(0, 0), (10, 0.2), (20, -0.2), (30, 0)])
    /// The same by a marker, 5 mm wide.
    private let broad = Sample.stroke([(0, 0), (10, 0.2), (20, -0.2), (30, 0)], kind: .marker)

    @Test("an eraser that comes over no ink changes nothing")
    func untouched() {
        #expect(erase(line, [(0, 5), (30, 5)], radius: 1) == nil)
        #expect(erase(line, [(15, 2)], radius: 1) == nil)
        #expect(erase(line, [], radius: 1) == nil)
        #expect(erase(line, [(15, 0)], radius: 0) == nil)
        #expect(erase(line, [(15, 0)], radius: .nan) == nil)
        #expect(erase(line, [(.nan, 0), (.infinity, 0)], radius: 1) == nil)
        #expect(line.maskedPathRanges == [line.path.parameters])
    }

    @Test("an eraser across the middle makes two strokes of their own, each with its mask and the same root")
    func split() throws {
        let parts = try #require(erase(line, [(15, -5), (15, 5)], radius: 1))
        #expect(parts.map(\.id) == [StrokeID(100), StrokeID(101)])
        #expect(parts.allSatisfy { $0.root == StrokeID(1) && $0.path == line.path })
        let found = parts.map(spans)
        #expect(found.map(\.count) == [1, 1])
        #expect(abs(found[0][0].upperBound - 14) < 0.02 && abs(found[1][0].lowerBound - 16) < 0.02)
        #expect(found[0][0].lowerBound == 0 && found[1][0].upperBound == 30)
        var moved = parts[1]
        moved.transform = .translation(x: 0, y: 9)
        #expect(moved.samples.allSatisfy { $0.y > 8 } && parts[0].samples.allSatisfy { $0.y < 1 })
    }

    @Test("an eraser at an end makes the stroke shorter")
    func shortened() throws {
        let parts = try #require(erase(line, [(29, -5), (29, 5)], radius: 2))
        #expect(parts.count == 1)
        #expect(abs(spans(parts[0])[0].upperBound - 27) < 0.02)
        #expect(parts[0].samples.last.map { abs($0.x - 27) < 0.02 } == true)
    }

    @Test("a hole in a broad stroke does not cut it: at the line the stroke has two ranges, beside the line it has one")
    func holes() throws {
        let middle = try #require(erase(broad, [(15, 0)], radius: 0.8))
        #expect(middle.map { $0.maskedPathRanges.count } == [2])
        let side = try #require(erase(broad, [(15, 1.8)], radius: 0.5))
        #expect(side.map(\.maskedPathRanges) == [[broad.path.parameters]])
        #expect(side[0].mask?.tracks.count == 1)
    }

    @Test("many holes leave many ranges in one stroke, and a cut takes its holes along")
    func manyHoles() throws {
        var stroke = broad
        for x in [5.0, 10, 20, 25] { stroke = try #require(erase(stroke, [(x, 0)], radius: 0.8)?.first) }
        #expect(stroke.maskedPathRanges.count == 5)
        let parts = try #require(erase(stroke, [(15, -9), (15, 9)], radius: 1))
        #expect(parts.map { $0.maskedPathRanges.count } == [3, 3])
        #expect(parts.map { $0.mask?.tracks.count } == [3, 3])
    }

    @Test("holes side by side cut together what none of them cuts alone")
    func perforated() throws {
        var strokes = [broad]
        for y in [-2.0, -1, 0, 1] {
            strokes = try #require(erase(strokes[0], [(15, y)], radius: 0.8))
            #expect(strokes.count == 1)
        }
        #expect(erase(strokes[0], [(15, 2)], radius: 0.8)?.count == 2)
    }

    @Test("a cut at a slant cuts as well", arguments: [0.15, 0.3, 1])
    func slanted(radius: Double) { #expect(erase(broad, [(11, -5), (19, 5)], radius: radius)?.count == 2) }

    @Test("an eraser over everything leaves nothing, and so do two over half each")
    func nothingLeft() throws {
        #expect(erase(line, [(-1, 0), (31, 0)], radius: 1) == [])
        let left = try #require(erase(line, [(-1, 0), (15, 0)], radius: 1))
        #expect(erase(left[0], [(14, 0), (31, 0)], radius: 1) == [])
        #expect(erase(Sample.stroke([(4, 4)]), [(4, 4.1)], radius: 1) == [])
    }

    @Test("an eraser along the line that is narrower than it leaves ink without a line")
    func noRanges() throws {
        let rest = try #require(erase(broad, [(-3, 0.2), (10, 0.2), (20, -0.2), (33, 0)], radius: 0.5))
        #expect(rest.map(\.maskedPathRanges) == [[]])
        #expect(rest[0].samples.isEmpty)
        #expect(rest[0].renderBounds != nil)
        #expect(rest[0].touches(EraserTrack(places: [Point(x: 15, y: 2)], radius: 0.5)))
    }

    @Test("erasing again what was erased changes nothing, and elsewhere cuts again")
    func twice() throws {
        let parts = try #require(erase(line, [(15, -5), (15, 5)], radius: 1))
        #expect(parts.allSatisfy { erase($0, [(15, -3), (15, 3)], radius: 0.4) == nil })
        let again = try #require(erase(parts[0], [(5, -5), (5, 5)], radius: 1))
        #expect(again.map(spans).map(\.count) == [1, 1])
        #expect(again.allSatisfy { $0.root == StrokeID(1) })
        #expect(erase(parts[1], [(5, -5), (5, 5)], radius: 1) == nil)
    }

    @Test("the eraser works in the document: on a stroke that was moved, turned and scaled")
    func transformed() throws {
        var stroke = line
        stroke.transform = InkTransform.scale(x: 2, y: 2).followed(by: .rotation(radians: .pi / 2)).followed(by: .translation(x: 100, y: 0))
        let parts = try #require(erase(stroke, [(90, 30), (110, 30)], radius: 3))
        #expect(parts.count == 2)
        #expect(parts[0].samples.last.map { abs($0.y - 27) < 0.05 } == true)
        #expect(parts[1].samples.first.map { abs($0.y - 33) < 0.05 } == true)
        stroke.transform = .scale(x: 0, y: 1)
        #expect(erase(stroke, [(0, 0)], radius: 3) == nil)
    }

    @Test("the stroke eraser touches ink to its edge, and not where it was erased")
    func touching() throws {
        func touches(_ stroke: InkStroke, _ x: Double, _ y: Double, _ radius: Double) -> Bool {
            stroke.touches(EraserTrack(places: [Point(x: x, y: y)], radius: radius))
        }
        #expect(touches(broad, 15, 3, 0.6) && !touches(broad, 15, 3.2, 0.5))
        #expect(touches(line, -0.5, 0, 0.4) && !touches(line, -0.5, 0, 0.1))
        let parts = try #require(erase(line, [(15, -5), (15, 5)], radius: 2))
        #expect(parts.allSatisfy { !touches($0, 15, 0, 1) })
        #expect(touches(parts[0], 12, 0, 0.1) && !touches(parts[1], 12, 0, 0.1))
    }

    @Test("a track that goes on where the last one ended is one track")
    func joined() throws {
        let first = try #require(erase(line, [(5, -0.5), (8, -0.5)], radius: 0.5))
        let second = try #require(erase(first[0], [(8, -0.5), (11, -0.5)], radius: 0.5))
        #expect(second[0].mask?.tracks.map(\.places.count) == [3])
    }
}
