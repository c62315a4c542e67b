internal import Ink

/// The strokes of one line of writing.
struct InkLine: Sendable {
    let id: LineID
    /// Ascending by stroke id, which is the order they were drawn in; never empty in a layout.
    private(set) var marks: [LineMark]
    private(set) var box: Box
    /// Typical height of its tall strokes: the mean of all heights, each weighted by itself.
    private(set) var textHeight: Double

    /// A line that has this many takes no more: hatching and doodles have no end, and every stroke costs as much as its line is long.
    /// As in ``LineSegmentation``, far more than anybody writes on one line.
    static let mostMarks = 400

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

    /// Its strokes in the order they are to be read.
    var readingOrder: [StrokeID] { ReadingOrder.indices(of: marks.map(\.box)).map { marks[$0].stroke } }

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

    /// The box around the strokes that are no farther from `place` along the line than the nearest one and `reach`.
    func box(near place: Box, reach: Double) -> Box {
        let nearest = marks.map { $0.gap(to: place) }.min() ?? 0
        var near: Box?
        for mark in marks where mark.gap(to: place) <= nearest + reach { near = near?.union(mark.box) ?? mark.box }
        return near ?? box
    }

    private mutating func measure() {
        guard var box = marks.first?.box else { return }
        for mark in marks { box = box.union(mark.box) }
        self.box = box
        textHeight = Self.textHeight(of: marks.map(\.box.height))
    }

    /// The mean of the heights, each weighted by itself; 0 if there are none.
    static func textHeight(of heights: [Double]) -> Double {
        let sum = heights.reduce(0, +)
        return sum > 0 ? heights.reduce(0) { $0 + $1 * $1 } / sum : 0
    }
}
