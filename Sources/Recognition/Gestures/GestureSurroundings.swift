import Glibc

/// A possible gesture stroke among the ink near it.
///
/// The features are the same as in `surroundings` of `training/inkd_training/gestures/features.py`. Lengths are in text heights.
struct GestureSurroundings {
    /// A piece of written ink in relation to the stroke.
    struct Piece {
        /// The age of the piece's stroke: 1 for the last stroke written, 2 for the stroke before that …
        var age: Double
        var middle: Position
        /// The length in text heights.
        var length: Double
        /// Whether the piece lies within the stroke's box.
        var isInBox: Bool
        /// The number of crossings with the stroke.
        var crossings: Int
        /// Whether the piece is within the area enclosed by the stroke and its chord.
        var isInside: Bool
        /// The depth below the straight line through the stroke, in text heights.
        var depth: Double
    }

    /// The maximum distance of considered ink from the stroke's box, in text heights.
    static let window = 3.0
    private static let edges = [-2.5, -1.5, -1, -0.6, -0.3, -0.1, 0.1, 0.3, 0.6, 1, 1.5, 2.5]

    private let shape: GestureShape
    /// The ink near the stroke.
    let pieces: [Piece]

    /// Relates the stroke to the traces of written strokes, each with its age.
    init(_ shape: GestureShape, traces: [(trace: InkTrace, age: Int)]) {
        self.shape = shape
        let (h, extent) = (shape.textHeight, shape.extent)
        let segments = shape.segments()
        let center = shape.center
        let moments = shape.moments
        let slope = moments.xx > 0 ? min(max(moments.xy / moments.xx, -0.5), 0.5) : 0
        pieces = traces.flatMap { trace, age in
            trace.segments.map { segment in
                let middle = segment.middle
                let touchesBox = Extent([segment.start, segment.end]).intersects(extent)
                let isInBox =
                    extent.left <= middle.x && middle.x <= extent.right && extent.top <= middle.y && middle.y <= extent.bottom
                return Piece(
                    age: Double(age), middle: middle, length: segment.length / h, isInBox: isInBox,
                    crossings: touchesBox ? segments.count { $0.crosses(segment) } : 0,
                    isInside: isInBox && shape.encloses(middle),
                    depth: (middle.y - center.y - slope * (middle.x - center.x)) / h)
            }
        }
    }

    /// The 40 features of the surroundings.
    var features: [Double] {
        let (h, extent) = (shape.textHeight, shape.extent)
        let (left, top, right, bottom) = (extent.left, extent.top, extent.right, extent.bottom)
        let center = (left + right) / 2
        let around = pieces.filter {
            left - h / 2 <= $0.middle.x && $0.middle.x <= right + h / 2 && top - h / 2 <= $0.middle.y && $0.middle.y <= bottom + h / 2
        }
        let beside = pieces.filter { top - h / 2 <= $0.middle.y && $0.middle.y <= bottom + h / 2 }
        let within = pieces.filter { left <= $0.middle.x && $0.middle.x <= right }
        let crossings = pieces.reduce(0) { $0 + $1.crossings }
        let crossedAges = Set(pieces.lazy.filter { $0.crossings > 0 }.map(\.age))
        let boxAges = Set(pieces.lazy.filter(\.isInBox).map(\.age))
        let ofCrossed = pieces.filter { crossedAges.contains($0.age) }
        let inside = Self.length(pieces.filter(\.isInside))
        let span = max((right - left) / h, 0.5)
        let bands = zip(Self.edges, Self.edges.dropFirst()).map { low, high in
            log1p(Self.length(within.filter { low <= $0.depth && $0.depth < high }) / span)
        }
        func gap(_ distances: some Sequence<Double>) -> Double { distances.reduce(Self.window) { $1 >= 0 ? min($0, $1 / h) : $0 } }
        func reach(_ distances: some Sequence<Double>) -> Double { min(distances.reduce(0) { max($0, $1 / h) }, Self.window) }
        return [
            log1p(Self.length(pieces.filter(\.isInBox))), log1p(Double(crossings)), Double(crossings) / (shape.length / h), nearness,
            log1p(inside), inside / max(Self.length(around), 1e-9), log1p(Double(crossedAges.count)), log1p(Double(boxAges.count)),
        ] + Self.range(crossedAges) + Self.range(boxAges) + Self.range(Set(around.map(\.age))) + [
            log1p(Self.length(beside.filter { $0.middle.x > right })), log1p(Self.length(beside.filter { $0.middle.x < left })),
            log1p(Self.length(within.filter { $0.middle.y < top })), log1p(Self.length(within.filter { $0.middle.y > bottom })),
            gap(beside.lazy.map { center - $0.middle.x }), gap(beside.lazy.map { $0.middle.x - center }),
        ] + bands + [
            columns(within) { abs($0) < 1 }, columns(within) { -2 < $0 && $0 < -0.1 }, columns(within) { 0.1 < $0 && $0 < 2 },
        ] + level + [
            log1p(Self.length(ofCrossed)), reach(ofCrossed.lazy.map { center - $0.middle.x }),
            reach(ofCrossed.lazy.map { $0.middle.x - center }),
        ]
    }

