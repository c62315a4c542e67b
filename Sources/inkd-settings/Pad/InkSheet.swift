/// A pointer's position on paper.
struct PadPoint: Sendable, Hashable {
    /// Millimeters from the left edge.
    var x: Double
    /// Millimeters from the top edge.
    var y: Double
    /// The force, 0 to 1; nil for pointers without pressure.
    var force: Double?
    /// The time in milliseconds since 1970.
    var time: Double
}

/// A stroke on paper.
struct PadStroke: Sendable, Hashable {
    /// The number of the stroke, counted from 1; 0 for a stroke that was received from inkd.
    var number: Int
    var points: [PadPoint]
}

/// The strokes on a piece of paper, as one pointer draws them.
struct InkSheet: Sendable, Hashable {
    /// The finished strokes.
    private(set) var strokes: [PadStroke] = []
    /// The current stroke.
    private(set) var drawing: PadStroke?
    private var begun = 0

    /// Whether the paper is empty.
    var isEmpty: Bool { strokes.isEmpty && drawing == nil }

    /// The number of the newest finished stroke.
    var newestFinished: Int { drawing.map { $0.number - 1 } ?? begun }

    /// Begins a stroke where a pointer touches the paper.
    mutating func begin(_ point: PadPoint) {
        begun += 1
        drawing = PadStroke(number: begun, points: [point])
    }

    /// Moves the pointer. A point is ignored if its position equals the last point's, or if it is earlier than the last point.
    ///
    /// - Returns: whether the point was added.
    mutating func move(to point: PadPoint) -> Bool {
        guard let last = drawing?.points.last, point.time >= last.time, point.x != last.x || point.y != last.y else { return false }
        drawing?.points.append(point)
        return true
    }

    /// Ends the current stroke at the pointer's last position.
    ///
    /// - Parameter isKept: whether the stroke stays on the paper.
    /// - Returns: the position; nil without a current stroke.
    mutating func end(at time: Double, isKept: Bool = true) -> PadPoint? {
        guard let stroke = drawing, var point = stroke.points.last else { return nil }
        point.time = max(point.time, time)
        drawing = nil
        if isKept { strokes.append(stroke) }
        return point
    }

    /// Cancels the current stroke.
    ///
    /// - Returns: the stroke's last position; nil without a current stroke.
    mutating func cancel() -> PadPoint? {
        defer { drawing = nil }
        return drawing?.points.last
    }

    /// Replaces all strokes up to and including a number with other strokes.
    mutating func replace(upTo number: Int, by kept: [[PadPoint]]) {
        strokes = kept.map { PadStroke(number: 0, points: $0) } + strokes.filter { $0.number > number }
    }
}
