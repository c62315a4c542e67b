/// Strokes in the order in which they were drawn.
public struct Drawing: Sendable, Hashable {
    /// The first lies below all others.
    public var strokes: [InkStroke]

    /// A drawing of these strokes.
    public init(strokes: [InkStroke] = []) { self.strokes = strokes }

    /// The strokes of a range of places in the order of drawing, those of them that exist.
    public subscript(range: Range<Int>) -> Drawing { Drawing(strokes: Array(strokes[range.clamped(to: strokes.indices)])) }

    /// Draws all of another drawing on top.
    public mutating func append(_ other: Drawing) { strokes += other.strokes }

    /// The smallest box around all ink; nil if there is none.
    public var bounds: Box? {
        strokes.lazy.compactMap(\.renderBounds).reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box }
    }
}