    private static func length(_ pieces: some Sequence<Piece>) -> Double { pieces.reduce(0) { $0 + $1.length } }

    /// Returns the minimum and maximum age, mapped to small numbers for recent strokes; 0 without ages.
    private static func range(_ ages: Set<Double>) -> [Double] {
        guard let newest = ages.min(), let oldest = ages.max() else { return [0, 0] }
        return [log1p(newest), log1p(oldest)]
    }

    /// The fraction of the stroke whose distance from ink is less than a quarter of the text's height.
    private var nearness: Double {
        let points = stride(from: 0, through: GestureShape.pieces, by: 4).map { shape.points[$0] }
        let near = points.count { point in pieces.contains { point.distance(to: $0.middle) < 0.25 * shape.textHeight } }
        return Double(near) / Double(points.count)
    }

    /// Returns the fraction of sixteen columns of the stroke's width that contain ink at the chosen depths.
    private func columns(_ within: [Piece], _ isChosen: (Double) -> Bool) -> Double {
        let (left, width) = (shape.extent.left, max(shape.extent.width, 1e-9 * shape.textHeight))
        let taken = Set(within.filter { isChosen($0.depth) }.map { min((16 * ($0.middle.x - left) / width).rounded(.down), 15) })
        return Double(taken.count) / 16
    }

    /// The distances of the ink's mean vertical position from the stroke's top and bottom, and the ink's vertical standard deviation, all
    /// in text heights.
    private var level: [Double] {
        let (h, extent) = (shape.textHeight, shape.extent)
        let local = pieces.filter {
            extent.left - 2 * h <= $0.middle.x && $0.middle.x <= extent.right + 2 * h && extent.top - 1.5 * h <= $0.middle.y
                && $0.middle.y <= extent.bottom + 1.5 * h
        }
        let total = Self.length(local)
        guard total > 0 else { return [extent.height / 2 / h, extent.height / 2 / h, 0] }
        let mean = local.reduce(0) { $0 + $1.length * $1.middle.y } / total
        let variance = local.reduce(0) { $0 + $1.length * ($1.middle.y - mean) * ($1.middle.y - mean) } / total
        return [(mean - extent.top) / h, (extent.bottom - mean) / h, variance.squareRoot() / h]
    }
}

extension GestureShape {
    /// Whether the stroke and its chord enclose a position: a ray from the position crosses this outline an odd number of times.
    func encloses(_ position: Position) -> Bool {
        var isInside = false
        for (i, a) in points.enumerated() {
            let b = points[(i + 1) % points.count]
            if (a.y > position.y) != (b.y > position.y), position.x < (b.x - a.x) * (position.y - a.y) / (b.y - a.y) + a.x {
                isInside.toggle()
            }
        }
        return isInside
    }
}
