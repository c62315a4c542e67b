internal import Ink

/// A fault of a stroke that was to be copied.
public enum StrokeFault: Sendable, Hashable {
    /// It is another stroke's turn.
    case order
    /// The pen went the other way.
    case direction
    /// It looks otherwise.
    case shape
    /// It lies elsewhere.
    case place
    /// It is much shorter or longer.
    case size
}

/// How well a stroke copies a template.
public struct StrokeComparison: Sendable, Hashable {
    /// The first thing that is wrong; nil: the stroke passes.
    public let fault: StrokeFault?
    /// The mean distance of the two when they are laid upon one another, in heights of a small letter.
    public let shape: Double
    /// The distance of their middles, in heights of a small letter.
    public let place: Double
    /// 1 for the template itself, 0 for what is twice as far from it as passes.
    public let score: Double

    /// - Parameters:
    ///   - unit: the height of a small letter, in the unit of both.
    init(of written: StrokeShape, with wanted: StrokeShape, unit: Double, _ difficulty: Difficulty) {
        let moved = written.moved(by: wanted.centre - written.centre)
        shape = moved.distance(to: wanted) / unit
        place = written.centre.distance(to: wanted.centre) / unit
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

    /// A stroke that is shorter than this is a dot, in heights of a small letter.
    private static let dot = 0.35
    /// The other way round it fits so many times as well.
    private static let reversal = 0.6
}
