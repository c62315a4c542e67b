internal import Ink

/// The nodes at the two ends of a connection.
struct DiagramEnds {
    private(set) var from: Int?
    private(set) var to: Int?

    init(_ course: DiagramCourse, _ nodes: [DiagramNode]) {
        let (starts, ends) = (Self.nodes(at: course, atEnd: false, nodes), Self.nodes(at: course, atEnd: true, nodes))
        (from, to) = (starts.first?.node, ends.first?.node)
        guard let from, from == to, let start = starts.first, let end = ends.first else { return }
        // if both ends are at the same node, the stroke is a loop, or else only the nearer end is attached to the node
        let isLoop = course.form != .straight && course.path.filter { nodes[from].outline.contains($0) }.count * 4 < course.path.count
        if isLoop, course.length > 12 { return }
        if start.distance <= end.distance {
            to = ends.dropFirst().first?.node
        } else {
            self.from = starts.dropFirst().first?.node
        }
    }

    /// Returns the nodes that one end of a course may be attached to, nearest first.
    private static func nodes(at course: DiagramCourse, atEnd: Bool, _ nodes: [DiagramNode]) -> [(node: Int, distance: Double)] {
        let end = atEnd ? course.last : course.first
        let reach = min(8, max(4, 0.2 * course.length))
        let near = Box(x: end.x, y: end.y, width: 0, height: 0)
        var found: [(node: Int, distance: Double)] = []
        for (index, node) in nodes.enumerated() where node.box.intersects(near, margin: Self.aimed) {
            guard let border = node.outline.nearest(to: end) else { continue }
            let distance = border.distance(to: end)
            if node.outline.contains(end) {
                if distance <= max(4, 0.35 * min(node.box.width, node.box.height)) { found.append((index, distance)) }
            } else {
                let isAimed = (border - end).direction.dot(course.direction(atEnd: atEnd)) > 0.7
                if distance <= reach || isAimed && distance <= min(Self.aimed, 0.4 * course.length) { found.append((index, distance)) }
            }
        }
        return found.sorted { ($0.distance, $0.node) < ($1.distance, $1.node) }
    }

    /// The maximum distance between an end and a node that the end points at, in millimeters.
    private static let aimed = 10.0
}

/// An open stroke that may be a connection, or a part of one.
struct OpenStroke {
    let trace: DiagramTrace
    var course: DiagramCourse
    let from: Int?
    let to: Int?
    /// The separate strokes that draw the arrowheads.
    var heads: [StrokeID] = []

    init(trace: DiagramTrace, course: DiagramCourse, nodes: [DiagramNode]) {
        let ends = DiagramEnds(course, nodes)
        (self.trace, self.course, from, to) = (trace, course, ends.from, ends.to)
    }

    /// Whether the stroke lacks a node at one of its ends.
    var isLoose: Bool { from == nil || to == nil }

    /// Whether the stroke is long enough for a connection, and is not part of a word.
    func isConnection(among writing: [DiagramTrace], _ nodes: [DiagramNode]) -> Bool {
        let (length, size) = (course.length, course.diagonal)
        if !isLoose, from != to { return length >= 5 }
        if isWithin(nodes) { return false }
        let isAttached = from != nil || to != nil
        switch course.form {
        case .straight:
            if course.hasHead { return length >= 6 && (isAttached || length >= 25 || !isLetter(among: writing)) }
            guard length >= 8 else { return false }
            return length >= 30 || !isLetter(among: writing)
        case .angled:
            let piece = course.shortestPiece
            guard size >= 14, piece >= (isAttached || course.hasHead ? 5 : 8) else { return false }
            return size >= 30 || !isLetter(among: writing)
        case .curved: return size >= (course.hasHead ? 10 : isAttached ? 18 : 25) && (size >= 40 || !isLetter(among: writing))
        }
    }

