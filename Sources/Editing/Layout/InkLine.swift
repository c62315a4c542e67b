internal import Ink

/// The strokes of one line of writing.
struct InkLine: Sendable {
    let id: LineID
    /// Ascending by stroke id, which is the order they were drawn in; never empty in a layout.
    private(set) var marks: [LineMark]
    private(set) var box: Box
    /// Typical height of its tall strokes: the mean of all heights, each weighted by itself.
    private(set) var textHeight: Double

    init(id: LineID, first: LineMark) {
        self.id = id
        marks = [first]
        box = first.box
        textHeight = first.box.height
    }

    mutating func insert(_ mark: LineMark) {
        let index = marks.lastIndex { $0.stroke < mark.stroke }.map { $0 + 1 } ?? 0
        marks.insert(mark, at: index)
        measure()
    }

    mutating func remove(_ stroke: StrokeID) {
        marks.removeAll { $0.stroke == stroke }
        measure()
    }

    /// Height at which the line runs near `place`: lines drift and slope, so nearer strokes count more.
    func centre(near place: Box) -> Double {
        let reach = max(3 * textHeight, 0.02 * box.width, .leastNormalMagnitude)
        var nearest = Double.infinity
        for mark in marks { nearest = min(nearest, mark.gap(to: place)) }
        var (sum, total) = (0.0, 0.0)
        for mark in marks {
            let distance = (mark.gap(to: place) - nearest) / reach
            let weight = (mark.weight + 0.05 * textHeight + .leastNormalMagnitude) / (1 + distance * distance * distance)
            sum += weight * mark.centre
            total += weight
        }
        return total > 0 ? sum / total : box.y + box.height / 2
    }

    private mutating func measure() {
        guard var box = marks.first?.box else { return }
        var (sum, squares) = (0.0, 0.0)
        for mark in marks {
            box = box.union(mark.box)
            sum += mark.box.height
            squares += mark.box.height * mark.box.height
        }
        self.box = box
        textHeight = sum > 0 ? squares / sum : 0
    }
}
