/// A curve fitted to points: the parameter of each point, and the number of control points.
///
/// The fit starts with few control points, and solves for them. Every point then slides along the curve to its nearest position (Hoschek,
/// Intrinsic parametrization for approximation, 1988). The next round has control points closer together where points are still too far
/// away, until all points are within the limit. In the worst case every point has a control point, and the curve passes through all points.
struct SplineFit {
    /// The parameter of each point; never decreasing.
    private(set) var parameters: [Double]
    /// The number of control points.
    private(set) var count: Int
    /// The system that computes control points for other values at the same parameters.
    private(set) var system: SplineSystem

    private let places: [Point]
    private let limit: Double

    /// The factor by which the density of control points grows around a point that is too far from the curve, up to half a segment on
    /// both sides.
    private static let refinement = 1.35
    /// The number of times per round that points slide; more improve the fit little.
    private static let slides = 2
    /// The stiffness (see `SplineSystem`). It determines control points that no point determines, and is too small to pull the curve away
    /// from any point.
    private static let stiffness = 1e-6

    /// A curve within the limit of all points. At least two points are required.
    init(_ places: [Point], limit: Double) {
        self.places = places
        self.limit = limit
        parameters = places.indices.map(Double.init)
        count = places.count
        system = SplineSystem(parameters: parameters, count: count, stiffness: 0)
        var density = Self.shares(of: places)
        let start = max(1, Double(places.count) / 24)
        for index in density.indices { density[index] *= start }
        // with a factor of 1.35 per round, the number of control points reaches the number of points after a few rounds
        for _ in 0..<24 {
            guard let next = spread(density) else { break }
            var fit = next
            if improve(&fit) {
                (parameters, count, system) = (fit.parameters, fit.count, fit.system)
                break
            }
            refine(&density, fit)
        }
    }

    /// Returns the fraction of the parameter range for each step between points. It depends on the number of steps and on their lengths,
    /// so that neither a resting nor a fast pen gets all control points.
    private static func shares(of places: [Point]) -> [Double] {
        let steps = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
        let length = steps.reduce(0, +)
        let mean = length / Double(steps.count)
        return steps.map { mean > 0 ? (mean + $0) / (2 * length) : 1 / Double(steps.count) }
    }

    private struct Attempt {
        var parameters: [Double]
        var count: Int
        var system: SplineSystem
        /// Indices of points that are too far from the curve.
        var misses: [Int] = []
    }

    /// Returns an attempt with parameters for steps of this density; nil if it would need at least as many control points as there are
    /// points.
    private func spread(_ density: [Double]) -> Attempt? {
        let total = density.reduce(0, +)
        // The sum of the fractions may be slightly above a whole number.
        let segments = max(1, (total - 1e-9).rounded(.up))
        guard segments < Double(places.count - 1) else { return nil }
        var parameters = [0.0]
        parameters.reserveCapacity(places.count)
        var sum = 0.0
        for step in density {
            sum += step
            parameters.append(min(segments, sum / total * segments))
        }
        parameters[places.count - 1] = segments
        let count = Int(segments) + 1
        return Attempt(
            parameters: parameters, count: count, system: SplineSystem(parameters: parameters, count: count, stiffness: Self.stiffness))
    }

    /// Runs one round: solves, and lets the points slide `slides` times. Returns whether all points are within the limit.
    private func improve(_ attempt: inout Attempt) -> Bool {
        for slide in 0...Self.slides {
            if slide > 0 {
                attempt.system = SplineSystem(parameters: attempt.parameters, count: attempt.count, stiffness: Self.stiffness)
            }
            let (misses, slid) = compare(controls(attempt.system), attempt.parameters)
            attempt.misses = misses
            if misses.isEmpty { return true }
            if slide < Self.slides { attempt.parameters = slid }
        }
        return false
    }

