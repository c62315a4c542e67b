internal import Ink

/// A node of a diagram: a closed outline that was drawn, or a converted shape. Lengths are in millimeters.
struct DiagramNode: Sendable {
    /// The strokes, ascending; empty for a converted node.
    var strokes: [StrokeID]
    /// The block's name.
    var name: String
    var shape: String
    /// The closed outline.
    var outline: [Point]
    /// The regularized shape.
    var figure: Figure
    var box: Box
    var area: Double

    init(strokes: [StrokeID], name: String, shape: String, outline: [Point], figure: Figure) {
        (self.strokes, self.name, self.shape, self.outline, self.figure) = (strokes, name, shape, outline, figure)
        box = Box(around: outline) ?? Box(x: 0, y: 0, width: 0, height: 0)
        area = outline.doubleArea.magnitude / 2
    }
}

/// A connection of a diagram. Lengths are in millimeters.
struct DiagramConnector: Sendable {
    /// The strokes of shaft and heads, ascending; empty for a converted connection.
    var strokes: [StrokeID]
    /// The block's name.
    var name: String
    var course: DiagramCourse
    /// The index of the node at the first point of the course; nil if the course starts at no node.
    var from: Int?
    /// The index of the node at the last point of the course; nil if the course ends at no node.
    var to: Int?
}

/// Text of a diagram that is close together: the label of a node or of a connection, or a separate text.
struct DiagramLabel: Sendable {
    /// The owner of a label.
    enum Owner: Sendable, Hashable {
        case node(Int)
        case connector(Int)
    }

    /// The strokes, ascending.
    var strokes: [StrokeID]
    var owner: Owner?
}

/// Nodes, connectors and labels of a diagram, computed from its strokes alone. The result does not depend on readings or on the speed of
/// the machine.
///
/// 1. Closed outlines (``DiagramOutline``) are nodes. An outline is one stroke, or several strokes that meet end to end.
/// 2. Open strokes with the course of a connection (``DiagramCourse``) are connections if they are long enough; the better their ends meet
///    nodes, the shorter they may be.
/// 3. Small strokes at the ends of connections are their heads, and strokes that continue where another ends belong to the same connection.
/// 4. The rest is writing, grouped by position.
struct DiagramAnalysis: Sendable {
    private(set) var nodes: [DiagramNode]
    private(set) var connectors: [DiagramConnector] = []
    private(set) var labels: [DiagramLabel] = []

    /// - Parameters:
    ///   - traces: the strokes, in the order they were drawn.
    ///   - converted: nodes without ink. They come first among `nodes`.
    ///   - courses: connections without ink, by the names of their blocks. They come last among `connectors`.
    init(_ traces: [DiagramTrace], converted: [DiagramNode] = [], courses: [(name: String, course: DiagramCourse)] = []) {
        nodes = converted
        var open: [(trace: DiagramTrace, course: DiagramCourse)] = []
        var writing: [DiagramTrace] = []
        for trace in traces {
            if let outline = trace.outline {
                add(outline, of: [trace.id])
            } else if let course = trace.course {
                open.append((trace, course))
            } else {
                writing.append(trace)
            }
        }
        closeOutlines(&open)
        let candidates = open.map { OpenStroke(trace: $0.trace, course: $0.course, nodes: nodes) }
        var shafts = candidates.filter { $0.isConnection(among: writing, nodes) }
        let names = Set(shafts.map(\.trace.id))
        var rest = candidates.filter { !names.contains($0.trace.id) }.map(\.trace) + writing
        takeHeads(&shafts, &rest)
        join(shafts)
        connectors += courses.map { name, course in
            let ends = DiagramEnds(course, nodes)
            return DiagramConnector(strokes: [], name: name, course: course, from: ends.from, to: ends.to)
        }
        connectors.sort { ($0.strokes.first?.value ?? .max, $0.name) < ($1.strokes.first?.value ?? .max, $1.name) }
        labels = DiagramLabels(rest.sorted { $0.id < $1.id }, nodes, connectors).labels
    }

    /// Creates an analysis in which all strokes are text.
    init(writing traces: [DiagramTrace]) {
        nodes = []
        labels = DiagramLabels(traces, [], []).labels
    }

    private mutating func add(_ outline: DiagramOutline, of strokes: [StrokeID]) {
        let strokes = strokes.sorted()
        nodes.append(
            DiagramNode(
                strokes: strokes, name: "figure-\(strokes.first?.value ?? 0)", shape: outline.name, outline: outline.path,
                figure: outline.figure))
    }

    // MARK: Outlines of several strokes

