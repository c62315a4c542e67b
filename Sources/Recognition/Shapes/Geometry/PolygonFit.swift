import Glibc
import Ink

/// A fit of a polygon to ink: sides by least squares, corners at their intersections.
enum PolygonFit {
    /// The fraction of a side near each corner where points are ignored, because hands round corners.
    private static let corner = 0.15
    /// The distance from every side beyond which points are ignored, in sizes of the ink.
    private static let farthest = 0.15
    /// The maximum rotation of a side, in radians. If a side rotates farther, the ink is ambiguous.
    private static let widestTurn = 0.6
    /// The maximum movement of a corner, in sizes of the ink. If a corner moves farther, the ink is ambiguous.
    private static let longestMove = 0.3
    private static let rounds = 3

    /// Returns the corners of a convex polygon with `count` corners, clockwise; nil if the ink encloses no such polygon.
    ///
    /// - Parameter points: Evenly spaced ink, of size 1.
    static func corners(_ points: [Vector], count: Int) -> [Vector]? {
        var corners = points.hull.reduced(to: count)
        guard corners.count == count else { return nil }
        for _ in 0..<rounds {
            let sides = sides(of: corners, points)
            let lines = corners.indices.map { k in
                let (a, b) = (corners[k], corners[(k + 1) % count])
                let drawn = (through: (a + b) / 2, direction: b - a)
                guard sides[k].count >= 3 else { return drawn }
                let direction = Vector(angle: sides[k].angle)
                let sine = abs((b - a).cross(direction)) / max((b - a).length, .leastNormalMagnitude)
                return sine < sin(widestTurn) ? (through: sides[k].mean, direction: direction) : drawn
            }
            corners = corners.indices.map { k in
                let (one, other) = (lines[(k + count - 1) % count], lines[k])
                let sine = one.direction.cross(other.direction)
                guard abs(sine) > 0.1 * one.direction.length * other.direction.length else { return corners[k] }
                let met = one.through + one.direction * ((other.through - one.through).cross(other.direction) / sine)
                return (met - corners[k]).length < longestMove ? met : corners[k]
            }
        }
        return corners
    }

    /// Returns the center, width, height and rotation (−π/4 < rotation ≤ π/4) of the rectangle nearest to the ink; nil if the ink does
    /// not enclose an area.
    ///
    /// The fit begins with the smallest rectangle around the ink, one side of which lies along its convex hull (Freeman and Shapira 1975).
    static func rectangle(_ points: [Vector]) -> (center: Vector, width: Double, height: Double, rotation: Double)? {
        let hull = points.hull
        let boxes = hull.indices.map { k in box(hull, along: hull[(k + 1) % hull.count] - hull[k]) }
        guard hull.count > 2, var (low, high, axis) = boxes.min(by: { area($0) < area($1) }) else { return nil }
        for _ in 0..<rounds {
            let across = axis.quarterTurned
            let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)].map { $0 * axis + $1 * across }
            let sides = sides(of: corners, points)
            let (along, upright) = ([sides[0].scatter, sides[2].scatter], [sides[1].scatter, sides[3].scatter])
            let xy = along.reduce(0) { $0 + $1.xy } - upright.reduce(0) { $0 + $1.xy }
            let difference = along.reduce(0) { $0 + $1.x - $1.y } - upright.reduce(0) { $0 + $1.x - $1.y }
            guard xy != 0 || difference != 0 else { break }
            axis = Vector(angle: atan2(2 * xy, difference) / 2)
            // keep the direction of the axis along the first side, so that each corner keeps its number
            if axis.dot(corners[1] - corners[0]) < 0 { axis = -axis }
            let normal = axis.quarterTurned
            low = Vector(place(sides[3], axis) ?? low.x, place(sides[0], normal) ?? low.y)
            high = Vector(place(sides[1], axis) ?? high.x, place(sides[2], normal) ?? high.y)
        }
        var (width, height, rotation) = (high.x - low.x, high.y - low.y, atan2(axis.y, axis.x))
        guard width > 0, height > 0 else { return nil }
        let center = (low.x + high.x) / 2 * axis + (low.y + high.y) / 2 * axis.quarterTurned
        while rotation > .pi / 4 { (width, height, rotation) = (height, width, rotation - .pi / 2) }
        while rotation <= -.pi / 4 { (width, height, rotation) = (height, width, rotation + .pi / 2) }
        return (center, width, height, rotation)
    }

    /// Returns the points in the central part of each side of the closed outline.
    private static func sides(of corners: [Vector], _ points: [Vector]) -> [Moments] {
        var sides = corners.map { _ in Moments() }
        for point in points {
            let distances = corners.indices.map { point.distance(from: corners[$0], to: corners[($0 + 1) % corners.count]) }
            guard let (nearest, distance) = distances.enumerated().min(by: { $0.element < $1.element }), distance < farthest else {
                continue
            }
            let side = corners[(nearest + 1) % corners.count] - corners[nearest]
            let share = (point - corners[nearest]).dot(side) / max(side.dot(side), .leastNormalMagnitude)
            if share > corner, share < 1 - corner { sides[nearest].add(point) }
        }
        return sides
    }

    private static func place(_ side: Moments, _ direction: Vector) -> Double? {
        side.count > 0 ? side.mean.dot(direction) : nil
    }

    /// Returns the box around the points in the frame of an axis.
    private static func box(_ points: [Vector], along side: Vector) -> (low: Vector, high: Vector, axis: Vector) {
        let axis = side / max(side.length, .leastNormalMagnitude)
        let framed = points.map { Vector($0.dot(axis), $0.dot(axis.quarterTurned)) }
        let low = framed.reduce(Vector(.infinity, .infinity)) { Vector(min($0.x, $1.x), min($0.y, $1.y)) }
        let high = framed.reduce(Vector(-.infinity, -.infinity)) { Vector(max($0.x, $1.x), max($0.y, $1.y)) }
        return (low, high, axis)
    }

    private static func area(_ box: (low: Vector, high: Vector, axis: Vector)) -> Double {
        (box.high.x - box.low.x) * (box.high.y - box.low.y)
    }
}

