import Foundation
import Ink
import Testing

@testable import Recognition

/// A line of the fixture: drawn, by nobody.
struct ScriptLine: Decodable, CustomTestStringConvertible {
    let language: String
    let text: String
    let strokes: [[Double]]

    var testDescription: String { text }

    var ink: [Stroke] {
        strokes.enumerated().map { number, flat in
            let points = stride(from: 0, to: flat.count - 1, by: 2).map {
                InkPoint(x: flat[$0], y: flat[$0 + 1], time: Instant(microseconds: Int64($0) * 5_000), force: 0.5)
            }
            return Stroke(id: StrokeID(UInt64(number + 1)), points: points)
        }
    }

    /// Those of a language.
    static func read(_ language: String) throws -> [ScriptLine] {
        let all = try JSONDecoder().decode([ScriptLine].self, from: Data(contentsOf: Golden.folder.appending(path: "script-lines.json")))
        return all.filter { $0.language == language }
    }
}

@Suite("Lines of other scripts")
struct ScriptLineTests {
    private static let models = Spelling.models.deletingLastPathComponent().appending(path: "scripts")

    private static func path(of language: LanguageModel) throws -> String {
        models.appending(path: "\(try #require(language.script)).safetensors").path
    }

    @Test("words and lines are read in their language", arguments: ["el", "ru", "uk"])
    func read(_ tag: String) throws {
        let language = try Spelling.language(tag)
        let recognizer = try Recognizer(modelPath: Self.path(of: language), language: language)
        let lines = try ScriptLine.read(tag)
        let texts = try lines.map { try recognizer.recognize($0.ink, alternatives: 3).text }
        let wrong = zip(lines, texts).filter { $0.text != $1 }.map { "\($0.text) read as \($1)" }
        #expect(wrong.count <= 1, "\(wrong)")
    }

    @Test("every word has its place: all samples belong to one character each", arguments: ["el", "ru", "uk"])
    func places(_ tag: String) throws {
        let language = try Spelling.language(tag)
        let recognizer = try Recognizer(modelPath: Self.path(of: language), language: language)
        for line in try ScriptLine.read(tag) {
            let transcript = try recognizer.recognize(line.ink)
            #expect(transcript.words.map(\.text).joined(separator: " ") == transcript.text)
            let samples = transcript.words.flatMap(\.ranges).reduce(0) { $0 + $1.last - $1.first + 1 }
            #expect(samples == line.ink.reduce(0) { $0 + $1.points.count })
        }
    }

    @Test("they say whose ink and words they were made of", arguments: ["Cyrl", "Grek"])
    func card(_ script: String) throws {
        let path = Self.models.appending(path: "\(script).safetensors").path
        let card = try ModelCard(path: path)
        #expect(card.kind == .text && card.language == "mul-\(script)" && card.script == nil)
        for source in ["UNIPEN", "Omniglot", "Detexify", "wordfreq"] { #expect(card.trainingData.contains(source), "\(source)") }
        for license in ["CC BY 4.0", "MIT", "ODbL", "CC BY-SA 4.0"] { #expect(card.trainingDataLicense.contains(license), "\(license)") }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(try #require(size) < 12_000_000)
    }
}
