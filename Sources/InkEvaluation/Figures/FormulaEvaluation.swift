package import Formula
package import Reading
internal import InkCorpus
internal import PenLog

/// The accuracy of reading formulas: of whole formulas, and of their symbols.
package struct FormulaEvaluation: Hashable {
    /// The number of inks whose label is a formula in LaTeX.
    package private(set) var inks = 0
    /// The number of inks whose reading equals the label.
    package private(set) var exact = 0
    /// The number of inks with the label among the candidates.
    package private(set) var among = 0
    /// The number of symbols of the labels.
    package private(set) var symbols = 0
    /// The number of symbols of the labels that also occur in the readings, matched one to one.
    package private(set) var found = 0
    /// The number of inks that are not counted, because they have no label or their label is not a formula.
    package private(set) var unlabeled = 0
    /// The number of inks that the reader refused; they count as wrong.
    package private(set) var refused = 0

    /// Creates an empty evaluation.
    package init() {}

    /// Reads the labeled inks of a file, at most `limit` of them. LaTeX is compared in the normalized form that `LaTeXWriter` writes.
    ///
    /// - Throws: `CorpusError` if the file cannot be read, `RecordingError` for a line that is not an ink.
    package static func measure(_ path: String, with reader: FormulaReader, limit: Int = .max) throws -> FormulaEvaluation {
        var evaluation = FormulaEvaluation()
        let file = try InkFile(path: path)
        while evaluation.inks < limit, let line = try file.nextLine() {
            let ink = try JSONInk(line: line, number: file.lineNumber)
            guard let label = ink.label, let node = try? LaTeXReader.node(of: label), !ink.strokes.isEmpty else {
                evaluation.unlabeled += 1
                continue
            }
            let formula = try? reader.read(ink.deviceStrokes, alternatives: 5)
            if formula == nil { evaluation.refused += 1 }
            evaluation.add(formula ?? ReadFormula(candidates: [], symbols: []), label: node)
        }
        return evaluation
    }

    /// Counts a reading of an ink with this label.
    package mutating func add(_ formula: ReadFormula, label: MathNode) {
        let latex = LaTeXWriter.text(of: label)
        inks += 1
        exact += formula.latex == latex ? 1 : 0
        among += formula.candidates.contains { $0.latex == latex } ? 1 : 0
        var read: [MathSymbol: Int] = [:]
        for symbol in formula.symbols { read[symbol.symbol, default: 0] += 1 }
        for symbol in Self.drawn(label) {
            symbols += 1
            guard let left = read[symbol], left > 0 else { continue }
            read[symbol] = left - 1
            found += 1
        }
    }

    /// Returns the symbols that a formula is drawn with, including a fraction's bar, a root's sign and a function's letters.
    private static func drawn(_ node: MathNode) -> [MathSymbol] {
        func signs(_ text: some Sequence<Character>) -> [MathSymbol] { text.compactMap { MathSymbol.text(String($0)) } }
        let own: [MathSymbol] =
            switch node {
            case .symbol(let symbol), .large(let symbol, _, _): [symbol]
            case .number(let text), .function(let text): signs(text)
            case .fraction: signs("−")
            case .root: signs("√")
            case .accent(let accent, _): accents[accent].map { signs([$0]) } ?? []
            case .fenced(let open, _, let close): signs(open + close)
            case .row, .script, .matrix: []
            }
        return own + node.children.flatMap(drawn)
    }

    private static let accents: [MathAccent: Character] = [.bar: "−", .hat: "∧", .tilde: "∼", .vec: "→"]

    /// A one-line summary for people.
    package var summary: String {
        let rest = unlabeled > 0 ? "; \(DisplayText.count(unlabeled, "ink")) without a formula as the label not counted" : ""
        let whole = "exact \(DisplayText.percent(exact, of: inks)), among five candidates \(DisplayText.percent(among, of: inks))"
        return "\(whole), of \(DisplayText.count(inks, "ink")); symbols \(DisplayText.percent(found, of: symbols)) of \(symbols)\(rest)"
    }
}
