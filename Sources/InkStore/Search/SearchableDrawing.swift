public import Editing
public import Ink

/// A drawing as a search finds it: by its look.
public struct SearchableDrawing: Sendable, Hashable {
    /// Its strokes, ascending.
    public var strokes: [StrokeID]
    /// Around their marks.
    public var box: Box
    /// How it looks.
    public var look: DrawingLook

    /// A drawing with its look.
    public init(strokes: [StrokeID], box: Box, look: DrawingLook) {
        self.strokes = strokes
        self.box = box
        self.look = look
    }
}

/// Everything in a part that a search finds.
public struct SearchableContent: Sendable, Hashable {
    /// Lines, and blocks with text.
    public var lines: [SearchableLine]
    /// What is drawn.
    public var drawings: [SearchableDrawing]

    /// What is in a part.
    public init(lines: [SearchableLine] = [], drawings: [SearchableDrawing] = []) {
        self.lines = lines
        self.drawings = drawings
    }
}

extension InkEditor {
    /// The drawings in it that a search finds: not what has no length, such as dots.
    public var searchableDrawings: [SearchableDrawing] {
        let drawings = drawings
        guard !drawings.isEmpty else { return [] }
        let strokes = Dictionary(drawing.strokes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return drawings.compactMap { drawn in
            guard let look = DrawingLook(drawn.strokes.compactMap { strokes[$0]?.samplePlaces }) else { return nil }
            return SearchableDrawing(strokes: drawn.strokes, box: drawn.box, look: look)
        }
    }
}
