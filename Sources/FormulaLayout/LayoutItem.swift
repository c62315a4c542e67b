package import Ink

/// A node of the baseline structure tree: a symbol of a row with what stands at it (Zanibbi, Blostein, Cordy 2002, "Recognizing mathematical
/// expressions using tree transformation").
package struct LayoutItem: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A symbol, by its place among the symbols.
        case symbol(Int)
        /// A fraction, by its bar.
        case fraction(Int)
        /// A root, by its sign.
        case root(Int)
        /// The letters of a function's name that has something below.
        case word(String, [Int])
        /// A matrix by its brackets, or cases by their brace.
        case matrix(open: Int, close: Int?)
    }

    package var kind: Kind
    /// Around the symbol, or all of a fraction, root or matrix.
    package var box: Box
    /// Places of all symbols in it.
    package var symbols: [Int]
    var metrics: LayoutMetrics

    /// Numerators, upper limits.
    package var above: [LayoutItem] = []
    /// Denominators, lower limits.
    package var below: [LayoutItem] = []
    package var superscript: [LayoutItem] = []
    package var `subscript`: [LayoutItem] = []
    /// The radicand.
    package var inside: [LayoutItem] = []
    /// The root's index.
    package var index: [LayoutItem] = []
    /// Of a matrix: rows of cells.
    var cells: [[[LayoutItem]]] = []
    /// The mark over it, by its place.
    package var accent: Int?

    /// The place of the symbol that it is.
    // inlined, the optimiser of Swift 6.3.1 stops with an error about the lifetime of the borrowed item
    @inline(never)
    package var symbol: Int? { if case .symbol(let place) = kind { place } else { nil } }

    /// The rows at it.
    package var rows: [[LayoutItem]] {
        ([above, below, superscript, `subscript`, inside, index] + cells.joined()).filter { !$0.isEmpty }
    }
}

extension [LayoutItem] {
    /// This row and all rows in it.
    package var allRows: [[LayoutItem]] { [self] + flatMap { $0.rows.flatMap(\.allRows) } }
}
