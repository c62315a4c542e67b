import Glibc
import Ink

/// Fits of ellipses and circles to ink.
enum EllipseFit {
    /// Returns the center, semi-axes and the direction of the longer one (−π/2 < rotation ≤ π/2) of the ellipse nearest to the points by
    /// algebraic distance; nil if they lie on a line.
    ///
    /// Source: Halíř and Flusser 1998, "Numerically stable direct least squares fitting of ellipses", after Fitzgibbon, Pilu and Fisher
    /// 1996.
    static func ellipse(_ points: [Vector]) -> (center: Vector, major: Double, minor: Double, rotation: Double)? {
        // conic a·x² + b·xy + c·y² + d·x + e·y + f = 0: sums over quadratic terms, quadratic by linear, and linear
        var (s1, s2, s3) = (Matrix3(), Matrix3(), Matrix3())
        for p in points {
            let (quadratic, linear) = (SIMD3(p.x * p.x, p.x * p.y, p.y * p.y), SIMD3(p.x, p.y, 1))
            s1.add(quadratic, quadratic)
            s2.add(quadratic, linear)
            s3.add(linear, linear)
        }
        guard let inverse = s3.inverse else { return nil }
        let reduction = -1 * (inverse * s2.transposed)
        let m = s1 + s2 * reduction
        let constrained = Matrix3(rows: [m.rows[2] / 2, -m.rows[1], m.rows[0] / 2])
        for eigenvalue in constrained.realEigenvalues {
            guard let q = constrained.eigenvector(eigenvalue), 4 * q.x * q.z > q.y * q.y else { continue }
            if let found = axes(quadratic: q, linear: reduction * q) { return found }
        }
        return nil
    }

    /// Returns the center and radius of the circle nearest to the points; nil if they lie on a line. Source: Kåsa 1976, "A circle fitting
    /// procedure and its error analysis".
    static func circle(_ points: [Vector]) -> (center: Vector, radius: Double)? {
        let moments = Moments(points)
        let (xx, yy, xy) = moments.scatter
        let determinant = xx * yy - xy * xy
        guard moments.count > 2, determinant > 1e-9 * (xx + yy) * (xx + yy) else { return nil }
        var cubic = Vector.zero
        for p in points {
            let q = p - moments.mean
            cubic += q * q.dot(q) / 2
        }
        let offset = Vector(yy * cubic.x - xy * cubic.y, xx * cubic.y - xy * cubic.x) / determinant
        return (moments.mean + offset, (offset.dot(offset) + (xx + yy) / moments.count).squareRoot())
    }

    private static func axes(
        quadratic q: SIMD3<Double>, linear l: SIMD3<Double>
    ) -> (center: Vector, major: Double, minor: Double, rotation: Double)? {
        let determinant = 4 * q.x * q.z - q.y * q.y
        let center = Vector(q.y * l.y - 2 * q.z * l.x, q.y * l.x - 2 * q.x * l.y) / determinant
        let level = l.z + (l.x * center.x + l.y * center.y) / 2
        let (middle, spread) = ((q.x + q.z) / 2, hypot((q.x - q.z) / 2, q.y / 2))
        let squares = (-level / (middle + spread), -level / (middle - spread))
        guard squares.0 > 0, squares.1 > 0, squares.0.isFinite, squares.1.isFinite else { return nil }
        // the direction of the steepest rise of the conic is the shorter axis if `middle` is positive
        let steepest = atan2(q.y, q.x - q.z) / 2
        var rotation = squares.1 > squares.0 ? steepest + .pi / 2 : steepest
        if rotation > .pi / 2 { rotation -= .pi }
        return (center, max(squares.0, squares.1).squareRoot(), min(squares.0, squares.1).squareRoot(), rotation)
    }
}

/// A matrix of three rows and three columns.
private struct Matrix3 {
    var rows: [SIMD3<Double>]

    /// Creates a matrix of zeros.
    init() { rows = [.zero, .zero, .zero] }

    init(rows: [SIMD3<Double>]) { self.rows = rows }

    var transposed: Matrix3 { Matrix3(rows: (0..<3).map { k in SIMD3(rows[0][k], rows[1][k], rows[2][k]) }) }

    /// The inverse; nil if the matrix is singular or nearly so.
    var inverse: Matrix3? {
        let cofactors = [Self.cross(rows[1], rows[2]), Self.cross(rows[2], rows[0]), Self.cross(rows[0], rows[1])]
        let determinant = (rows[0] * cofactors[0]).sum()
        let scale = rows.map { ($0 * $0).sum().squareRoot() }.reduce(1, *)
        guard abs(determinant) > 1e-12 * scale, determinant.isFinite else { return nil }
        return Matrix3(rows: cofactors.map { $0 / determinant }).transposed
    }

    /// The real roots of the characteristic polynomial λ³ − t·λ² + m·λ − d, by Viète's formula if there are three.
    var realEigenvalues: [Double] {
        let trace = rows[0].x + rows[1].y + rows[2].z
        let cofactors = [Self.cross(rows[1], rows[2]), Self.cross(rows[2], rows[0]), Self.cross(rows[0], rows[1])]
        let minors = cofactors[0].x + cofactors[1].y + cofactors[2].z
        let determinant = (rows[0] * cofactors[0]).sum()
        // the substitution λ = s + t/3 gives s³ + p·s + q
        let p = minors - trace * trace / 3
        let q = -2 * trace * trace * trace / 27 + trace * minors / 3 - determinant
        let discriminant = q * q / 4 + p * p * p / 27
        if discriminant > 0 {
            let root = discriminant.squareRoot()
            return [cbrt(-q / 2 + root) + cbrt(-q / 2 - root) + trace / 3]
        }
        guard p < 0 else { return [trace / 3] }
        let radius = 2 * (-p / 3).squareRoot()
        let angle = acos(min(max(3 * q / (p * radius), -1), 1)) / 3
        return (0..<3).map { radius * cos(angle - 2 * .pi * Double($0) / 3) + trace / 3 }
    }

    /// Returns an eigenvector of length 1; nil if the eigenvectors span a plane.
    func eigenvector(_ eigenvalue: Double) -> SIMD3<Double>? {
        let shifted = [rows[0] - SIMD3(eigenvalue, 0, 0), rows[1] - SIMD3(0, eigenvalue, 0), rows[2] - SIMD3(0, 0, eigenvalue)]
        let candidates = [(0, 1), (1, 2), (2, 0)].map { Self.cross(shifted[$0], shifted[$1]) }
        guard let best = candidates.max(by: { ($0 * $0).sum() < ($1 * $1).sum() }) else { return nil }
        let length = (best * best).sum().squareRoot()
        return length > 0 && length.isFinite ? best / length : nil
    }

    /// Adds the outer product of a column and a row.
    mutating func add(_ column: SIMD3<Double>, _ row: SIMD3<Double>) {
        for k in 0..<3 { rows[k] += column[k] * row }
    }

    static func + (a: Self, b: Self) -> Self { Matrix3(rows: zip(a.rows, b.rows).map { $0 + $1 }) }

    static func * (a: Self, b: Self) -> Self {
        Matrix3(rows: a.rows.map { row in row.x * b.rows[0] + row.y * b.rows[1] + row.z * b.rows[2] })
    }

    static func * (a: Self, v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((a.rows[0] * v).sum(), (a.rows[1] * v).sum(), (a.rows[2] * v).sum())
    }

    static func * (k: Double, a: Self) -> Self { Matrix3(rows: a.rows.map { k * $0 }) }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
