internal import Ink

/// Shapes and connections among what is written.
extension InkEditor {
    /// The strokes drawn since this was last asked that may be, or complete, a figure.
    public mutating func takeFigureRequests() -> [FigureSnapshot] {
        defer { figureRequests = [] }
        return figureRequests.sorted().compactMap(figureSnapshot)
    }

    /// Takes strokes for a figure from now on: they are no writing, and no line holds them.
    ///
    /// - Returns: An empty set if one of the strokes is gone, or has been altered since `revision`.
    public mutating func apply(_ figure: DrawnFigure, revision asked: UInt64) -> EditorEffects {
        guard configuration.diagramSubBlocks, !figure.strokes.isEmpty,
            figure.strokes.allSatisfy({ content.strokes[$0] != nil && (altered[$0] ?? 0) <= asked })
        else { return [] }
        return settling { editor in
            editor.revision &+= 1
            for id in figure.strokes {
                guard let placed = editor.content.strokes[id] else { continue }
                editor.takeOffLine(placed)
                for member in editor.figures[id]?.strokes ?? [] where member != id { editor.figures[member] = nil }
                editor.figures[id] = figure
            }
            if editor.contact == .none { editor.readings.finaliseAll() }
        }
    }

    /// Whether figures are looked for in parts of this type.
    var looksForFigures: Bool { content.type == .diagram || content.type == .textDocument || content.type == .drawing }

    mutating func noticeFigure(_ stroke: InkStroke) {
        altered[stroke.id] = revision
        figures[stroke.id] = nil
        guard looksForFigures, configuration.diagramSubBlocks, let box = stroke.renderBounds else { return }
        let size = (box.width * box.width + box.height * box.height).squareRoot()
        // what is not larger than a letter is a letter
        if size >= Self.smallestFigure * configuration.unitsPerMillimetre || figures[StrokeID(stroke.id.value &- 1)] != nil {
            figureRequests.insert(stroke.id)
        }
    }

    /// Millimetres across.
    private static let smallestFigure = 8.0

    private func figureSnapshot(_ id: StrokeID) -> FigureSnapshot? {
        guard let stroke = content.strokes[id]?.stroke, var box = stroke.renderBounds else { return nil }
        var groups = [[stroke.sampled]]
        var group = groups[0]
        for back in 1...3 where id.value > UInt64(back) {
            let earlier = StrokeID(id.value - UInt64(back))
            // figures are drawn in one go, by strokes that touch
            guard let other = content.strokes[earlier]?.stroke, let place = other.renderBounds,
                place.intersects(box, margin: 2 * configuration.unitsPerMillimetre)
            else { break }
            group.insert(other.sampled, at: 0)
            box = box.union(place)
            groups.append(group)
        }
        return FigureSnapshot(groups: groups, revision: revision)
    }
}
