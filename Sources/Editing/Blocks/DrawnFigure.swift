public import Ink

/// Strokes that may be a figure: a shape or a connection. A copy that has nothing more to do with the editor.
public struct FigureSnapshot: Sendable, Hashable {
    /// The stroke that was just drawn, then together with one, two and three drawn before it: of several the largest that is a figure counts.
    public var groups: [[Stroke]]
    /// The editor's revision.
    public var revision: UInt64
}

/// Strokes that were recognised as a shape or a connection.
public struct DrawnFigure: Sendable, Hashable {
    /// Which, ascending; never empty.
    public var strokes: [StrokeID]
    /// The name of the shape, such as `rectangle`.
    public var name: String
    /// What it is, made even.
    public var figure: Figure

    /// A figure drawn with these strokes.
    public init(strokes: [StrokeID], name: String, figure: Figure) {
        self.strokes = strokes
        self.name = name
        self.figure = figure
    }

    /// What it is in a diagram.
    public var blockType: BlockType {
        switch figure {
        case .ellipse: .node
        case .polygon(let points, let closed, _, _): closed ? .node : points.count > 2 ? .polyedge : .edge
        }
    }
}
