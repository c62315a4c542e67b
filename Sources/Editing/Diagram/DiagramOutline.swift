internal import Glibc
internal import Ink

/// A closed outline that was drawn, in one stroke or several: a node of a diagram. Lengths are in millimeters.
struct DiagramOutline: Sendable {
    /// The name of the shape: `rectangle`, `ellipse`, `circle`, `diamond`, `triangle`, `parallelogram`, `pentagon`, `hexagon`, `polygon` or
    /// `star`.
    let name: String
    /// The points of the ink, as a closed outline.
    let path: [Point]
    /// The regularized shape.
    let figure: Figure

    /// The minimum width and height of a node. Smaller shapes are letters.
    static let least = 6.0

    /// Creates the outline of a path; nil if the path is open, too small, or not a known shape. A gap of at most `gap` between the ends is
    /// closed, and overlapping ends are removed.
    init?(_ points: [Point], gap: Double? = nil) {
        guard points.count > 7, let box = Box(around: points), min(box.width, box.height) >= Self.least,
            let path = Self.closed(points, gap: gap ?? 0.13 * points.pathLength)
        else { return nil }
        let hull = path.hull
        let (area, hullArea) = (path.doubleArea.magnitude / 2, hull.doubleArea / 2)
        let around = hull.pathLength + (hull.last?.distance(to: hull[0]) ?? 0)
        guard hullArea > Self.least * Self.least / 2, 4 * .pi * hullArea > 0.15 * around * around else { return nil }
        let turns = Self.turns(path)
        self.path = path
        if let star = Self.star(path, hull: hull, turns: turns) {
            (name, figure) = ("star", star)
        } else if area > 0.78 * hullArea, path.pathLength < 1.3 * around {
            (name, figure) = Self.shape(path, hull: hull)
        } else {
            return nil
        }
    }

    /// Returns the part of a path between two points that are at most `gap` apart, one near each end; nil without such points.
    private static func closed(_ points: [Point], gap: Double) -> [Point]? {
        let quarter = points.count * 3 / 10
        var best: (first: Int, last: Int, cost: Double)?
        let step = max(1, points.count / 200)
        let spacing = points.pathSpacing
        for first in stride(from: 0, to: quarter, by: step) {
            for last in stride(from: points.count - 1, to: points.count - 1 - quarter, by: -step) {
                let distance = points[first].distance(to: points[last])
                guard distance <= gap else { continue }
                // prefer a long path: only overlapping or protruding ends are to be removed
                let cost = distance + 0.35 * spacing * Double(first + points.count - 1 - last)
                if cost < best?.cost ?? .infinity { best = (first, last, cost) }
            }
        }
        return best.map { Array(points[$0.first...$0.last]) }
    }

    /// Returns the number of times that the path winds around its center.
    private static func turns(_ path: [Point]) -> Double {
        let corners = path.corners(tolerance: max(1, 0.03 * path.pathLength / 4)).map { path[$0] }
        guard corners.count > 2 else { return 0 }
        let closed = corners[0].distance(to: corners[corners.count - 1]) < 1 ? Array(corners.dropLast()) : corners
        let n = closed.count
        let sum = closed.indices.reduce(0.0) { sum, index in
            let (a, b) = (closed[index] - closed[(index + n - 1) % n], closed[(index + 1) % n] - closed[index])
            return sum + atan2(a.cross(b), a.dot(b))
        }
        return sum / (2 * .pi)
    }

    // MARK: Shapes

