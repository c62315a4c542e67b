import Glibc
internal import Ink

/// A rule that distinguishes a final full stop from a comma by the size of its stroke.
///
/// The network sees a dot in two or three rows of features. For the language, commas within sentences are more frequent than full stops.
struct SignSize {
    /// Natural logarithm of the ratio of the likelihoods of the stroke's size: of a full stop to that of a comma.
    let evidence: Double

    /// The mean and standard deviation of the logarithm of the size of the 2,222 full stops that end UNIPEN's training words and lines. The
    /// size is the longer side, in heights of the writing.
    private static let stop = (mean: -2.4, deviation: 0.83)
    /// The mean and standard deviation of the logarithm of the size of the 562 commas that end UNIPEN's training words and lines.
    private static let comma = (mean: -0.9, deviation: 0.68)
    /// The lower limit of a size, in heights of the writing; smaller sizes are within the tremor of a hand.
    private static let least = 0.02
    /// The weight of the evidence, which is below 1 because the network has already used a part of it.
    private static let trust = 0.7

    /// Measures the last stroke of the ink; nil unless all other strokes begin to the left of it.
    init?(_ strokes: [Stroke]) {
        guard strokes.count > 1, let last = strokes.last, let sign = Box(around: last.points) else { return nil }
        let others = strokes.dropLast().compactMap { Box(around: $0.points) }
        guard let height = others.map(\.height).selfWeightedMean, others.allSatisfy({ $0.x < sign.x }) else { return nil }
        let size = log(max(Self.least, max(sign.width, sign.height) / height))
        evidence = Self.logDensity(size, Self.stop) - Self.logDensity(size, Self.comma)
    }

    /// Returns the readings, best first. The scores of readings that end with a full stop or a comma include the size.
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
