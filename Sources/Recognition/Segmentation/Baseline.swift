internal import Ink

/// The baseline and x-height of a reading: robust fits to the boxes of its characters.
///
/// The slope is the median over pairs of letters half a line apart (the incomplete method of Theil 1950, "A rank-invariant method of linear
/// and polynomial regression analysis"). The height is the median of the letters' lower edges without the slope. Each word may be offset
/// from the line by the median of its own letters, shrunk by n / (n + 2) for n letters.
struct Baseline {
    /// Letters and digits that descend, or may descend, below the line.
    private static let descending = Set("gjpqyfJQßçÇ".unicodeScalars)
    /// Letters with the height of an x, with or without a descender.
    private static let small = Set("acegmnopqrsuvwxyzæœç".unicodeScalars)
    private static let steepest = 0.5

    private var slope = 0.0
    private var height: Double?
    private var xHeight: Double?
    /// For each word: the centers of the lower edges of letters on the baseline.
    private var standing: [[(x: Double, y: Double)]] = []
    /// For each word: the centers of the upper edges of small letters.
    private var tops: [[(x: Double, y: Double)]] = []

    /// Fits the line of these characters, one box each.
    init(_ segments: [Segment], boxes: [Box?]) {
        let words = (segments.last?.word ?? -1) + 1
        standing = Array(repeating: [], count: words)
        tops = standing
        for (segment, box) in zip(segments, boxes) {
            guard let box, let scalar = segment.text.unicodeScalars.first else { continue }
            let x = box.x + box.width / 2
            if Self.small.contains(scalar) { tops[segment.word].append((x, box.y)) }
            let isUpright = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            if isUpright, !Self.descending.contains(scalar) { standing[segment.word].append((x, box.bottom)) }
        }
        let all = standing.flatMap { $0 }
        let half = all.count / 2
        if half >= 2 {
            let slopes = (0..<(all.count - half)).compactMap { index -> Double? in
                let (a, b) = (all[index], all[index + half])
                return b.x > a.x ? (b.y - a.y) / (b.x - a.x) : nil
            }
            slope = min(max(Self.median(slopes) ?? 0, -Self.steepest), Self.steepest)
        }
        height = Self.median(all.map { $0.y - slope * $0.x })
        xHeight = Self.median(rises(tops.flatMap { $0 }))
    }

    /// Returns the baseline of a word at `x`, and the word's x-height; each is nil if the line has no letters to measure it.
    func measures(of word: Int, at x: Double) -> (baseline: Double?, xHeight: Double?) {
        guard standing.indices.contains(word), let height else { return (nil, nil) }
        let offset = Self.shrunk(standing[word].map { $0.y - slope * $0.x - height })
        guard let xHeight else { return (height + slope * x + offset, nil) }
        let own = xHeight + Self.shrunk(rises(tops[word]).map { $0 + offset - xHeight })
        return (height + slope * x + offset, own > 0 ? own : nil)
    }

    /// Returns the heights of upper edges above the baseline of the line.
    private func rises(_ tops: [(x: Double, y: Double)]) -> [Double] {
        guard let height else { return [] }
        return tops.map { height + slope * $0.x - $0.y }
    }

    private static func shrunk(_ values: [Double]) -> Double {
        (median(values) ?? 0) * Double(values.count) / Double(values.count + 2)
    }

    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}

/// The size of the writing in a line.
enum LineSize {
    private static let smallestShare = 0.08
    private static let steepest = 0.3
    private static let aspectOfSlope = 3.0

    /// Returns the standard deviation of the ink's heights around its slope, computed like in `FeatureExtractor`, in the unit of the
    /// strokes: about half the height of small letters. Positive.
    static func deviation(_ strokes: [Stroke], _ features: Features) -> Double {
        let points = features.stroke.indices.map { row -> (x: Double, y: Double) in
            let samples = strokes[features.stroke[row]].points
            let place = features.position[row]
            let before = min(max(Int(place), 0), samples.count - 1)
            let (a, b) = (samples[before], samples[min(before + 1, samples.count - 1)])
            let share = place - Double(before)
            return (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
        }
        guard let box = Box(around: features.strokes.lazy.flatMap { strokes[$0].points }) else { return 1 }
        let count = Double(points.count)
        let middle = points.reduce((x: 0.0, y: 0.0)) { ($0.x + $1.x / count, $0.y + $1.y / count) }
        var slope = 0.0
        if box.width > aspectOfSlope * box.height {
            let spread = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.x - middle.x) }
            let lean = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.y - middle.y) }
            if spread > 0 { slope = min(max(lean / spread, -steepest), steepest) }
        }
        let variance = points.reduce(0) { sum, point in
            let height = point.y - middle.y - slope * (point.x - middle.x)
            return sum + height * height / count
        }
        let size = max(variance.squareRoot(), smallestShare * max(box.height, box.width / 20))
        return size > 0 && size.isFinite ? size : 1
    }
}