    private func controls(_ system: SplineSystem) -> [Point] {
        let x = system.controls(for: places.map(\.x), first: places[0].x, last: places[places.count - 1].x)
        let y = system.controls(for: places.map(\.y), first: places[0].y, last: places[places.count - 1].y)
        return zip(x, y).map(Point.init)
    }

    /// Returns the indices of points that are too far from the curve, and new parameters. Each parameter moves along the curve to the
    /// position nearest to its point, without passing its neighbors.
    private func compare(_ curve: [Point], _ parameters: [Double]) -> (misses: [Int], slid: [Double]) {
        var (misses, slid) = ([Int](), parameters)
        let end = Double(curve.count - 1)
        for index in places.indices {
            let (place, velocity) = SplineWeights.motion(at: parameters[index], of: curve)
            let away = places[index] - place
            if !(away.dot(away) <= limit * limit) { misses.append(index) }
            guard index > 0, index < places.count - 1 else { continue }
            let speed = velocity.dot(velocity)
            let shift = speed > 0 ? away.dot(velocity) / speed : 0
            slid[index] = min(end, max(slid[index - 1], parameters[index] + max(-0.3, min(0.3, shift))))
        }
        return (misses, slid)
    }

    /// Makes the steps within half a segment of a miss denser.
    private func refine(_ density: inout [Double], _ attempt: Attempt) {
        let parameters = attempt.parameters
        var next = 0
        for miss in attempt.misses {
            while next < density.count, parameters[next + 1] < parameters[miss] - 0.5 { next += 1 }
            while next < density.count, parameters[next] <= parameters[miss] + 0.5 {
                density[next] = min(1, density[next] * Self.refinement)
                next += 1
            }
        }
    }
}

/// The four control points `a` to `d` that shape the part of the curve from `b` to `c`.
struct SplineSegment {
    let a: PathPoint
    let b: PathPoint
    let c: PathPoint
    let d: PathPoint

    func point(_ weights: SplineWeights) -> PathPoint { PathPoint(weights, a, b, c, d).turned }

    func place(_ weights: SplineWeights) -> Point { Point(x: weights.sum(a.x, b.x, c.x, d.x), y: weights.sum(a.y, b.y, c.y, d.y)) }

    func time(_ weights: SplineWeights) -> Double { weights.sum(Double(a.time), Double(b.time), Double(c.time), Double(d.time)) }

    /// Returns the vector from the curve to the left edge of the mark, across the path, at 0…1 of the segment.
    func edge(at t: Double, _ weights: SplineWeights) -> Point {
        let velocity = SplineWeights.velocity(at: t, a.place, b.place, c.place, d.place)
        let speed = velocity.dot(velocity).squareRoot()
        let normal = speed > 0 ? Point(x: velocity.y / speed, y: -velocity.x / speed) : Point(x: 1, y: 0)
        let width = Double(weights.sum(a.width, b.width, c.width, d.width))
        let height = Double(weights.sum(a.height, b.height, c.height, d.height))
        guard width != height else { return normal * (width / 2) }
        // The extent of an ellipse in a direction, by its half axes along and across the azimuth.
        let (sine, cosine) = InkTransform.sineAndCosine(Double(weights.sum(a.azimuth, b.azimuth, c.azimuth, d.azimuth)))
        let along = normal.dot(Point(x: cosine, y: sine)) * width / 2
        let across = normal.dot(Point(x: -sine, y: cosine)) * height / 2
        return normal * (along * along + across * across).squareRoot()
    }

    /// Returns the maximum distance of the curve from a chord, for this number of chords per segment: an eighth of the squared step times
    /// the largest second derivative, which is at an end of the segment (de Boor 1978).
    func bulge(chords: Double) -> Double {
        let (before, behind) = (a.place - b.place * 2 + c.place, b.place - c.place * 2 + d.place)
        return max(before.dot(before), behind.dot(behind)).squareRoot() / (8 * chords * chords)
    }
}
