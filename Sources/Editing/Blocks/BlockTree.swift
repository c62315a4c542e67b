internal import Formula
internal import Ink

/// Builds the block tree of a document, at one revision.
struct BlockTree {
    let type: PartType
    /// The lines from top to bottom.
    let lines: [LineState]
    /// The strokes in the order they were drawn.
    let strokes: [InkStroke]
    /// The line of each stroke that is not part of a figure; `LineID.drawn` for a stroke that is a drawing.
    let lineOf: [StrokeID: LineID]
    let figures: [DrawnFigure]
    /// The added blocks, ascending by name.
    let added: [AddedBlock]
    let typicalHeight: Double
    /// The blocks of a diagram: nodes and connections with their labels, and the remaining text.
    let diagram: [Block]
    /// The formulas by line: those of a Math part, or those among the words of a Text Document.
    var formulas: [LineID: FormulaNode] = [:]
    /// The typeset words of a Math part.
    var typeset: [StrokeID: TypesetWord] = [:]
    /// The highlights with their areas.
    var highlights: [StrokeID: Highlight] = [:]

    /// The root block, which contains the whole document.
    var root: Block {
        var root = Block(id: "root", type: rootType)
        switch type {
        case .math: root.children = added.map(block) + formulaBlocks
        case .text:
            root.children = added.map(block)
            if lines.contains(where: \.isTypeset) {
                // if a line has typeset words, all lines form a separate text block
                root.children = withHighlights([text(lines)] + root.children)
            } else {
                root.lines = lines
                root.strokes = strokes.map(\.id)
            }
        case .drawing:
            root.strokes = strokes.map(\.id)
            root.children = added.map(block)
        case .diagram: root.children = diagram + added.map(block)
        case .textDocument, .rawContent: root.children = withHighlights(documentBlocks)
        }
        // strokes outside all children belong to the root
        let taken = Set(root.children.flatMap(\.allStrokes))
        if root.lines.isEmpty { root.strokes = strokes.map(\.id).filter { !taken.contains($0) } }
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

    /// The paragraphs, formulas, drawings and added blocks, from top to bottom.
    private var documentBlocks: [Block] {
        var blocks = added.map(block)
        var left = lines
        var drawn = drawnStrokes
        for index in blocks.indices {
            guard let box = blocks[index].box, case .empty? = blocks[index].content else { continue }
            blocks[index].lines = blocks[index].type == .drawing ? [] : left.filter { box.contains($0.box) }
            let within = left.filter { box.contains($0.box) }
            blocks[index].strokes = strokes(of: within) + drawn.filter { holds(box, $0) }.flatMap { $0 }
            left.removeAll { box.contains($0.box) }
            drawn.removeAll { holds(box, $0) }
        }
        let written = Dictionary(grouping: strokes.filter { stroke in lineOf[stroke.id].map { formulas[$0] != nil } ?? false }) {
            lineOf[$0.id]
        }
        var paragraph: [LineState] = []
        func end(_ blocks: inout [Block]) {
            if !paragraph.isEmpty { blocks.append(text(paragraph)) }
            paragraph = []
        }
        for line in withRows(left) {
            if let formula = formulas[line.id] {
                end(&blocks)
                blocks.append(
                    FormulaBlocks(line: line, strokes: written[line.id] ?? [], formula: formula, typeset: typeset).block)
            } else {
                // a paragraph ends where the gap has room for another line
                if let last = paragraph.last,
                    line.box.y - last.box.bottom > 1.2 * max(typicalHeight, last.box.height) || line.box.bottom < last.box.y
                {
                    end(&blocks)
                }
                paragraph.append(line)
            }
        }
        end(&blocks)
        blocks += drawings(of: drawn)
        return Self.inReadingOrder(blocks)
    }

    /// Returns lines in reading order. Lines side by side with a formula are in order from left to right.
    private func withRows(_ lines: [LineState]) -> [LineState] {
        var ordered = lines
        for formula in lines where formulas[formula.id] != nil {
            let row = ordered.filter { $0.box.isInRow(with: formula.box) }.sorted { ($0.box.x, $0.id) < ($1.box.x, $1.id) }
            let names = Set(row.map(\.id))
            guard row.count > 1, let first = ordered.firstIndex(where: { names.contains($0.id) }) else { continue }
            ordered.removeAll { names.contains($0.id) }
            ordered.insert(contentsOf: row, at: first)
        }
        return ordered
    }

    /// Returns blocks from top to bottom. A block that continues the last line of the previous block follows the previous block.
    private static func inReadingOrder(_ blocks: [Block]) -> [Block] {
        var placed: [(y: Double, place: Int, block: Block)] = []
        for (place, block) in blocks.enumerated() {
            var y = block.box?.y ?? 0
            if let last = placed.last, block.isInRow(behind: last.block) { y = max(y, last.y) }
            placed.append((y, place, block))
        }
        return placed.sorted { ($0.y, $0.place) < ($1.y, $1.place) }.map(\.block)
    }

    /// Groups of strokes that are on no line: one group for each figure, and one for each remaining stroke.
    private var drawnStrokes: [[StrokeID]] {
        let inFigures = Set(figures.flatMap(\.strokes))
        return figures.map(\.strokes) + strokes.map(\.id).filter { lineOf[$0] == LineID.drawn && !inFigures.contains($0) }.map { [$0] }
    }

    /// Returns one drawing block for each group of drawn strokes near each other.
    private func drawings(of drawn: [[StrokeID]]) -> [Block] {
        guard !drawn.isEmpty else { return [] }
        let boxes = Dictionary(strokes.map { ($0.id, $0.renderBounds) }, uniquingKeysWith: { first, _ in first })
        var drawings: [(strokes: [StrokeID], box: Box?)] = []
        for strokes in drawn {
            let own = strokes.compactMap { boxes[$0] ?? nil }
            var drawing = (strokes: strokes, box: own.first.map { own.dropFirst().reduce($0) { $0.union($1) } })
            while let index = drawings.firstIndex(where: { near($0.box, drawing.box) }) {
                let other = drawings.remove(at: index)
                drawing.strokes += other.strokes
                if let a = drawing.box, let b = other.box { drawing.box = a.union(b) }
            }
            drawings.append(drawing)
        }
        return drawings.map { drawing in
            let strokes = drawing.strokes.sorted()
            var block = Block(id: "drawing-\(strokes.first?.value ?? 0)", type: .drawing, box: drawing.box)
            block.strokes = strokes
            return block
        }
    }

    private func text(_ lines: [LineState]) -> Block {
        let strokes = strokes(of: lines)
        var block = Block(id: "text-\(lines.map(\.id.value).min() ?? 0)", type: .text)
        block.lines = lines
        block.strokes = strokes
        block.box = bounds(of: block)
        return block
    }

    /// The formulas from top to bottom. Typeset lines that are not formulas form a separate block.
    private var formulaBlocks: [Block] {
        func isText(_ line: LineState) -> Bool { line.isTypeset && formulas[line.id] == nil }
        let text = lines.filter(isText)
        var blocks: [Block] = []
        if !text.isEmpty {
            var block = self.text(text)
            block.type = .math
            blocks.append(block)
        }
        let written = Dictionary(grouping: strokes) { lineOf[$0.id] }
        return blocks
            + lines.filter { !isText($0) }.map { line in
                FormulaBlocks(line: line, strokes: written[line.id] ?? [], formula: formulas[line.id], typeset: typeset).block
            }
    }

    private func strokes(of lines: [LineState]) -> [StrokeID] {
        let ids = Set(lines.map(\.id))
        return strokes.map(\.id).filter { lineOf[$0].map(ids.contains) ?? false }
    }

    private func holds(_ box: Box, _ drawn: [StrokeID]) -> Bool {
        let members = Set(drawn)
        return strokes.filter { members.contains($0.id) }.allSatisfy { $0.renderBounds.map(box.contains) ?? true }
    }

    private func near(_ a: Box?, _ b: Box?) -> Bool {
        guard let a, let b else { return false }
        return a.intersects(b, margin: max(typicalHeight, 5))
    }

    private func bounds(of block: Block) -> Box? {
        let own = Set(block.strokes)
        let words = block.lines.flatMap(\.words).filter { $0.typeset != nil }
        let boxes =
            strokes.filter { own.contains($0.id) }.compactMap(\.renderBounds) + words.compactMap(\.box) + block.children.compactMap(\.box)
        return boxes.reduce(block.box) { $0?.union($1) ?? $1 }
    }
}

extension LineState {
    /// Whether a word of the line is typeset.
    var isTypeset: Bool { words.contains { $0.typeset != nil } }
}

extension Box {
    /// Whether the boxes overlap vertically by more than half of the height of the shorter box.
    func isInRow(with other: Box) -> Bool { min(bottom, other.bottom) - max(y, other.y) > 0.5 * min(height, other.height) }

    /// Whether this box contains the center of the other box.
    func contains(_ other: Box) -> Bool {
        let (x, y) = (other.x + other.width / 2, other.y + other.height / 2)
        return self.x <= x && x <= right && self.y <= y && y <= bottom
    }
}
