public import Editing
public import Ink

/// A drawing that a search can find by its look.
public struct SearchableDrawing: Sendable, Hashable {
    /// The IDs of the drawing's strokes, ascending.
    public var strokes: [StrokeID]
    /// The bounding box of the drawing's ink, including the width of the pen.
    public var box: Box
    /// The drawing's look.
    public var look: DrawingLook

    /// Creates a drawing with its look.
    public init(strokes: [StrokeID], box: Box, look: DrawingLook) {
        self.strokes = strokes
        self.box = box
        self.look = look
    }
}

/// All searchable content of a part.
public struct SearchableContent: Sendable, Hashable {
    /// The searchable lines, and blocks with text.
    public var lines: [SearchableLine]
    /// The drawings.
    public var drawings: [SearchableDrawing]

    /// Creates the content of a part.
    public init(lines: [SearchableLine] = [], drawings: [SearchableDrawing] = []) {
        self.lines = lines
        self.drawings = drawings
    }
}

extension InkEditor {
    /// The editor's searchable drawings. Drawings without length, such as dots, are left out.
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
