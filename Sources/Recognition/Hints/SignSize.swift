import Glibc
internal import Ink

/// A rule that distinguishes a final full stop from a comma by the size of its stroke.
///
/// The network sees a dot in two or three rows of features, and for the language commas within sentences are more frequent than full stops.
struct SignSize {
    /// Natural logarithm of the likelihood ratio of this stroke size, full stop to comma.
    let evidence: Double

    /// The mean and standard deviation of the logarithm of the size of periods and commas, which is their longer side in heights of the
    /// writing, of 2,222 full stops and 562 commas that end UNIPEN's training words and lines.
    private static let stop = (mean: -2.4, deviation: 0.83)
    private static let comma = (mean: -0.9, deviation: 0.68)
    /// The lower limit of a size, in heights; smaller sizes are within the tremor of a hand.
    private static let least = 0.02
    /// The weight of the evidence, which is below 1 because the network has already used a part of it.
    private static let trust = 0.7

    /// Returns nil unless the last stroke of the ink is small.
    init?(_ strokes: [Stroke]) {
        guard strokes.count > 1, let last = strokes.last, let sign = Box(around: last.points) else { return nil }
        let others = strokes.dropLast().compactMap { Box(around: $0.points) }
        guard let height = others.map(\.height).selfWeightedMean, others.allSatisfy({ $0.x < sign.x }) else { return nil }
        let size = log(max(Self.least, max(sign.width, sign.height) / height))
        evidence = Self.logDensity(size, Self.stop) - Self.logDensity(size, Self.comma)
    }

    /// Returns the readings, best first, with the size included in the scores of those that end with one of the two punctuation marks.
    func judged(_ readings: [Reading]) -> [Reading] {
        var judged = readings
        for index in judged.indices {
            switch judged[index].text.last {
            case ".": judged[index].score += Self.trust * evidence / 2
            case ",": judged[index].score -= Self.trust * evidence / 2
            default: break
            }
        }
        return judged.sorted { $0.score > $1.score }
    }

    private static func logDensity(_ x: Double, _ of: (mean: Double, deviation: Double)) -> Double {
        let z = (x - of.mean) / of.deviation
        return -z * z / 2 - log(of.deviation)
    }
}
