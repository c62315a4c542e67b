import Glibc
import Ink

/// A position.
struct Position: Hashable {
    var x: Double
    var y: Double

    /// Returns the distance to another position.
    func distance(to other: Position) -> Double { hypot(other.x - x, other.y - y) }
}

/// The smallest axis-aligned rectangle around some positions. Unlike `Box` it stores its edges exactly, like the training code.
struct Extent: Hashable {
    var left = Double.infinity
    var top = Double.infinity
    var right = -Double.infinity
    var bottom = -Double.infinity

    /// Creates the extent of the positions.
    init(_ positions: some Sequence<Position>) {
        for p in positions {
            (left, top) = (min(left, p.x), min(top, p.y))
            (right, bottom) = (max(right, p.x), max(bottom, p.y))
        }
    }

    var width: Double { right - left }
    var height: Double { bottom - top }
    var diagonal: Double { hypot(width, height) }

    /// Whether the two extents overlap or touch after this extent has grown by `margin` on all sides.
    func intersects(_ other: Extent, margin: Double = 0) -> Bool {
        left - margin <= other.right && right + margin >= other.left && top - margin <= other.bottom && bottom + margin >= other.top
    }
}

/// A short straight piece of ink.
struct InkSegment: Hashable {
    var start: Position
    var end: Position

    var middle: Position { Position(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2) }
    var length: Double { start.distance(to: end) }

    /// Whether the two segments cross; segments that only touch at their ends do not.
    func crosses(_ other: InkSegment) -> Bool {
        func side(_ p: Position, _ q: Position, _ r: Position) -> Double { (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) }
        return side(start, end, other.start) * side(start, end, other.end) < 0
            && side(other.start, other.end, start) * side(other.start, other.end, end) < 0
    }
}

/// A written stroke as short segments, the same as `Trace` of `training/inkd_training/gestures/features.py`.
struct InkTrace: Hashable {
    /// The extent of the stroke's samples.
    let extent: Extent
    /// The total height of the stroke's vertical runs: the parts that only rise or only fall.
    let runs: Double
    /// The sum of the squared lengths of the vertical runs. Divided by `runs`, it is the stroke's height, dominated by tall runs.
    let squaredRuns: Double
    /// The stroke divided into equal pieces, at most 256.
    let segments: [InkSegment]

    /// Creates the trace of a stroke; nil if the stroke has no samples, or a sample that is not a usable number.
    init?(_ stroke: Stroke) {
        let positions = stroke.points.map { Position(x: $0.x, y: $0.y) }
        guard !positions.isEmpty, positions.allSatisfy({ abs($0.x) <= FeatureExtractor.farthest && abs($0.y) <= FeatureExtractor.farthest })
        else { return nil }
        extent = Extent(positions)
        (runs, squaredRuns) = Self.verticalRuns(positions)
        let length = zip(positions, positions.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        let step = max(runs > 0 ? squaredRuns / runs : 0, extent.diagonal / 4) / 8
        let pieces = step > 0 ? max(1, Int(min(256, (length / step).rounded(.up)))) : 1
        let even = Self.resampled(positions, pieces: pieces)
        segments = zip(even, even.dropFirst()).map { InkSegment(start: $0, end: $1) }
    }

    private static func verticalRuns(_ positions: [Position]) -> (sum: Double, squares: Double) {
        var (sum, squares, run) = (0.0, 0.0, 0.0)
        for (a, b) in zip(positions, positions.dropFirst()) {
            let step = b.y - a.y
            if step * run < 0 {
                sum += abs(run)
                squares += run * run
                run = 0
            }
            run += step
        }
        return (sum + abs(run), squares + run * run)
    }

    /// Returns `pieces` + 1 equidistant points along the line, including both ends.
    static func resampled(_ positions: [Position], pieces: Int) -> [Position] {
        var along = [0.0]
        for (a, b) in zip(positions, positions.dropFirst()) { along.append(along[along.count - 1] + a.distance(to: b)) }
        let last = positions.count - 1
        let length = along[last]
        var j = 0
        return (0...pieces).map { piece in
            let at = length * (Double(piece) / Double(pieces))
            while j < last, along[j + 1] <= at { j += 1 }
            guard j < last else { return positions[last] }
            let gap = along[j + 1] - along[j]
            func between(_ a: Double, _ b: Double) -> Double { (b - a) / gap * (at - along[j]) + a }
            return Position(x: between(positions[j].x, positions[j + 1].x), y: between(positions[j].y, positions[j + 1].y))
        }
    }

    /// Returns the mean height of the strokes' vertical runs, weighted by height; 0 if no stroke rises or falls.
    static func textHeight(_ traces: some Sequence<InkTrace>) -> Double {
        let (runs, squares) = traces.reduce((0.0, 0.0)) { ($0.0 + $1.runs, $0.1 + $1.squaredRuns) }
        return runs > 0 ? squares / runs : 0
    }
}