    /// Whether the stroke is inside a node and belongs to the node's label. The result is false if the node contains other nodes, which the
    /// stroke may connect, and for a straight line from border to border, which divides the node.
    private func isWithin(_ nodes: [DiagramNode]) -> Bool {
        nodes.contains { node in
            guard node.outline.contains(course.first), node.outline.contains(course.last), node.outline.contains(trace.box.middle) else {
                return false
            }
            let divides = course.form == .straight && [course.first, course.last].allSatisfy { node.outline.distance(to: $0) < 2.5 }
            return !divides && !nodes.contains { $0.area < node.area && node.outline.contains($0.box.middle) }
        }
    }

    /// Whether the stroke may belong to the text around it, such as a bar, a stem or an underline: letters are near, and the stroke is
    /// short compared to the letters.
    private func isLetter(among writing: [DiagramTrace]) -> Bool {
        let near = writing.filter { $0.box.gap(to: trace.box) < 1 && $0.diagonal > 1.5 }
        guard let tallest = near.map(\.box.height).max() else { return false }
        return near.count > 1 && trace.length < 8 * tallest || trace.length < 3 * tallest
    }
}

/// An arrow's head drawn in separate strokes.
struct ArrowHead {
    let strokes: [StrokeID]

    /// Finds the arrowhead at a tip; nil if not found.
    /// - Parameter direction: the unit vector of the shaft's direction at the tip.
    init?(tip: Point, direction: Point, shaft: Double, among strokes: [DiagramTrace]) {
        let largest = min(16, 0.6 * shaft)
        let near = strokes.filter {
            $0.diagonal <= 1.6 * largest && $0.diagonal > 1 && $0.box.gap(to: Box(x: tip.x, y: tip.y, width: 0, height: 0)) < 4
        }
        // a wedge whose point is at the tip
        let wedges = near.compactMap { trace -> (id: StrokeID, distance: Double)? in
            let ends = [trace.first, trace.last]
            guard let apex = trace.points.max(by: { a, b in Self.apart(a, ends) < Self.apart(b, ends) }) else { return nil }
            let barbs = ends.map { $0 - apex }
            let size = barbs.map(\.length).max() ?? 0
            let distance = apex.distance(to: tip)
            guard size > 1, size <= largest, distance <= max(2.5, 0.5 * size), trace.length < 3.2 * size,
                barbs.allSatisfy({ $0.length > 0.35 * size && $0.direction.dot(direction) < -0.2 }),
                barbs[0].cross(direction) * barbs[1].cross(direction) < 0
            else { return nil }
            return (trace.id, distance)
        }
        if let best = wedges.min(by: { ($0.distance, $0.id) < ($1.distance, $1.id) }) {
            self.strokes = [best.id]
            return
        }
        // a small closed stroke around the tip
        let filled = near.filter { trace in
            trace.first.distance(to: trace.last) < 0.3 * trace.length && trace.length > 2.2 * trace.diagonal
                && trace.length < 5 * trace.diagonal
                && trace.diagonal < 0.4 * shaft && trace.points.contains { $0.distance(to: tip) < 2 } && trace.box.width > 1
                && trace.box.height > 1
        }
        if let best = filled.first {
            self.strokes = [best.id]
            return
        }
        // barbs to both sides
        var sides: [Bool: (id: StrokeID, distance: Double)] = [:]
        for trace in near where trace.points.deviation < max(0.8, 0.15 * trace.length) && trace.length <= largest {
            let isTurned = trace.last.distance(to: tip) < trace.first.distance(to: tip)
            let (root, end) = isTurned ? (trace.last, trace.first) : (trace.first, trace.last)
            let (barb, distance) = ((end - root).direction, root.distance(to: tip))
            let turn = direction.cross(barb)
            guard distance <= max(2, 0.3 * trace.length), barb.dot(direction) < -0.2, turn.magnitude > 0.15 else { continue }
            if distance < sides[turn > 0]?.distance ?? .infinity { sides[turn > 0] = (trace.id, distance) }
        }
        guard let left = sides[false], let right = sides[true] else { return nil }
        self.strokes = [left.id, right.id]
    }

    private static func apart(_ place: Point, _ ends: [Point]) -> Double { ends.map { $0.distance(to: place) }.min() ?? 0 }
}
