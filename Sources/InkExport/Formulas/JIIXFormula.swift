internal import Editing
internal import Formula
internal import Ink

/// The formulas of a Math block: `expressions` has one tree per formula, with the names that MyScript's applications use. The tree
/// describes the layout, not the meaning. A row of nodes is a `group`.
extension JIIXWriter {
    func formulas(_ block: Block) -> [(String, OrderedJSON)] {
        var members: [(String, OrderedJSON)] = [("label", .string(FormulaRows(block.formulas).latex))]
        members.append(("expressions", .array(Self.nodes(in: block).map { .object(expression($0)) })))
        return members
    }

    /// Returns the topmost node of each formula.
    private static func nodes(in block: Block) -> [Block] {
        guard block.formula != nil else { return block.children.flatMap(nodes) }
        return block.shape == nil ? block.children : [block]
    }

    private func expression(_ block: Block) -> [(String, OrderedJSON)] {
        guard let node = block.formula else { return [] }
        var members: [(String, OrderedJSON)] = [("type", .string(type(of: node))), ("id", .string(block.id))]
        if let box = block.box { members += self.box(box) }
        var operands = block.children.map { OrderedJSON.object(expression($0)) }
        switch node.math {
        case .symbol(let symbol): members += self.symbol(symbol.text, block)
        case .number(let digits):
            members.append(("label", .string(digits)))
            if let value = Double(digits) { members.append(("value", .number(value))) }
        case .function(let name): members.append(("label", .string(name)))
        case .fenced(let open, _, let close): members += [("open symbol", .string(open)), ("close symbol", .string(close))]
        case .large(let symbol, _, _): operands.insert(.object([("type", .string("symbol"))] + self.symbol(symbol.text, block)), at: 0)
        case .accent(let accent, _): operands.append(.object([("type", .string("symbol")), ("label", .string(accent.text))]))
        case .matrix(let rows):
            let columns = max(1, rows.first?.count ?? 1)
            let lines = stride(from: 0, to: operands.count, by: columns).map { first in
                OrderedJSON.object([("cells", .array(Array(operands[first..<min(first + columns, operands.count)])))])
            }
            members.append(("rows", .array(lines)))
            operands = []
        case .row, .fraction, .script, .root: break
        }
        if !operands.isEmpty { members.append(("operands", .array(operands))) }
        // a typeset block has the original ink
        let ink = source.strokes(block.strokes) + block.typeset.ink
        if parts.contains(.strokes), !ink.isEmpty {
            members.append(("items", .array(ink.flatMap { items($0, of: block) })))
        }
        return members
    }

    /// Returns a symbol's label and its candidates.
    private func symbol(_ text: String, _ block: Block) -> [(String, OrderedJSON)] {
        let candidates = block.symbols.first?.candidates ?? []
        return [("label", .string(text))] + (candidates.isEmpty ? [] : [("candidates", .array(candidates.map(OrderedJSON.string)))])
    }

    private func type(of node: FormulaNode) -> String {
        switch node.math {
        case .symbol: "symbol"
        case .number: "number"
        case .function: "function"
        case .row: "group"
        case .fraction: "fraction"
        case .root(_, nil): "square root"
        case .root: "root"
        case .fenced: "fence"
        case .matrix: "matrix"
        case .accent: "overscript"
        case .script(_, let lower, let upper): lower == nil ? "superscript" : upper == nil ? "subscript" : "subsuperscript"
        case .large(_, nil, nil): "group"
        case .large(_, let lower, let upper): lower == nil ? "overscript" : upper == nil ? "underscript" : "underoverscript"
        }
    }
}
