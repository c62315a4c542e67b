/// A curve from pressure to force: a cubic Bézier curve, or straight lines between points.
///
/// The Bézier curve runs from (0, 0) to (100, 100) and is given by its two control points: the same format as `PressureCurve` in
/// xf86-input-wacom, in desktop settings, and in the curves that tablet makers publish.
public struct PressureCurve: Sendable, Hashable, Codable {
    private enum Shape: Sendable, Hashable {
        /// x1, y1, x2 and y2 of the control points, each 0 to 100.
        case controls(Double, Double, Double, Double)
        /// Pressures that rise from 0 to 1, with forces that never decrease.
        case points([Point])
    }

    private let shape: Shape

    /// The maximum number of points of one curve.
    public static let mostPoints = 16

    /// A Bézier curve with the control points (x1, y1) and (x2, y2), given as four numbers from 0 to 100; nil for any other numbers.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 4, numbers.allSatisfy({ (0...100).contains($0) }) else { return nil }
        shape = .controls(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// A curve of straight lines through points (pressure, force), with numbers from 0 to 1; nil unless pressure rises from 0 to 1 and
    /// force never decreases.
    public init?(points: [Point]) {
        guard (2...Self.mostPoints).contains(points.count), points.first?.x == 0, points.last?.x == 1,
            points.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) }),
            zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x && $0.y <= $1.y })
        else { return nil }
        shape = .points(points)
    }

    /// The four numbers of a Bézier curve's control points, each 0 to 100; nil for a curve of straight lines.
    public var controls: [Double]? {
        if case .controls(let x1, let y1, let x2, let y2) = shape { [x1, y1, x2, y2] } else { nil }
    }

    /// The points (pressure, force) of a curve of straight lines, each number 0 to 1; nil for a Bézier curve.
    public var points: [Point]? { if case .points(let points) = shape { points } else { nil } }

    /// Reads the numbers written by `encode`.
    /// - Throws: `DecodingError` for an impossible curve.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer()
        let curve: PressureCurve?
        if let pairs = try? values.decode([[Double]].self) {
            let points = pairs.compactMap { $0.count == 2 ? Point(x: $0[0], y: $0[1]) : nil }
            curve = points.count == pairs.count ? PressureCurve(points: points) : nil
        } else {
            curve = PressureCurve(try values.decode([Double].self))
        }
        guard let curve else {
            throw DecodingError.dataCorruptedError(
                in: values, debugDescription: "a pressure curve has four numbers, 0 to 100, or rising points, 0 to 1")
        }
        self = curve
    }

    /// Writes the four numbers, or the points as pairs.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch shape {
        case .controls(let x1, let y1, let x2, let y2): try container.encode([x1, y1, x2, y2])
        case .points(let points): try container.encode(points.map { [$0.x, $0.y] })
        }
    }

    /// Returns the force, 0…1, at a pressure, 0…1.
    public func force(_ pressure: Float) -> Float {
        switch shape {
        case .controls(let x1, let y1, let x2, let y2): Self.force(pressure, x1 / 100, y1 / 100, x2 / 100, y2 / 100)
        case .points(let points): Self.force(pressure, points)
        }
    }

    private static func force(_ pressure: Float, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Float {
        guard pressure > 0, pressure < 1 else { return min(1, max(0, pressure)) }
        func value(_ first: Double, _ second: Double, at t: Double) -> Double {
            let rest = 1 - t
            return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
        }
        // x grows with t because the control points lie within 0…1, so bisection finds the point
        var (low, high) = (0.0, 1.0)
        for _ in 0..<20 {
            let middle = (low + high) / 2
            if value(x1, x2, at: middle) < Double(pressure) { low = middle } else { high = middle }
        }
        return Float(min(1, max(0, value(y1, y2, at: (low + high) / 2))))
    }

    private static func force(_ pressure: Float, _ points: [Point]) -> Float {
        let x = Double(min(1, max(0, pressure)))
        var before = Point(x: 0, y: points.first?.y ?? 0)
        for point in points {
            if point.x >= x {
                let width = point.x - before.x
                return Float(width > 0 ? before.y + (point.y - before.y) * (x - before.x) / width : point.y)
            }
            before = point
        }
        return Float(before.y)
    }
}
