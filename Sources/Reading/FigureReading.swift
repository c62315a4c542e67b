public import Editing
internal import Ink
public import Recognition

extension FigureSnapshot {
    /// The shapes that a group of several strokes may form: only closed shapes and arrows, because two strokes are more often just two
    /// lines.
    private static let shapesOfSeveral: Set<String> = ["arrow", "double-arrow", "rectangle", "triangle", "diamond", "star"]
    /// The minimum score of an accepted reading.
    private static let leastScore = 0.85

    /// Returns the figure that the largest possible group of strokes forms; nil if no group forms a figure.
    public func figure(with recognizer: ShapeRecognizer) throws(RecognitionError) -> DrawnFigure? {
        for group in groups.reversed() {
            let reading = try recognizer.recognize(group, among: nil)
            guard let best = reading.candidates.first, best.score >= Self.leastScore, !reading.ambiguous, let geometry = best.geometry,
                let figure = Figure(geometry, name: best.name), group.count == 1 || Self.shapesOfSeveral.contains(best.name)
            else { continue }
            return DrawnFigure(strokes: group.map(\.id).sorted(), name: best.name, figure: figure)
        }
        return nil
    }
}

extension Figure {
    /// Creates the figure of a fitted shape; nil for an open path other than a zig-zag, such as a caret or a check mark, because it is
    /// text.
    init?(_ geometry: ShapeGeometry, name: String) {
        func place(_ point: ShapePoint) -> Point { Point(x: point.x, y: point.y) }
        switch geometry {
        case .line(let from, let to):
            self = .polygon(points: [place(from), place(to)], closed: false, headAtStart: false, headAtEnd: false)
        case .arrow(let tail, let tip, _):
            self = .polygon(points: [place(tail), place(tip)], closed: false, headAtStart: false, headAtEnd: true)
        case .doubleArrow(let a, let b):
            self = .polygon(points: [place(a), place(b)], closed: false, headAtStart: true, headAtEnd: true)
        case .rectangle(let center, let width, let height, let rotation):
            let turn = InkTransform.rotation(radians: rotation).followed(by: .translation(x: center.x, y: center.y))
            let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { turn(Point(x: $0.0 * width / 2, y: $0.1 * height / 2)) }
            self = .polygon(points: corners, closed: true, headAtStart: false, headAtEnd: false)
        case .ellipse(let center, let major, let minor, let rotation):
            self = .ellipse(center: place(center), radiusX: major, radiusY: minor, rotation: rotation)
        case .circle(let center, let radius): self = .ellipse(center: place(center), radiusX: radius, radiusY: radius, rotation: 0)
        case .polygon(let corners): self = .polygon(points: corners.map(place), closed: true, headAtStart: false, headAtEnd: false)
        case .star(let center, let points, let outer, let inner, let rotation):
            let tips = (0..<2 * points).map { index in
                let angle = rotation + Double(index) * .pi / Double(points)
                let turn = InkTransform.rotation(radians: angle).followed(by: .translation(x: center.x, y: center.y))
                return turn(Point(x: index.isMultiple(of: 2) ? outer : inner, y: 0))
            }
            self = .polygon(points: tips, closed: true, headAtStart: false, headAtEnd: false)
        case .path(let points):
            guard name == "zig-zag", points.count > 2 else { return nil }
            self = .polygon(points: points.map(place), closed: false, headAtStart: false, headAtEnd: false)
        }
    }
}
