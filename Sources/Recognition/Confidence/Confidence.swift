internal import FoundationEssentials
internal import Glibc
internal import Ink

/// The probability that a reading is right, estimated by logistic regressions fitted to readings of ink with known text.
///
/// The regressions belong to a network and are stored in its model's metadata; `training/inkd_training/text/calibrate.py` fits and writes
/// them.
struct Confidence: Sendable, Hashable, Decodable {
    /// The version of `Evidence`; calibrations for another version are refused.
    static let evidence = 1

    private var evidence: Int
    /// The constant term, then a weight for each feature of `Evidence.ofWord`.
    private var word: [Double]
    /// The constant term, then a weight for each feature of `Evidence.ofText`.
    private var text: [Double]

    /// Reads the model's metadata.
    ///
    /// - Throws: `metadata`.
    init(json: String) throws(RecognitionError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw .metadata(key: "confidence", problem: "is not the expected JSON")
        }
        guard evidence == Self.evidence else {
            throw .metadata(key: "confidence", problem: "is for evidence \(evidence), expected \(Self.evidence); fit it again")
        }
        guard word.count == Evidence.wordNumbers + 1, text.count == Evidence.textNumbers + 1 else {
            throw .metadata(key: "confidence", problem: "has \(word.count) and \(text.count) weights")
        }
        guard (word + text).allSatisfy(\.isFinite) else {
            throw .metadata(key: "confidence", problem: "holds a weight that is not finite")
        }
    }

    /// Returns the probability, 0…1, that a word is right, from the features of `Evidence.ofWord`.
    func ofWord(_ numbers: [Double]) -> Double { Self.share(word, numbers) }

    /// Returns the probability, 0…1, that a whole text is right, from the features of `Evidence.ofText`.
    func ofText(_ numbers: [Double]) -> Double { Self.share(text, numbers) }

    private static func share(_ weights: [Double], _ numbers: [Double]) -> Double {
        1 / (1 + exp(-zip(weights.dropFirst(), numbers).reduce(weights[0]) { $0 + $1.0 * $1.1 }))
    }
}

/// The features from which a reading's confidence is computed.
enum Evidence {
    /// The number of features of a word.
    static let wordNumbers = 5
    /// The number of features of a whole text.
    static let textNumbers = 4

    /// Returns the features of one word: the logits of its probability among the readings of the whole ink and among those of the word's
    /// steps alone, the mean and minimum log-probability of its characters, and the logarithm of its length.
    static func ofWord(_ word: WordReadings.Word, _ segments: ArraySlice<Segment>, in scores: Scores) -> [Double] {
        let (mean, least) = characters(segments, in: scores)
        return [logit(word.shared), logit(word.own), mean, least, log(Double(max(1, segments.count)))]
    }

    /// Returns the features of a whole text: logit of its probability among the ink's readings, the mean and minimum log-probability of
    /// its characters, and the sum of the log-probabilities of its words among their own readings.
    static func ofText(_ words: [WordReadings.Word], _ segments: [Segment], readings: [Reading], in scores: Scores) -> [Double] {
        let total = readings.reduce(-.infinity) { logSum($0, $1.score) }
        let share = total > -.infinity ? exp((readings.first?.score ?? -.infinity) - total) : 0
        let (mean, least) = characters(segments[...], in: scores)
        return [logit(share), mean, least, words.reduce(0) { $0 + log(max(1e-3, $1.own)) }]
    }

    /// Returns the mean and the minimum over all characters of a character's largest log-probability at its steps.
    private static func characters(_ segments: ArraySlice<Segment>, in scores: Scores) -> (mean: Double, least: Double) {
        let best = segments.map { segment in
            segment.steps.reduce(-7.0) { step, next in
                guard next < scores.steps, segment.label < scores.classes else { return step }
                return max(step, Double(scores[next, segment.label]))
            }
        }
        guard let least = best.min() else { return (0, 0) }
        return (best.reduce(0, +) / Double(best.count), least)
    }

    /// Returns the logit, limited to ±7: less probable events are too rare in the calibration data.
    private static func logit(_ share: Double) -> Double {
        // with the arguments in this order, NaN becomes the lower limit
        let share = min(max(1e-3, share), 1 - 1e-3)
        return log(share / (1 - share))
    }
}

/// The features of one labeled ink, for fitting `SpaceGaps` and `Confidence` to a network.
package struct CalibrationSample: Sendable {
    /// The best reading.
    package var text: String
    /// The features of each word of the reading, for `Confidence`.
    package var words: [[Double]]
    /// The features of the whole reading, for `Confidence`; empty for an empty reading.
    package var whole: [Double]
    /// The features of each pen lift, for `SpaceGaps`.
    package var gaps: [[Double]]
    /// Whether the label has a space at each pen lift; nil if the label cannot be aligned with the ink.
    package var isSpace: [Bool]?

    /// The minimum mean log-probability of a label's characters; below it, the label does not match the ink.
    static let leastAgreement = -1.0

    /// Returns for each gap whether the label has a space there. By the most probable alignment, a space is at the widest gap between its
    /// neighboring characters. Returns nil if the label cannot be aligned with the ink.
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
