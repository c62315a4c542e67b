internal import InkProtocol

/// The visible scene at one moment.
struct Scene: Equatable {
    /// A stroke and its remaining opacity.
    struct Stroke: Equatable {
        /// The stroke.
        var trace: InkTrace
        /// The opacity, 0 to 1.
        var opacity: Double
    }

    /// The opacity of the whole panel, 0 to 1.
    var opacity = 1.0
    /// The writing surface; nil if its size is unknown, so that only text is shown.
    var surface: Surface?
    /// The strokes, in order.
    var strokes: [Stroke] = []
    /// The extent of the strokes; nil without strokes.
    var extent: Extent? {
        let extents = strokes.compactMap(\.trace.extent)
        return extents.first.map { first in extents.dropFirst().reduce(first) { $0.union($1) } }
    }
    /// The pen's position, in millimeters.
    var pen: InkTrace.Point?
    /// The pending text.
    var text = ""
    /// A message for the user, which replaces all other content; may be empty.
    var message = ""
    /// The other candidates of the last word, best first.
    var candidates: [String] = []
    /// The index of the selected candidate; nil if candidates are not selected by keys.
    var selected: Int?
    /// The caret of the field that receives the text, if known.
    var caret: TextInputInterface.Caret?
    /// Whether the writing is shown under the tip. The panel then shows no ink.
    var isAtTip = false
}

/// A rectangle on a tablet, in millimeters from the tablet's upper left corner.
struct Extent: Equatable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }

    /// Returns the smallest rectangle that contains both.
    func union(_ other: Extent) -> Extent {
        Extent(left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    /// Returns the rectangle enlarged on all sides.
    func grown(by margin: Double) -> Extent {
        Extent(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
    }

    /// Returns the extent to show next, when only strokes with the extent `strokes` are left. If they are on the same line, the result
    /// keeps the empty space of the removed strokes. If they begin another line, the result is their own extent.
    func followed(by strokes: Extent) -> Extent {
        let common = min(bottom, strokes.bottom) - max(top, strokes.top)
        return common >= min(height, strokes.height) / 2 ? union(strokes) : strokes
    }
}

/// The area that a tablet can be written on, in millimeters.
struct Surface: Equatable {
    /// The size from left to right.
    var width: Double
    /// The size from top to bottom.
    var height: Double

    /// Creates a surface; nil unless its area can be drawn.
    init?(width: Double?, height: Double?) {
        guard let width, let height, width.isFinite, height.isFinite, width > 1, height > 1, width < 10_000, height < 10_000 else {
            return nil
        }
        self.width = width
        self.height = height
    }
}

/// The points of one stroke so far.
struct InkTrace: Equatable {
    /// A position of the pen.
    struct Point: Equatable {
        /// Millimeters from the surface's left edge.
        var x: Double
        /// Millimeters from the surface's top edge.
        var y: Double
        /// The force, 0 to 1.
        var force: Double
    }

    /// The surface that the stroke was written on.
    var surface: Surface
    /// The stroke's number, from 1, while the overlay runs.
    var number = 0
    /// Whether the stroke is shown under the tip, not in the panel.
    var isAtTip = false
    /// The last verdict of inkd-pen about the stroke; nil without inkd-pen.
    var contact: TipContact?
    /// The points, in order.
    private(set) var points: [Point] = []
    /// The extent of the points; nil without points.
    private(set) var extent: Extent?
    /// Whether the pen is still down.
    var isOpen = true
    /// Whether a reading has arrived since the stroke ended.
    var isRead = false
    /// The time at which the stroke began to fade.
    var goneSince: Duration?

    /// The maximum number of points of a stroke; later points are left out.
    static let limit = 20_000
    /// The minimum distance between points, in millimeters.
    static let resolution = 0.05

    /// Begins a stroke.
    init(on surface: Surface) { self.surface = surface }

    /// Continues the stroke to a point.
    mutating func append(_ point: Point) {
        guard point.x.isFinite, point.y.isFinite, point.force.isFinite, points.count < Self.limit else { return }
        if let last = points.last, abs(last.x - point.x) < Self.resolution, abs(last.y - point.y) < Self.resolution { return }
        points.append(point)
        let place = Extent(left: point.x, top: point.y, right: point.x, bottom: point.y)
        extent = extent?.union(place) ?? place
    }
}

/// The fading of ink. It is slow enough to show which strokes were committed, and fast enough not to disturb.
enum Fade {
    /// The duration of fading.
    static let length: Duration = .milliseconds(350)

    /// Returns the opacity of ink that begins to fade at `start`: 1 before, 0 after the end.
    static func opacity(from start: Duration?, at now: Duration) -> Double {
        guard let start else { return 1 }
        return min(1, max(0, 1 - (now - start) / length))
    }

    /// Whether the fading has ended, so that nothing is visible.
    static func isOver(from start: Duration?, at now: Duration) -> Bool { start.map { now >= $0 + length } ?? false }
}
