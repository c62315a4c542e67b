internal import Editing
internal import Formula

extension Block {
    /// Whether the block contains only recognized formulas.
    var isFormulas: Bool { type == .math && !children.isEmpty && children.allSatisfy { $0.formula != nil } }

    /// The formulas in the block, from top to bottom. If the block is part of a formula, its own node.
    var formulas: [MathNode] { formula.map { [$0.math] } ?? children.flatMap(\.formulas) }
}
