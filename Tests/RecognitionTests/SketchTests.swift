import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

/// Sketches drawn of lines and arcs by an unsteady hand, in a box of about 200 units.
private struct Drawing {
    var strokes: [Stroke] = []
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A line through the corners.
    mutating func line(_ corners: (Double, Double)...) { add(corners) }

    /// A part of an ellipse, in turns; clockwise from the right.
    mutating func arc(_ x: Double, _ y: Double, _ width: Double, _ height: Double, from: Double = 0, to: Double = 1.02) {
        add(
            (0...24).map { step in
                let angle = (from + (to - from) * Double(step) / 24) * 2 * .pi
                return (x + width * cos(angle), y + height * sin(angle))
            })
    }

    private mutating func add(_ corners: [(Double, Double)]) {
        let (dx, dy) = (Double.random(in: -4...4, using: &random), Double.random(in: -4...4, using: &random))
        let points = corners.map { x, y in
            InkPoint(x: x + dx + Double.random(in: -1.5...1.5, using: &random), y: y + dy + Double.random(in: -1.5...1.5, using: &random))
        }
        strokes.append(Stroke(id: StrokeID(UInt64(strokes.count)), points: points))
    }
}

private let model = Golden.folder.appending(path: "../../../models/sketches.safetensors").standardizedFileURL

@Suite("Sketch recognizer", .enabled("needs models/sketches.safetensors") { FileManager.default.fileExists(atPath: model.path) })
struct SketchTests {
    private let recognizer: SketchRecognizer

    init() throws { recognizer = try SketchRecognizer(modelPath: model.path) }

    private static func draw(_ name: String, seed: UInt64) -> [Stroke] {
        var drawing = Drawing(seed: seed)
        switch name {
        case "square": drawing.line((0, 0), (200, 0), (200, 200), (0, 200), (0, 0))
        case "triangle": drawing.line((100, 0), (200, 180), (0, 180), (100, 0))
        case "star": drawing.line((40, 200), (100, 0), (160, 200), (0, 75), (200, 75), (40, 200))
        case "smiley face":
            drawing.arc(100, 100, 100, 100, from: -0.25, to: 0.78)
            drawing.arc(65, 70, 8, 12)
            drawing.arc(135, 70, 8, 12)
            drawing.arc(100, 110, 55, 45, from: 0.5, to: 0)
        case "house":
            drawing.line((20, 90), (20, 200), (180, 200), (180, 90), (20, 90))
            drawing.line((20, 90), (100, 0), (180, 90))
            drawing.line((85, 200), (85, 140), (115, 140), (115, 200))
        case "envelope":
            drawing.line((0, 0), (200, 0), (200, 130), (0, 130), (0, 0))
            drawing.line((0, 0), (100, 75), (200, 0))
        default:
            drawing.line((60, 0), (60, 200))
            drawing.line((140, 0), (140, 200))
            for step in 0..<6 { drawing.line((60, 20 + 32 * Double(step)), (140, 20 + 32 * Double(step))) }
        }
        return drawing.strokes
    }

    @Test(
        "simple sketches are among the candidates, drawn three times by an unsteady hand",
        arguments: ["square", "triangle", "star", "smiley face", "house", "envelope", "ladder"])
    func drawn(_ name: String) throws {
        for seed: UInt64 in 1...3 {
            let found = try recognizer.recognize(Self.draw(name, seed: seed)).candidates
            #expect(found.contains { $0.sketch.name == name }, "\(seed): \(found.map(\.sketch.name))")
        }
    }

    @Test("there are five candidates, best first, and their scores are probabilities, wherever and however large the sketch is")
    func candidates() throws {
        let house = Self.draw("house", seed: 9)
        let found = try recognizer.recognize(house).candidates
        #expect(found.count == 5 && zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(found.allSatisfy { (0...1).contains($0.score) } && found.reduce(0) { $0 + $1.score } <= 1 + 1e-9)
        let moved = house.map { stroke in
            Stroke(id: stroke.id, points: stroke.points.map { InkPoint(x: $0.x * 64 + 4096, y: $0.y * 64 - 8192) })
        }
        #expect(try recognizer.recognize(moved).candidates.first?.sketch.name == found.first?.sketch.name)
    }

    @Test("the model knows 345 sketches and an emoji of most, and only emoji are found when asked for")
    func emoji() throws {
        #expect(recognizer.sketches.count == 345 && recognizer.sketches.count { $0.emoji != nil } >= 200)
        let found = try recognizer.recognize(Self.draw("ladder", seed: 4), onlyEmoji: true).candidates
        #expect(found.count == 5 && Set(found.compactMap(\.sketch.emoji)).count == 5)
    }

    @Test("the model names its data and their license")
    func attribution() {
        #expect(recognizer.card.trainingData.contains("Quick, Draw!") && recognizer.card.trainingDataLicense.contains("CC BY 4.0"))
    }
}
