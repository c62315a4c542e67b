internal import XML

/// Formulas one below the other, aligned at the first relation of each, as in LaTeX's `aligned`.
public struct FormulaRows: Sendable, Hashable {
    /// The formulas from top to bottom.
    public var rows: [MathNode]

    /// Creates rows of formulas, from top to bottom.
    public init(_ rows: [MathNode]) { self.rows = rows }

    /// The rows in LaTeX, for math mode; a single formula has no environment around it.
    public var latex: String {
        guard rows.count > 1 else { return rows.first.map { LaTeXWriter.text(of: $0) } ?? "" }
        let lines = rows.map { row in
            let (left, right) = Self.sides(of: row)
            let text = LaTeXWriter.text(of: left)
            return right.map { text + "&" + LaTeXWriter.text(of: $0) } ?? text
        }
        return "\\begin{aligned}\(lines.joined(separator: "\\\\"))\\end{aligned}"
    }

    /// The rows in presentation MathML; a single formula has no table around it.
    public var mathML: String {
        guard rows.count > 1 else { return MathMLWriter.text(of: rows.first ?? .row([])) }
        let lines = rows.map { row in
            let (left, right) = Self.sides(of: row)
            return XML("mtr", [], [left, right ?? .row([])].map { XML("mtd", [], [MathMLWriter.xml($0)]) })
        }
        let table = XML("mtable", [("columnalign", "right left"), ("columnspacing", "0em"), ("displaystyle", "true")], lines)
        return XML("math", [("xmlns", MathMLWriter.namespace), ("display", "block")], [table]).html
    }

    /// Splits a formula at its first relation into the left side and the rest, which includes the relation; `right` is nil without a
    /// relation.
    public static func sides(of row: MathNode) -> (left: MathNode, right: MathNode?) {
        guard case .row(let nodes) = row,
            let place = nodes.firstIndex(where: { if case .symbol(let symbol) = $0 { symbol.kind == .relation } else { false } })
        else { return (row, nil) }
        return (.row(Array(nodes[..<place])), .row(Array(nodes[place...])))
    }
}
