import Foundation
import Ink
import InkEvaluation
import Recognition
import Testing

@Suite("Sketch evaluation")
struct SketchEvaluationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let tiny = root.appending(path: "Tests/Fixtures/recognition/tiny-sketches.safetensors").path
    private static let model = root.appending(path: "models/sketches.safetensors").path
    private static let data = ProcessInfo.processInfo.environment["INKD_DATA"] ?? root.appending(path: "../shared/data").path

    private func reading(_ names: String...) -> SketchReading {
        let scores = [0.5, 0.4, 0.05, 0.03, 0.02]
        return SketchReading(candidates: zip(names, scores).map { SketchCandidate(sketch: Sketch(name: $0), score: $1) })
    }

    @Test("the label counts as first, among three, among five")
    func counts() {
        var evaluation = SketchEvaluation()
        evaluation.add(reading("cat", "dog"), label: "cat")
        evaluation.add(reading("cat", "dog", "pig"), label: "pig")
        evaluation.add(reading("cat", "dog", "pig", "cow", "owl"), label: "cow")
        evaluation.add(reading(), label: "cow")
        #expect(evaluation.first == 1 && evaluation.firstThree == 2 && evaluation.firstFive == 3)
        #expect(evaluation.summary == "first 25.00 %, first three 50.00 %, first five 75.00 %, ambiguous 75.00 %, of 4 inks")
    }

    @Test("inks of other things are left out, dots are wrong")
    func labels() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sketches-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = ["cat", "mug", "dodo"].map { #"{"label":"\#($0)","strokes":[[0,0,9,3]]}"# } + [#"{"label":"cat","strokes":[[0,0]]}"#]
        try Data(rows.joined(separator: "\n").utf8).write(to: file)
        let evaluation = try SketchEvaluation.measure(file.path, with: SketchRecognizer(modelPath: Self.tiny))
        #expect(evaluation.inks == 3 && evaluation.unlabeled == 1 && evaluation.refused == 1 && evaluation.firstFive == 2)
        #expect(evaluation.summary.hasSuffix("of 3 inks; 1 ink of other things not counted"))
    }

    @Test(
        "the shipped model knows sketches that it has not seen",
        .enabled("needs models/sketches.safetensors and INKD_DATA") {
            [model, "\(data)/dev/quickdraw.jsonl.gz"].allSatisfy { FileManager.default.fileExists(atPath: $0) }
        })
    func shipped() throws {
        let recognizer = try SketchRecognizer(modelPath: Self.model)
        let evaluation = try SketchEvaluation.measure("\(Self.data)/dev/quickdraw.jsonl.gz", with: recognizer, step: 5)
        #expect(evaluation.inks > 200 && evaluation.unlabeled == 0)
        #expect(Double(evaluation.first) >= 0.45 * Double(evaluation.inks))
        #expect(Double(evaluation.firstThree) >= 0.65 * Double(evaluation.inks))
    }
}
