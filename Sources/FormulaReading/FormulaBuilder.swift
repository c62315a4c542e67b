internal import Formula
internal import Ink

/// Makes a formula of the layout's tree: numbers of digits, names of functions of letters, brackets matched.
struct FormulaBuilder {
    let symbols: [LayoutSymbol]

    /// Names that are looked for in letters beside one another, the longest first.
    static let names = [
        "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "sin", "cos", "tan", "cot", "sec", "csc", "log", "exp", "lim", "max", "min",
        "ln", "lg",
    ]

    /// The formula of a row.
    func node(of row: [LayoutItem]) -> MathNode {
        // brackets that are open: what opened them, and the nodes before them
        var open: [(bracket: String, before: [MathNode])] = []
        var nodes: [MathNode] = []
        var place = 0
        while place < row.count {
            if let (node, count) = number(row[place...]) ?? function(row[place...]) {
                nodes.append(node)
                place += count
                continue
            }
            let item = row[place]
            place += 1
            switch bracket(item, isOpen: open.last?.bracket == "|", rest: row[place...]) {
            case .opens(let text):
                open.append((text, nodes))
                nodes = []
            case .closes(let text):
                guard let (bracket, before) = open.popLast() else {
                    nodes.append(scripted(plain(item), item))
                    continue
                }
                nodes = before + [scripted(.fenced(bracket, .joined(nodes), text), item)]
            case .none: nodes.append(self.node(of: item))
            }
        }
        // brackets that nothing closes are symbols
        while let (bracket, before) = open.popLast() { nodes = before + [symbol(bracket)] + nodes }
        return .joined(nodes)
    }

    private func symbol(_ text: String) -> MathNode { MathSymbol.text(text).map { .symbol($0) } ?? .row([]) }

    private func text(_ item: LayoutItem) -> String? { item.symbol.map { symbols[$0].symbol.text } }

    private func hasScripts(_ item: LayoutItem) -> Bool { !item.rows.isEmpty || item.accent != nil }

    private func optional(_ row: [LayoutItem]) -> MathNode? { row.isEmpty ? nil : node(of: row) }

    private func scripted(_ base: MathNode, _ item: LayoutItem) -> MathNode {
        let (lower, upper) = (optional(item.subscript), optional(item.superscript))
        return lower == nil && upper == nil ? base : .script(base, lower: lower, upper: upper)
    }

    private func plain(_ item: LayoutItem) -> MathNode { item.symbol.map { .symbol(symbols[$0].symbol) } ?? .row([]) }

    private func node(of item: LayoutItem) -> MathNode {
        switch item.kind {
        case .fraction: return scripted(.fraction(node(of: item.above), over: node(of: item.below)), item)
        case .root: return scripted(.root(node(of: item.inside), index: optional(item.index)), item)
        case .word(let name, _):
            return .script(.function(name), lower: optional(item.below), upper: optional(item.superscript))
        case .symbol(let place):
            let symbol = symbols[place].symbol
            if symbol.kind == .large {
                // an integral has its limits beside it
                let lower = optional(item.below + item.subscript)
                return .large(symbol, lower: lower, upper: optional(item.above + item.superscript))
            }
            guard let accent = item.accent.flatMap({ Self.accents[symbols[$0].symbol.text] }) else { return scripted(plain(item), item) }
            return scripted(.accent(accent, plain(item)), item)
        }
    }

    private static let accents: [String: MathAccent] = ["−": .bar, "∧": .hat, "∼": .tilde, "→": .vec]

    /// The number that begins a row, and how many of its items it has; nil if none begins.
    private func number(_ row: ArraySlice<LayoutItem>) -> (MathNode, Int)? {
        var digits = ""
        var count = 0
        var last: LayoutItem?
        for (offset, item) in row.enumerated() {
            guard let text = text(item), let symbol = item.symbol else { break }
            let isDigit = symbols[symbol].symbol.kind == .digit
            let isPoint =
                text == "." && !digits.isEmpty && !digits.contains(".") && !hasScripts(item) && isDigitNext(row.dropFirst(offset + 1))
            guard isDigit || isPoint, item.accent == nil else { break }
            digits += text
            count += 1
            last = item
            if hasScripts(item) { break }
        }
        guard let last, count > 0 else { return nil }
        return (scripted(.number(digits), last), count)
    }

    private func isDigitNext(_ row: ArraySlice<LayoutItem>) -> Bool {
        guard let item = row.first, let symbol = item.symbol else { return false }
        return symbols[symbol].symbol.kind == .digit
    }

    /// The function's name that begins a row, and how many of its items it has; nil if none begins.
    private func function(_ row: ArraySlice<LayoutItem>) -> (MathNode, Int)? {
        for name in Self.names where row.count >= name.count {
            let letters = row.prefix(name.count)
            guard zip(letters, name).allSatisfy({ text($0.0) == String($0.1) }), letters.dropLast().allSatisfy({ !hasScripts($0) }),
                let last = letters.last, last.accent == nil
            else { continue }
            return (scripted(.function(name), last), name.count)
        }
        return nil
    }

    private enum Role { case opens(String), closes(String), none }

    private func bracket(_ item: LayoutItem, isOpen: Bool, rest: ArraySlice<LayoutItem>) -> Role {
        guard let place = item.symbol else { return .none }
        let symbol = symbols[place].symbol
        switch symbol.kind {
        case .opening: return .opens(symbol.text)
        case .closing: return .closes(symbol.text)
        case .fence:
            if isOpen { return .closes(symbol.text) }
            return rest.contains { text($0) == symbol.text } && !hasScripts(item) ? .opens(symbol.text) : .none
        default: return .none
        }
    }
}
