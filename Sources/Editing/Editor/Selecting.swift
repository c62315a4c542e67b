public import Ink

/// Selecting strokes, and moving the selection.
extension InkEditor {
    /// Whether any stroke is selected.
    public var hasSelection: Bool { !selected.isEmpty }

    /// The selected strokes, in the order they were drawn.
    public var selection: [StrokeID] {
        selected.isEmpty ? [] : content.strokes.all.map(\.stroke.id).filter { selected.contains($0) }
    }

    /// The box around the selection; nil without a selection.
    public var selectionBox: Box? {
        selected.compactMap { content.strokes[$0]?.stroke.renderBounds }.reduce(nil) { sum, box in sum?.union(box) ?? box }
    }

    /// Replaces the selection.
    public mutating func select(_ ids: [StrokeID]) throws(EditError) -> EditorEffects {
        for id in ids where content.strokes[id] == nil { throw .noSuchStroke(id) }
        return settling { $0.selected = Set(ids) }
    }

    /// Handles an event of a selector or a hand.
    mutating func grasp(_ event: PointerEvent, as tool: EditorTool) -> EditorEffects {
        let place = Point(x: event.x, y: event.y)
        switch event.phase {
        case .down:
            guard place.x.isFinite, place.y.isFinite else { return [] }
            return settling { editor in
                editor.endContact(at: event.time)
                if tool == .selector {
                    editor.input.contact = .lasso(Lasso(place, step: 0.5 * editor.configuration.unitsPerMillimeter))
                } else if editor.selectionBox?.contains(place, margin: 5 * editor.configuration.unitsPerMillimeter) == true {
                    editor.input.contact = .hand(from: place, to: place)
                }
            }
        case .move:
            guard place.x.isFinite, place.y.isFinite else { return [] }
            switch input.contact {
            case .lasso(var lasso):
                // releases the editor's reference, so that `append` does not copy the points
                input.contact = .none
                lasso.append(place)
                input.contact = .lasso(lasso)
            case .hand(let start, _): input.contact = .hand(from: start, to: place)
            case .none, .pen, .eraser: break
            }
            return []
        case .up, .proximityOut: return settling { $0.release(at: event.time) }
        case .cancel: return settling { $0.cancelContact(at: event.time) }
        case .proximityIn, .hover: return []
        }
    }

    private mutating func release(at time: Instant) {
        let contact = input.contact
        endContact(at: time)
        switch contact {
        case .lasso(let lasso): selected = Set(enclosed(by: lasso))
        case .hand(let start, let end):
            let way = InkTransform.translation(x: end.x - start.x, y: end.y - start.y)
            // a move beyond the allowed coordinates is not made
            if start != end { _ = try? transform(strokes: Array(selected), by: way) }
        case .none, .pen, .eraser: break
        }
    }

    /// Returns the strokes of which more than half lies within the lasso.
    private func enclosed(by lasso: Lasso) -> [StrokeID] {
        guard let polygon = LassoPolygon(lasso) else { return [] }
        return strokes(near: polygon.box, margin: 0).filter { id in
            let places = content.strokes[id]?.stroke.samplePlaces ?? []
            guard !places.isEmpty else { return false }
            let step = max(1, places.count / 32)
            let looked = stride(from: 0, to: places.count, by: step).map { places[$0] }
            return looked.count { polygon.contains($0) } * 2 > looked.count
        }
    }
}

/// The line drawn with a selector.
struct Lasso: Sendable, Hashable {
    private(set) var places: [Point]
    /// Minimum distance between points. A point closer to the previous one is ignored.
    private var step: Double

    /// Maximum number of points; if exceeded, every other point is removed.
    private static let most = 4096

    init(_ place: Point, step: Double) {
        places = [place]
        self.step = step
    }

    mutating func append(_ place: Point) {
        guard let last = places.last, last.distance(to: place) >= step else { return }
        places.append(place)
        guard places.count > Self.most else { return }
        places = stride(from: 0, to: places.count, by: 2).map { places[$0] }
        step *= 2
    }
}

/// The area within a lasso, whose ends are joined by a straight line. The edges are indexed by horizontal band, so that only a few edges
/// are tested for a point.
private struct LassoPolygon {
    let box: Box
    private var bands: [[(Point, Point)]]

    private static let count = 64

    /// Creates the polygon of a lasso; nil for a line that does not enclose an area.
    init?(_ lasso: Lasso) {
        let places = lasso.places
        guard places.count > 2, let first = places.first, let box = Box(around: places.map { InkPoint(x: $0.x, y: $0.y) }), box.height > 0
        else { return nil }
        self.box = box
        bands = Array(repeating: [], count: Self.count)
        for (a, b) in zip(places, places.dropFirst() + [first]) {
            for band in band(of: min(a.y, b.y))...band(of: max(a.y, b.y)) { bands[band].append((a, b)) }
        }
    }

    private func band(of y: Double) -> Int { max(0, min(Self.count - 1, Int((y - box.y) / box.height * Double(Self.count)))) }

    /// Whether a point is within the polygon: a ray to the right crosses an odd number of edges.
    func contains(_ place: Point) -> Bool {
        guard place.x >= box.x, place.x <= box.right, place.y >= box.y, place.y <= box.bottom else { return false }
        return bands[band(of: place.y)].count { a, b in
            (a.y > place.y) != (b.y > place.y) && place.x < (b.x - a.x) * (place.y - a.y) / (b.y - a.y) + a.x
        } % 2 == 1
    }
}
