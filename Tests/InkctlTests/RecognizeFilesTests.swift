import ArgumentParser
import Foundation
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl recognize and files of other programs", .enabled(if: InkctlProcess.path != nil, "there is no inkctl beside the tests"))
struct RecognizeFilesTests {
    private static let model = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recognition/tiny.safetensors").path()

    private static func recognize(_ content: String, name: String = "a.jsonl", _ options: [String] = []) throws -> InkctlProcess.Result {
        try withFolder { folder in
            let file = folder.appending(path: name).path()
            try Data(content.utf8).write(to: URL(filePath: file))
            return try InkctlProcess.run(["recognize", "--model", model, "--language", "none"] + options + [file])
        }
    }

    @Test(
        "a file of another kind is named by what it is, once",
        arguments: [
            (
                "%PDF-1.7\n" + String(repeating: "1 0 obj\n", count: 800),
                "a.jsonl is a PDF document, not ink as JSON lines: export the handwriting"
            ),
            (String(repeating: "some words\n", count: 800), "a.jsonl is plain text, not ink as JSON lines: use a file with"),
            (
                "<ink xmlns=\"http://www.w3.org/2003/InkML\">\n<trace>1 2</trace></ink>",
                "a.jsonl is InkML, not ink as JSON lines: convert it to JSON lines with `inkctl convert`"
            ),
            ("{\n\"type\": \"Text\",\n\"words\": []\n}\n", "a.jsonl is JIIX, not ink as JSON lines: import it with `inkctl import`"),
        ])
    func kinds(content: String, message: String) throws {
        let result = try Self.recognize(content)
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains(message), "\(result.errors)")
    }

    private static let request = """
        {"contentType": "Text", "xDPI": 254, "yDPI": 254, "strokeGroups": [
          {"strokes": [{"x": [0, 10, 20, 30, 45], "y": [0, 40, 0, 40, 0], "t": [0, 8, 16, 24, 32], "p": [0.5, 0.5, 0.5, 0.5, 1]}]}
        ]}

        """

    @Test("a request of MyScript's batch mode is answered in JIIX: each stroke is in a word, in millimeters")
    func batch() throws {
        let result = try Self.recognize(Self.request, name: "request.json", ["--to", "jiix"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let root = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(root["type"] as? String == "Text" && root["version"] as? String == "3" && root["label"] is String)
        let box = try #require(root["bounding-box"] as? [String: Double])
        #expect(box == ["x": 0, "y": 0, "width": 4.5, "height": 4])
        let words = try #require(root["words"] as? [[String: Any]])
        #expect(words.compactMap { $0["label"] as? String }.joined() == root["label"] as? String)
        let items = words.flatMap { ($0["items"] as? [[String: Any]]) ?? [] }
        if !words.isEmpty { #expect(items.flatMap { ($0["X"] as? [Double]) ?? [] } == [0, 1, 2, 3, 4.5]) }
        // as a row it is read alike
        let row = try Self.recognize(Self.request.replacing("\n", with: "") + "\n", ["--to", "jiix"])
        #expect(row.output == result.output)
    }

    @Test("JIIX is for text and formulas")
    func refused() throws {
        #expect(throws: (any Error).self) { try RecognizeCommand.parse(["--to", "jiix", "--as", "shape"]) }
        #expect(throws: (any Error).self) { try RecognizeCommand.parse(["--to", "jiix", "--jsonl"]) }
    }
}
