internal import Ink

/// The line of one stroke on the screen. The curves through the midpoints between the pen's places are settled (final) as soon as the next
/// place is known. The tail leads from the last midpoint to the tip and to its predicted place, and changes with every frame.
struct TipPath: Equatable {
    /// A place of the pen.
    struct Place: Equatable {
        /// The position on the screen.
        var point: Point
        /// The width of the line.
        var width: Double
        /// The time at which the pen was there, counted from any fixed moment.
        var time: Duration
    }

    /// A piece of the line: a quadratic Bézier curve with the control point `control`.
    struct Piece: Equatable {
        var from: Point
        var control: Point
        var to: Point
        var width: Double

        /// The box of the piece with its width.
        var box: Box {
            let (left, right) = (min(from.x, control.x, to.x), max(from.x, control.x, to.x))
            let (top, bottom) = (min(from.y, control.y, to.y), max(from.y, control.y, to.y))
            return Box(x: left, y: top, width: right - left, height: bottom - top).grown(by: width / 2 + TipPath.fringe)
        }
    }

    private(set) var places: [Place] = []
    /// The predicted place of the tip, which is drawn, but is not one of `places`; nil for no prediction.
    var prediction: Point?
    /// The box of the settled pieces; nil without settled pieces.
    private(set) var settledBox: Box?
    /// The boxes of groups of settled pieces. Drawing skips the groups outside of the area to draw.
    private(set) var groups: [Box] = []

    /// The maximum number of places. Later places are left out.
    static let limit = 20_000
    /// The number of pieces in a group.
    static let group = 32
    /// The minimum distance between places in pixels.
    static let resolution = 0.4
    /// The width of the antialiased edge beside a line, in pixels.
    static let fringe = 1.5

    /// The number of settled pieces.
    var settledCount: Int { max(0, places.count - 1) }

    /// The box of all that is drawn; nil without places.
    var box: Box? {
        guard let tail = tailBox else { return nil }
        return settledBox?.union(tail) ?? tail
    }

    /// The box of the tail; nil without places.
    var tailBox: Box? { tail.dropFirst().reduce(tail.first?.box) { $0?.union($1.box) } }

    /// Continues the line to a place. Places that are not finite, or too close to the last place, are left out.
    ///
    /// - Returns: the box of the piece that the new place settles; nil for the first place, and for a place that is left out.
    @discardableResult
    mutating func append(_ place: Place) -> Box? {
        guard place.point.x.isFinite, place.point.y.isFinite, place.width.isFinite, places.count < Self.limit else { return nil }
        if let last = places.last, last.point.distance(to: place.point) < Self.resolution { return nil }
        places.append(place)
        guard places.count > 1 else { return nil }
        let box = piece(settledCount - 1).box
        settledBox = settledBox?.union(box) ?? box
        if (settledCount - 1).isMultiple(of: Self.group) {
            groups.append(box)
        } else if let last = groups.last {
            groups[groups.count - 1] = last.union(box)
        }
        return box
    }

    /// Returns a settled piece. The first piece leads from the first place to a midpoint; the others lead from midpoint to midpoint around
    /// a place.
    func piece(_ index: Int) -> Piece {
        let (place, next) = (places[index], places[index + 1])
        let to = Self.middle(place.point, next.point)
        let width = (place.width + next.width) / 2
        guard index > 0 else { return Piece(from: place.point, control: Self.middle(place.point, to), to: to, width: width) }
        return Piece(from: Self.middle(places[index - 1].point, place.point), control: place.point, to: to, width: width)
    }

    /// The pieces that are not settled: one to the tip, and one from the tip to its predicted place. If the path has only one place, the
    /// first piece is a dot.
    var tail: [Piece] {
        guard let last = places.last else { return [] }
        let from = places.count > 1 ? Self.middle(places[places.count - 2].point, last.point) : last.point
        let tip = Piece(from: from, control: Self.middle(from, last.point), to: last.point, width: last.width)
        guard let prediction else { return [tip] }
        let ahead = Piece(from: last.point, control: Self.middle(last.point, prediction), to: prediction, width: last.width)
        return [tip, ahead]
    }

    /// Calls `draw` with each piece whose box intersects an area, in order.
    func forEachPiece(meeting area: Box, _ draw: (Piece) -> Void) {
        for (index, box) in groups.enumerated() where box.intersects(area) {
            for number in index * Self.group..<min(settledCount, (index + 1) * Self.group) {
                let piece = piece(number)
                if piece.box.intersects(area) { draw(piece) }
            }
        }
        for piece in tail where piece.box.intersects(area) { draw(piece) }
    }

    private static func middle(_ a: Point, _ b: Point) -> Point { (a + b) * 0.5 }
}

extension Box {
    /// Returns the box enlarged on all sides.
    func grown(by margin: Double) -> Box { Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin) }
}
