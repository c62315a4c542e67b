import Glibc
import Ink

/// Turns the strokes of one symbol into the numbers that the symbol network was trained on: symbol pipeline 1, the same as `features` in
/// `training/inkd_training/symbols/features.py`.
///
/// The ink is centred and scaled until the longer side of its box is 1, resampled at equal distances and described point by point; neither
/// its size nor its times count.
enum SymbolFeatureExtractor {
    /// The version of the pipeline; a model that was trained on another is refused.
    static let pipeline = 1

    private static let step = 0.05
    /// An ink is cut into about so many pieces at most: the step grows instead.
    private static let mostPieces = 96.0
    /// Ink smaller than this counts as a dot: it cannot be divided by.
    private static let smallestSize = 1e-300

    /// The features of the strokes: direction x, y; pen-up jump x, y; place x, y from −1 to 1; stroke start; stroke end. No rows if there are
    /// no samples.
    ///
    /// - Throws: `coordinate`, `tooMuchInk`.
    static func features(of strokes: [Stroke]) throws(RecognitionError) -> Features {
        var (ink, names) = try FeatureExtractor.gather(strokes)
        guard let (left, right) = extent(ink.x), let (top, bottom) = extent(ink.y) else { return Features() }
        let larger = max(right - left, bottom - top)
        let size = larger > smallestSize ? larger : 1
        for i in ink.x.indices {
            ink.x[i] = (ink.x[i] - (left + right) / 2) / size
            ink.y[i] = (ink.y[i] - (top + bottom) / 2) / size
        }
        let step = max(step, length(ink) / mostPieces)
        return describe(ink.resampled(step: step), step: step, starts: ink.starts, names: names)
    }

    private static func extent(_ values: [Double]) -> (low: Double, high: Double)? {
        guard let low = values.min(), let high = values.max() else { return nil }
        return (low, high)
    }

    /// Of all strokes together, without what lies between them; summed in the order of the training's.
    private static func length(_ ink: Polylines) -> Double {
        var length = 0.0
        for stroke in ink.starts.indices {
            for i in ink.range(stroke).dropFirst() { length += hypot(ink.x[i] - ink.x[i - 1], ink.y[i] - ink.y[i - 1]) }
        }
        return length
    }

    private static func describe(_ ink: Polylines, step: Double, starts: [Int], names: [Int]) -> Features {
        var features = Features()
        features.values.reserveCapacity(ink.x.count * Features.width)
        for stroke in names.indices {
            let range = ink.range(stroke)
            for i in range {
                let isStart = i == range.lowerBound
                let dx = i > 0 ? ink.x[i] - ink.x[i - 1] : 0
                let dy = i > 0 ? ink.y[i] - ink.y[i - 1] : 0
                features.values += [
                    isStart ? 0 : Float(dx / step), isStart ? 0 : Float(dy / step), isStart ? Float(dx) : 0, isStart ? Float(dy) : 0,
                    Float(2 * ink.x[i]), Float(2 * ink.y[i]), isStart ? 1 : 0, i == range.upperBound - 1 ? 1 : 0,
                ]
                features.stroke.append(names[stroke])
                features.position.append(ink.position[i] - Double(starts[stroke]))
            }
        }
        return features
    }
}
