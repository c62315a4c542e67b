internal import Formula
internal import FormulaLayout
internal import Ink

/// The blocks of a formula: one for the formula, below it one for each of its nodes.
struct FormulaBlocks {
    /// The line that the formula is.
    let line: LineState
    /// Its strokes in the order they were drawn.
    let strokes: [InkStroke]
    /// nil for a line that has not been read.
    let formula: FormulaNode?

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
            // the strokes are those of its nodes, and so are the symbols
            let taken = Set(node.allStrokes)
            block.strokes.removeAll { taken.contains($0) }
            state.words = []
        }
        block.lines = [state]
        return block
    }

    private func block(of node: FormulaNode, _ names: inout Set<String>) -> Block {
        let own = strokes(of: node.symbols)
        let all = strokes(of: node.allSymbols)
        let number = (own.min() ?? all.min())?.value ?? 0
        var name = "\(node.kind.rawValue)-\(number)"
        // rows in one another may begin with the same stroke
        while !names.insert(name).inserted { name += "a" }
        var block = Block(id: name, type: .math, box: box(of: node.allSymbols))
        block.shape = node.kind.rawValue
        block.strokes = own
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
