import Glibc

/// A matrix of three rows and three columns.
struct Matrix3 {
    var rows: [SIMD3<Double>]

    /// Zeros.
    init() { rows = [.zero, .zero, .zero] }

    init(rows: [SIMD3<Double>]) { self.rows = rows }

    var transposed: Matrix3 { Matrix3(rows: (0..<3).map { k in SIMD3(rows[0][k], rows[1][k], rows[2][k]) }) }

    /// nil if there is none, or none to be trusted.
    var inverse: Matrix3? {
        let cofactors = [Self.cross(rows[1], rows[2]), Self.cross(rows[2], rows[0]), Self.cross(rows[0], rows[1])]
        let determinant = (rows[0] * cofactors[0]).sum()
        let scale = rows.map { ($0 * $0).sum().squareRoot() }.reduce(1, *)
        guard abs(determinant) > 1e-12 * scale, determinant.isFinite else { return nil }
        return Matrix3(rows: cofactors.map { $0 / determinant }).transposed
    }

    /// The roots of the characteristic polynomial λ³ − t·λ² + m·λ − d that are real, by Viète's formula where there are three.
    var realEigenvalues: [Double] {
        let trace = rows[0].x + rows[1].y + rows[2].z
        let cofactors = [Self.cross(rows[1], rows[2]), Self.cross(rows[2], rows[0]), Self.cross(rows[0], rows[1])]
        let minors = cofactors[0].x + cofactors[1].y + cofactors[2].z
        let determinant = (rows[0] * cofactors[0]).sum()
        // λ = s + t/3 turns it into s³ + p·s + q
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

    /// Of length 1; nil if every vector of a plane is one.
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
