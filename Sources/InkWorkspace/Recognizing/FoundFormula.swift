internal import Editing
internal import Formula
internal import Reading
internal import Ink
internal import ModelStore
internal import Recognition

/// Formulas among words. The strokes are read as a formula, and the reading is accepted if it is certain enough and more than a word or a
/// number.
extension FormulaSnapshot {
    /// Minimum mean probability of the symbols at which a reading is accepted.
    private static let leastConfidence = 0.7
    /// Maximum number of adjacent letters that are not a word yet.
    private static let mostLetters = 2

    /// Returns the reading of the strokes; nil if they are not a formula.
    func formula(with recognizers: Recognizers, _ model: InstalledModel, symbols: InstalledModel?) -> Transcript? {
        guard let reader = try? recognizers.formulaReader(model, symbols: symbols),
            let read = try? reader.readFormula(line),
            isFormula(read)
        else { return nil }
        return read.transcript(of: line.strokes)
    }

    private func isFormula(_ read: ReadFormula) -> Bool {
        let scores = read.symbols.map { symbol in symbol.candidates.first { $0.symbol == symbol.symbol }?.score ?? 0 }
        guard scores.count > 2, scores.reduce(0, +) / Double(scores.count) >= Self.leastConfidence else { return false }
        return read.node.isStatement(isLikely ? MathNode.isSign : MathNode.isCertainSign) && !read.node.hasWord(of: Self.mostLetters + 1)
    }
}

extension MathNode {
    /// Whether the formula is more than a name or a number: it has a relation, a binary operator, a fraction, a root, or a large operator.
    fileprivate func isStatement(_ isSign: (MathSymbol) -> Bool) -> Bool {
        switch self {
        case .fraction, .root, .large, .matrix: return true
        case .symbol, .number, .function: return false
        case .row(let nodes):
            let hasSign = nodes.indices.contains { place in
                guard case .symbol(let symbol) = nodes[place] else { return false }
                return place > 0 && isSign(symbol) && (symbol.kind == .relation || place < nodes.count - 1)
            }
            return hasSign || nodes.contains { $0.isStatement(isSign) }
        case .script, .accent, .fenced: return children.contains { $0.isStatement(isSign) }
        }
    }

    fileprivate static func isSign(_ symbol: MathSymbol) -> Bool { symbol.kind == .relation || symbol.kind == .binary }

    /// Returns whether a symbol does not occur in telephone numbers, times, paths and lists of words.
    fileprivate static func isCertainSign(_ symbol: MathSymbol) -> Bool {
        symbol.kind == .relation && symbol.latex != "\\sim" || symbol.kind == .binary && "+±×·÷⋅".contains(symbol.text)
    }

    /// Returns whether the formula contains this number of adjacent letters.
    fileprivate func hasWord(of count: Int) -> Bool {
        if case .row(let nodes) = self {
            var letters = 0
            for node in nodes {
                if case .symbol(let symbol) = node, symbol.kind == .letter { letters += 1 } else { letters = 0 }
                if letters >= count { return true }
            }
        }
        return children.contains { $0.hasWord(of: count) }
    }
}
