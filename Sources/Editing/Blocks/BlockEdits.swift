public import Ink

/// The document as a tree of blocks, and edits that add, remove, copy and paste blocks.
extension InkEditor {
    /// The root of the document's block tree. The tree is valid for the current revision only.
    public var root: Block {
        let strokes = content.strokes.all
        var drawn: [DrawnFigure] = []
        var seen: Set<StrokeID> = []
        for placed in strokes where !seen.contains(placed.stroke.id) {
            guard let figure = strokeState.figures[placed.stroke.id] else { continue }
            seen.formUnion(figure.strokes)
            drawn.append(figure)
        }
        var lineOf: [StrokeID: LineID] = [:]
        for placed in strokes where strokeState.figures[placed.stroke.id] == nil && !isHighlight(placed.stroke) {
            lineOf[placed.stroke.id] = placed.line
        }
        let lines = content.type.isRead ? self.lines : []
        // skip partly typeset lines, which are not formulas yet
        let whole = lines.filter { isFormula($0.id) && Set($0.words.map { $0.typeset == nil }).count < 2 }
        let formulas = whole.map { ($0.id, formula(of: $0)) }
        return BlockTree(
            type: content.type, lines: lines, strokes: strokes.map(\.stroke), lineOf: lineOf, figures: drawn,
            added: isDiagram ? [] : content.blocks.values.sorted { $0.id < $1.id }, typicalHeight: layout.typicalHeight,
            diagram: diagramBlocks,
            formulas: Dictionary(formulas.compactMap { id, node in node.map { (id, $0) } }) { first, _ in first },
            typeset: hasFormulas ? content.words : [:], highlights: strokeState.highlights
        ).root
    }

    /// Returns the document in the form that exports use.
    public func snapshot(language: String?) -> DocumentSnapshot {
        DocumentSnapshot(
            type: content.type, revision: revision, language: language, unitsPerMillimeter: configuration.unitsPerMillimeter,
            strokes: content.strokes.all.map(\.stroke), root: root)
    }

    /// Adds a block without ink, as one step.
    /// - Throws: `EditError.unsupported` in parts other than a Text Document, and for types that cannot be added.
    public mutating func add(_ type: BlockType, box: Box, content added: AddedBlock.Content) throws(EditError) -> (EditorEffects, String) {
        guard content.type == .textDocument else { throw .unsupported(type: root.type, operation: "add a block") }
        guard [.text, .math, .diagram, .drawing].contains(type) else { throw .unsupported(type: type, operation: "be added") }
        return put(type, box: box, content: added)
    }

    /// Adds text without ink, such as imported text. In parts with recognized lines it becomes typeset words, in diagrams and drawings a
    /// text block.
    public mutating func addText(_ lines: [TypesetLine]) -> EditorEffects {
        if content.type.isRead, !isDiagram {
            return settling { editor in
                editor.commitErasing()
                var changes: [DocumentChange] = []
                for line in lines { editor.putIn(line, &changes) }
                editor.record(changes)
            }
        }
        guard let box = lines.map(\.box).reduce(nil, { (sum: Box?, next) in sum?.union(next) ?? next }) else { return [] }
        return put(.text, box: box, content: .text(lines)).0
    }

    /// Removes a block with everything in it.
    public mutating func removeBlock(_ id: String) throws(EditError) -> EditorEffects {
        let root = root
        guard let block = root.block(id) else { throw .noSuchBlock(id) }
        guard id != root.id else { throw .unsupported(type: root.type, operation: "remove the root") }
        return settling { $0.edit($0.removal(of: block)) }
    }

    /// Returns a copy of a block's content that can be pasted elsewhere.
    public func copy(_ id: String) throws(EditError) -> BlockCopy {
        let root = root
        guard let block = root.block(id) else { throw .noSuchBlock(id) }
        guard content.type == .textDocument else { throw .unsupported(type: root.type, operation: "copy") }
        let own = Set(block.allStrokes)
        let names = Set(addedBlocks(of: block))
        return BlockCopy(
            box: block.box ?? Box(x: 0, y: 0, width: 0, height: 0),
            strokes: content.strokes.all.map(\.stroke).filter { own.contains($0.id) },
            blocks: content.blocks.values.filter { names.contains($0.id) }.sorted { $0.id < $1.id },
            words: block.allLines.flatMap(\.words).compactMap { $0.typeset.flatMap { content.words[$0] } },
            decisions: content.decisions(within: own.union(block.allLines.flatMap(\.words).compactMap(\.typeset))))
    }

