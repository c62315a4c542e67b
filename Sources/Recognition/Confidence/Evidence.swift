internal import Glibc

/// The numbers from which a reading's confidence is computed.
enum Evidence {
    /// How many there are for a word.
    static let wordNumbers = 5
    /// How many there are for a whole text.
    static let textNumbers = 4

    /// Of one word: logits of its share of the ink's and of its own readings, mean and least logarithm of a character's probability,
    /// and the logarithm of its length.
    static func ofWord(_ word: WordReadings.Word, _ segments: ArraySlice<Segment>, in scores: Scores) -> [Double] {
        let (mean, least) = characters(segments, in: scores)
        return [logit(word.shared), logit(word.own), mean, least, log(Double(max(1, segments.count)))]
    }

    /// Of a whole text: logit of its share of the ink's readings, mean and least logarithm of a character's probability, and the
    /// sum of the logarithms of its words' shares of their own readings.
    static func ofText(_ words: [WordReadings.Word], _ segments: [Segment], readings: [Reading], in scores: Scores) -> [Double] {
        let total = readings.reduce(-.infinity) { logSum($0, $1.score) }
        let share = total > -.infinity ? exp((readings.first?.score ?? -.infinity) - total) : 0
        let (mean, least) = characters(segments[...], in: scores)
        return [logit(share), mean, least, words.reduce(0) { $0 + log(max(1e-3, $1.own)) }]
    }

    /// Of every character the largest probability at its steps.
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

    /// Never beyond ±7: what is rarer than one in a thousand was not seen often enough to know more.
    private static func logit(_ share: Double) -> Double {
        // in this order no number at all counts as the least
        let share = min(max(1e-3, share), 1 - 1e-3)
        return log(share / (1 - share))
    }
}
