internal import Glibc
internal import Ink

/// Converts a stroke to areas to be filled.
struct StrokeOutline {
    /// Areas with the same opacity.
    struct Layer {
        /// Polygons to be filled together by the nonzero rule, in the coordinates of the document.
        var polygons: [[Point]]
        /// The opacity, 0…1.
        var opacity: Double
    }

    /// The maximum deviation of an outline, in the coordinates of the path.
    var tolerance: Double

    /// Returns the area of a stroke between its cut ends, as layers. Parts hidden by eraser tracks are included.
    ///
    /// If the opacity varies, the first layer covers the whole area with the lowest opacity. Each further layer covers the parts that are
    /// at least one step more opaque. The layers overlap, so no seams are visible.
    func layers(_ stroke: InkStroke) -> [Layer] {
        let all = stroke.path.parameters
        let kept = (stroke.mask?.kept ?? all).clamped(to: all)
        let points = flattened(stroke.path, in: kept)
        let opacities = points.map { min(1, max(0, Double($0.opacity))) }
        guard let least = opacities.min(), let most = opacities.max() else { return [] }
        let flat = (start: kept.lowerBound > all.lowerBound, end: kept.upperBound < all.upperBound)
        let step = 1.0 / 8
        let count = min(8, Int((most - least) / step))
        var layers: [Layer] = []
        var below = 0.0
        for index in 0...count {
            let level = count == 0 ? opacities.reduce(0, +) / Double(opacities.count) : least + Double(index) * step
            guard level > below else { continue }
            let runs = Self.runs(opacities.map { index == 0 || $0 >= level - step / 2 })
            let polygons = runs.flatMap { run in
                let sweep = Sweep(
                    tolerance: tolerance, isFlatAtStart: flat.start && run.lowerBound == 0,
                    isFlatAtEnd: flat.end && run.upperBound == points.count)
                return sweep.polygons(points[run].map(Mark.init)).map { $0.map { stroke.transform($0) } }
            }
            // The layer is drawn over those below: 1 - (1 - below)(1 - opacity) = level.
            if !polygons.isEmpty { layers.append(Layer(polygons: polygons, opacity: (level - below) / (1 - below))) }
            below = level
        }
        return layers
    }

    /// Returns the areas erased from a stroke, in the coordinates of the document. No polygon overlaps itself.
    func holes(_ stroke: InkStroke) -> [[Point]] {
        let tracks = stroke.mask?.tracks ?? []
        let sweep = Sweep(tolerance: tolerance, longestTurn: .pi / 2)
        return tracks.flatMap { track in sweep.polygons(track.places.map { Mark(center: $0, radius: track.radius) }) }
            .map { $0.map { stroke.transform($0) } }
    }

