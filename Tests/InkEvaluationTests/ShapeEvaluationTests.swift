import Foundation
import Ink
import InkEvaluation
import Recognition
import Testing

@Suite("Shape evaluation")
struct ShapeEvaluationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let tiny = root.appending(path: "Tests/Fixtures/recognition/tiny-shapes.safetensors").path
    private static let model = root.appending(path: "models/shapes.safetensors").path
    private static let data = ProcessInfo.processInfo.environment["INKD_DATA"] ?? root.appending(path: "../shared/data").path

    @Test("right ones are counted in all, by shape and by person")
    func counts() {
        var evaluation = ShapeEvaluation()
        evaluation.add("arrow", person: "a", found: "arrow", foundAmong: "arrow")
        evaluation.add("arrow", person: "b", found: "line", foundAmong: "arrow")
        evaluation.add("x", person: "b", found: nil, foundAmong: nil)
        #expect(evaluation.total.inks == 3 && evaluation.total.right == 1 && evaluation.total.rightAmong == 2)
        #expect(evaluation.shapes["arrow"]?.rightAmong == 2 && evaluation.shapes["x"]?.rightAmong == 0)
        #expect(evaluation.people["b"]?.inks == 2 && evaluation.people["b"]?.rightAmong == 1)
        #expect(evaluation.lines.first == "66.67 % among the file's shapes, 33.33 % among all, of 3 inks")
        #expect(evaluation.lines.count == 5)
    }

    @Test("labels of the gesture sets are the model's names; inks of other shapes are left out")
    func labels() throws {
        #expect(ShapeEvaluation.name(of: "left_sq_bracket") == "left-square-bracket")
        #expect(ShapeEvaluation.name(of: "six_point_star") == "six-point-star" && ShapeEvaluation.name(of: "D") == "D")
        let file = FileManager.default.temporaryDirectory.appending(path: "shapes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = ["arrowhead", "X", "elephant", "line"].map { #"{"label":"\#($0)","strokes":[[0,0,9,3]]}"# }
        let dot = #"{"label":"line","strokes":[[0,0]]}"#
        try Data((rows + [dot, #"{"strokes":[[0,0]]}"#]).joined(separator: "\n").utf8).write(to: file)
        let evaluation = try ShapeEvaluation.measure(file.path, with: ShapeRecognizer(modelPath: Self.tiny))
        #expect(evaluation.total.inks == 4 && evaluation.unlabeled == 2 && evaluation.refused == 1)
        #expect(Set(evaluation.shapes.keys) == ["arrow", "x", "line"])
        #expect(try ShapeEvaluation.measure(file.path, with: ShapeRecognizer(modelPath: Self.tiny), limit: 1).total.inks == 1)
    }

    @Test(
        "the shipped model knows the shapes of people it has not seen",
        .enabled("needs models/shapes.safetensors and INKD_DATA") {
            [model, "\(data)/eval/dollar1.jsonl.gz", "\(data)/eval/mmg.jsonl.gz"].allSatisfy { FileManager.default.fileExists(atPath: $0) }
        }, arguments: ["dollar1", "mmg"])
    func shipped(_ name: String) throws {
        let recognizer = try ShapeRecognizer(modelPath: Self.model)
        let evaluation = try ShapeEvaluation.measure("\(Self.data)/eval/\(name).jsonl.gz", with: recognizer, step: 41)
        #expect(evaluation.shapes.count == 16 && evaluation.total.inks > 90 && evaluation.unlabeled == 0)
        #expect(Double(evaluation.total.rightAmong) >= 0.97 * Double(evaluation.total.inks))
    }
}
