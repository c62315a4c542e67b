internal import Glibc
public import Ink

/// A descriptor of a drawing's look, in 576 bytes: the amount of ink by direction and position.
///
/// The descriptor is a histogram of oriented lines over a grid, for the drawing as a whole, as in sketch-based image retrieval (Eitz,
/// Hildebrand, Boubekeur and Alexa, "Sketch-Based Image Retrieval: Benchmark and Bag-of-Features Descriptors", IEEE TVCG 2011; before them
/// Dalal and Triggs, 2005). Position and size are normalized by the mean and the standard deviation of the ink, so that a stray line
/// changes little. The ink counts by its length, and opposite directions count as the same: the speed, order and direction of the strokes
/// do not matter. Blurring of position and direction makes slightly different drawings alike. The look itself is not invariant to rotation
/// and stretching. Instead, a query is compared in several variants: see `DrawingQuery`.
public struct DrawingLook: Sendable, Hashable {
    /// The number of cells along each side of the grid.
    private static let side = 12
    /// The number of directions, evenly spaced from 0° to 180°.
    private static let directions = 4
    /// The size of a look in bytes.
    static let size = side * side * directions

    /// The values of the cells: direction by direction, each row by row. The largest value is 255.
    let bytes: [UInt8]
    /// The Euclidean norm of `bytes`.
    let norm: Double

    /// Computes the look of strokes; nil for strokes without any length.
    ///
    /// - Parameters:
    ///   - angle: the clockwise rotation of the strokes in radians.
    ///   - stretch: the factor by which the ratio of width to height is multiplied, after the rotation.
    public init?(_ strokes: [[Point]], turnedBy angle: Double = 0, stretchedBy stretch: Double = 1) {
        let turned = Self.transformed(strokes, angle, stretch)
        guard let frame = Frame(turned) else { return nil }
        var cells = [Double](repeating: 0, count: Self.size)
        for stroke in turned {
            let even = Self.even(stroke, step: frame.step)
            for (start, end) in zip(even, even.dropFirst()) { Self.add(start, end, in: frame, to: &cells) }
        }
        cells = Self.blurred(cells)
        guard let largest = cells.max(), largest > 0 else { return nil }
        // the exponent reduces the weight of long lines, which would otherwise dominate
        self.init(bytes: cells.map { UInt8((255 * pow($0 / largest, 0.75)).rounded()) })
    }

    /// Decodes the bytes of a stored look; nil if they are invalid.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        let square = bytes.reduce(0) { $0 + Int($1) * Int($1) }
        guard square > 0 else { return nil }
        self.bytes = bytes
        norm = Double(square).squareRoot()
    }

    /// Returns the similarity of two looks: the cosine of the angle between their vectors, 0…1.
    public func likeness(to other: DrawingLook) -> Double {
        let sum = bytes.withUnsafeBufferPointer { own in
            other.bytes.withUnsafeBufferPointer { other in
                // the sum of 576 products of bytes is far below the range of 32 bits
                var sum: Int32 = 0
                for index in 0..<min(own.count, other.count) { sum &+= Int32(own[index]) &* Int32(other[index]) }
                return sum
            }
        }
        return min(1, Double(sum) / (norm * other.norm))
    }
}

// MARK: Computation

extension DrawingLook {
    /// The position and size of the grid: the center of the ink, and the ink's extent in each direction.
    private struct Frame {
        let middle: Point
        /// Half the grid's width and height.
        let reach: Point
        /// The distance between samples of a stroke.
        let step: Double

        /// The distance from the center to the edge of the grid, in standard deviations.
        private static let deviations = 2.0
        /// The maximum total number of samples, distributed over the strokes by length. Ink that needs more is a scribble, not a drawing.
        private static let samples = 4096.0

