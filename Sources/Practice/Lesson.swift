public import Ink

/// Strokes to copy one after the other, with the learner's progress.
public struct Lesson: Sendable {
    /// The strokes to copy, in order. Each is a list of points that is never empty.
    public let template: [[Point]]
    /// The strokes of `template`, prepared for comparison.
    private let shapes: [StrokeShape]
    /// The height of a small letter, in the unit of the template.
    public let unit: Double
    /// How exactly strokes must be copied.
    public let difficulty: Difficulty
    /// Whether the strokes must be drawn in the given order.
    public let isOrdered: Bool
    /// The score of each stroke that passed; nil for those still to be copied.
    public private(set) var scores: [Double?]
    /// The number of strokes tried.
    public private(set) var tries = 0

    /// Creates a lesson without progress.
    ///
    /// - Parameters:
    ///   - template: The strokes; strokes without points are dropped.
    ///   - unit: The height of a small letter; positive.
    public init(_ template: [[Point]], unit: Double, difficulty: Difficulty = Difficulty(0.5), isOrdered: Bool = true) {
        self.template = template.filter { !$0.isEmpty }
        shapes = self.template.map { StrokeShape($0) }
        self.unit = unit
        self.difficulty = difficulty
        self.isOrdered = isOrdered
        scores = Array(repeating: nil, count: self.template.count)
    }

    /// The result of comparing a stroke with the template.
    public struct Judgment: Sendable, Hashable {
        /// The index of the template's stroke that the user's stroke was compared with.
        public let index: Int
        /// How well the user's stroke copies that stroke.
        public let comparison: StrokeComparison
        /// The fault of the user's stroke; nil if the stroke passes, so that the next one may follow.
        public let fault: StrokeFault?

        /// Whether the stroke passes.
        public var isPassed: Bool { fault == nil }
    }

    /// The index of the stroke to copy next; nil if all are copied.
    public var next: Int? { scores.firstIndex { $0 == nil } }
    /// The number of copied strokes.
    public var passed: Int { scores.count { $0 != nil } }
    /// The sum of the scores of the strokes that passed, divided by the number of tries: 0 to 1.
    public var score: Double { tries > 0 ? scores.compactMap(\.self).reduce(0, +) / Double(tries) : 0 }

    /// Judges a stroke; if it passes, the template stroke counts as copied, otherwise it must be tried again.
    ///
    /// - Returns: nil if no stroke is left to copy, or if the stroke has no points.
    public mutating func judge(_ stroke: [Point]) -> Judgment? {
        guard let next, !stroke.isEmpty else { return nil }
        tries += 1
        let written = StrokeShape(stroke)
        let judged = compare(written, with: next)
        guard judged.fault != nil else { return pass(next, judged) }
        // the other strokes that are still to be copied
        let others = scores.indices.filter { $0 != next && scores[$0] == nil }.map { ($0, compare(written, with: $0)) }
        guard let (index, other) = others.filter({ $0.1.fault == nil }).max(by: { $0.1.score < $1.1.score }) else {
            return nearest(next, judged, others)
        }
        return isOrdered ? Judgment(index: next, comparison: judged, fault: .order) : pass(index, other)
    }

    private mutating func pass(_ index: Int, _ comparison: StrokeComparison) -> Judgment {
        scores[index] = comparison.score
        return Judgment(index: index, comparison: comparison, fault: nil)
    }

    /// Judges a stroke that matches no template stroke. If any order is allowed, the stroke is compared with the most similar template
    /// stroke.
    private func nearest(_ next: Int, _ judged: StrokeComparison, _ others: [(Int, StrokeComparison)]) -> Judgment {
        let best = isOrdered ? nil : others.max { $0.1.score < $1.1.score }
        guard let (index, other) = best, other.score > judged.score else {
            return Judgment(index: next, comparison: judged, fault: judged.fault)
        }
        return Judgment(index: index, comparison: other, fault: other.fault)
    }

    private func compare(_ written: StrokeShape, with index: Int) -> StrokeComparison {
        StrokeComparison(of: written, with: shapes[index], unit: unit, difficulty)
    }
}
