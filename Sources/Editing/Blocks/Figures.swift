public import Ink

/// A copy of strokes that may be a figure: a shape or a connection.
public struct FigureSnapshot: Sendable, Hashable {
    /// The candidate groups: the newest stroke alone, then with one, two and three earlier strokes. Of the groups that are recognized as
    /// figures, the largest one is used.
    public var groups: [[Stroke]]
    /// The editor's revision when the copy was made.
    public var revision: UInt64
}

/// Strokes recognized as a shape or a connection.
public struct DrawnFigure: Sendable, Hashable {
    /// The figure's strokes, ascending; never empty.
    public var strokes: [StrokeID]
    /// The name of the shape, such as `rectangle`.
    public var name: String
    /// The recognized shape, regularized.
    public var figure: Figure

    /// Creates a figure drawn with these strokes.
    public init(strokes: [StrokeID], name: String, figure: Figure) {
        self.strokes = strokes
        self.name = name
        self.figure = figure
    }

    /// The figure's block type in a diagram.
    public var blockType: BlockType {
        switch figure {
        case .ellipse: .node
        case .polygon(let points, let closed, _, _): closed ? .node : points.count > 2 ? .polyedge : .edge
        }
    }
}

/// Shapes and connections among the strokes.
extension InkEditor {
    /// Returns the candidate groups of strokes drawn since the last call that may be, or complete, a figure. At most `most` strokes are
    /// examined, oldest first; the next call returns the others. An empty result means that no stroke is pending.
    public mutating func takeFigureRequests(most: Int = 100) -> [FigureSnapshot] {
        let taken = requests.figures.sorted().prefix(max(0, most))
        requests.figures.subtract(taken)
        return taken.compactMap(figureSnapshot)
    }

    /// Discards the pending requests for gestures and figures, because no recognizer is available.
    public mutating func dropQuestions() {
        requests.gestures = []
        requests.figures = []
    }

    /// Makes the given strokes a figure. From then on the strokes are not text, and belong to no line.
    ///
    /// - Returns: An empty set if one of the strokes has been deleted or changed since `revision`.
    public mutating func apply(_ figure: DrawnFigure, revision asked: UInt64) -> EditorEffects {
        guard configuration.diagramSubBlocks, !figure.strokes.isEmpty, !isDiagram,
            figure.strokes.allSatisfy({ content.strokes[$0] != nil && (strokeState.altered[$0] ?? 0) <= asked }),
            // on a page with text, only strokes classified as drawings can be a figure: see `DrawnInk`
            content.type != .textDocument || figure.strokes.allSatisfy({ content.strokes[$0]?.line == LineID.drawn })
        else { return [] }
        return settling { editor in
            editor.revision &+= 1
            for id in figure.strokes { editor.dissolveFigure(of: id, asksAgain: false) }
            for placed in figure.strokes.compactMap({ editor.content.strokes[$0] }) {
                editor.takeOffLine(placed)
                editor.strokeState.figures[placed.stroke.id] = figure
                editor.noticeReach(of: placed.stroke, on: nil)
            }
            if editor.input.contact == .none { editor.readings.finalizeAll() }
        }
    }

    /// Whether figures are searched for in documents of this type.
    var looksForFigures: Bool { content.type == .textDocument || content.type == .drawing }

    /// Removes the figure that contains a stroke. The figure's strokes return to their lines.
    /// - Parameter asksAgain: whether to request recognition of the figure's strokes again, because the remaining strokes may be another
    ///   figure.
    mutating func dissolveFigure(of stroke: StrokeID, asksAgain: Bool = true) {
        guard let figure = strokeState.figures[stroke] else { return }
        for member in figure.strokes { strokeState.figures[member] = nil }
        for placed in figure.strokes.compactMap({ content.strokes[$0] }) {
            insertIntoLine(placed)
            if asksAgain { requests.figures.insert(placed.stroke.id) }
        }
    }

    /// Discards the state of a deleted stroke: its revision and its pending figure request.
    mutating func forgetQuestions(about stroke: StrokeID) {
        strokeState.altered[stroke] = nil
        requests.figures.remove(stroke)
    }

    mutating func noticeFigure(_ stroke: InkStroke) {
        strokeState.altered[stroke.id] = revision
        guard looksForFigures, configuration.diagramSubBlocks, let box = stroke.renderBounds else { return }
        let size = (box.width * box.width + box.height * box.height).squareRoot()
        // a shape that is not larger than a letter is treated as a letter
        if size >= Self.smallestFigure * configuration.unitsPerMillimeter || strokeState.figures[StrokeID(stroke.id.value &- 1)] != nil {
            requests.figures.insert(stroke.id)
        }
    }

    /// The minimum diagonal of a stroke that may be a figure by itself, in millimeters.
    private static let smallestFigure = 8.0

    private func figureSnapshot(_ id: StrokeID) -> FigureSnapshot? {
        guard let stroke = content.strokes[id]?.stroke, var box = stroke.renderBounds else { return nil }
        var groups = [[stroke.sampled]]
        var group = groups[0]
        for back in 1...3 where id.value > UInt64(back) {
            let earlier = StrokeID(id.value - UInt64(back))
            // stop at a stroke that is not near, because figures are drawn without interruption, by strokes that touch
            guard let other = content.strokes[earlier]?.stroke, !isHighlight(other), let place = other.renderBounds,
                place.intersects(box, margin: 2 * configuration.unitsPerMillimeter)
            else { break }
            group.insert(other.sampled, at: 0)
            box = box.union(place)
            groups.append(group)
        }
        return FigureSnapshot(groups: groups, revision: revision)
    }
}
