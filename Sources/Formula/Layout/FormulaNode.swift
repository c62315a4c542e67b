/// A node of a formula, like `MathNode`, together with the indices of the symbols that it is written with.
public struct FormulaNode: Sendable, Hashable {
    /// The kind of a node.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// One symbol.
        case symbol
        /// Digits, perhaps with a point.
        case number
        /// The name of a function.
        case function
        /// A row of nodes, which are its children.
        case row
        /// A fraction; the symbol is its bar, the children are the numerator and the denominator.
        case fraction
        /// Scripts, without a symbol; the children are the base, and the subscript and superscript that exist.
        case script
        /// A root; the symbol is its radical sign, the children are the index, if any, and the radicand.
        case root
        /// A large operator with limits; the children are the lower and the upper limit that exist.
        case large = "operator"
        /// A mark; the child is the marked symbol.
        case accent
        /// Brackets; the child is their content.
        case fence
        /// A matrix, without a symbol, because its brackets are a fence; the children are its cells, row by row.
        case matrix
    }

    /// The kind of the node.
    public var kind: Kind
    /// The node and its descendants as a `MathNode`.
    public var math: MathNode
    /// Indices of the node's own symbols, without those of its children.
    public var symbols: [Int]
    /// The children, in the order of `math`.
    public var children: [FormulaNode]

    init(_ kind: Kind, _ math: MathNode, symbols: [Int] = [], children: [FormulaNode] = []) {
        self.kind = kind
        self.math = math
        self.symbols = symbols
        self.children = children
    }

    /// Builds the formula of symbols in any order, from their positions alone.
    public init(of symbols: [LayoutSymbol]) {
        self = FormulaBuilder(symbols: symbols).formula(of: LayoutParser(symbols: symbols).parse())
    }

    /// Indices of all symbols of the node and its descendants.
    public var allSymbols: [Int] { symbols + children.flatMap(\.allSymbols) }

    /// Puts nodes in a row: nested rows are flattened, and a single node is returned unchanged.
    static func joined(_ nodes: [FormulaNode]) -> FormulaNode {
        let flat = nodes.flatMap { $0.kind == .row ? $0.children : [$0] }
        return flat.count == 1 ? flat[0] : FormulaNode(.row, .row(flat.map(\.math)), children: flat)
    }
}
