public import Ink

/// Strokes to copy one after the other, and how far somebody has come with them.
public struct Lesson: Sendable {
    /// The strokes to copy, in order: places of each, none of them empty.
    public let template: [[Place]]
    /// The same for comparison.
    private let shapes: [StrokeShape]
    /// The height of a small letter, in the unit of the template.
    public let unit: Double
    /// How exactly strokes have to be copied.
    public let difficulty: Difficulty
    /// The order of the strokes counts.
    public let isOrdered: Bool
    /// The best score of each stroke that passed; nil for those that are still to be copied.
    public private(set) var scores: [Double?]
    /// Strokes that were tried.
    public private(set) var tries = 0

    /// Nothing of it is copied yet.
    ///
    /// - Parameters:
    ///   - template: strokes without places are left out.
    ///   - unit: more than 0.
    public init(_ template: [[Place]], unit: Double, difficulty: Difficulty = Difficulty(0.5), isOrdered: Bool = true) {
        self.template = template.filter { !$0.isEmpty }
        shapes = self.template.map { StrokeShape($0) }
        self.unit = unit
        self.difficulty = difficulty
        self.isOrdered = isOrdered
        scores = Array(repeating: nil, count: self.template.count)
    }

    /// A stroke that was judged.
    public struct Judgement: Sendable, Hashable {
        /// The stroke of the template that it was compared with.
        public let index: Int
        /// How well it copies that one.
        public let comparison: StrokeComparison
        /// What is wrong; nil: it passes, and the next one may come.
        public let fault: StrokeFault?

        /// It passes.
        public var isPassed: Bool { fault == nil }
    }

    /// The stroke to copy next; nil when all are.
    public var next: Int? { scores.firstIndex { $0 == nil } }
    /// Strokes that are copied.
    public var passed: Int { scores.count { $0 != nil } }
    /// The scores of the strokes that passed, by all that were tried: 0 to 1.
    public var score: Double { tries > 0 ? scores.compactMap(\.self).reduce(0, +) / Double(tries) : 0 }

    /// Judges a stroke: one that passes counts as copied, another one is to be tried again.
    ///
    /// - Returns: nil if nothing is left to copy, or the stroke has no places.
    public mutating func judge(_ stroke: [Place]) -> Judgement? {
        guard let next, !stroke.isEmpty else { return nil }
        tries += 1
        let written = StrokeShape(stroke)
        let judged = compare(written, with: next)
        guard judged.fault != nil else { return pass(next, judged) }
        // another one that is still to be copied
        let others = scores.indices.filter { $0 != next && scores[$0] == nil }.map { ($0, compare(written, with: $0)) }
        guard let (index, other) = others.filter({ $0.1.fault == nil }).max(by: { $0.1.score < $1.1.score }) else {
            return nearest(next, judged, others)
        }
        return isOrdered ? Judgement(index: next, comparison: judged, fault: .order) : pass(index, other)
    }

    private mutating func pass(_ index: Int, _ comparison: StrokeComparison) -> Judgement {
        scores[index] = comparison.score
        return Judgement(index: index, comparison: comparison, fault: nil)
    }

    /// Where any order is right, a stroke that passes for none is judged by the one that it is most like.
    private func nearest(_ next: Int, _ judged: StrokeComparison, _ others: [(Int, StrokeComparison)]) -> Judgement {
        let best = isOrdered ? nil : others.max { $0.1.score < $1.1.score }
        guard let (index, other) = best, other.score > judged.score else {
            return Judgement(index: next, comparison: judged, fault: judged.fault)
        }
        return Judgement(index: index, comparison: other, fault: other.fault)
    }

    private func compare(_ written: StrokeShape, with index: Int) -> StrokeComparison {
        StrokeComparison(of: written, with: shapes[index], unit: unit, difficulty)
    }
}
