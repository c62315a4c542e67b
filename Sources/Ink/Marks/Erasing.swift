/// The track of an eraser: everything within a radius of a polyline.
public struct EraserTrack: Sendable, Hashable {
    /// The corners of the polyline; a single point is a dab.
    public var places: [Point]
    /// The radius, in the unit of `places`.
    public var radius: Double

    /// A track along these points.
    @inlinable public init(places: [Point], radius: Double) {
        self.places = places
        self.radius = radius
    }

    /// The straight pieces of the track.
    var capsules: [Capsule] {
        if places.count == 1 { return [Capsule(start: places[0], end: places[0], radius: radius)] }
        return zip(places, places.dropFirst()).map { Capsule(start: $0, end: $1, radius: radius) }
    }

    /// Whether the track touches a stroke of samples, which are joined by straight lines.
    public func touches(_ stroke: Stroke) -> Bool {
        guard let first = stroke.points.first else { return false }
        let capsules = capsules
        var last = Point(x: first.x, y: first.y)
        for point in stroke.points {
            let next = Point(x: point.x, y: point.y)
            if capsules.contains(where: { $0.overlap(from: last, to: next) != nil }) { return true }
            last = next
        }
        return false
    }

    /// Whether the track may touch the box.
    func isNear(_ box: Box) -> Bool {
        Box(around: places.lazy.map { InkPoint(x: $0.x, y: $0.y) })?.intersects(box, margin: radius) ?? false
    }

    /// Returns the track transformed, and rounded to multiples of `precision`. If the transform scales the two axes differently, the radius
    /// is scaled by the geometric mean. Returns nil if no finite point, or no radius, remains.
    func mapped(by transform: InkTransform, precision: Double) -> EraserTrack? {
        let scale = abs(transform.determinant).squareRoot()
        let radius = Double(Quantum.steps(self.radius * scale, precision, 0...Quantum.coordinates.upperBound)) * precision
        guard radius > 0 else { return nil }
        var places: [Point] = []
        for place in self.places.map({ transform($0) }) where place.x.isFinite && place.y.isFinite {
            let place = Point(x: Quantum.coordinate(place.x, precision), y: Quantum.coordinate(place.y, precision))
            if place != places.last { places.append(place) }
        }
        return places.isEmpty ? nil : EraserTrack(places: places, radius: radius)
    }
}

extension InkStroke {
    /// Returns the rest of the stroke after erasing along `track`, which is in the document's coordinates.
    ///
    /// - Returns: nil if the track touches no ink; an empty array if no ink remains; one stroke if the track removes an end, or makes a
    ///   hole that leaves ink on a side; several strokes if the track cuts through. Each stroke has an ID from `newID`, the same root, and
    ///   its own mask and transform.
    public func erased(by track: EraserTrack, newID: () -> StrokeID) -> [InkStroke]? {
        guard let track = local(track) else { return nil }
        let new = parts(of: track)
        guard !new.isEmpty else { return nil }
        var mask = mask ?? StrokeMask()
        new.forEach { mask.append($0) }
        return InkLanes(path.pieces(in: kept), mask).parts.map { part in
            var rest = self
            rest.id = newID()
            rest.mask = StrokeMask(
                kept: part == path.parameters ? nil : part, tracks: StrokeMask.tracks(mask.tracks, near: path.pieces(in: part)))
            return rest
        }
    }
}

/// Everything within a radius of a straight line between two points.
struct Capsule {
    let start: Point
    let end: Point
    let radius: Double

    /// Returns the part of the segment from `p` to `q` inside the capsule, grown by `growth`, as a range within 0…1. Returns nil if the
    /// segment and the capsule do not overlap.
    ///
    /// A capsule is convex, so the part is a single range: the union of the parts inside the circles at both ends and the rectangle
    /// between them.
    func overlap(from p: Point, to q: Point, grownBy growth: Double = 0) -> ClosedRange<Double>? {
        let radius = radius + growth
        guard radius >= 0, min(start.x, end.x) - radius <= max(p.x, q.x), min(p.x, q.x) <= max(start.x, end.x) + radius,
            min(start.y, end.y) - radius <= max(p.y, q.y), min(p.y, q.y) <= max(start.y, end.y) + radius
        else { return nil }
        var (low, high) = (Double.infinity, -Double.infinity)
        func include(_ range: ClosedRange<Double>?) {
            guard let range else { return }
            (low, high) = (min(low, range.lowerBound), max(high, range.upperBound))
        }
        include(circle(start, radius, p, q))
        if start != end {
            include(circle(end, radius, p, q))
            include(rectangle(radius, p, q))
        }
        guard low <= 1, high >= 0 else { return nil }
        return max(0, low)...min(1, high)
    }

