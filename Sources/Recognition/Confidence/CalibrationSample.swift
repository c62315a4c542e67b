internal import Ink

/// What is known about one labelled ink for fitting `SpaceGaps` and `Confidence` to a network.
package struct CalibrationSample: Sendable {
    /// The best reading.
    package var text: String
    /// What `Confidence` sees of each word of it.
    package var words: [[Double]]
    /// What `Confidence` sees of the whole; empty if nothing was read.
    package var whole: [Double]
    /// What `SpaceGaps` sees of each pen lift.
    package var gaps: [[Double]]
    /// Whether the label has a space at each pen lift; nil where the label cannot be found in the ink.
    package var isSpace: [Bool]?

    /// Below this mean logarithm of its characters' probabilities a label is not what was written.
    static let leastAgreement = -1.0

    /// At which of the gaps the label's spaces lie: each at the widest between its neighbours, by the most probable alignment.
    static func spaces(of label: [Int], at gaps: [SpaceGaps.Gap], in scores: Scores, space: Int) -> [Bool]? {
        guard let steps = Alignment.steps(of: label, in: scores), steps.count == label.count, !label.isEmpty else { return nil }
        let agreement = zip(label, steps).reduce(0.0) { sum, one in
            sum + (one.1.map { Double(scores[$0, one.0]) }.max() ?? 0) / Double(label.count)
        }
        guard agreement >= leastAgreement else { return nil }
        var found = [Bool](repeating: false, count: gaps.count)
        for index in label.indices.dropFirst().dropLast() where label[index] == space {
            let (low, high) = (steps[index - 1].upperBound - 1, steps[index + 1].lowerBound + 1)
            let near = gaps.indices.filter { gaps[$0].lift >= low && gaps[$0].lift <= high }
            guard let widest = near.max(by: { gaps[$0].evidence[1] < gaps[$1].evidence[1] }) else { return nil }
            found[widest] = true
        }
        return found
    }
}
