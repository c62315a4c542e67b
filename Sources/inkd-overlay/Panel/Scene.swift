internal import InkProtocol

/// The visible scene at one moment.
struct Scene: Equatable {
    /// A stroke and its remaining opacity.
    struct Stroke: Equatable {
        /// The stroke.
        var trace: InkTrace
        /// 0 to 1.
        var opacity: Double
    }

    /// Of the whole panel, 0 to 1.
    var opacity = 1.0
    /// The surface that is written on; nil if it has no known size, and only text is shown.
    var surface: Surface?
    /// In order.
    var strokes: [Stroke] = []
    /// Of the strokes; nil if there are none.
    var extent: Extent? {
        let extents = strokes.compactMap(\.trace.extent)
        return extents.first.map { first in extents.dropFirst().reduce(first) { $0.union($1) } }
    }
    /// The pen's position, in millimetres.
    var pen: InkTrace.Point?
    /// The pending text.
    var text = ""
    /// A sentence for the user, in place of all else; empty if there is none.
    var message = ""
    /// The other candidates of the last word, best first.
    var candidates: [String] = []
    /// The index of the candidate that is chosen; nil where they are not chosen by keys.
    var selected: Int?
    /// The caret of the field that the text goes into, if known.
    var caret: TextInputInterface.Caret?
}

/// A piece of a tablet, in millimetres from its upper left corner.
struct Extent: Equatable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }

    /// The smallest piece that has both.
    func union(_ other: Extent) -> Extent {
        Extent(left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    /// Larger on all sides.
    func grown(by margin: Double) -> Extent {
        Extent(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
    }

    /// The piece to be shown after this one, when these strokes are what is left: the same line goes on, and what has gone from it leaves its
    /// place empty, or another one begins.
    func followed(by strokes: Extent) -> Extent {
        let common = min(bottom, strokes.bottom) - max(top, strokes.top)
        return common >= min(height, strokes.height) / 2 ? union(strokes) : strokes
    }
}

/// The area that a tablet can be written on, in millimetres.
struct Surface: Equatable {
    /// From left to right.
    var width: Double
    /// From top to bottom.
    var height: Double

    /// nil unless it is an area that can be drawn.
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
    /// A place of the pen.
    struct Point: Equatable {
        /// Millimetres from the surface's left edge.
        var x: Double
        /// Millimetres from its top edge.
        var y: Double
        /// 0 to 1.
        var force: Double
    }

    /// The surface that it was written on.
    var surface: Surface
    /// In order.
    private(set) var points: [Point] = []
    /// Of the points; nil if there are none.
    private(set) var extent: Extent?
    /// The pen is still down.
    var isOpen = true
    /// A reading has come since it ended.
    var isRead = false
    /// When it began to fade.
    var goneSince: Duration?

    /// Points that one stroke shows; later ones are left out.
    static let limit = 20_000
    /// The least distance between points, in millimetres.
    static let resolution = 0.05

    /// Begins a stroke.
    init(on surface: Surface) { self.surface = surface }

    /// Goes on to a place.
    mutating func append(_ point: Point) {
        guard point.x.isFinite, point.y.isFinite, point.force.isFinite, points.count < Self.limit else { return }
        if let last = points.last, abs(last.x - point.x) < Self.resolution, abs(last.y - point.y) < Self.resolution { return }
        points.append(point)
        let place = Extent(left: point.x, top: point.y, right: point.x, bottom: point.y)
        extent = extent?.union(place) ?? place
    }
}

/// Fading out: not at once, so that one sees the committed strokes, and soon, so that it is not in the way.
enum Fade {
    /// From there to gone.
    static let length: Duration = .milliseconds(350)

    /// The opacity of ink that began to fade at `start`: 1 before, 0 when it is gone.
    static func opacity(from start: Duration?, at now: Duration) -> Double {
        guard let start else { return 1 }
        return min(1, max(0, 1 - (now - start) / length))
    }

    /// Nothing is left to be seen.
    static func isOver(from start: Duration?, at now: Duration) -> Bool { start.map { now >= $0 + length } ?? false }
}
