internal import Ink

/// Makes the blocks of a document's content, at one revision.
struct BlockTree {
    let type: PartType
    /// From top to bottom.
    let lines: [LineState]
    /// In the order they were drawn.
    let strokes: [InkStroke]
    /// The line of every stroke that is on one.
    let lineOf: [StrokeID: LineID]
    let figures: [DrawnFigure]
    /// Ascending by name.
    let added: [AddedBlock]
    let typicalHeight: Double

    /// Everything.
    var root: Block {
        var root = Block(id: "root", type: rootType)
        switch type {
        case .text, .math, .rawContent:
            root.lines = lines
            root.strokes = strokes.map(\.id)
            root.children = added.map(block)
        case .drawing:
            root.strokes = strokes.map(\.id)
            root.children = added.map(block)
        case .diagram: root.children = diagram + added.map(block)
        case .textDocument: root.children = documentBlocks
        }
        // what no child took is the root's own
        let taken = Set(root.children.flatMap(\.allStrokes))
        if type == .diagram || type == .textDocument { root.strokes = strokes.map(\.id).filter { !taken.contains($0) } }
        root.box = bounds(of: root)
        return root
    }

    private var rootType: BlockType {
        switch type {
        case .text: .text
        case .math: .math
        case .drawing: .drawing
        case .diagram: .diagram
        case .rawContent: .rawContent
        case .textDocument: .container
        }
    }

    private func block(_ added: AddedBlock) -> Block {
        var block = Block(id: "added-\(added.id.value)", type: added.type, box: added.box)
        block.content = added.content
        if case .figure(_, let label) = added.content { block.shape = label }
        return block
    }

    /// Nodes with the writing in them, connections, and the rest of the writing.
    private var diagram: [Block] {
        var left = lines
        var blocks = figures.map { figure in
            var block = Block(id: "figure-\(figure.strokes.first?.value ?? 0)", type: figure.blockType)
            block.strokes = figure.strokes
            block.shape = figure.name
            block.box = bounds(of: block)
            if block.type == .node, let box = block.box {
                block.children = left.filter { box.contains($0.box) }.map { text([$0]) }
                left.removeAll { box.contains($0.box) }
            }
            return block
        }
        blocks += left.map { text([$0]) }
        return blocks
    }

    /// Paragraphs, formulas, drawings and added blocks, from top to bottom.
    private var documentBlocks: [Block] {
        var blocks = added.map(block)
        var left = lines
        var drawn = figures
        for index in blocks.indices {
            guard let box = blocks[index].box, case .empty? = blocks[index].content else { continue }
            blocks[index].lines = blocks[index].type == .drawing ? [] : left.filter { box.contains($0.box) }
            let within = left.filter { box.contains($0.box) }
            blocks[index].strokes = strokes(of: within) + drawn.filter { holds(box, $0) }.flatMap(\.strokes)
            left.removeAll { box.contains($0.box) }
            drawn.removeAll { holds(box, $0) }
        }
        var paragraph: [LineState] = []
        func end(_ blocks: inout [Block]) {
            if !paragraph.isEmpty { blocks.append(text(paragraph)) }
            paragraph = []
        }
        for line in left {
            if Self.isFormula(line.text) {
                end(&blocks)
                var formula = text([line])
                formula.type = .math
                blocks.append(formula)
            } else {
                // a paragraph ends where a line could stand in between
                if let last = paragraph.last, line.box.y - last.box.bottom > 1.2 * max(typicalHeight, last.box.height) { end(&blocks) }
                paragraph.append(line)
            }
        }
        end(&blocks)
        blocks += drawings(of: drawn)
        return blocks.sorted { ($0.box?.y ?? 0, $0.id) < ($1.box?.y ?? 0, $1.id) }
    }

    /// Figures that lie near each other are one drawing.
    private func drawings(of figures: [DrawnFigure]) -> [Block] {
        var blocks: [Block] = []
        for figure in figures {
            var block = Block(id: "drawing-\(figure.strokes.first?.value ?? 0)", type: .drawing)
            block.strokes = figure.strokes
            block.box = bounds(of: block)
            while let index = blocks.firstIndex(where: { near($0.box, block.box) }) {
                let other = blocks.remove(at: index)
                block.strokes = (block.strokes + other.strokes).sorted()
                block.box = bounds(of: block)
                block.id = "drawing-\(block.strokes.first?.value ?? 0)"
            }
            blocks.append(block)
        }
        return blocks
    }

    private func text(_ lines: [LineState]) -> Block {
        let strokes = strokes(of: lines)
        var block = Block(id: "text-\(lines.map(\.id.value).min() ?? 0)", type: .text)
        block.lines = lines
        block.strokes = strokes
        block.box = bounds(of: block)
        return block
    }

    private func strokes(of lines: [LineState]) -> [StrokeID] {
        let ids = Set(lines.map(\.id))
        return strokes.map(\.id).filter { lineOf[$0].map(ids.contains) ?? false }
    }

    private func holds(_ box: Box, _ figure: DrawnFigure) -> Bool {
        let members = Set(figure.strokes)
        return strokes.filter { members.contains($0.id) }.allSatisfy { $0.renderBounds.map(box.contains) ?? true }
    }

    private func near(_ a: Box?, _ b: Box?) -> Bool {
        guard let a, let b else { return false }
        return a.intersects(b, margin: max(typicalHeight, 5))
    }

    private func bounds(of block: Block) -> Box? {
        let own = Set(block.strokes)
        let boxes = strokes.filter { own.contains($0.id) }.compactMap(\.renderBounds) + block.children.compactMap(\.box)
        return boxes.reduce(block.box) { $0?.union($1) ?? $1 }
    }

    /// Whether a line is a formula rather than text.
    static func isFormula(_ text: String) -> Bool {
        guard text.contains(where: { $0.isNumber || $0.isLetter }) else { return false }
        // names of functions and units are short
        if text.contains("=") { return text.split { !$0.isLetter }.allSatisfy { $0.count < 4 } }
        guard text.contains(where: \.isNumber), !text.contains(where: \.isLetter) else { return false }
        if text.contains(where: "√∑∫".contains) { return true }
        // a plus that follows nothing is the beginning of a telephone number
        let signs = text.filter { !$0.isWhitespace }
        if zip(signs, signs.dropFirst()).contains(where: { ($0.isNumber || $0 == ")") && "+×·*÷<>^".contains($1) }) { return true }
        // dates and telephone numbers have strokes too, but seldom spaces around them, and zeros before their numbers
        let parts = text.split(whereSeparator: \.isWhitespace)
        let numbers = text.split { !$0.isNumber && $0 != "." && $0 != "," }
        return parts.dropFirst().dropLast().contains { ["-", "−", "/"].contains($0) }
            && !numbers.contains { $0.first == "0" && $0.dropFirst().first?.isNumber == true }
    }
}

extension Box {
    /// Whether the middle of the other box lies in this one.
    func contains(_ other: Box) -> Bool {
        let (x, y) = (other.x + other.width / 2, other.y + other.height / 2)
        return self.x <= x && x <= right && self.y <= y && y <= bottom
    }
}
