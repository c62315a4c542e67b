import Formula
import Reading
import Foundation
import Ink
import InkEvaluation
import Recognition
import Testing

@Suite("Formula evaluation")
struct FormulaEvaluationTests {
    private static let tiny = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recognition/tiny-formulas.safetensors").path

    private func formula(_ latex: [String], symbols: String) throws -> ReadFormula {
        let candidates = try latex.map { ReadFormula.Candidate(node: try LaTeXReader.node(of: $0), latex: $0, score: 0) }
        let read = symbols.compactMap { MathSymbol.text(String($0)) }.map {
            ReadFormula.Symbol(symbol: $0, strokes: [], box: Box(x: 0, y: 0, width: 1, height: 1), candidates: [])
        }
        return ReadFormula(candidates: candidates, symbols: read)
    }

    @Test("whole formulas, those among the candidates and symbols are counted, bars and signs of roots among them")
    func counts() throws {
        var evaluation = FormulaEvaluation()
        evaluation.add(try formula(["\\frac{1}{x}"], symbols: "1−x"), label: try LaTeXReader.node(of: "\\frac1x"))
        evaluation.add(try formula(["2", "\\sqrt{2}"], symbols: "2"), label: try LaTeXReader.node(of: "\\sqrt 2"))
        evaluation.add(try formula([], symbols: ""), label: try LaTeXReader.node(of: "\\sin(\\bar{x})^{2}"))
        #expect(evaluation.inks == 3 && evaluation.exact == 1 && evaluation.among == 2)
        #expect(evaluation.symbols == 3 + 2 + 8 && evaluation.found == 4)
        #expect(
            evaluation.summary == "exact 33.33 %, among five candidates 66.67 %, of 3 inks; symbols 30.77 % of 13")
    }

    @Test("inks whose labels are no LaTeX are left out")
    func labels() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "formulas-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = ["x", "\\\\nonsense", "x+2"].map { #"{"label":"\#($0)","strokes":[[0,0,9,3]]}"# } + [#"{"strokes":[[0,0]]}"#]
        try Data(rows.joined(separator: "\n").utf8).write(to: file)
        let reader = FormulaReader(recognizer: try GroupRecognizer(modelPath: Self.tiny))
        let evaluation = try FormulaEvaluation.measure(file.path, with: reader)
        #expect(evaluation.inks == 2 && evaluation.unlabeled == 2 && evaluation.refused == 0 && evaluation.symbols == 4)
        #expect(evaluation.summary.hasSuffix("2 inks without a formula as the label not counted"))
        #expect(try FormulaEvaluation.measure(file.path, with: reader, limit: 1).inks == 1)
    }
}
