public import XML

/// A writer of formulas in presentation MathML (MathML Core, W3C).
public enum MathMLWriter {
    /// MathML's namespace.
    public static let namespace = "http://www.w3.org/1998/Math/MathML"

    /// Returns the formula as an element `math`.
    public static func element(of node: MathNode) -> XML {
        XML("math", [("xmlns", namespace), ("display", "block")], [xml(node)])
    }

    /// Returns the formula as text: the element without an XML declaration, in ASCII and Unicode characters.
    public static func text(of node: MathNode) -> String { element(of: node).html }

    /// Returns the formula as the content of an element `math`.
    static func xml(_ node: MathNode) -> XML {
        switch node {
        case .symbol(let symbol): xml(symbol)
        case .number(let digits): XML("mn", text: digits)
        case .function(let name): XML("mi", text: name)
        case .row(let nodes): XML("mrow", [], row(nodes))
        case .fraction(let above, let below): XML("mfrac", [], [xml(above), xml(below)])
        case .script(let base, let lower, let upper): scripts(xml(base), lower, upper, hasLimits: base.hasLimits)
        case .root(let inside, let index): index.map { XML("mroot", [], [xml(inside), xml($0)]) } ?? XML("msqrt", [], [xml(inside)])
        case .large(let symbol, let lower, let upper):
            scripts(XML("mo", text: symbol.text), lower, upper, hasLimits: !integrals.contains(symbol.text))
        case .accent(let accent, let node):
            XML(
                "mover", [("accent", "true")], [xml(node), XML("mo", [("stretchy", accent == .bar ? "true" : "false")], text: accent.text)])
        case .fenced("{", .matrix(let rows), ""): XML("mrow", [], [fence("{"), table(rows, [("columnalign", "left")])])
        case .fenced(let open, let node, let close):
            XML("mrow", [], [fence(open), xml(node), fence(close)])
        case .matrix(let rows): table(rows, [])
        }
    }

    /// The integral signs, whose limits are beside them.
    private static let integrals: Set = ["∫", "∬", "∮"]

    private static func xml(_ symbol: MathSymbol) -> XML {
        switch symbol.kind {
        case .digit: XML("mn", text: symbol.text)
        case .letter: XML("mi", text: symbol.text)
        case .ordinary where symbol.text == "∞" || symbol.text == "∅": XML("mi", text: symbol.text)
        default: XML("mo", text: symbol.text)
        }
    }

    private static func table(_ rows: [[MathNode]], _ attributes: [(String, String)]) -> XML {
        XML("mtable", attributes, rows.map { row in XML("mtr", [], row.map { XML("mtd", [], [xml($0)]) }) })
    }

    private static func fence(_ text: String) -> XML { XML("mo", [("fence", "true")], text: text) }

    /// Returns the nodes of a row, with U+2061 (function application) between a function and its operand.
    private static func row(_ nodes: [MathNode]) -> [XML] {
        var elements: [XML] = []
        for (index, node) in nodes.enumerated() {
            elements.append(xml(node))
            if node.isFunction, index + 1 < nodes.count { elements.append(XML("mo", text: "\u{2061}")) }
        }
        return elements
    }

    private static func scripts(_ base: XML, _ lower: MathNode?, _ upper: MathNode?, hasLimits: Bool) -> XML {
        switch (lower, upper) {
        case (let lower?, let upper?): XML(hasLimits ? "munderover" : "msubsup", [], [base, xml(lower), xml(upper)])
        case (let lower?, nil): XML(hasLimits ? "munder" : "msub", [], [base, xml(lower)])
        case (nil, let upper?): XML(hasLimits ? "mover" : "msup", [], [base, xml(upper)])
        case (nil, nil): base
        }
    }
}

extension MathNode {
    /// Whether the node is a function name, possibly with scripts.
    var isFunction: Bool {
        switch self {
        case .function: true
        case .script(let base, _, _): base.isFunction
        default: false
        }
    }

    /// Whether the node is a function name whose subscript is written below it.
    fileprivate var hasLimits: Bool { if case .function(let name) = self { MathFunction.withLimits.contains(name) } else { false } }
}
