import Glibc

/// Ellipses and circles through ink.
enum EllipseFit {
    /// Centre, half axes and the longer one's direction (−π/2 < rotation ≤ π/2) of the ellipse nearest to the points by algebraic distance;
    /// nil if they lie on a line.
    ///
    /// Source: Halíř and Flusser 1998, "Numerically stable direct least squares fitting of ellipses", after Fitzgibbon, Pilu and Fisher 1996.
    static func ellipse(_ points: [Vector]) -> (centre: Vector, major: Double, minor: Double, rotation: Double)? {
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

    /// Centre and radius of the circle nearest to the points; nil if they lie on a line. Source: Kåsa 1976, "A circle fitting procedure and
    /// its error analysis".
    static func circle(_ points: [Vector]) -> (centre: Vector, radius: Double)? {
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
    ) -> (centre: Vector, major: Double, minor: Double, rotation: Double)? {
        let determinant = 4 * q.x * q.z - q.y * q.y
        let centre = Vector(q.y * l.y - 2 * q.z * l.x, q.y * l.x - 2 * q.x * l.y) / determinant
        let level = l.z + (l.x * centre.x + l.y * centre.y) / 2
        let (middle, spread) = ((q.x + q.z) / 2, hypot((q.x - q.z) / 2, q.y / 2))
        let squares = (-level / (middle + spread), -level / (middle - spread))
        guard squares.0 > 0, squares.1 > 0, squares.0.isFinite, squares.1.isFinite else { return nil }
        // the direction in which the conic rises most is the shorter axis where middle is positive
        let steepest = atan2(q.y, q.x - q.z) / 2
        var rotation = squares.1 > squares.0 ? steepest + .pi / 2 : steepest
        if rotation > .pi / 2 { rotation -= .pi }
        return (centre, max(squares.0, squares.1).squareRoot(), min(squares.0, squares.1).squareRoot(), rotation)
    }
}
