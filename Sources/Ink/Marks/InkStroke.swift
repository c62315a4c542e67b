/// A stroke as it is drawn and kept: a path, what it is drawn with, where it was moved to, and what was erased of it.
public struct InkStroke: Sendable, Hashable, Identifiable {
    /// Its name in its editor.
    public var id: StrokeID
    /// The stroke that the pen drew: that of which this one is what an eraser left, or itself.
    public var root: StrokeID
    /// Its shape in its own coordinates, with nothing erased.
    public var path: StrokePath
    /// What it is drawn with.
    public var style: InkStyle
    /// From the path's coordinates to the document's.
    public var transform: InkTransform
    /// What is hidden of the path; nil if nothing is.
    public var mask: StrokeMask?

    /// A stroke of these.
    public init(
        id: StrokeID, root: StrokeID? = nil, path: StrokePath, style: InkStyle = InkStyle(), transform: InkTransform = .identity,
        mask: StrokeMask? = nil
    ) {
        self.id = id
        self.root = root ?? id
        self.path = path
        self.style = style
        self.transform = transform
        self.mask = mask
    }

    /// The stroke that a pen drew through these samples, in the unit of `tolerance`; see
    /// `StrokePath.init(fitting:tolerance:style:created:)`.
    public init(id: StrokeID, fitting samples: [InkPoint], style: InkStyle = InkStyle(), created: Int64, tolerance: Double = 0.05) {
        self.init(id: id, path: StrokePath(fitting: samples, tolerance: tolerance, style: style, created: created), style: style)
    }
}
