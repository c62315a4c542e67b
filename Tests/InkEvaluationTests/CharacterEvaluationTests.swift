import Foundation
import Ink
import InkEvaluation
import Recognition
import Testing

@Suite("Evaluation of characters, and the choice of their model")
struct CharacterEvaluationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let tiny = root.appending(path: "Tests/Fixtures/recognition/tiny-characters.safetensors").path

    @Test("the label counts as first, among three, among ten")
    func counts() {
        func reading(_ text: String) -> [CharacterCandidate] { text.map { CharacterCandidate(text: String($0), score: 0.1) } }
        var evaluation = CharacterEvaluation()
        evaluation.add(reading("人入八"), label: "人")
        evaluation.add(reading("人入八"), label: "八")
        evaluation.add(reading("一二三四五六七八九十"), label: "十")
        evaluation.add([], label: "木")
        #expect(evaluation.first == 1 && evaluation.firstThree == 2 && evaluation.firstTen == 3)
        #expect(evaluation.summary == "first 25.00 %, first three 50.00 %, first ten 75.00 %, of 4 inks")
    }

    @Test("inks of other characters are left out, dots are wrong")
    func labels() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "characters-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = ["人", "木", "x"].map { #"{"label":"\#($0)","strokes":[[0,0,9,3]]}"# } + [#"{"label":"人","strokes":[[0,0]]}"#]
        try Data(rows.joined(separator: "\n").utf8).write(to: file)
        let evaluation = try CharacterEvaluation.measure(file.path, with: CharacterRecognizer(modelPath: Self.tiny))
        #expect(evaluation.inks == 3 && evaluation.unlabeled == 1 && evaluation.refused == 1 && evaluation.firstTen == 2)
        #expect(evaluation.summary.hasSuffix("of 3 inks; 1 ink of other characters not counted"))
    }

    @Test("a tag means its own model or that of the nearest shorter one; Chinese goes by its script")
    func models() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "models-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: "\(folder)/characters", withIntermediateDirectories: true)
        for name in ["ja", "zh-Hans", "zh-Hant"] {
            try FileManager.default.copyItem(atPath: Self.tiny, toPath: "\(folder)/characters/\(name).safetensors")
        }
        let found = ["ja", "ja-JP", "JA", "zh", "zh-CN", "zh-TW", "zh-Hant-HK", "zh-hans"].map { tag in
            (try? CharacterModels.path(language: tag, folders: ["/no/such/folder", folder]))?.split(separator: "/").last.map(String.init)
        }
        let wanted = ["ja", "ja", "ja", "zh-Hans", "zh-Hans", "zh-Hant", "zh-Hant", "zh-Hans"]
        #expect(found == wanted.map { "\($0).safetensors" })
        #expect(
            throws: EvaluationError.noCharacters(
                language: "th", found: ["ja", "zh-Hans", "zh-Hant"], searched: ["\(folder)/characters"])
        ) { try CharacterModels.path(language: "th", folders: [folder]) }
        let error = EvaluationError.noCharacters(language: "th", found: ["ja", "ko"], searched: ["a/characters"])
        #expect("\(error)".contains("for the language th. Use --language with one of ja, ko, or --model with a model file."))
        let none = EvaluationError.noCharacters(language: "../ja", found: [], searched: ["a/characters"])
        #expect("\(none)".contains("../ja") && "\(none)".contains("Install one in a/characters"))
    }
}
