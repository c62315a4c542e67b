import Foundation
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl recognize --language of another script", .enabled(if: InkctlProcess.path != nil, "there is no inkctl beside the tests"))
struct RecognizeScriptTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A line of the fixture as a row of an ink file.
    private static func row(_ text: String) throws -> Data {
        let file = root.appending(path: "Tests/Fixtures/recognition/script-lines.json")
        let lines = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]])
        let line = try #require(lines.first { $0["text"] as? String == text })
        let strokes = try #require(line["strokes"] as? [[Int]]).map { flat in
            flat.indices.map { $0 < 2 ? flat[$0] : flat[$0] - flat[$0 - 2] }
        }
        return try JSONSerialization.data(withJSONObject: ["id": text, "label": text, "strokes": strokes])
    }

    @Test("a language takes the network of its script", arguments: [("ru", "вечером дома"), ("uk", "добрий день"), ("el", "το βιβλίο")])
    func read(language: String, text: String) throws {
        try withFolder { folder in
            let file = folder.appending(path: "row.jsonl")
            try Self.row(text).write(to: file)
            // models are found below the current folder, the package's
            let result = try InkctlProcess.run(["recognize", "--language", language, file.path()])
            #expect(result.output == text + "\n", "\(result.errors)")
        }
    }

    @Test("a model that is named is the one that reads")
    func named() throws {
        try withFolder { folder in
            let file = folder.appending(path: "row.jsonl")
            try Self.row("вечером дома").write(to: file)
            let model = Self.root.appending(path: "models/latin.safetensors").path()
            let result = try InkctlProcess.run(["recognize", "--model", model, "--language", "none", file.path()])
            #expect(result.status == 0 && result.output.unicodeScalars.allSatisfy { !("а"..."я").contains($0) })
        }
    }
}
