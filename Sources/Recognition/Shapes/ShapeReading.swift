/// A place in the units of the strokes, y growing downwards.
public struct ShapePoint: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// The place with these coordinates.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A drawn shape made even, in the units of the strokes. Angles are radians, clockwise because y grows downwards.
public enum ShapeGeometry: Sendable, Hashable {
    /// From where it was begun to where it ended.
    case line(from: ShapePoint, to: ShapePoint)
    /// The shaft from its tail to its tip, and the far ends of the head's two sides.
    case arrow(tail: ShapePoint, tip: ShapePoint, barbs: [ShapePoint])
    /// An arrow with a head at both ends.
    case doubleArrow(ShapePoint, ShapePoint)
    /// `rotation` turns the side called width from the x axis: −π/4 < rotation ≤ π/4.
    case rectangle(centre: ShapePoint, width: Double, height: Double, rotation: Double)
    /// `rotation` turns the longer axis from the x axis: −π/2 < rotation ≤ π/2. Radii are half axes.
    case ellipse(centre: ShapePoint, major: Double, minor: Double, rotation: Double)
    case circle(centre: ShapePoint, radius: Double)
    /// Triangle, diamond, pentagon or hexagon: its corners in order, clockwise as seen.
    case polygon(corners: [ShapePoint])
    /// `points` tips at `outer` from the centre, the first in the direction `rotation`, and the notches between them at `inner`.
    case star(centre: ShapePoint, points: Int, outer: Double, inner: Double, rotation: Double)
    /// The corners of a stroke in the order it was drawn: zig-zag, caret, v, check; for a curve as many points as it takes to follow it.
    case path([ShapePoint])
}

/// One of the shapes that an ink may be.
public struct ShapeCandidate: Sendable, Hashable {
    /// The name of the shape: see `ShapeRecognizer.names`.
    public var name: String
    /// 0…1: how probable it is, calibrated on generated shapes.
    public var score: Double
    /// What the ink is as this shape; nil for shapes that have no numbers, such as letters, and where the ink does not suffice.
    public var geometry: ShapeGeometry?

    /// A shape.
    @inlinable public init(name: String, score: Double, geometry: ShapeGeometry? = nil) {
        self.name = name
        self.score = score
        self.geometry = geometry
    }
}

/// What an ink may be, taken as one shape.
public struct ShapeReading: Sendable, Hashable {
    /// Best two candidates whose scores lie closer together than this make a reading ambiguous.
    public static let ambiguousMargin = 0.3

    /// Shapes, best first.
    public var candidates: [ShapeCandidate]

    /// Whether the second shape is nearly as probable as the first: ask, or do nothing.
    public var ambiguous: Bool { candidates.count > 1 && candidates[0].score - candidates[1].score < Self.ambiguousMargin }

    /// A reading of these candidates, best first.
    @inlinable public init(candidates: [ShapeCandidate]) { self.candidates = candidates }
}
