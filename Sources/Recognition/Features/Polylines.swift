import Glibc

/// The samples of all strokes in one list, with the index of each stroke's first sample.
struct Polylines {
    /// The x of all samples, in drawing order.
    var x: [Double] = []
    /// The y of all samples, increasing downwards.
    var y: [Double] = []
    /// The index of each stroke's first sample; ascending, the first is 0.
    var starts: [Int] = []
    /// Each point's position in the original samples: a whole number is a sample, a fraction is between two samples.
    var position: [Double] = []

    /// Returns the indices of the samples of one stroke.
    func range(_ stroke: Int) -> Range<Int> {
        starts[stroke]..<(stroke + 1 < starts.count ? starts[stroke + 1] : x.count)
    }

    /// Returns only these strokes, in this order, without the positions on the original samples.
    func keeping(_ strokes: [Int]) -> Polylines {
        var result = Polylines()
        for stroke in strokes {
            let range = range(stroke)
            result.starts.append(result.x.count)
            result.x += x[range]
            result.y += y[range]
        }
        return result
    }

    /// Rotates the ink around the origin, in radians, counterclockwise as a reader sees it: y increases downwards.
    mutating func turn(by angle: Double) {
        let (cosine, sine) = (cos(angle), sin(angle))
        for i in x.indices { (x[i], y[i]) = (x[i] * cosine + y[i] * sine, y[i] * cosine - x[i] * sine) }
    }

    /// The minimum number of pieces of a stroke, even of a dot, so that it fills a step of the network's output.
    static let fewestPieces = 3
    /// The approximate maximum number of pieces of one ink; for longer ink, the resampling step is increased.
    static let mostPieces = 20_000.0

    /// Returns equidistant points along every stroke, about `step` apart, including both ends.
    ///
    /// Adds in the same order as `ink.py` of the training code, so that both divide a stroke into the same number of pieces.
    func resampled(step: Double) -> Polylines {
        var along = [Double](repeating: 0, count: x.count)
        for stroke in starts.indices {
            let range = range(stroke)
            for i in range where i > 0 {
                along[i] = along[i - 1] + (i == range.lowerBound ? 0 : hypot(x[i] - x[i - 1], y[i] - y[i - 1]))
            }
        }
        let lengths = starts.indices.map { along[range($0).upperBound - 1] - along[range($0).lowerBound] }
        let step = max(step, lengths.reduce(0, +) / Self.mostPieces)
        var result = Polylines()
        for (stroke, length) in lengths.enumerated() {
            let range = range(stroke)
            let (first, last) = (range.lowerBound, range.upperBound - 1)
            let pieces = max(Self.fewestPieces, Int((length / step + 0.5).rounded(.down)))
            result.starts.append(result.x.count)
            var j = first
            for piece in 0...pieces {
                let share = Double(piece) / Double(pieces)
                if length == 0 || piece == pieces {
                    result.append(
                        x[length == 0 ? first : last], y[length == 0 ? first : last], at: Double(first) + Double(last - first) * share)
                    continue
                }
                let at = along[first] + length * share
                while j + 1 < last, along[j + 1] <= at { j += 1 }
                let gap = along[j + 1] - along[j]
                let within = gap > 0 ? min(max((at - along[j]) / gap, 0), 1) : 0
                result.append(x[j] + (x[j + 1] - x[j]) * within, y[j] + (y[j + 1] - y[j]) * within, at: Double(j) + within)
            }
        }
        return result
    }

    private mutating func append(_ x: Double, _ y: Double, at position: Double) {
        self.x.append(x)
        self.y.append(y)
        self.position.append(position)
    }
}
