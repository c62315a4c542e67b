import Glibc

/// A second look at an ink that was read without certainty: the same ink wider, read by the same network.
///
/// The network is more used to some widths of writing than to others, and errs differently at each. Of every reading of either view its
/// probability in the network's eyes is the geometric mean of both; what the language and the hints say of it stays.
struct SecondView {
    /// How much wider the ink is made.
    static let stretch = 1.4
    /// Readings of each view that are compared.
    private static let most = 8

    /// The network's scores of either view.
    let first: Scores
    let second: Scores

    /// Whether the best reading has less than this share of the probability of all.
    static func isDue(_ readings: [Reading], doubt: Double) -> Bool {
        guard doubt > 0, let best = readings.first else { return false }
        let total = readings.reduce(-.infinity) { logSum($0, $1.score) }
        return best.score - total < log(doubt)
    }

    /// The readings of both views, best first.
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
        // a reading that one of the views cannot spell at all is none
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
