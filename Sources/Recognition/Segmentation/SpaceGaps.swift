internal import FoundationEssentials
internal import Glibc
internal import Ink

/// A model that combines the gaps between strokes with the network's probabilities of spaces.
///
/// At every pen lift after which the writing continues to the right, a logistic regression estimates the probability of a space. Its
/// features are the network's log-odds of a space there, the width of the gap and the line's usual gap. Probability moves between the space
/// and CTC's blank only, so that no other character is affected. The weights belong to a network and are stored in its model's metadata;
/// `training/inkd_training/text/calibrate.py` fits and writes them.
struct SpaceGaps: Sendable, Hashable, Decodable {
    /// The number of steps before and after a pen lift within which the network may read the space.
    private static let reach = 2
    /// The limit of the absolute value of the network's log-odds.
    private static let surest = 9.2
    /// The range that a gap's width is clamped to, in standard deviations of the ink's height.
    private static let narrowest = -2.0, widest = 6.0

    /// The constant term, then a weight for each number of `evidence`.
    private var weights: [Double]

    /// A pen lift that may be a space.
    struct Gap: Equatable {
        /// The step at which the pen touches down again.
        var lift: Int
        /// The steps at which the network may read the space.
        var steps: ClosedRange<Int>
        /// The network's log-odds of a space at the gap; and the width of the gap and the median of the ink's gaps, in standard
        /// deviations of the ink's height.
        var evidence: [Double]
    }

    /// Reads the model's metadata.
    ///
    /// - Throws: `metadata`.
    init(json: String) throws(RecognitionError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw .metadata(key: "space_gaps", problem: "is not the expected JSON")
        }
        guard weights.count == 4, weights.allSatisfy(\.isFinite) else {
            throw .metadata(key: "space_gaps", problem: "has \(weights.count) weights, expected 4 numbers")
        }
    }

    /// Returns the scores, in which the space and the blank are adjusted by the evidence of the gaps.
    func adjusted(_ scores: Scores, gaps: [Gap], space: Int) -> Scores {
        var values = scores.values
        for gap in gaps {
            let odds = zip(weights.dropFirst(), gap.evidence).reduce(weights[0]) { $0 + $1.0 * $1.1 }
            let change = odds - gap.evidence[0]
            // a removed space is removed at all steps; an added space is added at one step, where no character loses probability
            let steps = change > 0 ? [Self.best(gap.steps, of: scores, space: space)] : Array(gap.steps)
            for step in steps {
                let (blank, own) = (Double(scores[step, 0]), Double(scores[step, space]))
                let both = logSum(blank, own)
                guard both > -.infinity, blank > -.infinity || own > -.infinity else { continue }
                let ratio = min(max(own - blank + change, -40), 40)
                values[step * scores.classes + space] = Float(both - log1p(exp(-ratio)))
                values[step * scores.classes] = Float(both - log1p(exp(ratio)))
            }
        }
        return Scores(steps: scores.steps, classes: scores.classes, values: values) ?? scores
    }

    private static func best(_ steps: ClosedRange<Int>, of scores: Scores, space: Int) -> Int {
        func worth(_ step: Int) -> Double {
            max(Double(scores[step, space]), -6) + logSum(Double(scores[step, 0]), Double(scores[step, space]))
        }
        return steps.max { worth($0) < worth($1) } ?? steps.lowerBound
    }

    /// Returns every pen lift after which the writing continues to the right.
    static func gaps(_ strokes: [Stroke], _ features: Features, scores: Scores, rowsPerStep: Int, space: Int) -> [Gap] {
        guard features.rows > 0, scores.steps > 0, space < scores.classes else { return [] }
        let size = LineSize.deviation(strokes, features)
        var lifts: [(step: Int, width: Double)] = []
        var right = -Double.infinity
        for row in 0..<features.rows where features.isStart(row) {
            guard let box = strokes[features.stroke[row]].bounds else { continue }
            if right > -.infinity, box.right > right {
                let width = min(max((box.x - right) / size, narrowest), widest)
                lifts.append((min(row / rowsPerStep, scores.steps - 1), width))
            }
            right = max(right, box.right)
        }
        let widths = lifts.map(\.width).sorted()
        return lifts.indices.map { index in
            let step = lifts[index].step
            let low = max(0, step - reach, index > 0 ? (lifts[index - 1].step + step) / 2 + 1 : 0)
            let high = min(scores.steps - 1, step + reach, index + 1 < lifts.count ? (lifts[index + 1].step + step) / 2 : .max)
            let steps = low <= high ? low...high : step...step
            let belief = steps.reduce(-Double.infinity) { max($0, Double(scores[$1, space])) }
            let odds = belief < 0 ? belief - log1p(-exp(belief)) : surest
            let usual = (widths[(widths.count - 1) / 2] + widths[widths.count / 2]) / 2
            return Gap(lift: step, steps: steps, evidence: [min(max(odds, -surest), surest), lifts[index].width, usual])
        }
    }
}
