internal import Editing
internal import Formula
internal import FormulaLayout

extension Block {
    /// Whether all that is in it is formulas that were read.
    var isFormulas: Bool { type == .math && !children.isEmpty && children.allSatisfy { $0.formula != nil } }

    /// The formulas in it, or the node of one that it is, from top to bottom.
    var formulas: [MathNode] { formula.map { [$0.math] } ?? children.flatMap(\.formulas) }
}
