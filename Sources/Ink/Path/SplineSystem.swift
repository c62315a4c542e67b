/// The least-squares problem of a uniform cubic B-spline: the control points for which the curve is nearest to the values at given
/// parameters.
///
/// The first and the last control point are given. The normal equations of the other control points have seven diagonals and are solved by
/// their factors L·D·Lᵀ, so that time and memory grow only with the number of values (Dierckx, Curve and Surface Fitting with Splines,
/// 1993).
struct SplineSystem {
    /// The weights of one value on the control points `first` to `first + 3`.
    struct Row {
        let first: Int
        let weights: (Double, Double, Double, Double)
    }

    private let count: Int
    private let rows: [Row]
    /// The factors, four numbers per unknown: the diagonal of D, and three subdiagonals of L.
    private var factors: [(Double, Double, Double, Double)]
    private let stiffness: Double

    /// A problem with `count` control points, at least two, for values at these parameters, which must not decrease.
    ///
    /// `stiffness` is the weight of the squared second differences of the control points. A small weight determines control points that
    /// have no value near them.
    init(parameters: [Double], count: Int, stiffness: Double) {
        self.count = count
        self.stiffness = stiffness
        rows = parameters.map { Self.row(at: $0, count: count) }
        factors = Array(repeating: (0, 0, 0, 0), count: max(0, count - 2))
        for row in rows {
            let (a, b, c, d) = row.weights
            add(row.first, (a * a, 0, 0, 0))
            add(row.first + 1, (b * b, a * b, 0, 0))
            add(row.first + 2, (c * c, b * c, a * c, 0))
            add(row.first + 3, (d * d, c * d, b * d, a * d))
        }
        if stiffness > 0 {
            for middle in 1..<max(1, count - 1) {
                add(middle - 1, (stiffness, 0, 0, 0))
                add(middle, (4 * stiffness, -2 * stiffness, 0, 0))
                add(middle + 1, (stiffness, -2 * stiffness, stiffness, 0))
            }
        }
        factorize()
    }

    /// Returns the control points for one channel of values, from `first` to `last`.
    func controls(for values: [Double], first: Double, last: Double) -> [Double] {
        var right = Array(repeating: 0.0, count: count)
        for (row, value) in zip(rows, values) {
            let (a, b, c, d) = row.weights
            let left = value - weight(of: 0, in: row) * first - weight(of: count - 1, in: row) * last
            right[row.first] += a * left
            right[row.first + 1] += b * left
            if row.first + 2 < count { right[row.first + 2] += c * left }
            if row.first + 3 < count { right[row.first + 3] += d * left }
        }
        if stiffness > 0, count > 2 {
            // the second differences that include a fixed end point affect the two control points next to that end
            right[1] += 2 * stiffness * first
            if count > 3 { right[2] -= stiffness * first }
            right[count - 2] += 2 * stiffness * last
            if count > 3 { right[count - 3] -= stiffness * last }
        }
        right[0] = first
        right[count - 1] = last
        substitute(&right)
        return right
    }

    /// Returns the weights at a parameter. Weights of the mirrored points beyond the ends are added to the points that they mirror.
    private static func row(at parameter: Double, count: Int) -> Row {
        let segment = max(0, min(Int(parameter), count - 2))
        let weights = SplineWeights(at: parameter - Double(segment))
        var (a, b, c, d) = (weights.a, weights.b, weights.c, weights.d)
        if segment == count - 2 { (b, c, d) = (b - d, c + 2 * d, 0) }
        if segment == 0 { (a, b, c, d) = (b + 2 * a, c - a, d, 0) }
        return Row(first: max(0, segment - 1), weights: (a, b, c, d))
    }

    private func weight(of control: Int, in row: Row) -> Double {
        switch control - row.first {
        case 0: row.weights.0
        case 1: row.weights.1
        case 2: row.weights.2
        case 3: row.weights.3
        default: 0
        }
    }