    /// Pastes the copied blocks with their top-left corner at a point, as one step.
    public mutating func paste(_ copy: BlockCopy, at place: Point) throws(EditError) -> EditorEffects {
        guard content.type == .textDocument else { throw .unsupported(type: root.type, operation: "paste") }
        let (dx, dy) = (place.x - copy.box.x, place.y - copy.box.y)
        return settling { editor in
            editor.commitErasing()
            var changes: [DocumentChange] = []
            var names: [StrokeID: StrokeID] = [:]
            for stroke in copy.strokes {
                var moved = stroke
                moved.transform = stroke.transform.followed(by: .translation(x: dx, y: dy))
                names[stroke.id] = editor.putIn(moved, &changes)
            }
            for word in copy.words {
                let own = word.moved(x: dx, y: dy)
                names[word.id] = editor.putIn(own, on: editor.layout.line(for: LineMark(own)), &changes)
            }
            for decision in copy.decisions {
                guard let own = decision.renamed(names, decoration: DecorationID(editor.numbers.decoration &+ 1)),
                    let change = own.key.flatMap({ editor.content.change($0, to: own) })
                else { continue }
                editor.perform([change])
                changes.append(change)
            }
            for block in copy.blocks {
                let id = BlockID(editor.numbers.block &+ 1)
                let change = DocumentChange(key: .block(id), before: nil, after: .block(block.moved(x: dx, y: dy, as: id)))
                editor.perform([change])
                changes.append(change)
            }
            editor.record(changes)
        }
    }

    private mutating func put(_ type: BlockType, box: Box, content added: AddedBlock.Content) -> (EditorEffects, String) {
        let id = isDiagram ? BlockID(nextStroke().value) : BlockID(numbers.block &+ 1)
        let change = DocumentChange(key: .block(id), before: nil, after: .block(AddedBlock(id: id, type: type, box: box, content: added)))
        return (settling { $0.edit([change]) }, "added-\(id.value)")
    }

    private func removal(of block: Block) -> [DocumentChange] {
        block.allStrokes.compactMap { content.change(.stroke($0), to: nil) }
            + block.allTypesetWords.compactMap { content.change(.word($0), to: nil) }
            + addedBlocks(of: block).compactMap { content.change(.block($0), to: nil) }
    }

    private func addedBlocks(of block: Block) -> [BlockID] {
        if isDiagram { return block.names.compactMap { addedBlock(named: $0)?.id } }
        let own = block.id.hasPrefix("added-") ? UInt64(block.id.dropFirst("added-".count)).map { [BlockID($0)] } ?? [] : []
        return own + block.children.flatMap { addedBlocks(of: $0) }
    }
}

/// Content that was copied from a document.
public struct BlockCopy: Sendable, Hashable {
    /// The box around all copied content.
    public var box: Box
    /// The copied strokes in the order they were drawn.
    public var strokes: [InkStroke]
    /// The copied blocks other than ink.
    public var blocks: [AddedBlock]
    /// The typeset words, line by line.
    public var words: [TypesetWord]
    /// The word choices, word boundaries and decorations of the strokes and words.
    public var decisions: [DocumentItem]
}

extension Document {
    /// Returns the choices, boundaries and decorations that refer only to these strokes and words.
    fileprivate func decisions(within names: Set<StrokeID>) -> [DocumentItem] {
        items.filter { item in
            let about = item.subjects
            return !about.isEmpty && names.isSuperset(of: about)
        }
    }
}

extension DocumentItem {
    /// The strokes and words that a text choice, a word boundary or a decoration refers to; empty for other items.
    fileprivate var subjects: [StrokeID] {
        switch self {
        case .choice(let choice): choice.strokes
        case .decoration(let decoration): decoration.strokes
        case .boundary(let boundary): boundary.left + boundary.right
        case .stroke, .block, .word: []
        }
    }

    /// Returns the same item with the new IDs of its strokes and words, from `names`; nil if one of them has no new ID.
    /// - Parameter decoration: the new ID if the item is a decoration.
    fileprivate func renamed(_ names: [StrokeID: StrokeID], decoration id: DecorationID) -> DocumentItem? {
        func renamed(_ strokes: [StrokeID]) -> [StrokeID] { strokes.compactMap { names[$0] }.sorted() }
        guard subjects.allSatisfy({ names[$0] != nil }) else { return nil }
        switch self {
        case .choice(let choice): return .choice(WordChoice(strokes: renamed(choice.strokes), place: choice.place, text: choice.text))
        case .decoration(let decoration):
            return .decoration(Decoration(id: id, kind: decoration.kind, strokes: renamed(decoration.strokes)))
        case .boundary(let boundary):
            return .boundary(WordBoundary(kind: boundary.kind, left: renamed(boundary.left), right: renamed(boundary.right)))
        case .stroke, .block, .word: return nil
        }
    }
}

extension AddedBlock {
    func moved(x: Double, y: Double, as id: BlockID) -> AddedBlock {
        var moved = self
        moved.id = id
        moved.box.x += x
        moved.box.y += y
        switch content {
        case .empty, .image: break
        case .text(let lines):
            moved.content = .text(
                lines.map { line in
                    var line = line
                    line.box.x += x
                    line.box.y += y
                    line.baseline += y
                    return line
                })
        case .figure(let figure, let label): moved.content = .figure(figure.moved(x: x, y: y), label: label)
        }
        return moved
    }
}

extension Figure {
    func moved(x: Double, y: Double) -> Figure {
        func moved(_ place: Point) -> Point { Point(x: place.x + x, y: place.y + y) }
        switch self {
        case .polygon(let points, let closed, let start, let end):
            return .polygon(points: points.map(moved), closed: closed, headAtStart: start, headAtEnd: end)
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            return .ellipse(center: moved(center), radiusX: radiusX, radiusY: radiusY, rotation: rotation)
        }
    }
}
