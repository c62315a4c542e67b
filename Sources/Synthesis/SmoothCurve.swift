internal import Ink

/// Curves through the points of a coarse polyline. Source: Yuksel, Schaefer, Keyser, "Parameterization and applications of Catmull-Rom
/// curves" (2011): the centripetal parameterization, which has neither loops nor cusps between points.
enum SmoothCurve {
    /// The cosine of the turning angle above which a point is a corner: 70°.
    private static let cornerCosine = 0.342

    /// Returns points along the curve through the given points, including its ends.
    ///
    /// - Parameters:
    ///   - points: control points; equal consecutive points count once.
    ///   - step: the maximum distance between points of the result; above 0.
    static func points(through given: [Point], step: Double) -> [Point] {
        var points: [Point] = []
        for place in given where points.last.map({ $0.distance(to: place) > 1e-9 }) ?? true { points.append(place) }
        guard let first = points.first, points.count > 1 else { return points }
        var result = [first]
        for run in runs(of: points) { append(run, step: step, to: &result) }
        return result
    }

    /// Divides the points at corners. Each piece includes the corners, or the ends of the line, between which it lies.
    private static func runs(of points: [Point]) -> [ArraySlice<Point>] {
        var runs: [ArraySlice<Point>] = []
        var start = 0
        for index in 1..<points.count {
            let isEnd = index == points.count - 1
            guard isEnd || isCorner(points[index - 1], points[index], points[index + 1]) else { continue }
            runs.append(points[start...index])
            start = index
        }
        return runs
    }

    private static func isCorner(_ a: Point, _ b: Point, _ c: Point) -> Bool {
        let (before, after) = (b - a, c - b)
        return before.dot(after) < cornerCosine * before.length * after.length
    }

    private static func append(_ run: ArraySlice<Point>, step: Double, to result: inout [Point]) {
        let points = Array(run)
        for index in 0..<(points.count - 1) {
            let (b, c) = (points[index], points[index + 1])
            // beyond an end the curve is continued by its mirror image
            let a = index > 0 ? points[index - 1] : b * 2 - c
            let d = index + 2 < points.count ? points[index + 2] : c * 2 - b
            let count = max(1, Int((b.distance(to: c) / step).rounded(.up)))
            for number in 1...count {
                result.append(number == count ? c : place(a, b, c, d, at: Double(number) / Double(count)))
            }
        }
    }

    /// Returns the point at the fraction `part` of the curve from b to c, by the pyramidal algorithm of Barry and Goldman.
    private static func place(_ a: Point, _ b: Point, _ c: Point, _ d: Point, at part: Double) -> Point {
        let t1 = a.distance(to: b).squareRoot()
        let t2 = t1 + b.distance(to: c).squareRoot()
        let t3 = t2 + c.distance(to: d).squareRoot()
        let t = t1 + part * (t2 - t1)
        func mix(_ p: Point, _ q: Point, _ from: Double, _ to: Double) -> Point {
            p * ((to - t) / (to - from)) + q * ((t - from) / (to - from))
        }
        let (ab, bc, cd) = (mix(a, b, 0, t1), mix(b, c, t1, t2), mix(c, d, t2, t3))
        return mix(mix(ab, bc, 0, t2), mix(bc, cd, t1, t3), t1, t2)
    }
}
