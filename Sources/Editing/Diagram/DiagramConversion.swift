internal import Ink

/// Conversion of the shapes of diagrams to regularized ones. Block types, names, connections and labels stay the same.
extension InkEditor {
    /// Returns the changes that regularize a block of a diagram and typeset its labels. Unrecognized strokes stay ink.
    func conversion(of block: Block) -> [DocumentChange] {
        let names = Set(block.names)
        let (analysis, unit) = (diagram.analysis, configuration.unitsPerMillimeter)
        var changes: [DocumentChange] = []
        func replace(_ strokes: [StrokeID], _ type: BlockType, _ box: Box?, _ content: AddedBlock.Content) {
            guard let first = strokes.first, let box else { return }
            changes += strokes.compactMap { self.content.change(.stroke($0), to: nil) }
            let added = AddedBlock(id: BlockID(first.value), type: type, box: box, content: content)
            changes.append(DocumentChange(key: .block(added.id), before: nil, after: .block(added)))
        }
        for node in analysis.nodes where names.contains(node.name) {
            replace(
                node.strokes, .node, Box(around: node.figure.outline)?.scaled(unit), .figure(node.figure.scaled(unit), label: node.shape))
        }
        for connector in analysis.connectors where names.contains(connector.name) {
            let corners = EvenCourse(connector, analysis.nodes).corners
            let figure = Figure.polygon(
                points: corners.map { $0 * unit }, closed: false, headAtStart: connector.course.headAtStart,
                headAtEnd: connector.course.headAtEnd)
            replace(connector.strokes, connector.blockType, Box(around: corners)?.scaled(unit), .figure(figure, label: connector.shape))
        }
        for text in block.blocks where text.type == .text && text.content == nil {
            guard !text.lines.isEmpty, text.lines.allSatisfy({ !$0.text.isEmpty }) else { continue }
            let lines = text.lines.map { line in
                TypesetLine(text: line.text, box: line.box, baseline: line.words.compactMap(\.baseline).first ?? line.box.bottom)
            }
            replace(text.strokes.sorted(), .text, text.box, .text(lines))
        }
        return changes
    }
}

extension Block {
    /// This block and all its descendants.
    var blocks: [Block] { [self] + children.flatMap(\.blocks) }
}

/// The corners of a regularized connection. The connection ends on the borders of its nodes, and its nearly horizontal or vertical pieces
/// become exactly horizontal or vertical.
struct EvenCourse {
    private(set) var corners: [Point]

    init(_ connector: DiagramConnector, _ nodes: [DiagramNode]) {
        corners = connector.course.corners
        guard corners.count > 1 else { return }
        if connector.course.form != .curved { straighten(slant: connector.course.form == .straight ? 0.12 : 0.4) }
        if let node = connector.from { meet(nodes[node].figure.outline, atEnd: false) }
        if let node = connector.to { meet(nodes[node].figure.outline, atEnd: true) }
    }

    /// Makes nearly horizontal pieces exactly horizontal, and nearly vertical pieces exactly vertical.
    private mutating func straighten(slant: Double) {
        for index in corners.indices.dropLast() {
            let (a, b) = (corners[index], corners[index + 1])
            let (dx, dy) = ((b.x - a.x).magnitude, (b.y - a.y).magnitude)
            if dy < slant * dx {
                // the preceding piece has already fixed `a`, except for the first piece
                let y = index == 0 ? (a.y + b.y) / 2 : a.y
                (corners[index].y, corners[index + 1].y) = (y, y)
            } else if dx < slant * dy {
                let x = index == 0 ? (a.x + b.x) / 2 : a.x
                (corners[index].x, corners[index + 1].x) = (x, x)
            }
        }
    }

    /// Moves an end to the border of a node. The last piece, or its extension, may cross the border several times; the crossing nearest to
    /// the end is used.
    private mutating func meet(_ outline: [Point], atEnd: Bool) {
        let (end, inner) = atEnd ? (corners.count - 1, corners.count - 2) : (0, 1)
        let (a, b) = (corners[inner], corners[end])
        let direction = (b - a).direction
        var best: Point?
        for (p, q) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
            let side = q - p
            let slant = direction.cross(side)
            guard slant.magnitude > 1e-9 else { continue }
            let (along, share) = ((p - a).cross(side) / slant, (p - a).cross(direction) / slant)
            guard along > 0, (0...1).contains(share) else { continue }
            let place = a + direction * along
            if best.map({ place.distance(to: b) < $0.distance(to: b) }) ?? true { best = place }
        }
        // a piece that misses the border ends at the nearest point
        let place = best.flatMap { $0.distance(to: b) < 12 ? $0 : nil } ?? outline.nearest(to: b)
        if let place { corners[end] = place }
    }
}
