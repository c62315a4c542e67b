/// A text that an ink may say, and how it was spelt.
struct Reading: Equatable {
    /// The text, without two spaces in a row or one at its end; one at its start only if it stands between what was before and this.
    var text: String
    /// The most probable classes that spell it.
    var classes: [Int]
    /// Natural logarithm of its probability, summed over all ways of spelling it, plus what the language and the hints say of it.
    var score: Double
    /// Natural logarithm of its probability in the network's eyes alone.
    var ink = 0.0

    /// What never stands behind a space of its own.
    private static let closing: Set<Character> = [".", ",", ";", ":", "!", "?", ")", "]", "}", "%", "»"]

    /// The texts of the hypotheses, best first, each once; an empty text is none.
    static func best(of hypotheses: [BeamSearch.Hypothesis], alphabet: Alphabet) -> [Reading] {
        var readings: [Reading] = []
        for hypothesis in hypotheses {
            var text = alphabet.text(hypothesis.classes).split(separator: " ").joined(separator: " ")
            guard let first = text.first else { continue }
            if hypothesis.followsSpace, !closing.contains(first) { text = " " + text }
            if let same = readings.firstIndex(where: { $0.text == text }) {
                readings[same].score = logSum(readings[same].score, hypothesis.score)
                readings[same].ink = logSum(readings[same].ink, hypothesis.ink)
            } else {
                readings.append(Reading(text: text, classes: hypothesis.classes, score: hypothesis.score, ink: hypothesis.ink))
            }
        }
        return readings.sorted { $0.score > $1.score }
    }

    /// The readings with scores that are natural logarithms of their probabilities among each other: whatever a language and hints add,
    /// they sum to one.
    static func normalised(_ readings: [Reading]) -> [Reading] {
        let total = readings.reduce(-.infinity) { logSum($0, $1.score) }
        guard total.isFinite else { return readings }
        return readings.map { Reading(text: $0.text, classes: $0.classes, score: $0.score - total, ink: $0.ink) }
    }
}