    /// Adds a node for each closed outline of several strokes. The strokes meet end to end and enclose an area.
    private mutating func closeOutlines(_ open: inout [(trace: DiagramTrace, course: DiagramCourse)]) {
        var used: Set<StrokeID> = []
        // long strokes first: the side of an outline is longer than a connection that starts at the side
        let sides = open.filter { $0.trace.length >= 5 && !$0.course.hasHead }.sorted {
            ($1.trace.length, $0.trace.id) < ($0.trace.length, $1.trace.id)
        }
        for side in sides where !used.contains(side.trace.id) {
            var chain = [side.trace]
            var path = side.trace.points
            while chain.count < Self.mostSides {
                let end = path[path.count - 1]
                let next = sides.filter { !used.contains($0.trace.id) && !chain.map(\.id).contains($0.trace.id) }.compactMap {
                    other -> (trace: DiagramTrace, points: [Point], gap: Double)? in
                    let reach = Self.reach(other.trace.length, chain[chain.count - 1].length)
                    let (atFirst, atLast) = (other.trace.first.distance(to: end), other.trace.last.distance(to: end))
                    guard min(atFirst, atLast) <= reach else { return nil }
                    let points = atFirst <= atLast ? other.trace.points : other.trace.points.reversed()
                    return (other.trace, points, min(atFirst, atLast))
                }.min { ($0.gap, $0.trace.id) < ($1.gap, $1.trace.id) }
                guard let next else { break }
                chain.append(next.trace)
                path += next.points
                let reach = Self.reach(next.trace.length, side.trace.length)
                guard path[0].distance(to: path[path.count - 1]) <= reach else { continue }
                guard let outline = DiagramOutline(path, gap: reach + 0.1), !leansOnNodes(chain) else { break }
                add(outline, of: chain.map(\.id))
                used.formUnion(chain.map(\.id))
                break
            }
        }
        open.removeAll { used.contains($0.trace.id) }
    }

    private static let mostSides = 8

    /// Returns the maximum gap between the ends of two sides with these lengths: about a sixth of the shorter side. A side may extend past
    /// a corner by the same distance.
    private static func reach(_ a: Double, _ b: Double) -> Double { min(7, max(2.5, 0.16 * min(a, b))) }

    /// Whether a stroke of the chain has both ends at nodes. Such a stroke is a connection, even if the chain encloses an area.
    private func leansOnNodes(_ chain: [DiagramTrace]) -> Bool {
        chain.contains { side in
            [side.first, side.last].allSatisfy { end in nodes.contains { $0.outline.distance(to: end) < 2.5 } }
        }
    }

    // MARK: Heads

    /// Makes small strokes at the ends of connections the arrowheads of these connections. An arrowhead is a wedge, a small closed stroke,
    /// or two barbs.
    private func takeHeads(_ shafts: inout [OpenStroke], _ rest: inout [DiagramTrace]) {
        for index in shafts.indices.sorted(by: { (shafts[$1].course.length, $0) < (shafts[$0].course.length, $1) }) {
            for atEnd in [true, false] where !(atEnd ? shafts[index].course.headAtEnd : shafts[index].course.headAtStart) {
                let course = shafts[index].course
                guard course.length > 0 else { continue }
                let (tip, direction) = (atEnd ? course.last : course.first, course.direction(atEnd: atEnd))
                let own = shafts[index].trace.id
                // a stroke classified as a connection may be a large head
                let small = shafts.filter { $0.trace.id != own && $0.isLoose && $0.course.length < 0.9 * course.length }.map(\.trace) + rest
                guard let head = ArrowHead(tip: tip, direction: direction, shaft: course.length, among: small) else { continue }
                shafts[index].heads += head.strokes
                if atEnd { shafts[index].course.headAtEnd = true } else { shafts[index].course.headAtStart = true }
                rest.removeAll { head.strokes.contains($0.id) }
            }
        }
        let heads = Set(shafts.flatMap(\.heads))
        shafts.removeAll { heads.contains($0.trace.id) }
    }

    // MARK: Connections of several strokes

    /// Joins strokes into one connection where one stroke continues another and no node or arrowhead is at the joined ends.
    private mutating func join(_ shafts: [OpenStroke]) {
        var left = shafts.map { Joined(strokes: [$0.trace.id] + $0.heads, course: $0.course, ends: ($0.from, $0.to)) }
        var index = 0
        while index < left.count {
            var isJoined = false
            for other in left.indices where other > index {
                guard let joined = left[index].joined(with: left[other]) else { continue }
                left[index] = joined
                left.remove(at: other)
                isJoined = true
                break
            }
            if !isJoined { index += 1 }
        }
        connectors = left.map { joined in
            // from the tail to the tip
            let isReversed = joined.course.headAtStart && !joined.course.headAtEnd
            let ends = DiagramEnds(joined.course, nodes)
            let strokes = joined.strokes.sorted()
            return DiagramConnector(
                strokes: strokes, name: "figure-\(strokes.first?.value ?? 0)", course: isReversed ? joined.course.reversed : joined.course,
                from: isReversed ? ends.to : ends.from, to: isReversed ? ends.from : ends.to)
        }
    }

    private struct Joined {
        var strokes: [StrokeID]
        var course: DiagramCourse
        var ends: (from: Int?, to: Int?)

        func joined(with other: Joined) -> Joined? {
            for mine in [false, true] {
                for theirs in [false, true] {
                    // neither of the two joined ends has a node or a head
                    guard (mine ? ends.from : ends.to) == nil, (theirs ? other.ends.from : other.ends.to) == nil,
                        !(mine ? course.headAtStart : course.headAtEnd), !(theirs ? other.course.headAtStart : other.course.headAtEnd)
                    else { continue }
                    let a = mine ? course.reversed : course
                    let b = theirs ? other.course : other.course.reversed
                    guard a.last.distance(to: b.first) < 3, var whole = DiagramCourse(path: a.path + b.path) else { continue }
                    whole.headAtStart = a.headAtStart
                    whole.headAtEnd = b.headAtEnd
                    return Joined(
                        strokes: strokes + other.strokes, course: whole,
                        ends: (mine ? ends.to : ends.from, theirs ? other.ends.to : other.ends.from))
                }
            }
            return nil
        }
    }
}
