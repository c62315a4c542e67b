public import Ink

/// Blocks: their present state, and edits of them.
extension InkEditor {
    /// Everything in the document as a tree. Blocks hold as long as the revision does.
    public var root: Block {
        let strokes = content.strokes.all
        var drawn: [DrawnFigure] = []
        var seen: Set<StrokeID> = []
        for placed in strokes where !seen.contains(placed.stroke.id) {
            guard let figure = figures[placed.stroke.id] else { continue }
            seen.formUnion(figure.strokes)
            drawn.append(figure)
        }
        var lineOf: [StrokeID: LineID] = [:]
        for placed in strokes where figures[placed.stroke.id] == nil { lineOf[placed.stroke.id] = placed.line }
        return BlockTree(
            type: content.type, lines: content.type.isRead ? lines : [], strokes: strokes.map(\.stroke), lineOf: lineOf, figures: drawn,
            added: content.blocks.values.sorted { $0.id < $1.id }, typicalHeight: layout.typicalHeight
        ).root
    }

    /// The document as exports see it.
    public func snapshot(language: String?) -> DocumentSnapshot {
        DocumentSnapshot(
            type: content.type, revision: revision, language: language, unitsPerMillimetre: configuration.unitsPerMillimetre,
            strokes: content.strokes.all.map(\.stroke), root: root)
    }

    /// Adds a block that is no ink, as one step.
    /// - Throws: `EditError.unsupported` in parts that are no Text Document, and for types that cannot be added.
    public mutating func add(_ type: BlockType, box: Box, content added: AddedBlock.Content) throws(EditError) -> (EditorEffects, String) {
        guard content.type == .textDocument else { throw .unsupported(type: root.type, operation: "add a block") }
        guard [.text, .math, .diagram, .drawing].contains(type) else { throw .unsupported(type: type, operation: "be added") }
        return put(type, box: box, content: added)
    }

    /// Adds text that is no ink, such as an import brings.
    public mutating func addText(_ lines: [TypesetLine]) -> EditorEffects {
        guard let box = lines.map(\.box).reduce(nil, { (sum: Box?, next) in sum?.union(next) ?? next }) else { return [] }
        return put(.text, box: box, content: .text(lines)).0
    }

    /// Takes a block away with everything in it.
    public mutating func removeBlock(_ id: String) throws(EditError) -> EditorEffects {
        let root = root
        guard let block = root.block(id) else { throw .noSuchBlock(id) }
        guard id != root.id else { throw .unsupported(type: root.type, operation: "remove the root") }
        return settling { $0.edit($0.removal(of: block)) }
    }

    /// Has ink give way to typeset text and even figures; `nil` is everything.
    public mutating func convert(_ id: String?) throws(EditError) -> EditorEffects {
        let root = root
        guard let block = root.block(id ?? root.id) else { throw .noSuchBlock(id ?? root.id) }
        var changes: [DocumentChange] = []
        var last = lastBlock
        convert(block, into: &changes, &last)
        guard !changes.isEmpty else { return [] }
        return settling { $0.edit(changes) }
    }

    /// The parts of a block that can be pasted elsewhere.
    public func copy(_ id: String) throws(EditError) -> BlockCopy {
        let root = root
        guard let block = root.block(id) else { throw .noSuchBlock(id) }
        guard content.type == .textDocument else { throw .unsupported(type: root.type, operation: "copy") }
        let own = Set(block.allStrokes)
        let names = Set(Self.addedBlocks(of: block))
        return BlockCopy(
            box: block.box ?? Box(x: 0, y: 0, width: 0, height: 0),
            strokes: content.strokes.all.map(\.stroke).filter { own.contains($0.id) },
            blocks: content.blocks.values.filter { names.contains($0.id) }.sorted { $0.id < $1.id })
    }