    private static func runs(_ flags: [Bool]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for (index, flag) in flags.enumerated() where flag {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    /// Returns points on the curve that are close enough to be joined by straight lines.
    private func flattened(_ path: StrokePath, in range: ClosedRange<Double>) -> [PathPoint] {
        guard !path.controlPoints.isEmpty else { return [] }
        var points = [path.point(at: range.lowerBound)]
        var parameter = range.lowerBound
        while parameter < range.upperBound {
            let next = min(range.upperBound, parameter.rounded(.down) + 1)
            flatten(path, from: (parameter, points[points.count - 1]), to: (next, path.point(at: next)), depth: 0, into: &points)
            parameter = next
        }
        return points
    }

    private func flatten(
        _ path: StrokePath, from a: (parameter: Double, point: PathPoint), to b: (parameter: Double, point: PathPoint), depth: Int,
        into points: inout [PathPoint]
    ) {
        let middle = (a.parameter + b.parameter) / 2
        // An S-shaped piece crosses its chord in the middle, so its quarters are checked as well.
        let quarters = [(a.parameter + middle) / 2, middle, (middle + b.parameter) / 2].map { path.point(at: $0) }
        guard depth < 5, zip(quarters, [0.25, 0.5, 0.75]).contains(where: { isFar($0, from: (a.point, b.point), at: $1) }) else {
            return points.append(b.point)
        }
        let point = quarters[1]
        flatten(path, from: a, to: (middle, point), depth: depth + 1, into: &points)
        flatten(path, from: (middle, point), to: b, depth: depth + 1, into: &points)
    }

    /// Returns whether a point's mark differs by more than the tolerance from the interpolation between the marks at both ends. `share` is
    /// the point's relative position, 0…1.
    private func isFar(_ point: PathPoint, from ends: (a: PathPoint, b: PathPoint), at share: Double) -> Bool {
        let (a, b) = ends
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let (ex, ey) = (point.x - a.x, point.y - a.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let height = length > 0 ? abs(dx * ey - dy * ex) / length : (ex * ex + ey * ey).squareRoot()
        let width = Double(a.width) + share * Double(b.width - a.width)
        return height > tolerance || abs(Double(point.width) - width) / 2 > tolerance
    }
}

/// The mark of a resting pen: an ellipse around a point.
struct Mark {
    var center: Point
    /// The matrix (xx xy; xy yy) that maps the unit circle to the ellipse.
    private var xx: Double
    private var xy: Double
    private var yy: Double
    /// Half the ellipse's largest diameter: the distance from the center to the farthest point.
    let reach: Double

    init(center: Point, radius: Double) {
        self.center = center
        (xx, xy, yy, reach) = (radius, 0, radius, radius)
    }

    init(_ point: PathPoint) {
        center = Point(x: point.x, y: point.y)
        let (along, across) = (max(0, Double(point.width)) / 2, max(0, Double(point.height)) / 2)
        let (cosine, sine) = along == across ? (1, 0) : (cos(Double(point.azimuth)), sin(Double(point.azimuth)))
        xx = along * cosine * cosine + across * sine * sine
        xy = (along - across) * cosine * sine
        yy = along * sine * sine + across * cosine * cosine
        reach = max(along, across)
    }

    /// Returns the point of the ellipse that lies farthest in a direction of length 1.
    func edge(_ direction: Point) -> Point {
        let x = xx * direction.x + xy * direction.y
        let y = xy * direction.x + yy * direction.y
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { return center }
        // The ellipse is M·u for all u of length 1, and M is symmetric: d·(M·u) is largest for u along M·d.
        let (u, v) = (x / length, y / length)
        return Point(x: center.x + xx * u + xy * v, y: center.y + xy * u + yy * v)
    }
}

/// The area that a mark covers while it moves along a line: polygons with the same orientation, to be filled by the nonzero rule. A new
/// polygon begins where the line turns too sharply for the mark's width: the inner edge of a single polygon would intersect itself there.
struct Sweep {
    /// The maximum deviation of a polygon from a round end or corner.
    var tolerance: Double
    /// The maximum sum of the turning angles of a polygon, in radians. A polygon with a sum below π cannot overlap itself.
    var longestTurn = Double.infinity
    /// Whether the beginning is cut off straight instead of round.
    var isFlatAtStart = false
    /// Whether the end is cut off straight instead of round.
    var isFlatAtEnd = false

    /// The straight line from the center of a mark to that of the next.
    private struct Chord {
        var direction: Point
        var length: Double

        init?(_ a: Mark, _ b: Mark) {
            let (dx, dy) = (b.center.x - a.center.x, b.center.y - a.center.y)
            length = (dx * dx + dy * dy).squareRoot()
            guard length > 0, length.isFinite else { return nil }
            direction = Point(x: dx / length, y: dy / length)
        }

        /// The normal, which points to the left of the direction if y grows upwards.
        var normal: Point { Point(x: -direction.y, y: direction.x) }

        func turn(to next: Chord) -> Double {
            let (a, b) = (direction, next.direction)
            return atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
        }
    }

    func polygons(_ marks: [Mark]) -> [[Point]] {
        guard let first = marks.first else { return [] }
        var (line, chords): ([Mark], [Chord]) = ([first], [])
        for mark in marks.dropFirst() {
            guard let last = line.last, let chord = Chord(last, mark) else { continue }
            line.append(mark)
            chords.append(chord)
        }
        guard !chords.isEmpty else { return [dot(marks.max { $0.reach < $1.reach } ?? first)] }
        var polygons: [[Point]] = []
        var (begin, turned) = (0, 0.0)
        for corner in 1...chords.count {
            if corner < chords.count {
                let turn = chords[corner - 1].turn(to: chords[corner])
                turned += abs(turn)
                let room = min(chords[corner - 1].length, chords[corner].length)
                if line[corner].reach * tan(min(abs(turn) / 2, 1.5)) <= 0.9 * room, turned <= longestTurn { continue }
            }
            let ends = (isFlatAtStart && begin == 0, isFlatAtEnd && corner == chords.count)
            polygons.append(polygon(line[begin...corner], chords[begin..<corner], flat: ends))
            (begin, turned) = (corner, 0)
        }
        return polygons
    }

    /// Returns the whole outline of a mark. The first point is not repeated at the end.
    private func dot(_ mark: Mark) -> [Point] { fan(mark, from: Point(x: 1, y: 0), turning: -2 * .pi).dropLast() }

    private func polygon(_ marks: ArraySlice<Mark>, _ chords: ArraySlice<Chord>, flat: (start: Bool, end: Bool)) -> [Point] {
        guard let first = chords.first, let last = chords.last, let start = marks.first, let end = marks.last else { return [] }
        var left = flat.start ? [start.edge(first.normal)] : []
        var right = flat.start ? [start.edge(opposite(first.normal))] : []
        for (mark, (a, b)) in zip(marks.dropFirst(), zip(chords, chords.dropFirst())) {
            let turn = a.turn(to: b)
            left += turn < 0 ? fan(mark, from: a.normal, turning: turn) : [mark.edge(between(a, b))]
            right += turn > 0 ? fan(mark, from: opposite(a.normal), turning: turn) : [mark.edge(opposite(between(a, b)))]
        }
        left += flat.end ? [end.edge(last.normal), end.edge(opposite(last.normal))] : fan(end, from: last.normal, turning: -.pi)
        return left + right.reversed() + (flat.start ? [] : fan(start, from: opposite(first.normal), turning: -.pi))
    }

    private func opposite(_ direction: Point) -> Point { Point(x: -direction.x, y: -direction.y) }

    /// Returns the normal halfway between the normals of two chords.
    private func between(_ a: Chord, _ b: Chord) -> Point {
        let (n, m) = (a.normal, b.normal)
        let (x, y) = (n.x + m.x, n.y + m.y)
        let length = (x * x + y * y).squareRoot()
        return length > 0 ? Point(x: x / length, y: y / length) : n
    }

    /// Returns points on the mark's edge, from one direction through the angle `turning`. They include both ends, and as many points
    /// between them as the tolerance requires.
    private func fan(_ mark: Mark, from direction: Point, turning: Double) -> [Point] {
        guard mark.reach > 0 else { return [mark.center] }
        // A chord of this angle lies `tolerance` below the arc.
        let step = 2 * acos(max(0.5, 1 - tolerance / mark.reach))
        // for an extremely large mark, the angle is 0
        let count = Int(max(1, min(64, (abs(turning) / step).rounded(.up))))
        return (0...count).map { index in
            let angle = turning * Double(index) / Double(count)
            let (x, y) = (direction.x, direction.y)
            return mark.edge(Point(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle)))
        }
    }
}
