internal import Editing
internal import Ink

/// Shapes by the names and numbers that MyScript's own client reads (iinkTS, `TJIIXElement`): nodes are circle, ellipse, rectangle,
/// triangle, rhombus, parallelogram or polygon; edges are line or polyedge, the latter of lines.
extension JIIXWriter {
    /// A shape that was recognised and is still ink.
    func shape(named name: String) -> [(String, JSON)] {
        let kinds = ["diamond": "rhombus", "pentagon": "polygon", "hexagon": "polygon", "arrow": "line"]
        return [("kind", .string(kinds[name] ?? name))]
    }

    /// A shape of exact geometry.
    func shape(_ figure: Figure) -> [(String, JSON)] {
        switch figure {
        case .ellipse(let centre, let radiusX, let radiusY, let rotation):
            let kind = radiusX == radiusY ? "circle" : "ellipse"
            var members: [(String, JSON)] = [("kind", .string(kind)), ("cx", length(centre.x)), ("cy", length(centre.y))]
            if radiusX == radiusY {
                members.append(("r", length(radiusX)))
            } else {
                members += [("rx", length(radiusX)), ("ry", length(radiusY)), ("orientation", .number(rotation))]
            }
            return members
        case .polygon(let points, let isClosed, let headAtStart, let headAtEnd):
            return isClosed ? closed(points) : open(points, heads: (headAtStart, headAtEnd))
        }
    }

    private func open(_ points: [Place], heads: (a: Bool, b: Bool)) -> [(String, JSON)] {
        var lines: [[(String, JSON)]] = []
        for (a, b) in zip(points, points.dropFirst()) {
            let (isFirst, isLast) = (lines.isEmpty, lines.count == points.count - 2)
            lines.append(line((a, b), heads: (heads.a && isFirst, heads.b && isLast)))
        }
        if lines.count == 1 { return lines[0] }
        let edges: [JSON] = lines.map { members in .object([("type", .string("Edge"))] + members) }
        return [("kind", .string("polyedge")), ("edges", .array(edges))]
    }

    private func line(_ ends: (a: Place, b: Place), heads: (a: Bool, b: Bool)) -> [(String, JSON)] {
        let (a, b) = ends
        var members: [(String, JSON)] = [
            ("kind", .string("line")), ("x1", length(a.x)), ("y1", length(a.y)), ("x2", length(b.x)), ("y2", length(b.y)),
        ]
        if heads.a { members.append(("p1Decoration", .string("arrow-head"))) }
        if heads.b { members.append(("p2Decoration", .string("arrow-head"))) }
        return members
    }

    private func closed(_ points: [Place]) -> [(String, JSON)] {
        let box = Box(around: points.map { InkPoint(x: $0.x, y: $0.y) }) ?? Box(x: 0, y: 0, width: 0, height: 0)
        let kind = Self.kind(points, box)
        guard kind != "rectangle" else {
            return [
                ("kind", .string(kind)), ("x", length(box.x)), ("y", length(box.y)), ("width", length(box.width)),
                ("height", length(box.height)),
            ]
        }
        return [("kind", .string(kind)), ("points", .array(points.flatMap { [length($0.x), length($0.y)] }))]
    }

    /// What a polygon is by its corners, to a thousandth of its size.
    private static func kind(_ points: [Place], _ box: Box) -> String {
        let tolerance = max(box.width, box.height) / 1_000
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= tolerance }
        guard points.count == 4 else { return points.count == 3 ? "triangle" : "polygon" }
        let (a, b, c, d) = (points[0], points[1], points[2], points[3])
        guard isNear(a.x + c.x, b.x + d.x), isNear(a.y + c.y, b.y + d.y) else { return "polygon" }
        let isUpright = points.allSatisfy {
            (isNear($0.x, box.x) || isNear($0.x, box.right)) && (isNear($0.y, box.y) || isNear($0.y, box.bottom))
        }
        if isUpright { return "rectangle" }
        return isNear(a.distance(to: b), b.distance(to: c)) ? "rhombus" : "parallelogram"
    }

    private func length(_ value: Double) -> JSON { .number(value * source.millimetres) }
}