    private static func shape(_ path: [Point], hull: [Point]) -> (String, Figure) {
        let size = (hull.doubleArea / 2).squareRoot()
        let ellipse = DrawnEllipse(hull)
        let round =
            ellipse.map { fit in
                (path.map {
                    let d = fit.distance($0); return d * d
                }.mean).squareRoot() / size
            } ?? .infinity
        func error(_ corners: [Point]) -> Double {
            (path.map {
                let d = corners.distance(to: $0); return d * d
            }.mean).squareRoot() / size
        }
        let fits = (3...6).map { hull.reduced(to: $0).refined(by: path) }
        let errors = fits.map { fit in fit.count > 2 ? error(fit) : .infinity }
        let straight = errors[0] <= 1.4 * errors[1] + 0.012 ? 0 : 1
        let isManySided = min(errors[2], errors[3]) < 0.4 * min(round, errors[straight]) && errors[straight] > 0.03
        if let ellipse, round < errors[straight], !(isManySided && round > 0.035) { return ellipse.named }
        if isManySided {
            let count = errors[2] <= 1.4 * errors[3] + 0.005 ? 2 : 3
            return (count == 2 ? "pentagon" : "hexagon", polygon(fits[count]))
        }
        return straight == 0 ? ("triangle", polygon(fits[0])) : quadrilateral(fits[1], path)
    }

    private static func polygon(_ corners: [Point]) -> Figure {
        .polygon(points: corners, closed: true, headAtStart: false, headAtEnd: false)
    }

    /// Classifies a quadrilateral as a rectangle, a diamond, a parallelogram or another polygon. Returns the name and the regularized
    /// shape.
    private static func quadrilateral(_ corners: [Point], _ path: [Point]) -> (String, Figure) {
        guard corners.count == 4, let box = Box(around: path) else { return ("polygon", polygon(corners)) }
        let sides = corners.indices.map { corners[($0 + 1) % 4] - corners[$0] }
        let slant = sides.map { min($0.x.magnitude, $0.y.magnitude) / max($0.length, .leastNormalMagnitude) }.max() ?? 0
        let skew = sides.indices.map { sides[$0].direction.dot(sides[($0 + 1) % 4].direction).magnitude }.max() ?? 0
        let middles = [
            Point(x: box.middle.x, y: box.y), Point(x: box.right, y: box.middle.y), Point(x: box.middle.x, y: box.bottom),
            Point(x: box.x, y: box.middle.y),
        ]
        func share(_ place: Point) -> Double {
            Point(x: place.x / max(box.width, 1e-9), y: place.y / max(box.height, 1e-9)).length
        }
        let standing = middles.map { middle in corners.map { share($0 - middle) }.min() ?? .infinity }.max() ?? .infinity
        if slant < 0.36, skew < 0.42 {
            // each side is placed so that half of its ink lies outside the rectangle
            return ("rectangle", polygon(upright(path, box)))
        }
        if standing < 0.25 { return ("diamond", polygon(middles)) }
        if skew < 0.3 { return ("rectangle", polygon(rightAngled(corners))) }
        let parallel = max(
            sides[0].direction.cross(sides[2].direction).magnitude, sides[1].direction.cross(sides[3].direction).magnitude)
        guard parallel < 0.3 else { return ("polygon", polygon(corners)) }
        let fourth = (corners[0] + corners[2] - corners[1] + corners[3]) * 0.5
        return ("parallelogram", polygon([corners[0], corners[1], corners[2], fourth]))
    }

