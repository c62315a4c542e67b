import Foundation
import Ink
import Testing

@testable import Recognition

/// The model that is shipped, and shapes drawn by a generator that it has not learnt from.
private enum Shipped {
    static let model = Golden.folder.appending(path: "../../../models/shapes.safetensors").standardizedFileURL
    static var exists: Bool { FileManager.default.fileExists(atPath: model.path) }

    struct Drawn: Decodable {
        struct Case: Decodable {
            var name: String
            var strokes: [[Double]]
            var ink: [Stroke] { strokes.enumerated().map { stroke($1, id: $0) } }
        }

        var cases: [Case]
    }

    static func drawn() throws -> [Drawn.Case] {
        try JSONDecoder().decode(Drawn.self, from: Data(contentsOf: Golden.folder.appending(path: "drawn-shapes.json"))).cases
    }
}

@Suite("Shape recognizer", .enabled("needs models/shapes.safetensors") { Shipped.exists })
struct ShapeTests {
    private let recognizer: ShapeRecognizer

    init() throws { recognizer = try ShapeRecognizer(modelPath: Shipped.model.path) }

    private let circle = stroke((0...60).flatMap { [50 * cos(Double($0) / 9.6), 50 * sin(Double($0) / 9.6)] })
    private let square = stroke([0, 0, 100, 2, 99, 101, -1, 98, 0, 1])

    @Test("shapes of every class are recognized, candidates come best first, and their scores are probabilities")
    func drawn() throws {
        var right: [String: Int] = [:]
        let cases = try Shipped.drawn()
        for shape in cases {
            let found = try recognizer.recognize(shape.ink).candidates
            if found.first?.name == shape.name { right[shape.name, default: 0] += 1 }
            #expect(found.count == 5 && zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
            #expect(found.allSatisfy { (0...1).contains($0.score) } && found.reduce(0) { $0 + $1.score } <= 1 + 1e-9)
        }
        for name in Set(cases.map(\.name)) { #expect((right[name] ?? 0) >= 2, "\(name)") }
        #expect(Double(right.values.reduce(0, +)) >= 0.93 * Double(cases.count))
        #expect(Set(recognizer.names) == Set(cases.map(\.name)).union(["other"]))
    }

    @Test("plain shapes are what they look like, with their numbers")
    func plain() throws {
        let first = try #require(try recognizer.recognize([square]).candidates.first)
        #expect(first.name == "rectangle" && first.score > 0.8)
        guard case .rectangle(_, let width, let height, let rotation) = first.geometry else {
            Issue.record("no rectangle: \(String(describing: first.geometry))")
            return
        }
        #expect(abs(width - 99) < 3 && abs(height - 99) < 3 && abs(rotation) < 0.05)
        #expect(try recognizer.recognize([circle]).candidates.first?.name == "circle")
        #expect(try recognizer.recognize([stroke([0, 0, 80, 30])]).candidates.first?.name == "line")
    }

    @Test("in which order and direction the strokes were drawn does not matter")
    func order() throws {
        for shape in try Shipped.drawn() where shape.ink.count > 1 {
            let backwards = shape.ink.reversed().map { Stroke(id: $0.id, points: $0.points.reversed()) }
            for (a, b) in zip(try recognizer.logits(shape.ink), try recognizer.logits(backwards)) { #expect(abs(a - b) < 1e-3) }
        }
    }

    @Test("ink as far from the origin and as small as numbers can tell apart is no harm")
    func farAndSmall() throws {
        let (near, next) = (536_870_912.0, 536_870_912.0.nextUp)
        for (x, y) in [(next, near), (near, next), (next, next)] {
            let stroke = Stroke(
                id: StrokeID(1), points: [InkPoint(x: near, y: near), InkPoint(x: x, y: y)])
            #expect(try !recognizer.recognize([stroke]).candidates.isEmpty)
        }
    }

    @Test("only the names asked for are considered")
    func restriction() throws {
        let found = try recognizer.recognize([square], among: ["circle", "triangle", "no such shape"]).candidates
        #expect(Set(found.map(\.name)) == ["circle", "triangle"])
        #expect(abs(found.reduce(0) { $0 + $1.score } - 1) < 1e-9)
        #expect(try recognizer.recognize([square], among: []).candidates.isEmpty)
    }

    @Test("something between two shapes is ambiguous, a clear one is not")
    func ambiguous() throws {
        #expect(try recognizer.recognize([square]).ambiguous == false)
        func reading(_ flat: Double) throws -> ShapeReading {
            let points = circle.points.map { InkPoint(x: $0.x, y: flat * $0.y) }
            return try recognizer.recognize([Stroke(id: StrokeID(0), points: points)], among: ["circle", "ellipse"])
        }
        var (ellipse, round) = (0.5, 1.0)
        for (flat, name) in [(ellipse, "ellipse"), (round, "circle")] {
            let clear = try reading(flat)
            #expect(clear.candidates.first?.name == name && !clear.ambiguous)
        }
        // somewhere between the two they are equally probable
        for _ in 0..<12 {
            let middle = (ellipse + round) / 2
            if try reading(middle).candidates.first?.name == "ellipse" { ellipse = middle } else { round = middle }
        }
        #expect(try reading(ellipse).ambiguous)
    }

    @Test("ambiguous means a margin smaller than the documented one")
    func margin() {
        func reading(_ scores: Double...) -> ShapeReading { ShapeReading(candidates: scores.map { ShapeCandidate(name: "x", score: $0) }) }
        #expect(ShapeReading.ambiguousMargin == 0.3)
        #expect(reading(0.5, 0.4).ambiguous && !reading(0.7, 0.3).ambiguous && !reading(0.2).ambiguous && !reading().ambiguous)
    }

    @Test("no ink, a dot, and samples that are no numbers are refused")
    func refused() throws {
        let tiny = [stroke([0, 0, .leastNonzeroMagnitude, 1e-301])]
        for ink in [[], [stroke([])], [stroke([3, 4])], [stroke([3, 4, 3, 4]), stroke([3, 4], id: 1)], tiny] {
            let samples = ink.reduce(0) { $0 + $1.points.count }
            #expect(throws: RecognitionError.tooLittleInk(samples: samples)) { _ = try recognizer.recognize(ink) }
        }
        for value in [Double.nan, .infinity, -1e300] {
            #expect(throws: RecognitionError.coordinate(stroke: 1, point: 1)) {
                _ = try recognizer.recognize([square, stroke([0, 0, value, 1], id: 1)])
            }
        }
        let many = [Stroke](repeating: stroke([1, 2]), count: FeatureExtractor.mostStrokes + 1)
        #expect(throws: RecognitionError.self) { _ = try recognizer.recognize(many) }
    }

    @Test("the smallest and the hugest ink give finite scores", arguments: [1e-299, 1e-12, 1, 1e9])
    func sizes(_ size: Double) throws {
        let square = stroke([0, 0, size, 0, size, size, 0, size, 0, 0])
        for ink in [[square], [stroke([0, 0, size, -size])], [stroke([-size, 0]), stroke([size, 0], id: 1)]] {
            let found = try recognizer.recognize(ink).candidates
            #expect(found.count == 5 && found.allSatisfy { $0.score.isFinite })
        }
    }
}