    private func circle(_ center: Point, _ radius: Double, _ p: Point, _ q: Point) -> ClosedRange<Double>? {
        let (way, offset) = (q - p, p - center)
        let (a, b, c) = (way.dot(way), way.dot(offset), offset.dot(offset) - radius * radius)
        guard a > 0 else { return c <= 0 ? 0...1 : nil }
        let root = b * b - a * c
        guard root >= 0 else { return nil }
        let half = root.squareRoot()
        return Self.range((-b - half) / a, (-b + half) / a)
    }

    private func rectangle(_ radius: Double, _ p: Point, _ q: Point) -> ClosedRange<Double>? {
        let (way, offset, axis) = (q - p, p - start, end - start)
        let square = axis.dot(axis)
        let across = Point(x: -axis.y, y: axis.x)
        let reach = radius * square.squareRoot()
        guard let along = Self.within(offset.dot(axis), way.dot(axis), 0, square),
            let aside = Self.within(offset.dot(across), way.dot(across), -reach, reach)
        else { return nil }
        return Self.range(max(along.lowerBound, aside.lowerBound), min(along.upperBound, aside.upperBound))
    }

    /// Returns the range of `t` in which `start + t · way` is between `low` and `high`; nil if there is no such `t`.
    private static func within(_ start: Double, _ way: Double, _ low: Double, _ high: Double) -> ClosedRange<Double>? {
        guard way != 0 else { return start >= low && start <= high ? -Double.infinity...Double.infinity : nil }
        let (a, b) = ((low - start) / way, (high - start) / way)
        return range(min(a, b), max(a, b))
    }

    /// Returns the range; nil if it is empty or has a NaN.
    private static func range(_ low: Double, _ high: Double) -> ClosedRange<Double>? { low <= high ? low...high : nil }
}

/// The ink of a stroke, divided into parallel lanes along its path, and the parts of each lane that erasers hide. The lanes suffice to
/// distinguish a cut from a hole. Ink between two hidden lanes counts as hidden.
private struct InkLanes {
    private let pieces: [PathPiece]
    /// The hidden parameters of each lane; the middle lane is the path's line.
    private let hidden: [[ClosedRange<Double>]]

    init(_ pieces: [PathPiece], _ mask: StrokeMask) {
        self.pieces = pieces
        let masked = MaskedPieces(pieces, mask.capsules)
        hidden = MaskedPieces.lanes(of: pieces, tracks: mask.tracks).map { masked.hidden(lane: $0) }
    }

    /// The parts of the path between cuts, without parts that have no ink. A cut passes through the middle of the hidden part of the path's
    /// line.
    var parts: [ClosedRange<Double>] {
        guard let first = pieces.first?.range.lowerBound, let last = pieces.last?.range.upperBound else { return [] }
        var begin = first
        var parts: [ClosedRange<Double>] = []
        for gap in hidden[hidden.count / 2] where gap.lowerBound > first && gap.upperBound < last && isCut(gap) {
            let middle = ((gap.lowerBound + gap.upperBound) / 2 / Quantum.parameter).rounded() * Quantum.parameter
            guard middle > begin, middle < last else { continue }
            parts.append(begin...middle)
            begin = middle
        }
        parts.append(begin...last)
        return parts.filter { hasInk(in: $0) }
    }

    /// Whether the stroke is cut at a gap in its middle lane. The hidden ink must extend from the gap to both edges, from lane to lane.
    private func isCut(_ gap: ClosedRange<Double>) -> Bool {
        let middle = hidden.count / 2
        return reachesEdge(gap, hidden[..<middle].reversed()) && reachesEdge(gap, Array(hidden[(middle + 1)...]))
    }

    private func reachesEdge(_ gap: ClosedRange<Double>, _ lanes: [[ClosedRange<Double>]]) -> Bool {
        var reached = [gap]
        for lane in lanes {
            reached = lane.filter { range in reached.contains { $0.overlaps(range) } }
        }
        return !reached.isEmpty
    }

    private func hasInk(in part: ClosedRange<Double>) -> Bool {
        hidden.contains { lane in
            guard part.lowerBound < part.upperBound else { return lane.isEmpty }
            let covered = lane.filter { $0.overlaps(part) }.map { $0.clamped(to: part) }.length
            return covered + MaskedPieces.shortest < part.upperBound - part.lowerBound
        }
    }
}
