/// A formula as a tree that describes its notation, not its meaning (as in presentation MathML).
public indirect enum MathNode: Sendable, Hashable {
    /// One symbol.
    case symbol(MathSymbol)
    /// Digits, perhaps with a decimal point: "3.14".
    case number(String)
    /// The name of a function: "sin".
    case function(String)
    /// Several nodes in a row, from left to right; empty for a missing operand.
    case row([MathNode])
    /// A numerator over a denominator.
    case fraction(MathNode, over: MathNode)
    /// A base with a subscript, a superscript or both.
    case script(MathNode, lower: MathNode?, upper: MathNode?)
    /// A radicand, and the index of a root that is not the square root.
    case root(MathNode, index: MathNode?)
    /// A large operator with its limits.
    case large(MathSymbol, lower: MathNode?, upper: MathNode?)
    /// A mark over a node.
    case accent(MathAccent, MathNode)
    /// A node between brackets, given in Unicode: "(", "|", "⌊".
    case fenced(String, MathNode, String)
    /// Cells in rows from top to bottom, all rows of the same length. The brackets are a `fenced` node around the matrix. Cases are a
    /// matrix between "{" and an empty bracket.
    case matrix([[MathNode]])

    /// Puts nodes in a row: nested rows are flattened, and a single node is returned unchanged.
    public static func joined(_ nodes: [MathNode]) -> MathNode {
        let flat = nodes.flatMap { node in if case .row(let inner) = node { inner } else { [node] } }
        return flat.count == 1 ? flat[0] : .row(flat)
    }

    /// Returns the symbol of a LaTeX command or character; an empty row if it is unknown.
    public static func latex(_ latex: String) -> MathNode { MathSymbol.latex(latex).map { .symbol($0) } ?? .row([]) }

    /// The children, in reading order.
    public var children: [MathNode] {
        switch self {
        case .symbol, .number, .function: []
        case .row(let nodes): nodes
        case .fraction(let above, let below): [above, below]
        case .script(let base, let lower, let upper): [base] + [lower, upper].compactMap { $0 }
        case .root(let inside, let index): [index, inside].compactMap { $0 }
        case .large(_, let lower, let upper): [lower, upper].compactMap { $0 }
        case .accent(_, let node), .fenced(_, let node, _): [node]
        case .matrix(let rows): rows.flatMap { $0 }
        }
    }

    /// Whether the node is taller than a line, so that brackets around it are stretched.
    var isTall: Bool {
        switch self {
        case .fraction, .large, .root, .matrix: true
        default: children.contains(where: \.isTall)
        }
    }
}

/// A mark over a symbol or a row.
public enum MathAccent: String, Sendable, Hashable, CaseIterable {
    /// A line.
    case bar
    /// A circumflex.
    case hat
    /// A tilde.
    case tilde
    /// An arrow to the right.
    case vec
    /// One dot.
    case dot

    /// The mark in Unicode, as in MathML.
    public var text: String {
        switch self {
        case .bar: "¯"
        case .hat: "^"
        case .tilde: "~"
        case .vec: "→"
        case .dot: "˙"
        }
    }
}

/// Names of functions that are set in upright type.
public enum MathFunction {
    /// The names that have a LaTeX command.
    public static let names: Set<String> = [
        "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "log", "ln", "lg", "exp", "lim",
        "max", "min", "sup", "inf", "det", "gcd", "deg", "dim", "ker", "arg",
    ]
    /// The names in `names` whose subscript is written below them.
    public static let withLimits: Set<String> = ["lim", "max", "min", "sup", "inf", "det", "gcd"]
    /// Names used in formulas that have no LaTeX command and are written as `\operatorname`.
    public static let others: Set<String> = ["abs", "sqrt", "sgn", "mod", "lcm"]
}
