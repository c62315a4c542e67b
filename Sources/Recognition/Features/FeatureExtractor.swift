import Glibc
import Ink

/// The extraction of the network's input features from strokes: feature pipeline 1, the same as `training/inkd_training/text/features.py`.
///
/// The ink is normalized (left edge at 0, horizontal baseline, heights in standard deviations around 0), resampled at equal distances and
/// described point by point. All computations are in double precision, rounded to single precision at the end.
enum FeatureExtractor {
    /// The version of the pipeline; models trained on another version are refused.
    static let pipeline = 1
    /// The maximum distance of a sample from the origin on either axis, in any unit.
    static let farthest = 1e9
    /// The maximum number of samples of an ink.
    static let mostPoints = 200_000
    /// The maximum number of strokes of an ink.
    static let mostStrokes = 1_000

    private static let step = 0.4
    private static let smallestSize = 1e-300
    private static let coarseStep = 0.03
    private static let steepest = 0.3
    private static let aspectOfSlope = 3.0
    /// The slope, in radians, below which writing counts as horizontal.
    private static let leastTurn = 0.05
    /// The assumed angle of writing whose slope cannot be measured, in radians.
    private static let usualTurn = 0.14

    /// Returns the features of the strokes, without strokes that are not writing (`StrayStrokes`). The result has no rows if there are no
    /// samples.
    ///
    /// - Parameters:
    ///   - sorted: Whether letters are described from left to right, regardless of the order of writing (`LetterOrder`).
    ///   - stretch: The factor by which the ink is widened.
    ///   - turn: The angle by which the ink is rotated before it is described, in radians, counterclockwise as a reader sees it.
    /// - Throws: `coordinate` for a sample that is not a usable number, `tooMuchInk` for more than `mostPoints` or `mostStrokes`.
    static func features(
        of strokes: [Stroke], sorted: Bool = false, stretch: Double = 1, turn: Double = 0
    ) throws(RecognitionError) -> Features {
        var (ink, names) = try writing(of: strokes)
        guard !names.isEmpty else { return Features() }
        if sorted, let order = LetterOrder.sorted(ink) {
            (ink, names) = (ink.keeping(order), order.map { names[$0] })
        }
        if turn != 0 { ink.turn(by: turn) }
        if stretch != 1 { for i in ink.x.indices { ink.x[i] *= stretch } }
        let even = normalized(ink)
        return describe(even, starts: ink.starts, names: names)
    }

    /// Whether some letters were written before letters to the left of them; false for ink that cannot be described.
    static func isMixed(_ strokes: [Stroke]) -> Bool { (try? writing(of: strokes)).flatMap { LetterOrder.sorted($0.ink) } != nil }

    /// Returns the angles, in radians, by which slanted writing may be rotated to be horizontal: the measured angle, or one angle in each
    /// direction if the ink is too short to measure. The sign is that of `turn` of `features`. Empty for ink that is horizontal or cannot
    /// be described.
    static func levelingTurns(of strokes: [Stroke]) -> [Double] {
        guard let (ink, names) = try? writing(of: strokes), !names.isEmpty else { return [] }
        guard let slope = slope(of: ink) else { return [-usualTurn, usualTurn] }
        let turn = atan(slope)
        return abs(turn) > leastTurn ? [turn] : []
    }

    /// Returns the samples of the strokes that are writing, and the indices of those strokes.
    ///
    /// - Throws: `coordinate`, `tooMuchInk`.
    private static func writing(of strokes: [Stroke]) throws(RecognitionError) -> (ink: Polylines, names: [Int]) {
        let (ink, names) = try gather(strokes)
        guard let writing = StrayStrokes.writing(in: ink) else { return (ink, names) }
        return (ink.keeping(writing), writing.map { names[$0] })
    }

    /// Returns the samples of the nonempty strokes, and the indices of those strokes. Samples that no hand can have made are moved to the
    /// pen's path (`StraySamples`).
    ///
    /// - Throws: `coordinate`, `tooMuchInk`.
    static func gather(_ strokes: [Stroke]) throws(RecognitionError) -> (ink: Polylines, names: [Int]) {
        var ink = Polylines()
        var names: [Int] = []
        for (index, stroke) in strokes.enumerated() where !stroke.points.isEmpty {
            names.append(index)
            ink.starts.append(ink.x.count)
            guard stroke.points.count <= mostPoints - ink.x.count else {
                throw .tooMuchInk(what: "samples", count: strokes.reduce(0) { $0 + $1.points.count }, limit: mostPoints)
            }
            for (number, point) in (StraySamples.mended(stroke.points) ?? stroke.points).enumerated() {
                guard abs(point.x) <= farthest, abs(point.y) <= farthest else { throw .coordinate(stroke: index, point: number) }
                ink.x.append(point.x)
                ink.y.append(point.y)
            }
        }
        guard names.count <= mostStrokes else { throw .tooMuchInk(what: "strokes", count: names.count, limit: mostStrokes) }
        return (ink, names)
    }

