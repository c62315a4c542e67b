public import Ink

/// Strokes that form a drawing, not text.
public struct InkDrawing: Sendable, Hashable {
    /// The strokes, ascending; never empty.
    public var strokes: [StrokeID]
    /// The box around the strokes' ink.
    public var box: Box

    /// Maximum number of strokes of a reported drawing.
    public static let mostStrokes = 1_000
    /// Maximum number of drawings reported for a part.
    public static let most = 1_000
    /// Maximum number of strokes of a Drawing part that are examined, in drawing order.
    private static let mostLookedAt = 20_000
    /// The maximum gap between strokes of the same drawing in a Drawing part, in millimeters.
    private static let gap = 5.0
}

extension InkEditor {
    /// The drawings of the part, oldest first. In a Drawing part they are groups of strokes near each other, in other parts the drawing
    /// blocks with ink. Drawings with more than `mostStrokes` strokes are left out. At most `most` drawings are returned.
    public var drawings: [InkDrawing] {
        var drawings: [InkDrawing] = []
        switch content.type {
        case .drawing: drawings = InkDrawing.groups(of: content.strokes.all.map(\.stroke), millimeter: configuration.unitsPerMillimeter)
        case .textDocument, .rawContent:
            guard content.strokes.all.contains(where: { $0.line == .drawn }) || hasDrawingFrames else { return [] }
            drawings = root.children.compactMap { block in
                guard block.type == .drawing, !block.strokes.isEmpty, let box = block.box else { return nil }
                return InkDrawing(strokes: block.strokes.sorted(), box: box)
            }
        case .text, .math, .diagram: return []
        }
        drawings.removeAll { $0.strokes.count > InkDrawing.mostStrokes }
        return Array(drawings.sorted { ($0.strokes.first?.value ?? 0) < ($1.strokes.first?.value ?? 0) }.prefix(InkDrawing.most))
    }

    /// Whether changes may have altered `drawings`.
    public func mayAlterDrawings(_ changes: [DocumentChange]) -> Bool {
        guard [.drawing, .textDocument, .rawContent].contains(content.type) else { return false }
        let isAny = content.type == .drawing || hasDrawingFrames
        return changes.contains { change in
            [change.before, change.after].contains { item in
                switch item {
                case .stroke(let placed)?: isAny || placed.line == .drawn && !isHighlight(placed.stroke)
                case .block(let block)?: block.type == .drawing
                default: false
                }
            }
        }
    }

    /// Whether the user has added blocks to draw in. All strokes inside such a block belong to the block, even text.
    private var hasDrawingFrames: Bool { content.blocks.values.contains { $0.type == .drawing && $0.content == .empty } }
}

extension InkDrawing {
    /// Returns groups of strokes whose boxes are near each other.
    fileprivate static func groups(of strokes: [InkStroke], millimeter: Double) -> [InkDrawing] {
        var groups: [InkDrawing] = []
        for stroke in strokes.prefix(mostLookedAt) {
            guard let box = stroke.renderBounds else { continue }
            var group = InkDrawing(strokes: [stroke.id], box: box)
            // newest group first, because the strokes of a drawing are mostly consecutive
            while let index = groups.lastIndex(where: { $0.box.intersects(group.box, margin: gap * millimeter) }) {
                let other = groups.remove(at: index)
                group.strokes = other.strokes + group.strokes
                group.box = group.box.union(other.box)
            }
            groups.append(group)
        }
        return groups.map { InkDrawing(strokes: $0.strokes.sorted(), box: $0.box) }
    }
}
