/// A text that an ink may say, and how it was spelt.
struct Reading: Equatable {
    /// The text, without spaces at its ends and without two in a row.
    var text: String
    /// The most probable classes that spell it.
    var classes: [Int]
    /// Natural logarithm of its probability, summed over all ways of spelling it.
    var score: Double

    /// The texts of the hypotheses, best first, each once; an empty text is none.
    static func best(of hypotheses: [BeamSearch.Hypothesis], alphabet: Alphabet) -> [Reading] {
        var readings: [Reading] = []
        for hypothesis in hypotheses {
            let text = alphabet.text(hypothesis.classes).split(separator: " ").joined(separator: " ")
            guard !text.isEmpty else { continue }
            if let same = readings.firstIndex(where: { $0.text == text }) {
                readings[same].score = logSum(readings[same].score, hypothesis.score)
            } else {
                readings.append(Reading(text: text, classes: hypothesis.classes, score: hypothesis.score))
            }
        }
        return readings.sorted { $0.score > $1.score }
    }
}
