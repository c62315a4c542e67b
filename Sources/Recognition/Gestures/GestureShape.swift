import Glibc

/// A possible gesture stroke, resampled, with features of its shape.
///
/// The features are the same as in `shape` of `training/inkd_training/gestures/features.py`.
struct GestureShape {
    /// The number of pieces of equal length that the stroke is divided into.
    static let pieces = 96

    /// The resampled points: `pieces` + 1.
    let points: [Position]
    /// The extent of the points.
    let extent: Extent
    /// The length of the line through the points.
    let length: Double
    /// The height of the nearby text.
    let textHeight: Double

    /// Resamples a stroke; its length must not be 0.
    init(_ positions: [Position], textHeight: Double) {
        points = InkTrace.resampled(positions, pieces: Self.pieces)
        extent = Extent(points)
        length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        self.textHeight = textHeight
    }

    /// Returns the points' segments, each `step` pieces long.
    func segments(every step: Int = 1) -> [InkSegment] {
        stride(from: 0, to: Self.pieces, by: step).map { InkSegment(start: points[$0], end: points[$0 + step]) }
    }

    /// The mean of the points.
    var center: Position {
        let count = Double(points.count)
        return Position(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
    }

    /// The sums over all points of the squared distances from the center along x and along y, and of their products.
    var moments: (xx: Double, yy: Double, xy: Double) {
        let center = center
        return points.reduce((0, 0, 0)) { sum, p in
            let (x, y) = (p.x - center.x, p.y - center.y)
            return (sum.0 + x * x, sum.1 + y * y, sum.2 + x * y)
        }
    }

    /// The 35 features of the shape.
    var features: [Double] {
        let (h, diagonal) = (textHeight, extent.diagonal)
        let chord = (x: points[Self.pieces].x - points[0].x, y: points[Self.pieces].y - points[0].y)
        let span = hypot(chord.x, chord.y)
        let turns = turns
        let (xx, yy, xy) = moments
        let middle = Position(x: (extent.left + extent.right) / 2, y: (extent.top + extent.bottom) / 2)
        let profile = stride(from: 0, through: Self.pieces, by: Self.pieces / 8).flatMap { i in
            [(points[i].x - middle.x) / diagonal, (points[i].y - middle.y) / diagonal]
        }
        return [
            log1p(extent.width / h), log1p(extent.height / h), log1p(length / h), log1p(length / diagonal),
            span / length, span / diagonal, chord.x / length, chord.y / length,
            log1p(turns.reduce(0) { $0 + abs($1) }), abs(turns.reduce(0, +)) / 6, turns.reduce(0) { max($0, abs($1)) },
            log1p(reversals(points.map(\.x))), log1p(reversals(points.map(\.y))),
            (xx - yy) / (xx + yy), 2 * xy / (xx + yy), log1p(ownCrossings), area / (diagonal * diagonal),
        ] + profile
    }

    /// The angles between consecutive segments, each four pieces long.
    private var turns: [Double] {
        let steps = segments(every: 4).map { (x: $0.end.x - $0.start.x, y: $0.end.y - $0.start.y) }
        return zip(steps, steps.dropFirst()).map { a, b in atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y) }
    }

    private var ownCrossings: Double {
        let segments = segments(every: 2)
        var count = 0
        for (i, segment) in segments.enumerated() {
            for other in segments[(i + 1)...] where segment.crosses(other) { count += 1 }
        }
        return Double(count)
    }

    /// The area enclosed by the stroke and its chord.
    var area: Double {
        var sum = 0.0
        for (i, p) in points.enumerated() {
            let next = points[(i + 1) % points.count]
            sum += p.x * next.y - next.x * p.y
        }
        return abs(sum) / 2
    }

    /// Returns the number of times that the values reverse their direction by more than three tenths of the text's height.
    func reversals(_ values: [Double]) -> Double {
        let least = 0.3 * textHeight
        var (count, direction, extreme) = (0, 0, values.first ?? 0)
        for value in values {
            if direction >= 0 && value > extreme || direction <= 0 && value < extreme {
                if direction == 0, abs(value - extreme) > least { direction = value > extreme ? 1 : -1 }
                if direction != 0 { extreme = value }
            } else if abs(value - extreme) > least {
                (direction, extreme, count) = (-direction, value, count + 1)
            }
        }
        return Double(count)
    }
}
