internal import Formula
internal import Reading
internal import Ink
internal import InkProtocol

/// Formulas as org.inkd.Recognizer describes them.
extension RecognizerInterface.Solving {
    /// A solver with these values; if a letter has several values, the last one is used.
    var solver: Solver {
        let values = Dictionary((variables ?? []).map { ($0.name, $0.value) }) { _, last in last }
        return Solver(variables: values, angle: angle == .degrees ? .degrees : .radians)
    }
}

extension RecognizerInterface.RecognizeFormula.Reply {
    /// - Parameters:
    ///   - strokes: the strokes that the formula was read from.
    ///   - solver: nil where no value is requested.
    init(_ formula: ReadFormula, of strokes: [Stroke], solver: Solver?) {
        self.init(
            candidates: formula.candidates.map { .init(latex: $0.latex, score: $0.score) }, mathml: MathMLWriter.text(of: formula.node),
            symbols: formula.symbols.map { .init($0, of: strokes) }, result: solver.map { .init(formula.node, solver: $0) })
    }
}

extension RecognizerInterface.FormulaSymbol {
    init(_ symbol: ReadFormula.Symbol, of strokes: [Stroke]) {
        self.init(
            text: symbol.symbol.text,
            ranges: symbol.strokes.filter { strokes.indices.contains($0) }.map { stroke in
                .init(stroke: stroke, first: 0, last: max(0, strokes[stroke].points.count - 1))
            },
            box: .init(x: symbol.box.x, y: symbol.box.y, width: symbol.box.width, height: symbol.box.height),
            candidates: symbol.candidates.map { .init(text: $0.symbol.text, latex: $0.symbol.latex, score: $0.score) })
    }
}

extension RecognizerInterface.FormulaResult {
    init(_ node: MathNode, solver: Solver) {
        let value: Double
        do throws(SolverError) {
            value = try solver.value(of: node)
        } catch {
            self.init(problem: error.description)
            return
        }
        self.init(text: NumberText.text(of: value), value: value)
    }
}
