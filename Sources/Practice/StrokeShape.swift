internal import Ink

/// A stroke as equidistant points, for comparison with another one.
struct StrokeShape: Sendable {
    /// `count` equidistant points from the beginning to the end of the stroke; all equal for a dot.
    let places: [Point]
    /// The length of the pen's path.
    let length: Double

    /// The number of points of a shape: a stroke of a letter has at most about ten bends.
    static let count = 48

    /// - Parameter path: The points of the stroke; not empty.
    init(_ path: [Point]) {
        var lengths = [0.0]
        for (a, b) in zip(path, path.dropFirst()) { lengths.append((lengths.last ?? 0) + a.distance(to: b)) }
        let length = lengths.last ?? 0
        self.length = length
        var (places, index) = ([Point](), 1)
        for number in 0..<Self.count {
            let wanted = length * Double(number) / Double(Self.count - 1)
            while index < path.count - 1, lengths[index] < wanted { index += 1 }
            guard index < path.count else {
                places.append(path[0])
                continue
            }
            let span = lengths[index] - lengths[index - 1]
            let share = span > 0 ? min(1, max(0, (wanted - lengths[index - 1]) / span)) : 0
            places.append(path[index - 1] + (path[index] - path[index - 1]) * share)
        }
        self.places = places
    }

    private init(places: [Point], length: Double) { (self.places, self.length) = (places, length) }

    /// The mean of the stroke's points.
    var center: Point { places.reduce(Point(x: 0, y: 0), +) * (1 / Double(places.count)) }

    /// The stroke in the opposite direction.
    var reversed: StrokeShape { StrokeShape(places: places.reversed(), length: length) }

    func moved(by way: Point) -> StrokeShape { StrokeShape(places: places.map { $0 + way }, length: length) }

    /// The maximum difference between the indices of two matched points.
    private static let band = count / 6

    /// Returns the mean distance of matched points, by dynamic time warping (Sakoe, Chiba, "Dynamic programming algorithm optimization
    /// for spoken word recognition", 1978): each point is matched with one or more points of the other stroke, in order.
    func distance(to other: StrokeShape) -> Double {
        // for each point of the other stroke: the minimum sum so far, and its number of pairs
        var row = [(sum: Double, pairs: Int)](repeating: (.infinity, 0), count: Self.count)
        for i in 0..<Self.count {
            var next = [(sum: Double, pairs: Int)](repeating: (.infinity, 0), count: Self.count)
            for j in max(0, i - Self.band)...min(Self.count - 1, i + Self.band) {
                let apart = places[i].distance(to: other.places[j])
                var best: (sum: Double, pairs: Int) = i == 0 && j == 0 ? (0, 0) : (.infinity, 0)
                if i > 0, row[j].sum < best.sum { best = row[j] }
                if j > 0, next[j - 1].sum < best.sum { best = next[j - 1] }
                if i > 0, j > 0, row[j - 1].sum <= best.sum { best = row[j - 1] }
                next[j] = (best.sum + apart, best.pairs + 1)
            }
            row = next
        }
        let end = row[Self.count - 1]
        return end.sum / Double(end.pairs)
    }
}
