import Foundation
import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl recognize --as sketch", .enabled(if: InkctlProcess.path != nil, "there is no inkctl beside the tests"))
struct RecognizeSketchTests {
    private static let model = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recognition/tiny-sketches.safetensors").path()

    private func run(_ options: [String]) throws -> InkctlProcess.Result {
        try withFolder { folder in
            let file = folder.appending(path: "rows.jsonl").path()
            let rows = [#"{"id":"a","strokes":[[0,0,9,4,-6,4],[2,2,5,0]]}"#, #"{"id":"b","strokes":[[5,5]]}"#]
            try Data(rows.joined(separator: "\n").utf8).write(to: URL(filePath: file))
            return try InkctlProcess.run(["recognize", "--model", Self.model] + options + [file])
        }
    }

    private struct Record: Decodable {
        struct Candidate: Decodable {
            var name: String
            var emoji: String?
            var score: Double
        }

        var id: String
        var text: String
        var candidates: [Candidate]
        var ambiguous: Bool
    }

    private func record(_ result: InkctlProcess.Result) throws -> Record {
        let line = try #require(result.output.split(separator: "\n").first)
        return try JSONDecoder().decode(Record.self, from: Data(line.utf8))
    }

    @Test("--jsonl gives names, emoji and probabilities, and the fault of a dot in its place")
    func jsonl() throws {
        let result = try run(["--as", "sketch", "--jsonl"])
        let record = try record(result)
        #expect(record.id == "a" && Set(record.candidates.map(\.name)) == ["cat", "mug", "coffee cup", "fence"])
        #expect(record.text == record.candidates[0].name)
        #expect(record.candidates.first { $0.name == "cat" }?.emoji == "🐱" && record.candidates.first { $0.name == "fence" }?.emoji == nil)
        #expect(record.ambiguous == (record.candidates[0].score - record.candidates[1].score < 0.3))
        #expect(result.status == 1 && result.output.contains(#""line":2"#) && result.output.contains(#""error""#))
    }

    @Test("a person gets a line of names with emoji and per cent")
    func list() throws {
        let line = try #require(try run(["--as", "sketch"]).output.split(separator: "\n", omittingEmptySubsequences: false).first)
        #expect(line.contains("cat 🐱 ") && line.contains("fence ") && line.split(separator: ", ").allSatisfy { $0.hasSuffix(" %") })
    }

    @Test("the private tags of sketches and emoji choose the recognizer", arguments: [("zxx-Zsym-x-autodraw", 4), ("zxx-Zsye-x-emoji", 2)])
    func tags(tag: String, candidates: Int) throws {
        let record = try record(try run(["--language", tag, "--jsonl"]))
        #expect(record.candidates.count == candidates)
        #expect(record.text == (candidates == 2 ? record.candidates[0].emoji : record.candidates[0].name))
    }
}
