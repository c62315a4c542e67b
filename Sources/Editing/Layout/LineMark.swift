internal import Ink

/// What the layout knows of one stroke.
struct LineMark: Sendable, Hashable {
    var stroke: StrokeID
    var box: Box
    /// Mean height of the ink, weighted by path length: a tail or an ascender moves it less than the box's middle.
    var centre: Double

    /// Where a stroke lies; nil if it has no samples.
    init?(_ stroke: Stroke) { self.init(stroke.id, stroke.points.map { Place(x: $0.x, y: $0.y) }) }

    /// Where a stroke lies; nil if nothing of it is left.
    init?(_ stroke: InkStroke) { self.init(stroke.id, stroke.samplePlaces) }

    private init?(_ stroke: StrokeID, _ places: [Place]) {
        guard let start = places.first else { return nil }
        self.stroke = stroke
        var (sum, length, last) = (0.0, 0.0, start)
        var (left, right, top, bottom) = (start.x, start.x, start.y, start.y)
        for place in places.dropFirst() {
            let piece = last.distance(to: place)
            sum += piece * (place.y + last.y) / 2
            length += piece
            (left, right, top, bottom) = (min(left, place.x), max(right, place.x), min(top, place.y), max(bottom, place.y))
            last = place
        }
        box = Box(x: left, y: top, width: right - left, height: bottom - top)
        centre = length > 0 ? sum / length : start.y
    }

    /// How much it says about where its line runs: dots and dashes say little.
    var weight: Double { box.height + 0.2 * box.width }

    /// Distance to another stroke along the line; 0 if one is above the other.
    func gap(to other: Box) -> Double {
        max(0, other.x - box.right, box.x - other.right)
    }

    /// Share of the lower stroke's height at which the other one is too; 0 for level strokes.
    func overlap(with other: LineMark) -> Double {
        let common = min(box.bottom, other.box.bottom) - max(box.y, other.box.y)
        let smaller = min(box.height, other.box.height)
        return smaller > 0 ? max(0, common / smaller) : 0
    }
}
