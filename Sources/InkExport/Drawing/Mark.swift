internal import Glibc
internal import Ink

/// What a pen covers while it stands still: an ellipse around a place.
struct Mark {
    var centre: Place
    /// The matrix (xx xy; xy yy) that makes the ellipse of the unit circle.
    private var xx: Double
    private var xy: Double
    private var yy: Double
    /// Half the ellipse's largest diameter.
    let reach: Double

    init(centre: Place, radius: Double) {
        self.centre = centre
        (xx, xy, yy, reach) = (radius, 0, radius, radius)
    }

    init(_ point: PathPoint) {
        centre = Place(x: point.x, y: point.y)
        let (along, across) = (max(0, Double(point.width)) / 2, max(0, Double(point.height)) / 2)
        let (cosine, sine) = along == across ? (1, 0) : (cos(Double(point.azimuth)), sin(Double(point.azimuth)))
        xx = along * cosine * cosine + across * sine * sine
        xy = (along - across) * cosine * sine
        yy = along * sine * sine + across * cosine * cosine
        reach = max(along, across)
    }

    /// The point of the ellipse that lies farthest in a direction of length 1.
    func edge(_ direction: Place) -> Place {
        let x = xx * direction.x + xy * direction.y
        let y = xy * direction.x + yy * direction.y
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { return centre }
        // The ellipse is M·u for all u of length 1, and M is symmetric: d·(M·u) is largest for u along M·d.
        let (u, v) = (x / length, y / length)
        return Place(x: centre.x + xx * u + xy * v, y: centre.y + xy * u + yy * v)
    }
}
