import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkExport

@Suite("The outline of a stroke") struct OutlineTests {
    /// The winding number of polygons around a place.
    private func winding(_ polygons: [[Point]], _ place: Point) -> Int {
        polygons.reduce(0) { sum, polygon in
            sum
                + zip(polygon, polygon.dropFirst() + polygon.prefix(1)).reduce(0) { sum, edge in
                    let (a, b) = edge
                    let side = (b.x - a.x) * (place.y - a.y) - (place.x - a.x) * (b.y - a.y)
                    if a.y <= place.y, b.y > place.y, side > 0 { return sum + 1 }
                    if a.y > place.y, b.y <= place.y, side < 0 { return sum - 1 }
                    return sum
                }
        }
    }

    private func distance(_ place: Point, _ a: Point, _ b: Point) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let t = length > 0 ? min(1, max(0, ((place.x - a.x) * dx + (place.y - a.y) * dy) / length)) : 0
        return place.distance(to: Point(x: a.x + t * dx, y: a.y + t * dy))
    }

    @Test("a mark as large as can be has an outline of bounded length", arguments: [1e10, 1e20, 1e300])
    func large(radius: Double) {
        let places = Sweep(tolerance: 1e-9).polygons([Mark(center: Point(x: 0, y: 0), radius: radius)]).joined()
        #expect((3...200).contains(places.count) && places.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }

    @Test("it covers what lies within the radius of the line, and nothing else, however the line turns")
    func covers() {
        var dice = SeededGenerator(seed: 5)
        for _ in 0..<30 {
            let radius = Double.random(in: 0.2...3, using: &dice)
            var places = [Point(x: 0, y: 0)]
            var heading = 0.0
            for _ in 0..<Int.random(in: 0...25, using: &dice) {
                heading += Double.random(in: -1.2...1.2, using: &dice)
                let last = places[places.count - 1]
                let step = Double.random(in: 0...1.5, using: &dice)
                places.append(Point(x: last.x + step * cos(heading), y: last.y + step * sin(heading)))
            }
            let polygons = Sweep(tolerance: 0.01).polygons(places.map { Mark(center: $0, radius: radius) })
            for _ in 0..<200 {
                let around = places[Int.random(in: places.indices, using: &dice)]
                let place = Point(
                    x: around.x + .random(in: -4...4, using: &dice), y: around.y + .random(in: -4...4, using: &dice))
                let nearest = zip(places, places.dropFirst() + [places[places.count - 1]]).map { distance(place, $0, $1) }.min() ?? 0
                if nearest < radius - 0.01 { #expect(winding(polygons, place) != 0, "\(place) in \(places)") }
                if nearest > radius + 0.01 { #expect(winding(polygons, place) == 0, "\(place) beside \(places)") }
            }
        }
    }

    @Test("the areas of an eraser's track go once around what is in them")
    func holes() {
        let places = (0..<60).map { Point(x: 5 * cos(Double($0) / 6), y: 5 * sin(Double($0) / 6)) }
        for polygon in Sweep(tolerance: 0.01, longestTurn: .pi / 2).polygons(places.map { Mark(center: $0, radius: 1) }) {
            for x in stride(from: -6.5, to: 6.5, by: 0.27) {
                for y in stride(from: -6.5, to: 6.5, by: 0.27) { #expect(abs(winding([polygon], Point(x: x, y: y))) <= 1) }
            }
        }
    }

    @Test("a chisel is as broad as it stands")
    func chisel() {
        let along = Mark(PathPoint(x: 0, y: 0, width: 6, height: 2, azimuth: 0))
        #expect(along.edge(Point(x: 1, y: 0)).x == 3 && along.edge(Point(x: 0, y: 1)).y == 1)
        let turned = Mark(PathPoint(x: 0, y: 0, width: 6, height: 2, azimuth: .pi / 2))
        #expect(abs(turned.edge(Point(x: 1, y: 0)).x - 1) < 1e-6 && abs(turned.edge(Point(x: 0, y: 1)).y - 3) < 1e-6)
    }

    @Test("a tap is a dot, a cut end is flat, a stroke of nothing is nothing")
    func ends() throws {
        let dot = StrokePath(controlPoints: [PathPoint(x: 1, y: 1, width: 2, height: 2)], created: 0)
        let outline = StrokeOutline(tolerance: 0.01)
        let polygons = outline.layers(InkStroke(id: StrokeID(1), path: dot)).flatMap(\.polygons)
        #expect(polygons.count == 1 && winding(polygons, Point(x: 1.9, y: 1)) != 0 && winding(polygons, Point(x: 2.1, y: 1)) == 0)
        #expect(outline.layers(InkStroke(id: StrokeID(1), path: StrokePath(controlPoints: [], created: 0))).isEmpty)
        let path = StrokePath(controlPoints: (0...10).map { PathPoint(x: Double($0), y: 0, width: 2, height: 2) }, created: 0)
        let cut = outline.layers(InkStroke(id: StrokeID(1), path: path, mask: StrokeMask(kept: 3...10))).flatMap(\.polygons)
        #expect(winding(cut, Point(x: 2.8, y: 0.1)) == 0 && winding(cut, Point(x: 3.2, y: 0.9)) != 0)
        #expect(winding(cut, Point(x: 10.8, y: 0.1)) != 0)
    }

    @Test("a stroke that grows more opaque has layers that add up to its opacity")
    func opacity() {
        let points = (0...20).map { PathPoint(x: Double($0), y: 0, width: 1, height: 1, opacity: 0.25 + 0.025 * Float($0)) }
        let layers = StrokeOutline(tolerance: 0.01).layers(InkStroke(id: StrokeID(1), path: StrokePath(controlPoints: points, created: 0)))
        func opacity(_ x: Double) -> Double {
            1 - layers.filter { winding($0.polygons, Point(x: x, y: 0.1)) != 0 }.reduce(1) { $0 * (1 - $1.opacity) }
        }
        #expect(layers.count == 5)
        #expect(abs(opacity(0.5) - 0.25) < 0.01 && abs(opacity(10.8) - 0.5) < 0.01 && abs(opacity(19.9) - 0.75) < 0.01)
    }
}
