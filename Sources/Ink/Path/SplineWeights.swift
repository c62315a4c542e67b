/// How much each of the four control points around a segment of a uniform cubic B-spline counts (de Boor, A Practical Guide to Splines,
/// 1978).
struct SplineWeights: Sendable {
    let a: Double
    let b: Double
    let c: Double
    let d: Double

    /// The weights at 0…1 of the way through the segment, which lies between the second and the third control point.
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

    /// The place at a parameter on the curve of two control points or more, its ends extended by mirror images, and the derivative there.
    static func motion(at parameter: Double, of controls: [Place]) -> (place: Place, velocity: Place) {
        let last = controls.count - 1
        let segment = max(0, min(last - 1, Int(parameter)))
        let t = parameter - Double(segment)
        let weights = SplineWeights(at: t)
        let (b, c) = (controls[segment], controls[segment + 1])
        let a = segment > 0 ? controls[segment - 1] : b * 2 - c
        let d = segment + 2 <= last ? controls[segment + 2] : c * 2 - b
        let place = Place(x: weights.sum(a.x, b.x, c.x, d.x), y: weights.sum(a.y, b.y, c.y, d.y))
        return (place, velocity(at: t, a, b, c, d))
    }

    /// The derivative at 0…1 of the way through a segment: a quadratic B-spline of the steps between the control points.
    static func velocity(at t: Double, _ a: Place, _ b: Place, _ c: Place, _ d: Place) -> Place {
        let s = 1 - t
        return (b - a) * (s * s / 2) + (c - b) * (0.5 + s * t) + (d - c) * (t * t / 2)
    }
}