    private static func upright(_ path: [Point], _ box: Box) -> [Point] {
        func side(_ value: (Point) -> Double, near edge: Double, of extent: Double) -> Double {
            let near = path.map(value).filter { ($0 - edge).magnitude < 0.2 * extent }.sorted()
            return near.isEmpty ? edge : near[near.count / 2]
        }
        let (left, right) = (side(\.x, near: box.x, of: box.width), side(\.x, near: box.right, of: box.width))
        let (top, bottom) = (side(\.y, near: box.y, of: box.height), side(\.y, near: box.bottom, of: box.height))
        return [Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom)]
    }

    /// Returns the rectangle that has the center and the mean side lengths of four corners.
    private static func rightAngled(_ corners: [Point]) -> [Point] {
        let middle = corners.reduce(Point(x: 0, y: 0), +) * 0.25
        let along = (corners[1] - corners[0] + corners[2] - corners[3]) * 0.25
        let across = (corners[3] - corners[0] + corners[2] - corners[1]) * 0.25
        let side = Point(x: -along.y, y: along.x).direction
        let up = side * (across.dot(side) < 0 ? -across.length : across.length)
        return [middle - along - up, middle + along - up, middle + along + up, middle - along + up]
    }

    /// Returns a five-pointed star, drawn around its outline or in crossing lines; nil for other shapes.
    private static func star(_ path: [Point], hull: [Point], turns: Double) -> Figure? {
        let tips = hull.reduced(to: 5)
        guard tips.count == 5 else { return nil }
        let center = tips.reduce(Point(x: 0, y: 0), +) * 0.2
        let radii = tips.map { $0.distance(to: center) }
        guard let short = radii.min(), let long = radii.max(), short > 0.5 * long else { return nil }
        // notches: between two tips, the outline bends inward from the straight line between them
        var inner: [Double] = []
        for index in tips.indices {
            let edge = ((tips[index] + tips[(index + 1) % 5]) * 0.5 - center)
            let near = path.map { $0 - center }.filter { $0.direction.dot(edge.direction) > 0.97 }.map(\.length)
            guard let farthest = near.max() else { continue }
            inner.append(farthest / max(edge.length, 1e-9))
        }
        let isAcross = (1.5...2.5).contains(turns.magnitude)
        let notched = inner.sorted()
        guard notched.count > 2, notched[notched.count / 2] < 0.8 || isAcross && notched[notched.count / 2] < 0.95 else { return nil }
        let outer = radii.reduce(0, +) / 5
        let points = tips.indices.flatMap { index -> [Point] in
            let notch = ((tips[index] + tips[(index + 1) % 5]) * 0.5 - center).direction * (0.382 * outer)
            return [center + (tips[index] - center).direction * outer, center + notch]
        }
        return polygon(points)
    }
}

/// The ellipse with the same area moments as a convex outline.
private struct DrawnEllipse {
    let center: Point
    let major: Double
    let minor: Double
    let rotation: Double

    init?(_ hull: [Point]) {
        guard let origin = hull.first else { return nil }
        // the area moments are summed over triangles that have one corner in common
        var (area, sum, xx, xy, yy) = (0.0, Point(x: 0, y: 0), 0.0, 0.0, 0.0)
        for (a, b) in zip(hull, hull.dropFirst()) {
            let (a, b) = (a - origin, b - origin)
            let part = a.cross(b) / 2
            area += part
            sum = sum + (a + b) * (part / 3)
            xx += part / 6 * (a.x * a.x + a.x * b.x + b.x * b.x)
            yy += part / 6 * (a.y * a.y + a.y * b.y + b.y * b.y)
            xy += part / 12 * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y)
        }
        guard area > 0 else { return nil }
        let mean = sum * (1 / area)
        (xx, yy, xy) = (xx / area - mean.x * mean.x, yy / area - mean.y * mean.y, xy / area - mean.x * mean.y)
        let (half, root) = ((xx + yy) / 2, ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot())
        guard half - root > 0 else { return nil }
        center = origin + mean
        (major, minor) = (2 * (half + root).squareRoot(), 2 * (half - root).squareRoot())
        rotation = atan2(2 * xy, xx - yy) / 2
    }

    /// Returns the approximate distance of a point from the ellipse.
    func distance(_ place: Point) -> Double {
        let (sine, cosine) = (sin(rotation), cos(rotation))
        let own = place - center
        let (x, y) = ((own.x * cosine + own.y * sine) / major, (own.y * cosine - own.x * sine) / minor)
        let ratio = Point(x: x, y: y).length
        return ratio > 0 ? (1 - 1 / ratio).magnitude * own.length : minor
    }

    /// The name and the figure. The ellipse becomes a circle if its radii are nearly equal. A slightly rotated ellipse is set upright.
    var named: (String, Figure) {
        if minor > 0.85 * major {
            let radius = (major * minor).squareRoot()
            return ("circle", .ellipse(center: center, radiusX: radius, radiusY: radius, rotation: 0))
        }
        let quarter = Double.pi / 2
        if rotation.magnitude < 0.2 { return ("ellipse", .ellipse(center: center, radiusX: major, radiusY: minor, rotation: 0)) }
        if (rotation.magnitude - quarter).magnitude < 0.2 {
            return ("ellipse", .ellipse(center: center, radiusX: minor, radiusY: major, rotation: 0))
        }
        return ("ellipse", .ellipse(center: center, radiusX: major, radiusY: minor, rotation: rotation))
    }
}