    /// Adds the products of a control point with itself and with the three before it to the row of the control point, leaving out
    /// products with known end points.
    private mutating func add(_ control: Int, _ products: (Double, Double, Double, Double)) {
        guard control > 0, control < count - 1 else { return }
        factors[control - 1].0 += products.0
        if control > 1 { factors[control - 1].1 += products.1 }
        if control > 2 { factors[control - 1].2 += products.2 }
        if control > 3 { factors[control - 1].3 += products.3 }
    }

    private mutating func factorize() {
        for i in factors.indices {
            var (d, l1, l2, l3) = factors[i]
            // Entries of L stay multiplied by D until they are no longer needed in this form.
            if i > 2 {
                l2 -= l3 * factors[i - 2].1
                l1 -= l3 * factors[i - 1].2
            }
            if i > 1 { l1 -= l2 * factors[i - 1].1 }
            if i > 2 {
                let scaled = l3 / factors[i - 3].0
                d -= l3 * scaled
                l3 = scaled
            }
            if i > 1 {
                let scaled = l2 / factors[i - 2].0
                d -= l2 * scaled
                l2 = scaled
            }
            if i > 0 {
                let scaled = l1 / factors[i - 1].0
                d -= l1 * scaled
                l1 = scaled
            }
            factors[i] = (d, l1, l2, l3)
        }
    }

    /// Solves for the unknowns, which begin at the second position.
    private func substitute(_ x: inout [Double]) {
        for i in factors.indices {
            let (_, l1, l2, l3) = factors[i]
            if i > 0 { x[i + 1] -= l1 * x[i] }
            if i > 1 { x[i + 1] -= l2 * x[i - 1] }
            if i > 2 { x[i + 1] -= l3 * x[i - 2] }
        }
        for i in factors.indices { x[i + 1] /= factors[i].0 }
        for i in factors.indices.reversed() {
            let (_, l1, l2, l3) = factors[i]
            if i > 0 { x[i] -= l1 * x[i + 1] }
            if i > 1 { x[i - 1] -= l2 * x[i + 1] }
            if i > 2 { x[i - 2] -= l3 * x[i + 1] }
        }
    }
}

/// The weights of the four control points around a segment of a uniform cubic B-spline (de Boor, A Practical Guide to Splines, 1978).
struct SplineWeights: Sendable {
    let a: Double
    let b: Double
    let c: Double
    let d: Double

    /// The weights at a fraction `t` of the segment, which is between the second and the third control point.
    init(at t: Double) {
        let s = 1 - t
        let (t2, s2) = (t * t, s * s)
        a = s2 * s / 6
        b = (4 - 6 * t2 + 3 * t2 * t) / 6
        c = (4 - 6 * s2 + 3 * s2 * s) / 6
        d = t2 * t / 6
    }

    func sum(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double { a * p + b * q + c * r + d * s }

    func sum(_ p: Float, _ q: Float, _ r: Float, _ s: Float) -> Float { Float(sum(Double(p), Double(q), Double(r), Double(s))) }

    /// Returns the point and the derivative at a parameter on the curve of two or more control points; beyond both ends their neighbors
    /// are mirrored.
    static func motion(at parameter: Double, of controls: [Point]) -> (place: Point, velocity: Point) {
        let last = controls.count - 1
        let segment = max(0, min(last - 1, Int(parameter)))
        let t = parameter - Double(segment)
        let weights = SplineWeights(at: t)
        let (b, c) = (controls[segment], controls[segment + 1])
        let a = segment > 0 ? controls[segment - 1] : b * 2 - c
        let d = segment + 2 <= last ? controls[segment + 2] : c * 2 - b
        let place = Point(x: weights.sum(a.x, b.x, c.x, d.x), y: weights.sum(a.y, b.y, c.y, d.y))
        return (place, velocity(at: t, a, b, c, d))
    }

    /// Returns the derivative at 0…1 of the way through a segment: a quadratic B-spline of the steps between the control points.
    static func velocity(at t: Double, _ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point {
        let s = 1 - t
        return (b - a) * (s * s / 2) + (c - b) * (0.5 + s * t) + (d - c) * (t * t / 2)
    }
}
