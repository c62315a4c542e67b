/// A place that a pointer was at on paper.
struct PadPoint: Sendable, Hashable {
    /// Millimetres from the left edge.
    var x: Double
    /// Millimetres from the top edge.
    var y: Double
    /// 0 to 1; nil for pointers without pressure.
    var force: Double?
    /// Milliseconds since 1970.
    var time: Double
}

/// A stroke on paper.
struct PadStroke: Sendable, Hashable {
    /// Counts the strokes that were begun, from 1; 0 for one that inkd has made.
    var number: Int
    var points: [PadPoint]
}

/// The strokes on a piece of paper, as one pointer draws them.
struct InkSheet: Sendable, Hashable {
    /// Strokes that are finished.
    private(set) var strokes: [PadStroke] = []
    /// The stroke that is being drawn.
    private(set) var drawing: PadStroke?
    private var begun = 0

    /// Nothing is on the paper.
    var isEmpty: Bool { strokes.isEmpty && drawing == nil }

    /// The number of the newest stroke that is finished.
    var newestFinished: Int { drawing.map { $0.number - 1 } ?? begun }

    /// A pointer touches the paper.
    mutating func begin(_ point: PadPoint) {
        begun += 1
        drawing = PadStroke(number: begun, points: [point])
    }

    /// The pointer moves. A place where it was already, or that lies before the last one in time, says nothing.
    ///
    /// - Returns: whether it says something.
    mutating func move(to point: PadPoint) -> Bool {
        guard let last = drawing?.points.last, point.time >= last.time, point.x != last.x || point.y != last.y else { return false }
        drawing?.points.append(point)
        return true
    }

    /// The pointer leaves the paper, where it was last.
    ///
    /// - Parameter isKept: the stroke stays on the paper.
    /// - Returns: the place; nil if nothing was being drawn.
    mutating func end(at time: Double, isKept: Bool = true) -> PadPoint? {
        guard let stroke = drawing, var point = stroke.points.last else { return nil }
        point.time = max(point.time, time)
        drawing = nil
        if isKept { strokes.append(stroke) }
        return point
    }

    /// The stroke that is being drawn is void.
    ///
    /// - Returns: where it was last; nil if nothing was being drawn.
    mutating func cancel() -> PadPoint? {
        defer { drawing = nil }
        return drawing?.points.last
    }

    /// Other strokes in place of all up to a number.
    mutating func replace(upTo number: Int, by kept: [[PadPoint]]) {
        strokes = kept.map { PadStroke(number: 0, points: $0) } + strokes.filter { $0.number > number }
    }
}
