/// The four control points that shape the curve from the second to the third of them.
struct SplineSegment {
    let a: PathPoint
    let b: PathPoint
    let c: PathPoint
    let d: PathPoint

    func point(_ weights: SplineWeights) -> PathPoint { PathPoint(weights, a, b, c, d).turned }

    func place(_ weights: SplineWeights) -> Place { Place(x: weights.sum(a.x, b.x, c.x, d.x), y: weights.sum(a.y, b.y, c.y, d.y)) }

    func time(_ weights: SplineWeights) -> Double { weights.sum(Double(a.time), Double(b.time), Double(c.time), Double(d.time)) }

    /// The way from the curve to the left edge of the mark, across the path, at 0…1 of the segment.
    func edge(at t: Double, _ weights: SplineWeights) -> Place {
        let velocity = SplineWeights.velocity(at: t, a.place, b.place, c.place, d.place)
        let speed = velocity.dot(velocity).squareRoot()
        let normal = speed > 0 ? Place(x: velocity.y / speed, y: -velocity.x / speed) : Place(x: 1, y: 0)
        let width = Double(weights.sum(a.width, b.width, c.width, d.width))
        let height = Double(weights.sum(a.height, b.height, c.height, d.height))
        guard width != height else { return normal * (width / 2) }
        // How far an ellipse reaches in a direction, by its half axes along and across the azimuth.
        let (sine, cosine) = InkTransform.sineAndCosine(Double(weights.sum(a.azimuth, b.azimuth, c.azimuth, d.azimuth)))
        let along = normal.dot(Place(x: cosine, y: sine)) * width / 2
        let across = normal.dot(Place(x: -sine, y: cosine)) * height / 2
        return normal * (along * along + across * across).squareRoot()
    }

    /// The most that the curve can bulge over a chord of so many to the segment: an eighth of the squared step times the largest second
    /// derivative, which is at an end of the segment (de Boor 1978).
    func bulge(chords: Double) -> Double {
        let (before, behind) = (a.place - b.place * 2 + c.place, b.place - c.place * 2 + d.place)
        return max(before.dot(before), behind.dot(behind)).squareRoot() / (8 * chords * chords)
    }
}
