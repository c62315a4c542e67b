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

/// What one stroke has left so far.
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

    /// Where it was written.
    var surface: Surface
    /// In order.
    private(set) var points: [Point] = []
    /// The pen is still down.
    var isOpen = true
    /// A reading has come since it ended.
    var isRead = false
    /// When it began to fade.
    var goneSince: Duration?

    /// Points that one stroke shows; what is written after them is not seen here.
    static let limit = 20_000
    /// Millimetres; what is nearer to the point before shows nothing new.
    static let resolution = 0.05

    /// Begins a stroke.
    init(on surface: Surface) { self.surface = surface }

    /// Goes on to a place.
    mutating func append(_ point: Point) {
        guard point.x.isFinite, point.y.isFinite, point.force.isFinite, points.count < Self.limit else { return }
        if let last = points.last, abs(last.x - point.x) < Self.resolution, abs(last.y - point.y) < Self.resolution { return }
        points.append(point)
    }
}