    /// Pastes the copied blocks, their top-left corner at a place, as one step.
    public mutating func paste(_ copy: BlockCopy, at place: Place) throws(EditError) -> EditorEffects {
        guard content.type == .textDocument else { throw .unsupported(type: root.type, operation: "paste") }
        let (dx, dy) = (place.x - copy.box.x, place.y - copy.box.y)
        return settling { editor in
            editor.commitErasing()
            var changes: [DocumentChange] = []
            for stroke in copy.strokes {
                var moved = stroke
                moved.transform = stroke.transform.followed(by: .translation(x: dx, y: dy))
                _ = editor.putIn(moved, &changes)
            }
            for block in copy.blocks {
                let id = BlockID(editor.lastBlock &+ 1)
                let change = DocumentChange(key: .block(id), before: nil, after: .block(block.moved(x: dx, y: dy, as: id)))
                editor.perform([change])
                changes.append(change)
            }
            editor.record(changes)
        }
    }

    private mutating func put(_ type: BlockType, box: Box, content added: AddedBlock.Content) -> (EditorEffects, String) {
        let id = BlockID(lastBlock &+ 1)
        let change = DocumentChange(key: .block(id), before: nil, after: .block(AddedBlock(id: id, type: type, box: box, content: added)))
        return (settling { $0.edit([change]) }, "added-\(id.value)")
    }

    private func removal(of block: Block) -> [DocumentChange] {
        block.allStrokes.compactMap { content.change(.stroke($0), to: nil) }
            + Self.addedBlocks(of: block).compactMap { content.change(.block($0), to: nil) }
    }

    private func convert(_ block: Block, into changes: inout [DocumentChange], _ last: inout UInt64) {
        var gone: [StrokeID] = []
        var made: [(type: BlockType, content: AddedBlock.Content, box: Box)] = []
        // the text may be that of an earlier state: what was not read, or could not be, stays ink
        let own = Set(block.strokes).filter { figures[$0] == nil }
        let lines = block.lines.filter { !$0.text.isEmpty && $0.words.contains { !own.isDisjoint(with: $0.strokes) } }
        if !lines.isEmpty, let box = block.box {
            let typeset = lines.map { line in
                TypesetLine(text: line.text, box: line.box, baseline: line.words.compactMap(\.baseline).first ?? line.box.bottom)
            }
            made.append((block.type == .math ? .math : .text, .text(typeset), box))
            gone += own.intersection(lines.flatMap(\.words).flatMap(\.strokes)).sorted()
        }
        var seen: Set<StrokeID> = []
        for id in block.strokes where !seen.contains(id) {
            guard let figure = figures[id] else { continue }
            seen.formUnion(figure.strokes)
            gone += figure.strokes
            let boxes = figure.strokes.compactMap { content.strokes[$0]?.stroke.renderBounds }
            guard let box = boxes.reduce(nil, { (sum: Box?, next) in sum?.union(next) ?? next }) else { continue }
            made.append((.drawing, .figure(figure.figure, label: figure.name), box))
        }
        changes += gone.compactMap { content.change(.stroke($0), to: nil) }
        for made in made {
            last &+= 1
            let added = AddedBlock(id: BlockID(last), type: made.type, box: made.box, content: made.content)
            changes.append(DocumentChange(key: .block(added.id), before: nil, after: .block(added)))
        }
        for child in block.children { convert(child, into: &changes, &last) }
    }

    private static func addedBlocks(of block: Block) -> [BlockID] {
        let own = block.id.hasPrefix("added-") ? UInt64(block.id.dropFirst("added-".count)).map { [BlockID($0)] } ?? [] : []
        return own + block.children.flatMap { addedBlocks(of: $0) }
    }
}

/// Content that was copied from a document.
public struct BlockCopy: Sendable, Hashable {
    /// Around all of it.
    public var box: Box
    /// In the order they were drawn.
    public var strokes: [InkStroke]
    /// The copied blocks besides ink.
    public var blocks: [AddedBlock]
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
        func moved(_ place: Place) -> Place { Place(x: place.x + x, y: place.y + y) }
        switch self {
        case .polygon(let points, let closed, let start, let end):
            return .polygon(points: points.map(moved), closed: closed, headAtStart: start, headAtEnd: end)
        case .ellipse(let centre, let radiusX, let radiusY, let rotation):
            return .ellipse(centre: moved(centre), radiusX: radiusX, radiusY: radiusY, rotation: rotation)
        }
    }
}
