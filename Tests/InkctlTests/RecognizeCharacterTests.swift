import Foundation
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl recognize --as character", .enabled(if: InkctlProcess.path != nil, "there is no inkctl beside the tests"))
struct RecognizeCharacterTests {
    private static let model = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recognition/tiny-characters.safetensors").path()

    private func run(_ options: [String], kind: String = "character") throws -> InkctlProcess.Result {
        try withFolder { folder in
            let file = folder.appending(path: "rows.jsonl").path()
            let rows = [#"{"id":"a","strokes":[[0,0,9,4,-6,4],[2,2,5,0]]}"#, #"{"id":"b","strokes":[[5,5]]}"#]
            try Data(rows.joined(separator: "\n").utf8).write(to: URL(filePath: file))
            return try InkctlProcess.run(["recognize", "--as", kind] + options + [file])
        }
    }

    private struct Record: Decodable {
        struct Candidate: Decodable {
            var text: String
            var score: Double
        }

        var id: String
        var text: String
        var candidates: [Candidate]
    }

    @Test("--jsonl gives characters and probabilities, and the fault of a dot in its place")
    func jsonl() throws {
        let result = try run(["--model", Self.model, "--jsonl"])
        let line = try #require(result.output.split(separator: "\n").first)
        let record = try JSONDecoder().decode(Record.self, from: Data(line.utf8))
        #expect(record.id == "a" && Set(record.candidates.map(\.text)) == ["人", "木", "あ", "ア", "한", "ω"])
        #expect(record.text == record.candidates[0].text && abs(record.candidates.reduce(0) { $0 + $1.score } - 1) < 1e-9)
        #expect(result.status == 1 && result.output.contains(#""line":2"#) && result.output.contains(#""error""#))
    }

    @Test("several are the words of a line, and of a dot nothing is read")
    func several() throws {
        let result = try run(["--model", Self.model, "--jsonl"], kind: "characters")
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 0 && lines.count == 2 && lines[0].contains(#""words":[{"#) && lines[0].contains(#""text":"あ""#))
        #expect(lines.last?.contains(#""text":"""#) == true)
    }

    @Test("a person gets a line with the best character")
    func line() throws {
        let line = try #require(try run(["--model", Self.model]).output.split(separator: "\n", omittingEmptySubsequences: false).first)
        #expect(line.count == 1)
    }

    @Test("a language without a model is named, with what to do")
    func language() throws {
        let result = try run(["--language", "tlh"])
        #expect(result.status != 0 && result.output.isEmpty)
        #expect(result.errors.contains("language tlh") && result.errors.contains("--model"))
    }
}
