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
        /// A function name with a row below it: the name, and the indices of its letters.
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

    /// The row of the numerator or upper limit; empty without one.
    package var above: [LayoutItem] = []
    /// The row of the denominator or lower limit; empty without one.
    package var below: [LayoutItem] = []
    /// The row of the superscript; empty without a superscript.
    package var superscript: [LayoutItem] = []
    /// The row of the subscript; empty without a subscript.
    package var `subscript`: [LayoutItem] = []
    /// The row of the radicand.
    package var inside: [LayoutItem] = []
    /// The row of the root's index; empty without an index.
    package var index: [LayoutItem] = []
    /// The cells of a matrix, row by row. Each cell is a row of items.
    var cells: [[[LayoutItem]]] = []
    /// The index of the mark over the symbol; nil without a mark.
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
