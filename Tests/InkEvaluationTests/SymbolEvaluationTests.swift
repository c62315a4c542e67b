import Foundation
import Ink
import InkEvaluation
import Recognition
import Testing

@Suite("Symbol evaluation")
struct SymbolEvaluationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let tiny = root.appending(path: "Tests/Fixtures/recognition/tiny-symbols.safetensors").path
    private static let model = root.appending(path: "models/symbols.safetensors").path
    private static let data = ProcessInfo.processInfo.environment["INKD_DATA"] ?? root.appending(path: "../shared/data").path

    private func candidates(_ classifier: SymbolClassifier, _ commands: [String]) throws -> [SymbolCandidate] {
        let all = try classifier.classify([Stroke(id: StrokeID(0), points: [InkPoint(x: 0, y: 0), InkPoint(x: 3, y: 4)])])
        return commands.compactMap { command in all.first { $0.symbol.command == command } }
    }

    @Test("first, first three and alike are counted apart")
    func counts() throws {
        let classifier = try SymbolClassifier(modelPath: Self.tiny)
        let alpha = try #require(classifier.symbols.first { $0.command == "\\alpha" })
        var evaluation = SymbolEvaluation(kind: .latex)
        #expect(evaluation.firstShare == nil)
        let (upright, bat) = (try candidates(classifier, ["\\upalpha"]), try candidates(classifier, ["\\Bat"]))
        evaluation.add(try candidates(classifier, ["\\alpha", "\\Bat"]), merged: upright, label: alpha)
        evaluation.add(try candidates(classifier, ["\\upalpha", "\\Bat", "\\alpha"]), merged: bat + upright, label: alpha)
        evaluation.add(bat, merged: bat, label: alpha)
        evaluation.add([], merged: [], label: alpha)
        #expect(evaluation.inks == 4 && evaluation.first == 1 && evaluation.firstThree == 2)
        #expect(evaluation.firstAlike == 1 && evaluation.firstThreeAlike == 2)
        #expect(evaluation.summary == "4 inks among latex: top-1 25.00 %, top-3 50.00 %; by character 25.00 %, 50.00 %")
    }

    @Test("inks with another label or none are left out; labels are commands for LaTeX, else characters")
    func labels() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = ["7", "#", "\\\\#", "\\\\alpha", "nothing"].map { #"{"label":"\#($0)","strokes":[[0,0,9,3]]}"# }
        try Data((rows + [#"{"strokes":[[0,0]]}"#]).joined(separator: "\n").utf8).write(to: file)
        let classifier = try SymbolClassifier(modelPath: Self.tiny)
        for (kind, inks) in [(Symbol.Kind.digit, 1), (.ascii, 2), (.latex, 2)] {
            let evaluation = try SymbolEvaluation.measure(file.path, with: classifier, among: kind)
            #expect(evaluation.inks == inks && evaluation.unlabeled == 6 - inks && evaluation.refused == 0)
        }
        #expect(try SymbolEvaluation.measure(file.path, with: classifier, among: .ascii, limit: 1).inks == 1)
    }

    @Test(
        "the shipped model reads digits and symbols of writers it has not seen",
        .enabled("needs models/symbols.safetensors and INKD_DATA") {
            [model, "\(data)/dev/pendigits.jsonl.gz", "\(data)/dev/detexify.jsonl.gz"].allSatisfy {
                FileManager.default.fileExists(atPath: $0)
            }
        })
    func shipped() throws {
        let classifier = try SymbolClassifier(modelPath: Self.model)
        let digits = try SymbolEvaluation.measure("\(Self.data)/dev/pendigits.jsonl.gz", with: classifier, among: .digit, limit: 100)
        #expect(try #require(digits.firstShare) >= 0.97)
        let path = "\(Self.data)/dev/detexify.jsonl.gz"
        let symbols = try SymbolEvaluation.measure(path, with: classifier, among: .latex, limit: 60, step: 70)
        #expect(symbols.inks == 60)
        #expect(try #require(symbols.firstThreeShare) >= 0.7)
    }
}
