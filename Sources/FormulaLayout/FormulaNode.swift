public import Formula

/// A node of a formula with the symbols that it is written with: the tree of `MathNode`, and where each of its nodes is.
public struct FormulaNode: Sendable, Hashable {
    /// The kind of a node.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// One symbol.
        case symbol
        /// Digits, perhaps with a point.
        case number
        /// The name of a function.
        case function
        /// Nodes beside one another, which are its children.
        case row
        /// Its bar; the children are what is above and what is below.
        case fraction
        /// No symbol of its own; the children are the base, the subscript and the superscript, as far as there are such.
        case script
        /// Its sign; the children are the index, if there is one, and the radicand.
        case root
        /// A sign that takes limits; the children are the lower and the upper one, as far as there are such.
        case large = "operator"
        /// A mark; the child is what it is over.
        case accent
        /// Brackets; the child is what is between them.
        case fence
        /// No symbol of its own, its brackets are a fence; the children are its cells, row by row.
        case matrix
    }

    /// Its kind.
    public var kind: Kind
    /// What is written, as a tree.
    public var math: MathNode
    /// Places of its own symbols, not those of its children.
    public var symbols: [Int]
    /// As `math` has them.
    public var children: [FormulaNode]

    init(_ kind: Kind, _ math: MathNode, symbols: [Int] = [], children: [FormulaNode] = []) {
        self.kind = kind
        self.math = math
        self.symbols = symbols
        self.children = children
    }

    /// The formula of symbols in any order, by their places alone.
    public init(of symbols: [LayoutSymbol]) {
        self = FormulaBuilder(symbols: symbols).formula(of: LayoutParser(symbols: symbols).parse())
    }

    /// Places of all symbols here and below.
    public var allSymbols: [Int] { symbols + children.flatMap(\.allSymbols) }

    /// Nodes beside one another: rows among them are opened, and one node alone stays what it is.
    static func joined(_ nodes: [FormulaNode]) -> FormulaNode {
        let flat = nodes.flatMap { $0.kind == .row ? $0.children : [$0] }
        return flat.count == 1 ? flat[0] : FormulaNode(.row, .row(flat.map(\.math)), children: flat)
    }
}
