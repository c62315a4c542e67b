internal import Glibc
internal import Ink

/// The course of an open stroke that may connect nodes: straight, right-angled or curved. Arrowheads that were drawn in the same stroke are
/// noted. Lengths are in millimeters.
struct DiagramCourse: Sendable {
    enum Form: Sendable {
        case straight
        /// Straight pieces with clear corners.
        case angled
        case curved
    }

    var form: Form
    /// The ink from end to end, without arrowheads.
    var path: [Point]
    var headAtStart = false
    var headAtEnd = false

    /// Creates a course from a stroke; nil if the stroke looks more like text.
    init?(_ points: [Point]) {
        var points = points
        if let tip = Self.tip(of: points) {
            points = Array(points[...tip])
            headAtEnd = true
        }
        points.reverse()
        if let tip = Self.tip(of: points) {
            points = Array(points[...tip])
            headAtStart = true
        }
        points.reverse()
        guard let form = Self.form(of: points) else { return nil }
        self.form = form
        path = points
    }

    /// Creates a course without arrowheads through these points; nil if the points look more like text.
    init?(path: [Point]) {
        guard let form = Self.form(of: path) else { return nil }
        self.form = form
        self.path = path
    }

    /// Creates the course of a regularized connection.
    init?(_ figure: Figure, type: BlockType) {
        guard case .polygon(let points, false, let headAtStart, let headAtEnd) = figure, points.count > 1 else { return nil }
        form = type == .edge ? .straight : points.turns.allSatisfy { $0.magnitude > 0.9 } ? .angled : .curved
        // points as dense as in ink, so that text near the connection is found
        path = zip(points, points.dropFirst()).flatMap { a, b in (0..<40).map { a + (b - a) * (Double($0) / 40) } } + points.suffix(1)
        (self.headAtStart, self.headAtEnd) = (headAtStart, headAtEnd)
        exact = points
    }

    /// The corners of a regularized course, which has no ink; nil for a drawn course.
    private var exact: [Point]?

    var first: Point { path.first ?? Point(x: 0, y: 0) }
    var last: Point { path.last ?? Point(x: 0, y: 0) }
    var hasHead: Bool { headAtStart || headAtEnd }
    var length: Double { path.pathLength }
    var box: Box { Box(around: path) ?? Box(x: 0, y: 0, width: 0, height: 0) }
    var diagonal: Double { Point(x: box.width, y: box.height).length }

    /// The ends of the straight pieces. For a curve, enough points to approximate the curve.
    var corners: [Point] {
        if let exact { return exact }
        return switch form {
        case .straight: [first, last]
        case .angled: path.corners(tolerance: Self.tolerance(path)).map { path[$0] }
        case .curved: path.corners(tolerance: max(0.5, 0.015 * diagonal)).map { path[$0] }
        }
    }

    /// The length of the shortest straight piece.
    var shortestPiece: Double { zip(corners, corners.dropFirst()).map { $0.distance(to: $1) }.min() ?? 0 }

    /// Returns the direction at an end, pointing away from the path.
    func direction(atEnd: Bool) -> Point {
        let path = atEnd ? path : path.reversed()
        guard let tip = path.last else { return Point(x: 0, y: 0) }
        let back = path.last { $0.distance(to: tip) > 4 } ?? path[0]
        return (tip - back).direction
    }

    /// The course in the opposite direction.
    var reversed: DiagramCourse {
        var course = self
        course.path.reverse()
        course.exact?.reverse()
        (course.headAtStart, course.headAtEnd) = (headAtEnd, headAtStart)
        return course
    }

    private static func tolerance(_ path: [Point]) -> Double {
        guard let box = Box(around: path) else { return 1 }
        return max(1.2, 0.05 * Point(x: box.width, y: box.height).length)
    }

    private static func form(of path: [Point]) -> Form? {
        guard path.count > 1, let box = Box(around: path) else { return nil }
        let (length, chord) = (path.pathLength, path[0].distance(to: path[path.count - 1]))
        let diagonal = Point(x: box.width, y: box.height).length
        if path.deviation <= max(1.1, 0.07 * chord), length < 1.25 * chord + 1 { return .straight }
        let corners = path.corners(tolerance: tolerance(path)).map { path[$0] }
        let turns = corners.turns
        let pieces = zip(corners, corners.dropFirst()).map { $0.distance(to: $1) }
        if turns.count < 9, turns.allSatisfy({ (0.9...2.6).contains($0.magnitude) }), pieces.allSatisfy({ $0 > 0.03 * length && $0 > 3 }) {
            return .angled
        }
        // a curve that turns no more than a connection usually does
        let fine = path.corners(tolerance: max(0.8, 0.025 * diagonal)).map { path[$0] }.turns
        guard fine.allSatisfy({ $0.magnitude < 1.7 }), fine.reduce(0, { $0 + $1.magnitude }) < 1.6 * .pi, length < 2.6 * diagonal else {
            return nil
        }
        return .curved
    }

    /// Returns the index at which an arrowhead at the end of the stroke begins; nil without an arrowhead. At that point the pen turns back
    /// a short distance, once to each side.
    private static func tip(of points: [Point]) -> Int? {
        var lengths = [0.0]
        for (a, b) in zip(points, points.dropFirst()) { lengths.append(lengths[lengths.count - 1] + a.distance(to: b)) }
        guard points.count > 8, let total = lengths.last, total > 6 else { return nil }
        var (best, small): ((index: Int, cost: Double)?, (index: Int, cost: Double)?)
        for index in points.indices.dropLast(3) where lengths[index] > 0.3 * total {
            let (tip, restLength) = (points[index], total - lengths[index])
            let reach = 0.62 * lengths[index]
            guard restLength < 12 * reach, restLength > 1.5 else { continue }
            var radius = 0.0
            for place in points[index...] {
                radius = max(radius, place.distance(to: tip))
                if radius >= reach { break }
            }
            guard radius > 1, radius < reach, restLength > 1.5 * radius, restLength < 12 * radius else { continue }
            let back = points[..<index].last { $0.distance(to: tip) > max(2.5, 0.6 * radius) } ?? points[0]
            let direction = (tip - back).direction
            var (ahead, behind, left, right) = (0.0, 0.0, 0.0, 0.0)
            for place in points[index...] {
                let (along, across) = ((place - tip).dot(direction), direction.cross(place - tip))
                (ahead, behind) = (max(ahead, along), min(behind, along))
                (left, right) = (min(left, across), max(right, across))
            }
            let cost = ahead / radius - 0.02 * lengths[index] / total
            if ahead < 0.45 * radius + 0.3, behind < -0.35 * radius, left < -0.2 * radius, right > 0.2 * radius {
                if cost < best?.cost ?? .infinity { best = (index, cost) }
            } else if radius < 0.2 * lengths[index], ahead < 0.6 * radius + 0.6, behind < -0.3 * radius, right - left > 0.4 * radius {
                // looser limits for a small arrowhead, because hand tremor is as large as the arrowhead
                if cost < small?.cost ?? .infinity { small = (index, cost) }
            }
        }
        return (best ?? small)?.index
    }
}

extension [Point] {
    /// The turning angle at each inner corner, in radians; positive is clockwise.
    var turns: [Double] {
        guard count > 2 else { return [] }
        return (1..<count - 1).map { index in
            let (a, b) = (self[index] - self[index - 1], self[index + 1] - self[index])
            return atan2(a.cross(b), a.dot(b))
        }
    }
}
