public import Ink

/// An ink as a picture shows it: what the pen did, and what was read.
public struct InkPicture: Sendable {
    /// In the unit of the ink, y downwards, with times and force where they are known.
    public var strokes: [[InkPoint]]
    /// Millimetres that the hand moved for a unit of the ink; nil if it is unknown.
    public var millimetresPerUnit: Double?
    /// Whether the times were told by the pen and not made up.
    public var isTimed: Bool
    /// What is written below the ink; nil for nothing.
    public var caption: String?
    /// What was read, to be drawn where it is written, in the unit of the ink.
    public var words: [TranscribedWord]

    /// Strokes of which nothing else is known.
    public init(
        strokes: [[InkPoint]], millimetresPerUnit: Double? = nil, isTimed: Bool = false, caption: String? = nil,
        words: [TranscribedWord] = []
    ) {
        self.strokes = strokes
        self.millimetresPerUnit = millimetresPerUnit
        self.isTimed = isTimed
        self.caption = caption
        self.words = words
    }

    /// Around all that can be drawn; nil without ink.
    var bounds: Box? {
        Box(around: strokes.lazy.joined().filter { $0.x.isFinite && $0.y.isFinite })
    }

    /// From the first sample to the last, in microseconds.
    var times: (first: Instant, last: Instant)? {
        let times = strokes.lazy.joined().map(\.time)
        guard let first = times.min(), let last = times.max() else { return nil }
        return (first, last)
    }

    /// How many units of the ink its pen is wide: half a millimetre, as far as that suits the height of what it wrote. Contributors have been
    /// wrong about their tablets.
    var penWidth: Double {
        let boxes = strokes.compactMap { Box(around: $0) }
        // a dash is no high letter, and no flat one either
        let heights = boxes.map { max($0.height, $0.width / 4) }.filter { $0 > 0 && $0.isFinite }.sorted()
        guard let highest = heights.last else { return 1 }
        // dots and bars that were added later do not tell the height of a word
        let usual = max(heights[heights.count / 2], 0.6 * highest)
        guard let millimetresPerUnit, millimetresPerUnit > 0 else { return usual / 18 }
        return min(usual / 12, max(usual / 36, 0.5 / millimetresPerUnit))
    }
}