/// A fit of a drawn star's tips and notches.
enum StarFit {
    /// The angle on both sides of a notch's direction within which ink is searched (radians).
    private static let notch = 0.12

    /// Returns the center, the distances of tips and notches from it, and the direction of the tip nearest to the upward direction; nil
    /// if the ink encloses no polygon with `count` corners.
    ///
    /// - Parameter points: Evenly spaced ink, of size 1.
    static func star(_ points: [Vector], tips count: Int) -> (center: Vector, outer: Double, inner: Double, rotation: Double)? {
        let tips = points.hull.reduced(to: count)
        guard tips.count == count else { return nil }
        let center = tips.reduce(Vector.zero, +) / Double(count)
        let outer = tips.reduce(0) { $0 + ($1 - center).length } / Double(count)
        // the tips' angles agree when multiplied by the number of tips
        let turns = tips.map { Vector(angle: atan2($0.y - center.y, $0.x - center.x) * Double(count)) }.reduce(.zero, +)
        let step = 2 * Double.pi / Double(count)
        let first = atan2(turns.y, turns.x) / Double(count)
        let rotation = first + ((-.pi / 2 - first) / step).rounded() * step
        let notches = (0..<count).compactMap { k in
            let direction = Vector(angle: rotation + (Double(k) + 0.5) * step)
            return points.lazy.map { $0 - center }.filter { $0.dot(direction) > cos(notch) * $0.length }.map(\.length).max()
        }
        guard outer > 0, !notches.isEmpty else { return nil }
        return (center, outer, notches.sorted()[notches.count / 2], rotation)
    }
}

/// A fit of a drawn arrow's shaft and head.
enum ArrowFit {
    /// The tolerance for finding corners: the maximum distance of ink from the straight pieces between corners, in sizes of the ink.
    private static let tolerance = 0.07
    /// The minimum length of a piece that may be the shaft, as a fraction of the longest.
    private static let shortest = 0.5

    /// Returns the tail, the tip and the ends of the barbs; nil if the ink has no straight piece.
    ///
    /// The shaft is a long piece with a similar amount of ink on both sides. The tip is the end that is nearer to most of this ink.
    ///
    /// - Parameter strokes: Evenly spaced ink, of size 1.
    static func arrow(_ strokes: [[Vector]]) -> (tail: Vector, tip: Vector, barbs: [Vector])? {
        guard let (a, b) = shaft(strokes) else { return nil }
        let points = strokes.joined()
        let direction = (b - a) / (b - a).length
        let off = points.filter { abs(($0 - a).cross(direction)) > tolerance }
        let nearerEnd = off.filter { ($0 - b).length < ($0 - a).length }.count * 2 >= off.count
        let (tail, tip) = nearerEnd ? (a, b) : (b, a)
        func barb(_ side: Double) -> Vector? {
            let farthest = points.max { side * direction.cross($0 - a) < side * direction.cross($1 - a) }
            return farthest.flatMap { side * direction.cross($0 - a) > tolerance / 2 ? $0 : nil }
        }
        return (tail, tip, [barb(-1), barb(1)].compactMap { $0 })
    }

    /// Returns the two ends of the shaft.
    static func shaft(_ strokes: [[Vector]]) -> (Vector, Vector)? {
        let pieces = strokes.flatMap { stroke in
            let corners = stroke.corners(tolerance: tolerance).map { stroke[$0] }
            return Array(zip(corners, corners.dropFirst()))
        }
        let longest = pieces.map { ($1 - $0).length }.max() ?? 0
        guard longest > 0 else { return nil }
        func worth(_ piece: (Vector, Vector)) -> Double {
            let side = piece.1 - piece.0
            var (sum, balance) = (0.0, 0.0)
            for point in strokes.joined() {
                let across = side.cross(point - piece.0) / side.length
                (sum, balance) = (sum + abs(across), balance + across)
            }
            return side.length * (1 - (sum > 0 ? abs(balance) / sum : 0))
        }
        return pieces.filter { ($1 - $0).length >= shortest * longest }.max { worth($0) < worth($1) }
    }
}
