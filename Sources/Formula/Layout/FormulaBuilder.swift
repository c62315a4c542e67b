internal import Ink

/// A builder of formulas from the layout's tree: it combines digits into numbers and letters into functions' names, and matches brackets.
package struct FormulaBuilder {
    let symbols: [LayoutSymbol]

    /// Creates a builder of formulas from trees whose indices refer to `symbols`.
    package init(symbols: [LayoutSymbol]) { self.symbols = symbols }

    /// Returns the formula of a row.
    package func node(of row: [LayoutItem]) -> MathNode { formula(of: row).math }

    /// Returns the formula of a row, with the indices of its symbols.
    func formula(of row: [LayoutItem]) -> FormulaNode {
        // the open brackets: their text, their item, and the nodes before them
        var open: [(bracket: String, item: LayoutItem, before: [FormulaNode])] = []
        var nodes: [FormulaNode] = []
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
                open.append((text, item, nodes))
                nodes = []
            case .closes(let text):
                guard let (bracket, opening, before) = open.popLast() else {
                    nodes.append(scripted(plain(item), item))
                    continue
                }
                let inside = FormulaNode.joined(nodes)
                let own = [opening.symbol, item.symbol].compactMap { $0 }
                let fence = FormulaNode(.fence, .fenced(bracket, inside.math, text), symbols: own, children: [inside])
                nodes = before + [scripted(fence, item)]
            case .none: nodes.append(self.formula(of: item))
            }
        }
        // brackets that are still open are plain symbols
        while let (_, item, before) = open.popLast() { nodes = before + [plain(item)] + nodes }
        return .joined(nodes)
    }

    private func text(_ item: LayoutItem) -> String? { item.symbol.map { symbols[$0].symbol.text } }

    private func hasScripts(_ item: LayoutItem) -> Bool { !item.rows.isEmpty || item.accent != nil }

    private func optional(_ row: [LayoutItem]) -> FormulaNode? { row.isEmpty ? nil : formula(of: row) }

    private func scripted(_ base: FormulaNode, _ item: LayoutItem) -> FormulaNode {
        script(base, lower: optional(item.subscript), upper: optional(item.superscript))
    }

    private func script(_ base: FormulaNode, lower: FormulaNode?, upper: FormulaNode?) -> FormulaNode {
        guard lower != nil || upper != nil else { return base }
        let math = MathNode.script(base.math, lower: lower?.math, upper: upper?.math)
        return FormulaNode(.script, math, children: [base] + [lower, upper].compactMap { $0 })
    }

    private func plain(_ item: LayoutItem) -> FormulaNode {
        guard let place = item.symbol else { return FormulaNode(.row, .row([])) }
        return FormulaNode(.symbol, .symbol(symbols[place].symbol), symbols: [place])
    }

    private func formula(of item: LayoutItem) -> FormulaNode {
        switch item.kind {
        case .fraction(let bar):
            let (above, below) = (formula(of: item.above), formula(of: item.below))
            return scripted(
                FormulaNode(.fraction, .fraction(above.math, over: below.math), symbols: [bar], children: [above, below]), item)
        case .root(let sign):
            let (inside, index) = (formula(of: item.inside), optional(item.index))
            let children = [index, inside].compactMap { $0 }
            return scripted(FormulaNode(.root, .root(inside.math, index: index?.math), symbols: [sign], children: children), item)
        case .matrix(let open, let close):
            let cells = item.cells.map { $0.map { formula(of: $0) } }
            let matrix = FormulaNode(.matrix, .matrix(cells.map { $0.map(\.math) }), children: cells.flatMap { $0 })
            let (left, right) = (symbols[open].symbol.text, close.map { symbols[$0].symbol.text } ?? "")
            let own = [open] + [close].compactMap { $0 }
            return scripted(FormulaNode(.fence, .fenced(left, matrix.math, right), symbols: own, children: [matrix]), item)
        case .word(let name, let letters):
            let word = FormulaNode(.function, .function(name), symbols: letters)
            let (lower, upper) = (optional(item.below), optional(item.superscript))
            let math = MathNode.script(word.math, lower: lower?.math, upper: upper?.math)
            return FormulaNode(.script, math, children: [word] + [lower, upper].compactMap { $0 })
        case .symbol(let place):
            let symbol = symbols[place].symbol
            if symbol.kind == .large {
                // an integral has its limits beside it
                let (lower, upper) = (optional(item.below + item.subscript), optional(item.above + item.superscript))
                let math = MathNode.large(symbol, lower: lower?.math, upper: upper?.math)
                return FormulaNode(.large, math, symbols: [place], children: [lower, upper].compactMap { $0 })
            }
            guard let mark = item.accent, let accent = Self.accents[symbols[mark].symbol.text] else { return scripted(plain(item), item) }
            let base = plain(item)
            return scripted(FormulaNode(.accent, .accent(accent, base.math), symbols: [mark], children: [base]), item)
        }
    }

    private static let accents: [String: MathAccent] = ["−": .bar, "∧": .hat, "∼": .tilde, "→": .vec]

    /// Returns the number at the start of a row, and how many items it spans; nil if no number starts there.
    private func number(_ row: ArraySlice<LayoutItem>) -> (FormulaNode, Int)? {
        var digits = ""
        var places: [Int] = []
        var last: LayoutItem?
        for (offset, item) in row.enumerated() {
            guard let text = text(item), let symbol = item.symbol else { break }
            let isDigit = symbols[symbol].symbol.kind == .digit
            let isPoint =
                text == "." && !digits.isEmpty && !digits.contains(".") && !hasScripts(item) && isDigitNext(row.dropFirst(offset + 1))
            guard isDigit || isPoint, item.accent == nil else { break }
            digits += text
            places.append(symbol)
            last = item
            if hasScripts(item) { break }
        }
        guard let last else { return nil }
        return (scripted(FormulaNode(.number, .number(digits), symbols: places), last), places.count)
    }

    private func isDigitNext(_ row: ArraySlice<LayoutItem>) -> Bool {
        guard let item = row.first, let symbol = item.symbol else { return false }
        return symbols[symbol].symbol.kind == .digit
    }

    /// Returns the function's name at the start of a row, and how many items it spans; nil if no name starts there.
    private func function(_ row: ArraySlice<LayoutItem>) -> (FormulaNode, Int)? {
        for name in FunctionNames.all where row.count >= name.count {
            let letters = row.prefix(name.count)
            guard zip(letters, name).allSatisfy({ text($0.0) == String($0.1) }), letters.dropLast().allSatisfy({ !hasScripts($0) }),
                let last = letters.last, last.accent == nil
            else { continue }
            let word = FormulaNode(.function, .function(name), symbols: letters.compactMap(\.symbol))
            return (scripted(word, last), name.count)
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
