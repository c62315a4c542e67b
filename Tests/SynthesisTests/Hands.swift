import Foundation
import Ink

@testable import Synthesis

/// The hands of this project.
enum Hands {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL.path
    static let files = HandFiles(folders: [root + "/models/hands"])
    static let names = ["cursive", "print", "script"]

    /// Ink without variation, unless the options say otherwise.
    static func write(
        _ text: String, in hand: String = "print", _ change: (inout SynthesisOptions) -> Void = { _ in }
    ) throws -> [[InkPoint]] {
        var options = SynthesisOptions()
        options.variation = 0
        change(&options)
        return try HandwritingSynthesizer(hand: try files.hand(named: hand), options: options).strokes(for: text)
    }

    /// The box around ink.
    static func bounds(_ strokes: [[InkPoint]]) -> Box? { Box(around: strokes.joined()) }
}