    private static func normalized(_ ink: Polylines) -> Polylines {
        let (left, right) = extent(ink.x)
        let (top, bottom) = extent(ink.y)
        let (width, height) = (right - left, bottom - top)
        let larger = max(height, width * 0.05)
        // below this size, a step would be lost in rounding
        let size = larger > smallestSize ? larger : 1
        var ink = ink
        for i in ink.x.indices {
            ink.x[i] -= left
            ink.y[i] -= top
        }
        let coarse = ink.resampled(step: size * coarseStep)
        let count = Double(coarse.x.count)
        let slope = width > aspectOfSlope * height ? slope(ofEven: coarse) : 0
        let level = zip(coarse.x, coarse.y).map { $1 - slope * $0 }
        let mean = level.reduce(0, +) / count
        let variance = level.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
        let deviation = max(variance.squareRoot(), size * 0.08)
        for i in ink.x.indices {
            ink.y[i] = (ink.y[i] - slope * ink.x[i] - mean) / deviation
            ink.x[i] /= deviation
        }
        return ink.resampled(step: step)
    }

    /// Returns the slope of the line along which the ink is written; nil if the ink is too short to measure it.
    private static func slope(of ink: Polylines) -> Double? {
        let ((left, right), (top, bottom)) = (extent(ink.x), extent(ink.y))
        let (width, height) = (right - left, bottom - top)
        guard width > aspectOfSlope * height, width > smallestSize else { return nil }
        return slope(ofEven: ink.resampled(step: max(height, width * 0.05) * coarseStep))
    }

    /// Returns the slope of the regression line through equidistant points, limited to ±`steepest`.
    private static func slope(ofEven coarse: Polylines) -> Double {
        let middle = coarse.x.reduce(0, +) / Double(coarse.x.count)
        var (spread, lean) = (0.0, 0.0)
        for (x, y) in zip(coarse.x, coarse.y) {
            spread += (x - middle) * (x - middle)
            lean += (x - middle) * y
        }
        return spread > 0 ? min(max(lean / spread, -steepest), steepest) : 0
    }

    private static func extent(_ values: [Double]) -> (low: Double, high: Double) {
        values.reduce((.infinity, -.infinity)) { (min($0.0, $1), max($0.1, $1)) }
    }

    private static func describe(_ ink: Polylines, starts: [Int], names: [Int]) -> Features {
        var features = Features()
        features.values.reserveCapacity(ink.x.count * Features.width)
        var rightmost = -Double.infinity
        for stroke in names.indices {
            let range = ink.range(stroke)
            for i in range {
                let isStart = i == range.lowerBound
                let dx = i > 0 ? ink.x[i] - ink.x[i - 1] : 0
                let dy = i > 0 ? ink.y[i] - ink.y[i - 1] : 0
                rightmost = max(rightmost, ink.x[i])
                features.values += [
                    isStart ? 0 : Float(dx / step), isStart ? 0 : Float(dy / step),
                    isStart ? Float(tanh(dx / 3)) : 0, isStart ? Float(tanh(dy / 2)) : 0,
                    Float(ink.y[i] * 0.5), Float(tanh((ink.x[i] - rightmost) / 3)),
                    isStart ? 1 : 0, i == range.upperBound - 1 ? 1 : 0,
                ]
                features.stroke.append(names[stroke])
                features.position.append(ink.position[i] - Double(starts[stroke]))
            }
        }
        return features
    }
}

/// The network's input for an ink: a feature vector for every resampled point, and its position in the ink.
struct Features {
    /// The number of features in a row.
    static let width = 8

    /// Rows of `width` numbers: unit direction x, y; pen-up jump x, y (squashed); height; distance left of the rightmost point so far
    /// (squashed); stroke start; stroke end.
    var values: [Float] = []
    /// Index of the row's stroke in the given ink.
    var stroke: [Int] = []
    /// The row's position in the samples of its stroke: a whole number is a sample, a fraction is between two samples.
    var position: [Double] = []

    /// The number of rows.
    var rows: Int { stroke.count }

    /// The indices of the strokes that have rows: all except empty and stray ones.
    var strokes: Set<Int> { Set(stroke) }

    /// Whether the row is the first of its stroke.
    func isStart(_ row: Int) -> Bool { values[row * Self.width + 6] != 0 }

    /// Returns the distance that the pen jumped to the right before the row, squashed to −1…1; 0 within a stroke.
    func jump(_ row: Int) -> Float { values[row * Self.width + 2] }
}
