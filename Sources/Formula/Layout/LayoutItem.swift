package import Ink

/// A node of the baseline structure tree: a symbol of a row with the rows attached to it (Zanibbi, Blostein, Cordy 2002, "Recognizing
/// mathematical expressions using tree transformation").
package struct LayoutItem: Sendable {
    /// The kind of an item, with the indices of its symbols.
    package enum Kind: Sendable, Hashable {
        /// A symbol, by its index.
        case symbol(Int)
        /// A fraction, by its bar.
        case fraction(Int)
        /// A root, by its sign.
        case root(Int)
        /// A function name with a row below it, and the indices of its letters.
        case word(String, [Int])
        /// A matrix with its brackets, or cases with their brace.
        case matrix(open: Int, close: Int?)
    }

    /// The kind of the item.
    package var kind: Kind
    /// The box around the symbol, or around all of a fraction, root or matrix.
    package var box: Box
    /// Indices of all symbols in the item.
    package var symbols: [Int]
    var metrics: LayoutMetrics

    /// Numerators, upper limits.
    package var above: [LayoutItem] = []
    /// Denominators, lower limits.
    package var below: [LayoutItem] = []
    /// The row of the superscript; empty without a superscript.
    package var superscript: [LayoutItem] = []
    /// The row of the subscript; empty without a subscript.
    package var `subscript`: [LayoutItem] = []
    /// The radicand.
    package var inside: [LayoutItem] = []
    /// The root's index.
    package var index: [LayoutItem] = []
    /// The rows of cells of a matrix.
    var cells: [[[LayoutItem]]] = []
    /// The index of the mark over the symbol.
    package var accent: Int?

    /// The index of the item's symbol; nil for other kinds.
    // if inlined, the optimizer of Swift 6.3.1 stops with an error about the lifetime of the borrowed item
    @inline(never)
    package var symbol: Int? { if case .symbol(let place) = kind { place } else { nil } }

    /// All nonempty rows attached to the item.
    package var rows: [[LayoutItem]] {
        ([above, below, superscript, `subscript`, inside, index] + cells.joined()).filter { !$0.isEmpty }
    }
}

extension [LayoutItem] {
    /// This row and all rows nested in it.
    package var allRows: [[LayoutItem]] { [self] + flatMap { $0.rows.flatMap(\.allRows) } }
}
