internal import Ink

/// Moving blocks. In a diagram, connections follow their nodes.
extension InkEditor {
    /// Moves a block with everything in it, as one step. If a node moves, the ends of connections at the node move, too; other ends stay.
    /// - Throws: `EditError.noSuchBlock`, `badTransform`, `unsupported` for the root.
    public mutating func moveBlock(_ id: String, x: Double, y: Double) throws(EditError) -> EditorEffects {
        let root = root
        guard let block = root.block(id) else { throw .noSuchBlock(id) }
        guard id != root.id else { throw .unsupported(type: root.type, operation: "move the root") }
        guard x.isFinite, y.isFinite, x.magnitude < 1e6, y.magnitude < 1e6 else { throw .badTransform }
        let step = Point(x: x, y: y)
        let moves = isDiagram ? diagramMoves(of: block, by: step, in: root) : [(block, InkTransform.translation(x: x, y: y))]
        var changes: [DocumentChange] = []
        for (block, transform) in moves {
            for stroke in isDiagram ? block.strokes : block.allStrokes {
                guard let placed = content.strokes[stroke], let change = try moved(placed, by: transform) else { continue }
                changes.append(change)
            }
            for word in block.allTypesetWords.compactMap({ content.words[$0] }) where !isDiagram {
                if let change = content.change(.word(word.id), to: .word(word.moved(x: x, y: y))) { changes.append(change) }
            }
            for added in addedBlocks(named: isDiagram ? [block.id] : block.names) {
                let item = DocumentItem.block(added.mapped(by: transform))
                if let change = content.change(.block(added.id), to: item) { changes.append(change) }
            }
        }
        return settling { editor in
            editor.commitErasing()
            editor.perform(changes)
            let sorted = editor.sortedIntoLines(changes.compactMap { if case .stroke(let placed)? = $0.after { placed } else { nil } })
            editor.perform(sorted)
            editor.record((changes + sorted).merged)
        }
    }

    private func addedBlocks(named names: [String]) -> [AddedBlock] {
        if isDiagram { return names.compactMap { addedBlock(named: $0) } }
        return content.blocks.values.filter { names.contains("added-\($0.id.value)") }.sorted { $0.id < $1.id }
    }

    /// Returns all blocks of a diagram that move together with a block, without their children, and the transform of each.
    private func diagramMoves(of block: Block, by step: Point, in root: Block) -> [(Block, InkTransform)] {
        let whole = InkTransform.translation(x: step.x, y: step.y)
        var moves: [(Block, InkTransform)] = block.blocks.map { ($0, whole) }
        var taken = Set(moves.map(\.0.id))
        guard block.type == .node else { return moves }
        // nodes inside a node move along
        let outline = block.figure?.outline ?? []
        for other in root.children where other.type == .node && !taken.contains(other.id) {
            guard let box = other.box, let own = block.box, box.width * box.height < own.width * own.height, outline.contains(box.middle)
            else { continue }
            moves += other.blocks.map { ($0, whole) }
            taken.formUnion(other.names)
        }
        for connector in root.children where connector.type == .edge || connector.type == .polyedge {
            guard !taken.contains(connector.id), case .polygon(let points, _, _, _)? = connector.figure, let first = points.first,
                let last = points.last
            else { continue }
            let (starts, ends) = (taken.contains(connector.ends.from?.node ?? ""), taken.contains(connector.ends.to?.node ?? ""))
            guard starts || ends else { continue }
            let transform: InkTransform
            let label: InkTransform
            if starts && ends {
                (transform, label) = (whole, whole)
            } else {
                let (fixed, moving) = starts ? (last, first) : (first, last)
                transform = .stretch(keeping: fixed, moving: moving, to: moving + step, isAngled: connector.shape == "polyline")
                label = .translation(x: step.x / 2, y: step.y / 2)
            }
            moves.append((connector, transform))
            moves += connector.children.flatMap(\.blocks).map { ($0, label) }
        }
        return moves
    }
}

extension InkTransform {
    /// Returns a transform that keeps one end of a connection and moves the other end to `target`. If the connection has corners, its
    /// horizontal and vertical pieces stay horizontal and vertical. Otherwise the connection is rotated and scaled.
    fileprivate static func stretch(keeping fixed: Point, moving: Point, to target: Point, isAngled: Bool) -> InkTransform {
        let (before, after) = (moving - fixed, target - fixed)
        let linear: InkTransform
        let (x, y) = (after.x / before.x, after.y / before.y)
        if isAngled, x.isFinite, y.isFinite, (0.1...10).contains(x), (0.1...10).contains(y) {
            linear = .scale(x: x, y: y)
        } else if before.length > 1e-6, after.length > 1e-6 {
            // multiplication by a complex number rotates and scales
            let squared = before.dot(before)
            let (real, imaginary) = (before.dot(after) / squared, before.cross(after) / squared)
            linear = InkTransform(a: real, b: imaginary, c: -imaginary, d: real, tx: 0, ty: 0)
        } else {
            return .translation(x: target.x - moving.x, y: target.y - moving.y)
        }
        return .translation(x: -fixed.x, y: -fixed.y).followed(by: linear).followed(by: .translation(x: fixed.x, y: fixed.y))
    }
}

extension AddedBlock {
    /// Returns the block at its new position. Text, pictures and ellipses move with the center of their box, and are not scaled.
    fileprivate func mapped(by transform: InkTransform) -> AddedBlock {
        let middle = transform(box.middle)
        var block = moved(x: middle.x - box.middle.x, y: middle.y - box.middle.y, as: id)
        guard case .figure(let figure, let label) = content else { return block }
        switch figure {
        case .ellipse: return block
        case .polygon(let points, let closed, let headAtStart, let headAtEnd):
            let mapped = points.map { transform($0) }
            block.content = .figure(.polygon(points: mapped, closed: closed, headAtStart: headAtStart, headAtEnd: headAtEnd), label: label)
            if let box = Box(around: mapped) { block.box = box }
            return block
        }
    }
}
