internal import Ink

/// A piece of a diagram imported without ink.
public enum ImportedFigure: Sendable, Hashable {
    /// A closed figure.
    case node(Figure)
    /// An open figure: its corners, and the heads at its ends.
    case connection(Figure)
    /// A label, or a separate text.
    case text([TypesetLine])
}

extension InkEditor {
    /// Adds nodes, connections and texts, as one step. In a diagram, connections and labels are assigned to nodes by their positions. In a
    /// Text Document, nodes and connections are drawings.
    public mutating func addFigures(_ figures: [ImportedFigure]) -> EditorEffects {
        var changes: [DocumentChange] = []
        for figure in figures {
            // in a diagram, blocks and strokes are numbered in one sequence
            let id = isDiagram ? BlockID(nextStroke().value) : BlockID(numbers.block &+ UInt64(changes.count) &+ 1)
            guard var block = AddedBlock(id: id, figure) else { continue }
            if !isDiagram { block.type = .drawing }
            changes.append(DocumentChange(key: .block(id), before: nil, after: .block(block)))
        }
        return changes.isEmpty ? [] : settling { $0.edit(changes) }
    }
}

extension AddedBlock {
    fileprivate init?(id: BlockID, _ imported: ImportedFigure) {
        switch imported {
        case .node(let figure):
            guard let box = Box(around: figure.outline), box.width > 0, box.height > 0 else { return nil }
            let name = DiagramOutline(Self.dense(figure.outline, least: max(box.width, box.height)))?.name ?? "polygon"
            self.init(id: id, type: .node, box: box, content: .figure(figure, label: name))
        case .connection(let figure):
            guard case .polygon(let points, false, let start, let end) = figure, points.count > 1, let box = Box(around: points) else {
                return nil
            }
            let straight = start && end ? "double-arrow" : start || end ? "arrow" : "line"
            let isAngled = points.turns.allSatisfy { $0.magnitude > 0.9 }
            self.init(
                id: id, type: points.count == 2 ? .edge : .polyedge, box: box,
                content: .figure(figure, label: points.count == 2 ? straight : isAngled ? "polyline" : "curve"))
        case .text(let lines):
            guard let first = lines.first else { return nil }
            let box = lines.dropFirst().reduce(first.box) { $0.union($1.box) }
            self.init(id: id, type: .text, box: box, content: .text(lines))
        }
    }

    /// Returns points along an outline, as dense as a pen's samples. The outline is scaled to a longer side of 60, because a small outline
    /// is not recognized as a shape.
    private static func dense(_ outline: [Point], least: Double) -> [Point] {
        let factor = 60 / max(least, .leastNormalMagnitude)
        let corners = outline.map { $0 * factor }
        return zip(corners, corners.dropFirst() + corners.prefix(1)).flatMap { a, b in
            (0..<20).map { a + (b - a) * (Double($0) / 20) }
        } + corners.prefix(1)
    }
}
