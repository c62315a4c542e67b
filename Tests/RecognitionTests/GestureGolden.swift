import Foundation
import Ink

@testable import Recognition

/// The vectors that training's `gestures/golden.py` wrote: strokes over a text, and their features.
struct GestureGolden: Decodable {
    struct Case: Decodable {
        var name: String
        /// The stroke is over so many strokes of the text.
        var over: Int
        var stroke: [Double]
        /// nil where there is nothing to be a gesture over.
        var features: [Double]?
    }

    var text: [[Double]]
    var cases: [Case]

    /// The text's strokes, oldest first.
    var ink: [Stroke] { text.enumerated().map { Self.stroke($1, id: $0) } }

    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Fixtures/recognition")
    static let model = fixtures.appending(path: "../../../models/gestures.safetensors").standardizedFileURL

    static var hasModel: Bool { FileManager.default.fileExists(atPath: model.path) }

    static func read() throws -> GestureGolden {
        try JSONDecoder().decode(GestureGolden.self, from: Data(contentsOf: fixtures.appending(path: "gestures.json")))
    }

    /// A stroke of x and y in turn.
    static func stroke(_ coordinates: [Double], id: Int = 1_000) -> Stroke {
        let points = stride(from: 0, to: coordinates.count - 1, by: 2).map { InkPoint(x: coordinates[$0], y: coordinates[$0 + 1]) }
        return Stroke(id: StrokeID(UInt64(id)), points: points)
    }
}
