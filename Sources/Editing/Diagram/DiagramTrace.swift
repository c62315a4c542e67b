internal import Glibc
internal import Ink

/// A stroke of a diagram in the form that the analysis uses: evenly spaced points, in millimeters.
struct DiagramTrace: Sendable {
    let id: StrokeID
    /// The points; never empty. They are spaced widely enough to remove hand tremor.
    let points: [Point]
    let box: Box
    /// The length of the path through `points`.
    let length: Double
    /// The outline of a closed stroke; nil if the stroke is not closed.
    let outline: DiagramOutline?
    /// The course of an open stroke; nil if the stroke is closed, or looks more like text.
    let course: DiagramCourse?

    /// - Parameter millimeters: the length of one unit of `places`, in millimeters.
    /// - Returns: nil if `places` is empty.
    init?(id: StrokeID, places: [Point], millimeters: Double = 1) {
        guard let raw = Box(around: places) else { return nil }
        let scaled = millimeters == 1 ? places : places.map { $0 * millimeters }
        let diagonal = Point(x: raw.width, y: raw.height).length * millimeters
        let points = Self.even(scaled, step: min(1.5, max(0.4, 0.01 * diagonal)))
        guard let box = Box(around: points) else { return nil }
        self.id = id
        self.points = points
        self.box = box
        length = points.pathLength
        outline = DiagramOutline(points)
        course = outline == nil ? DiagramCourse(points) : nil
    }

    var first: Point { points[0] }
    var last: Point { points[points.count - 1] }
    var diagonal: Double { Point(x: box.width, y: box.height).length }

    /// Resamples points at this spacing, which removes hand tremor, and keeps the last point.
    private static func even(_ places: [Point], step: Double) -> [Point] {
        guard var last = places.first, let end = places.last else { return [] }
        var points = [last]
        for place in places.dropFirst() {
            var distance = last.distance(to: place)
            while distance >= step, points.count < mostPoints {
                last = last + (place - last) * (step / distance)
                points.append(last)
                distance = last.distance(to: place)
            }
        }
        if points.count == 1 || last.distance(to: end) > step / 4 { points.append(end) }
        return points
    }

    /// The maximum number of points. A longer stroke is cut off, because its beginning is sufficient for the analysis.
    private static let mostPoints = 4000
}

extension [Point] {
    var pathLength: Double { zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

    /// The largest distance from the straight line between the ends.
    var deviation: Double {
        guard let a = first, let b = last else { return 0 }
        return map { $0.distance(from: a, to: b) }.max() ?? 0
    }

    /// Twice the enclosed area (shoelace formula); negative if the outline runs counterclockwise on the screen.
    var doubleArea: Double {
        guard let last else { return 0 }
        return zip([last] + self, self).reduce(0) { $0 + $1.0.cross($1.1) }
    }

    /// Returns the distance of a point from the closed outline.
    func distance(to place: Point) -> Double {
        guard let last else { return .infinity }
        return zip([last] + self, self).reduce(.infinity) { Swift.min($0, place.distance(from: $1.0, to: $1.1)) }
    }

    /// Returns the nearest point on the closed outline.
    func nearest(to place: Point) -> Point? {
        guard let last else { return nil }
        return zip([last] + self, self).map { place.nearest(from: $0, to: $1) }.min { place.distance(to: $0) < place.distance(to: $1) }
    }

    /// Whether a point lies within the closed outline.
    func contains(_ place: Point) -> Bool {
        guard let last else { return false }
        var isInside = false
        for (a, b) in zip([last] + self, self) where (a.y > place.y) != (b.y > place.y) {
            if place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
        }
        return isInside
    }
}

extension Point {
    /// The direction, in radians, clockwise from the x axis as seen: −π < angle ≤ π.
    var angle: Double { atan2(y, x) }

    /// The vector of length 1 in this direction; zero for the zero vector.
    var direction: Point { length > 0 ? self * (1 / length) : self }
}

extension Box {
    /// Creates the smallest box around the points; nil if there are no points.
    init?(around places: some Sequence<Point>) { self.init(around: places.map { InkPoint(x: $0.x, y: $0.y) }) }

    func scaled(_ factor: Double) -> Box { Box(x: x * factor, y: y * factor, width: width * factor, height: height * factor) }

    var middle: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// Returns the distance between two boxes; 0 if they touch or overlap.
    func gap(to other: Box) -> Double {
        Point(x: max(0, other.x - right, x - other.right), y: max(0, other.y - bottom, y - other.bottom)).length
    }
}
