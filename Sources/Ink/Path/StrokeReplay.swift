/// A replay of strokes at the speed of drawing: shows only their visible parts, ordered by time.
public struct StrokeReplay: Sendable {
    /// A part of a stroke and its drawing time, in seconds from the replay's beginning.
    private struct Move {
        let stroke: InkStroke
        let range: ClosedRange<Double>
        var start: Double
        var end: Double
    }

    /// The seconds for which a tap is shown, so that the tap is visible for one or two frames.
    private static let tap = 0.03

    /// The parts in ascending order of `start`.
    private let moves: [Move]
    /// The seconds replayed so far.
    public private(set) var elapsed = 0.0
    /// The seconds from the beginning of the first stroke to the end of the last.
    public let duration: Double

    /// A replay that has not begun. Pauses without drawing are shortened to `longestPause` seconds.
    public init(_ strokes: [InkStroke], longestPause: Double = .infinity) {
        let begin = strokes.map(\.path.created).min() ?? 0
        var moves = strokes.flatMap { stroke in
            let created = Double(Instant(microseconds: stroke.path.created).since(Instant(microseconds: begin))) / 1_000_000
            return stroke.maskedPathRanges.map { range in
                let (start, end) = (stroke.path.time(at: range.lowerBound), stroke.path.time(at: range.upperBound))
                return Move(stroke: stroke, range: range, start: created + start, end: created + max(start + Self.tap, end))
            }
        }
        moves.sort { $0.start < $1.start }
        var (end, skipped) = (moves.first?.start ?? 0, moves.first?.start ?? 0)
        for index in moves.indices {
            skipped += max(0, moves[index].start - end - max(0, longestPause))
            end = max(end, moves[index].end)
            moves[index].start -= skipped
            moves[index].end -= skipped
        }
        self.moves = moves
        duration = moves.map(\.end).max() ?? 0
    }

    /// Advances by the seconds since the last frame; never goes back.
    public mutating func advance(bySeconds seconds: Double) { elapsed += max(0, seconds) }

    /// Whether everything has been drawn.
    public var isFinished: Bool { elapsed >= duration }

    /// The current pen positions, in document coordinates: empty between strokes and after the end, several if strokes were drawn
    /// simultaneously.
    public var points: [(stroke: StrokeID, point: PathPoint)] {
        moves.prefix { $0.start <= elapsed }.filter { elapsed <= $0.end }.map { move in
            let path = move.stroke.path
            let parameter = path.parameter(move.range.lowerBound, offsetBy: .time(elapsed - move.start))
            var point = path.point(at: min(parameter, move.range.upperBound))
            let place = move.stroke.transform(Point(x: point.x, y: point.y))
            (point.x, point.y) = (place.x, place.y)
            return (move.stroke.id, point)
        }
    }
}
