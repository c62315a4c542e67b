import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

/// Shapes with known numbers, drawn by a pen that trembles by 1 % of their size; bounds are in shares of that size and in radians.
@Suite("Shape geometry")
struct ShapeGeometryTests {
    private static let size = 80.0
    private static let center = Vector(310, -45)
    private static let tremble = 0.01

    /// Straight strokes through the corners, around (0, 0) in sizes, brought to the page.
    private func fit(_ strokes: [[Vector]], seed: UInt64) -> ShapeFit {
        var random = SeededGenerator(seed: seed)
        var ink = Polylines()
        for corners in strokes {
            ink.starts.append(ink.x.count)
            for (a, b) in zip(corners, corners.dropFirst()) {
                for k in 0...40 {
                    let noise = Vector(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random)) * Self.tremble
                    let point = Self.center + Self.size * (a + (b - a) * Double(k) / 40 + noise)
                    ink.x.append(point.x)
                    ink.y.append(point.y)
                }
            }
        }
        return ShapeFit(ShapeFrame(ink))
    }

    /// The distance of a place from the expected one, in sizes.
    private func error(_ place: ShapePoint, _ expected: Vector) -> Double {
        ((Vector(place.x, place.y) - Self.center) / Self.size - expected).length
    }

    private func turned(_ points: [Vector], _ angle: Double) -> [Vector] {
        points.map { $0.x * Vector(angle: angle) + $0.y * Vector(angle: angle).quarterTurned }
    }

    private func ring(_ major: Double, _ minor: Double, _ rotation: Double) -> [Vector] {
        turned((0...48).map { Vector(major * cos(Double($0) * .pi / 24), minor * sin(Double($0) * .pi / 24)) }, rotation)
    }

    private static let turns = [-1.4, -0.7, -0.2, 0, 0.3, 0.78, 1.5]

    @Test("a line's ends are found to 4 %, in the order they were drawn", arguments: turns)
    func line(_ turn: Double) {
        let ends = turned([Vector(-0.5, 0), Vector(0.5, 0)], turn)
        guard case .line(let from, let to) = fit([ends], seed: 1).geometry("line") else {
            Issue.record("no line")
            return
        }
        #expect(error(from, ends[0]) < 0.04 && error(to, ends[1]) < 0.04)
    }

    @Test("a rectangle's center and sides are found to 2 % and its rotation to 0.03", arguments: turns, [0.2, 0.5, 1])
    func rectangle(_ turn: Double, _ height: Double) {
        let corners = turned([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)].map { Vector($0 / 2, $1 * height / 2) }, turn)
        for strokes in [[corners], [Array(corners[0...2]), Array(corners[2...4])]] {
            guard case .rectangle(let center, var width, var tall, var rotation) = fit(strokes, seed: 2).geometry("rectangle") else {
                Issue.record("no rectangle")
                return
            }
            #expect(rotation > -.pi / 4 && rotation <= .pi / 4)
            if cos(rotation - turn).magnitude < 0.7, height < 1 { (width, tall, rotation) = (tall, width, rotation + .pi / 2) }
            #expect(error(center, .zero) < 0.02)
            #expect(abs(width / Self.size - 1) < 0.02 && abs(tall / Self.size - height) < 0.02)
            let quarter = height == 1 ? Double.pi / 2 : .pi
            #expect(abs(((rotation - turn) / quarter).rounded() * quarter - (rotation - turn)) < 0.03)
        }
    }

    @Test("an ellipse's center and axes are found to 2 % and its rotation to 0.05", arguments: turns, [0.3, 0.6])
    func ellipse(_ turn: Double, _ flat: Double) {
        guard case .ellipse(let center, let major, let minor, let rotation) = fit([ring(0.5, flat / 2, turn)], seed: 3).geometry("ellipse")
        else {
            Issue.record("no ellipse")
            return
        }
        #expect(error(center, .zero) < 0.02)
        #expect(abs(major / Self.size - 0.5) < 0.02 && abs(minor / Self.size - flat / 2) < 0.02)
        #expect(abs(sin(rotation - turn)) < 0.05)
        #expect(rotation > -.pi / 2 && rotation <= .pi / 2)
    }

    @Test("a circle's center and radius are found to 1 %, of three quarters of one too", arguments: [49, 37])
    func circle(_ points: Int) {
        guard case .circle(let center, let radius) = fit([Array(ring(0.5, 0.5, 0.4).prefix(points))], seed: 4).geometry("circle") else {
            Issue.record("no circle")
            return
        }
        #expect(error(center, .zero) < 0.01 && abs(radius / Self.size - 0.5) < 0.01)
    }

    @Test(
        "corners of polygons are found to 3 %, clockwise",
        arguments: [("triangle", 3), ("diamond", 4), ("pentagon", 5), ("hexagon", 6)], turns)
    func polygon(_ shape: (name: String, corners: Int), _ turn: Double) {
        let corners = (0..<shape.corners).map { 0.5 * Vector(angle: turn + 2 * .pi * Double($0) / Double(shape.corners)) }
        guard case .polygon(let found) = fit([corners + [corners[0]]], seed: 5).geometry(shape.name) else {
            Issue.record("no \(shape.name)")
            return
        }
        #expect(found.count == shape.corners)
        for corner in corners { #expect(found.map { error($0, corner) }.min() ?? 1 < 0.03) }
        let vectors = found.map { Vector($0.x, $0.y) }
        for k in vectors.indices {
            let (a, b, c) = (vectors[k], vectors[(k + 1) % vectors.count], vectors[(k + 2) % vectors.count])
            #expect((b - a).cross(c - b) > 0)
        }
    }

    @Test("an arrow's tail and tip are found to 3 % and its barbs to 4 %, however it was drawn", arguments: turns)
    func arrow(_ turn: Double) {
        let (tail, tip, up, down) = (Vector(-0.5, 0), Vector(0.5, 0), Vector(0.25, -0.15), Vector(0.25, 0.15))
        let ways = [
            [[tail, tip], [up, tip, down]], [[tail, tip, up, tip, down]], [[tip, up], [down, tip], [tip, tail]], [[tail, tip, up, down]],
        ]
        for drawn in ways {
            guard case .arrow(let from, let to, let barbs) = fit(drawn.map { turned($0, turn) }, seed: 6).geometry("arrow") else {
                Issue.record("no arrow")
                return
            }
            let expected = turned([tail, tip, up, down], turn)
            #expect(error(from, expected[0]) < 0.03 && error(to, expected[1]) < 0.03)
            for barb in expected[2...] { #expect(barbs.map { error($0, barb) }.min() ?? 1 < 0.04) }
        }
    }

    @Test("a double arrow has two tips")
    func doubleArrow() {
        let (left, right) = (Vector(-0.5, 0), Vector(0.5, 0))
        let head = [Vector(0.35, -0.12), right, Vector(0.35, 0.12)]
        let strokes = [[left, right], head, head.map { -$0 }]
        guard case .doubleArrow(let a, let b) = fit(strokes, seed: 7).geometry("double-arrow") else {
            Issue.record("no double arrow")
            return
        }
        #expect(min(error(a, left) + error(b, right), error(a, right) + error(b, left)) < 0.06)
    }

    @Test("a star's center and tips are found to 3 %, its notches to 6 %", arguments: [(5, 0.382), (6, 0.577)], [-0.2, 0, 0.25])
    func star(_ shape: (tips: Int, notch: Double), _ turn: Double) {
        let outline = (0...(2 * shape.tips)).map { k in
            0.5 * (k % 2 == 0 ? 1 : shape.notch) * Vector(angle: turn - .pi / 2 + .pi * Double(k) / Double(shape.tips))
        }
        let name = shape.tips == 5 ? "star" : "six-point-star"
        guard case .star(let center, let points, let outer, let inner, let rotation) = fit([outline], seed: 8).geometry(name) else {
            Issue.record("no star")
            return
        }
        #expect(points == shape.tips && error(center, .zero) < 0.03)
        #expect(abs(outer / Self.size - 0.5) < 0.03 && abs(inner / Self.size - 0.5 * shape.notch) < 0.06)
        #expect(abs(rotation - turn + .pi / 2) < 0.04)
    }

    @Test("a zig-zag is its corners, and so are marks of one stroke")
    func path() {
        let corners = [Vector(-0.5, 0.2), Vector(-0.2, -0.2), Vector(0.1, 0.2), Vector(0.5, -0.2)]
        guard case .path(let found) = fit([corners], seed: 9).geometry("zig-zag") else {
            Issue.record("no path")
            return
        }
        #expect(found.count == 4 && zip(found, corners).allSatisfy { error($0, $1) < 0.04 })
        #expect(fit([corners, corners], seed: 9).geometry("zig-zag") == nil)
    }

    @Test("letters and the like have no numbers, and ink on a line encloses nothing")
    func nothing() {
        let flat = fit([[Vector(0, 0), Vector(1, 0)]], seed: 10)
        #expect(flat.geometry("D") == nil && flat.geometry("other") == nil)
        var ink = Polylines()
        (ink.x, ink.y, ink.starts) = ([0, 10, 20], [0, 0, 0], [0])
        for name in ["rectangle", "ellipse", "circle", "triangle", "hexagon", "star", "six-point-star"] {
            #expect(ShapeFit(ShapeFrame(ink)).geometry(name) == nil, "\(name)")
        }
    }

    @Test("any scribble as any shape gives finite numbers or none")
    func scribbles() {
        let names = ["line", "arrow", "double-arrow", "rectangle", "ellipse", "circle", "triangle", "diamond", "hexagon", "star", "curve"]
        var random = SeededGenerator(seed: 11)
        for round in 0..<12 {
            let count = Int.random(in: 1...3, using: &random)
            let strokes = (0..<count).map { _ in
                (0..<Int.random(in: 2...6, using: &random)).map { _ in
                    Vector(.random(in: -1...1, using: &random), Double(Int.random(in: -1...1, using: &random)))
                }
            }
            let fit = fit(strokes, seed: UInt64(round))
            for name in names {
                guard let geometry = fit.geometry(name) else { continue }
                let text = "\(geometry)"
                #expect(!text.contains("nan") && !text.contains("inf"), "\(name): \(text)")
            }
        }
    }
}