        /// Creates the frame of strokes; nil for strokes without any length.
        init?(_ strokes: [[Point]]) {
            var (length, sum, square) = (0.0, Point(x: 0, y: 0), Point(x: 0, y: 0))
            guard let origin = strokes.lazy.compactMap(\.first).first else { return nil }
            for stroke in strokes {
                for (start, end) in zip(stroke, stroke.dropFirst()) {
                    let (own, a, b) = (start.distance(to: end), start - origin, end - origin)
                    length += own
                    sum = sum + (a + b) * (own / 2)
                    // the integral of x² and y² along the line
                    square = Point(
                        x: square.x + own * (a.x * a.x + a.x * b.x + b.x * b.x) / 3,
                        y: square.y + own * (a.y * a.y + a.y * b.y + b.y * b.y) / 3)
                }
            }
            guard length > 0, length.isFinite else { return nil }
            let mean = sum * (1 / length)
            let x = max(0, square.x / length - mean.x * mean.x)
            let y = max(0, square.y / length - mean.y * mean.y)
            let spread = ((x + y) / 2).squareRoot()
            guard spread > 0, spread.isFinite else { return nil }
            // the extent in each direction is between that of the ink and that of a square, so that a line stays elongated
            func reach(_ deviation: Double) -> Double {
                Self.deviations * spread * max(deviation / spread, 0.25).squareRoot()
            }
            middle = mean + origin
            self.reach = Point(x: reach(x.squareRoot()), y: reach(y.squareRoot()))
            step = max(spread / 5, length / Self.samples)
        }
    }

    private static func transformed(_ strokes: [[Point]], _ angle: Double, _ stretch: Double) -> [[Point]] {
        guard angle != 0 || stretch != 1 else { return strokes }
        let (sine, cosine, wider) = (sin(angle), cos(angle), stretch.squareRoot())
        return strokes.map { stroke in
            stroke.map { Point(x: ($0.x * cosine - $0.y * sine) * wider, y: ($0.x * sine + $0.y * cosine) / wider) }
        }
    }

    /// Resamples a stroke at equal distances, with at least four samples. This removes the drawing speed and hand tremor.
    private static func even(_ stroke: [Point], step: Double) -> [Point] {
        let length = zip(stroke, stroke.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        guard length > 0, let first = stroke.first, let last = stroke.last else { return [] }
        let count = max(3, Int((length / step).rounded()))
        var (places, passed) = ([first], 0.0)
        for (start, end) in zip(stroke, stroke.dropFirst()) {
            let own = start.distance(to: end)
            while own > 0, places.count < count {
                let place = length * Double(places.count) / Double(count) - passed
                guard place <= own else { break }
                places.append(start + (end - start) * (place / own))
            }
            passed += own
        }
        return places + [last]
    }

    /// Adds a line to the cells. The line is divided into pieces, and each is distributed over the four cells nearest to its center.
    private static func add(_ start: Point, _ end: Point, in frame: Frame, to cells: inout [Double]) {
        let (length, way) = (start.distance(to: end), end - start)
        guard length > 0 else { return }
        let count = max(1, Int((4 * length / frame.step).rounded(.up)))
        let weight = length / Double(count)
        let half = atan2(way.y, way.x) / .pi
        let direction = (half - half.rounded(.down)) * Double(directions)
        let (lower, share) = (Int(direction), direction - direction.rounded(.down))
        for piece in 0..<count {
            let place = start + way * ((Double(piece) + 0.5) / Double(count)) - frame.middle
            let column = cell(place.x / frame.reach.x)
            let row = cell(place.y / frame.reach.y)
            for (plane, part) in [(lower, 1 - share), (lower + 1, share)] {
                let first = (plane % directions) * side * side
                for (y, ofRow) in [(row.index, 1 - row.share), (row.index + 1, row.share)] where (0..<side).contains(y) {
                    for (x, ofColumn) in [(column.index, 1 - column.share), (column.index + 1, column.share)]
                    where (0..<side).contains(x) {
                        cells[first + y * side + x] += weight * part * ofRow * ofColumn
                    }
                }
            }
        }
    }

    /// Returns the cell before a position (-1…1), and the weight of the cell after it. Positions outside the grid are clamped to its edge.
    private static func cell(_ place: Double) -> (index: Int, share: Double) {
        let position = (min(1, max(-1, place)) + 1) / 2 * Double(side) - 0.5
        let index = position.rounded(.down)
        return (Int(index), position - index)
    }

    /// A Gaussian kernel with a standard deviation of one cell.
    private static let kernel = [0.0545, 0.2442, 0.4026, 0.2442, 0.0545]

    /// Returns the cells blurred along rows and columns, separately for each direction.
    private static func blurred(_ cells: [Double]) -> [Double] {
        func blurred(_ cells: [Double], stride: Int, position: (Int) -> Int) -> [Double] {
            cells.indices.map { index in
                var sum = 0.0
                for (offset, weight) in zip(-2...2, kernel) where (0..<side).contains(position(index) + offset) {
                    sum += weight * cells[index + offset * stride]
                }
                return sum
            }
        }
        let rows = blurred(cells, stride: 1) { $0 % side }
        return blurred(rows, stride: side) { $0 / side % side }
    }
}
