internal import Ink

/// How large a line is written.
enum LineSize {
    private static let smallestShare = 0.08
    private static let steepest = 0.3
    private static let aspectOfSlope = 3.0

    /// The standard deviation of the ink's heights around its slope, as `FeatureExtractor` takes it, in the unit of the strokes: about
    /// half the height of small letters. Greater than 0.
    static func deviation(_ strokes: [Stroke], _ features: Features) -> Double {
        let points = features.stroke.indices.map { row -> (x: Double, y: Double) in
            let samples = strokes[features.stroke[row]].points
            let place = features.position[row]
            let before = min(max(Int(place), 0), samples.count - 1)
            let (a, b) = (samples[before], samples[min(before + 1, samples.count - 1)])
            let share = place - Double(before)
            return (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
        }
        guard let box = Box(around: strokes.lazy.flatMap(\.points)) else { return 1 }
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
