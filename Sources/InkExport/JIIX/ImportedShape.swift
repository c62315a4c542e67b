/// Reads the geometry of nodes and edges from JIIX.
extension ImportedJIIX.Shape {
    private enum Key: String, CodingKey {
        case kind, x, y, width, height, cx, cy, r, rx, ry, orientation, points, x1, y1, x2, y2, edges, p1Decoration, p2Decoration
    }

    /// A piece of an edge that consists of several pieces.
    private struct Piece: Decodable {
        var shape: ImportedJIIX.Shape?

        init(from decoder: any Decoder) throws { shape = try ImportedJIIX.Shape.line(from: decoder) }
    }

    /// Returns the shape of an element; nil if its numbers are missing or invalid.
    static func read(from decoder: any Decoder) throws -> ImportedJIIX.Shape? {
        let values = try decoder.container(keyedBy: Key.self)
        func number(_ key: Key) throws -> Double? {
            try values.decodeIfPresent(Double.self, forKey: key).flatMap { $0.magnitude < 1e6 ? $0 : nil }
        }
        switch try values.decodeIfPresent(String.self, forKey: .kind) {
        case "circle", "ellipse":
            guard let x = try number(.cx), let y = try number(.cy), let radiusX = try number(.rx) ?? number(.r),
                let radiusY = try number(.ry) ?? number(.r), radiusX > 0, radiusY > 0
            else { return nil }
            return .ellipse(x: x, y: y, radiusX: radiusX, radiusY: radiusY, rotation: try number(.orientation) ?? 0)
        case "rectangle":
            guard let x = try number(.x), let y = try number(.y), let width = try number(.width), let height = try number(.height),
                width > 0, height > 0
            else { return nil }
            return .polygon([x, y, x + width, y, x + width, y + height, x, y + height])
        case "triangle", "rhombus", "parallelogram", "polygon":
            let points = try values.decodeIfPresent([Double].self, forKey: .points) ?? []
            guard points.count > 5, points.count.isMultiple(of: 2), points.count < 2000, points.allSatisfy({ $0.magnitude < 1e6 }) else {
                return nil
            }
            return .polygon(points)
        case "polyedge":
            let pieces = try values.decodeIfPresent([Piece].self, forKey: .edges) ?? []
            var (path, start, end): ([Double], Bool, Bool) = ([], false, false)
            for case .path(let line, let headAtStart, let headAtEnd)? in pieces.map(\.shape) {
                if path.isEmpty { (path, start) = (Array(line.prefix(2)), headAtStart) }
                path += line.suffix(2)
                end = headAtEnd
            }
            return path.count > 3 && path.count < 2000 ? .path(path, headAtStart: start, headAtEnd: end) : nil
        case "line", "arrow": return try line(from: decoder)
        default: return nil
        }
    }

    private static func line(from decoder: any Decoder) throws -> ImportedJIIX.Shape? {
        let values = try decoder.container(keyedBy: Key.self)
        let ends = try [Key.x1, .y1, .x2, .y2].compactMap { try values.decodeIfPresent(Double.self, forKey: $0) }
        guard ends.count == 4, ends.allSatisfy({ $0.magnitude < 1e6 }) else { return nil }
        func hasHead(_ key: Key) throws -> Bool { try values.decodeIfPresent(String.self, forKey: key)?.hasPrefix("arrow") ?? false }
        return .path(ends, headAtStart: try hasHead(.p1Decoration), headAtEnd: try hasHead(.p2Decoration))
    }
}