/// The straight line nearest to a set of points.
private struct DrawnLine {
    let middle: Point
    let direction: Point

    init(from a: Point, to b: Point) { (middle, direction) = ((a + b) * 0.5, (b - a).direction) }

    /// Creates a line fitted to points; nil for fewer than three.
    init?(_ places: [Point]) {
        guard places.count > 2 else { return nil }
        let mean = places.reduce(Point(x: 0, y: 0), +) * (1 / Double(places.count))
        let (xx, xy, yy) = places.reduce((0.0, 0.0, 0.0)) { sum, place in
            let own = place - mean
            return (sum.0 + own.x * own.x, sum.1 + own.x * own.y, sum.2 + own.y * own.y)
        }
        let angle = atan2(2 * xy, xx - yy) / 2
        (middle, direction) = (mean, Point(x: cos(angle), y: sin(angle)))
    }

    /// Returns the intersection with another line; nil if the lines are nearly parallel.
    func crossing(_ other: DrawnLine) -> Point? {
        let slant = direction.cross(other.direction)
        guard slant.magnitude > 0.05 else { return nil }
        return middle + direction * ((other.middle - middle).cross(other.direction) / slant)
    }
}

extension [Double] {
    fileprivate var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
}

extension [Point] {
    /// Returns the corners adjusted so that each side runs through the middle of its ink.
    fileprivate func refined(by path: [Point]) -> [Point] {
        guard count > 2 else { return self }
        var sides = [[Point]](repeating: [], count: count)
        for place in path {
            let distances = indices.map { place.distance(from: self[$0], to: self[($0 + 1) % count]) }
            guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { continue }
            let (a, b) = (self[nearest], self[(nearest + 1) % count])
            let share = (place - a).dot(b - a) / Swift.max((b - a).dot(b - a), .leastNormalMagnitude)
            // without points near the corners, because drawn corners are rounded
            if share > 0.12, share < 0.88 { sides[nearest].append(place) }
        }
        let lines = indices.map { DrawnLine(sides[$0]) ?? DrawnLine(from: self[$0], to: self[($0 + 1) % count]) }
        return indices.map { index in
            let corner = lines[(index + count - 1) % count].crossing(lines[index])
            let reach = Swift.min(
                self[index].distance(to: self[(index + 1) % count]), self[index].distance(to: self[(index + count - 1) % count]))
            return corner.flatMap { $0.distance(to: self[index]) < 0.4 * reach ? $0 : nil } ?? self[index]
        }
    }

    fileprivate var pathSpacing: Double { count > 1 ? pathLength / Double(count - 1) : 0 }
}

extension Figure {
    /// Returns the figure scaled about the origin.
    func scaled(_ factor: Double) -> Figure {
        guard factor != 1 else { return self }
        switch self {
        case .polygon(let points, let closed, let start, let end):
            return .polygon(points: points.map { $0 * factor }, closed: closed, headAtStart: start, headAtEnd: end)
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            return .ellipse(center: center * factor, radiusX: radiusX * factor, radiusY: radiusY * factor, rotation: rotation)
        }
    }

    /// The closed outline of a node: corners, or points of the ellipse.
    var outline: [Point] {
        switch self {
        case .polygon(let points, _, _, _): return points
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            let turn = InkTransform.rotation(radians: rotation)
            return (0..<48).map { index in
                let angle = Double(index) / 48 * 2 * .pi
                return center + turn(Point(x: radiusX * cos(angle), y: radiusY * sin(angle)))
            }
        }
    }
}
