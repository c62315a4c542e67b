internal import Ink

/// A fault of a copied stroke.
public enum StrokeFault: Sendable, Hashable {
    /// The stroke copies another stroke of the template than the next one.
    case order
    /// The pen moved in the opposite direction.
    case direction
    /// The shape differs.
    case shape
    /// The position differs.
    case place
    /// The stroke is much shorter or longer.
    case size
}

/// How well a stroke copies a template.
public struct StrokeComparison: Sendable, Hashable {
    /// The first fault found, in the order direction, size, shape, place; nil if the stroke passes.
    public let fault: StrokeFault?
    /// The mean distance of the two strokes when superimposed, in heights of a small letter.
    public let shape: Double
    /// The distance between the centers of the two strokes, in heights of a small letter.
    public let place: Double
    /// The score: 1 for the template itself, 0 at twice the maximum distance that passes, and 0 for a reversed stroke.
    public let score: Double

    /// Compares a written stroke with a template stroke.
    ///
    /// - Parameters:
    ///   - unit: The height of a small letter, in the unit of both strokes.
    init(of written: StrokeShape, with wanted: StrokeShape, unit: Double, _ difficulty: Difficulty) {
        let moved = written.moved(by: wanted.center - written.center)
        shape = moved.distance(to: wanted) / unit
        place = written.center.distance(to: wanted.center) / unit
        let reversed = moved.reversed.distance(to: wanted) / unit
        // a dot has neither direction nor length
        let isDot = max(written.length, wanted.length) < Self.dot * unit
        let ratio = (written.length + Self.dot * unit) / (wanted.length + Self.dot * unit)
        fault =
            if !isDot, reversed < Self.reversal * shape, reversed < difficulty.shape {
                .direction
            } else if max(ratio, 1 / ratio) > difficulty.length {
                .size
            } else if shape > difficulty.shape {
                .shape
            } else if place > difficulty.place {
                .place
            } else {
                nil
            }
        let far = max(shape / difficulty.shape, place / difficulty.place)
        score = fault == .direction ? 0 : max(0, 1 - far / 2)
    }

    /// The length below which a stroke is a dot, in heights of a small letter.
    private static let dot = 0.35
    /// A stroke is reversed if its distance from the template in the opposite direction is less than this fraction of its distance as
    /// drawn.
    private static let reversal = 0.6
}
