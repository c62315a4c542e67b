import Glibc

/// A second reading of an uncertain ink: the same network reads a widened copy of the ink.
///
/// The network makes different errors at different widths of writing. The network's probability of a reading becomes the geometric mean of
/// its probabilities in both views; the scores of the language model and the hints stay unchanged.
struct SecondView {
    /// The factor by which the ink is widened.
    static let stretch = 1.4
    /// The maximum number of readings of each view that are compared.
    private static let most = 8

    /// The network's scores of the ink in the first view.
    let first: Scores
    /// The network's scores of the widened ink.
    let second: Scores

    /// Whether a second view is needed, because the best reading has less than the fraction `doubt` of the total probability.
    static func isDue(_ readings: [Reading], doubt: Double) -> Bool {
        guard doubt > 0, let best = readings.first else { return false }
        let total = readings.reduce(-.infinity) { logSum($0, $1.score) }
        return best.score - total < log(doubt)
    }

    /// Returns the readings of both views, best first.
    func merged(_ readings: [Reading], _ others: [Reading]) -> [Reading] {
        var all: [Reading] = []
        for reading in readings.prefix(Self.most) {
            let same = others.first { $0.text == reading.text }
            all.append(mean(reading, reading.ink, same?.ink ?? ForwardScore.logProbability(of: reading.classes, in: second)))
        }
        for other in others.prefix(Self.most) where !all.contains(where: { $0.text == other.text }) {
            let same = readings.first { $0.text == other.text }
            var reading = mean(other, same?.ink ?? ForwardScore.logProbability(of: other.classes, in: first), other.ink)
            if let same { reading.classes = same.classes }
            all.append(reading)
        }
        // a reading that one of the views cannot spell is dropped
        let possible = all.filter { $0.score > -.infinity }
        return possible.isEmpty ? readings : possible.sorted { $0.score > $1.score }
    }

    private func mean(_ reading: Reading, _ first: Double, _ second: Double) -> Reading {
        var reading = reading
        let ink = (first + second) / 2
        reading.score += ink - reading.ink
        reading.ink = ink
        return reading
    }
}
