internal import Formula
internal import Ink

/// The blocks of a formula: one for the formula, and one for each of its nodes as descendants.
struct FormulaBlocks {
    /// The line of the formula.
    let line: LineState
    /// The line's strokes in the order they were drawn.
    let strokes: [InkStroke]
    /// The formula; nil for an unread line.
    let formula: FormulaNode?
    /// The typeset words of the part.
    let typeset: [StrokeID: TypesetWord]

    /// The formula's block.
    var block: Block {
        var block = Block(id: "formula-\(line.id.value)", type: .math, box: bounds(of: strokes.map(\.id)))
        var state = line
        block.strokes = strokes.map(\.id)
        block.line = line.id
        if let formula {
            var names: Set<String> = []
            let node = self.block(of: formula, &names)
            block.formula = formula
            block.children = [node]
            if line.isTypeset {
                block.typeset.size = node.typeset.size
                block.box = node.box
            }
            // strokes and symbols belong to the formula's nodes, not to the formula itself
            let taken = Set(node.allStrokes)
            block.strokes.removeAll { taken.contains($0) }
            state.words = []
        }
        block.lines = [state]
        return block
    }

    private func block(of node: FormulaNode, _ names: inout Set<String>) -> Block {
        let type = words(of: node.symbols)
        let own = type.isEmpty ? strokes(of: node.symbols) : type.flatMap { $0.ink.map(\.id) }
        let all = strokes(of: node.allSymbols) + words(of: node.allSymbols).flatMap { $0.ink.map(\.id) }
        let number = (own.min() ?? all.min())?.value ?? 0
        var name = "\(node.kind.rawValue)-\(number)"
        // nested rows may begin with the same stroke, so a name may need a suffix
        while !names.insert(name).inserted { name += "a" }
        var block = Block(id: name, type: .math, box: box(of: node.allSymbols))
        block.shape = node.kind.rawValue
        block.strokes = type.isEmpty ? own : []
        block.typeset.words = type.map(\.id)
        block.typeset.ink = type.flatMap(\.ink)
        block.typeset.size = words(of: node.allSymbols).first?.em
        block.formula = node
        block.line = line.id
        block.symbols = node.symbols.filter { line.words.indices.contains($0) }.map { index in
            FormulaSymbol(index: index, candidates: line.words[index].candidates.map(\.text))
        }
        block.children = node.children.map { self.block(of: $0, &names) }
        return block
    }

    private func strokes(of symbols: [Int]) -> [StrokeID] {
        Set(symbols.filter { line.words.indices.contains($0) }.flatMap { line.words[$0].strokes }).sorted()
    }

    /// Returns the typeset words among the symbols.
    private func words(of symbols: [Int]) -> [TypesetWord] {
        symbols.compactMap { line.words.indices.contains($0) ? line.words[$0].typeset.flatMap { typeset[$0] } : nil }
    }

    private func box(of symbols: [Int]) -> Box? {
        symbols.compactMap { line.words.indices.contains($0) ? line.words[$0].box : nil }.reduce(nil) { (sum: Box?, box) in
            sum?.union(box) ?? box
        }
    }

    private func bounds(of strokes: [StrokeID]) -> Box? {
        let members = Set(strokes)
        return self.strokes.filter { members.contains($0.id) }.compactMap(\.renderBounds).reduce(nil) { (sum: Box?, box) in
            sum?.union(box) ?? box
        }
    }
}
