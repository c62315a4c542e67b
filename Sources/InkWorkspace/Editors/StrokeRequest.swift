internal import Editing
internal import Ink
internal import InkProtocol

/// The strokes that a client asks for.
struct StrokeRequest: Sendable {
    private let ids: Set<StrokeID>?
    private let region: Box?
    private let since: UInt64?
    private let hasPaths: Bool

    /// - Throws: `InvalidValue` for a region that is not a rectangle.
    init(_ parameters: InkInterface.Strokes.Parameters) throws(ClientInterface.InvalidValue) {
        hasPaths = parameters.paths == true
        ids = parameters.ids.map { Set($0.map(StrokeID.init)) }
        // a number that is no revision is answered like a revision of long ago
        since = parameters.since.map { UInt64(exactly: $0) ?? .max }
        guard let region = parameters.region else {
            self.region = nil
            return
        }
        let side = ValueRange(0...2e6, "millimeters")
        try ValueRange.place.require(region.x, "region.x")
        try ValueRange.place.require(region.y, "region.y")
        try side.require(region.width, "region.width")
        try side.require(region.height, "region.height")
        self.region = Box(x: region.x, y: region.y, width: region.width, height: region.height)
    }

    /// Whether the client asks for a part of the ink.
    var isSelective: Bool { ids != nil || region != nil || since != nil }

    /// Returns the bytes of a reply: a path has four samples for each control point.
    func memory(points: Int, strokes: Int) -> Int { (4 * 130 + (hasPaths ? 220 : 0)) * points + 600 * strokes }

    /// Returns the selected strokes, in drawing order. The work is bounded by the ink near the region and by the number of changes.
    func strokes(of ink: InkEditor) -> [InkStroke] {
        let changed = since.flatMap { ink.strokes(changedSince: $0) }
        let conditions = [ids, changed, region.map { ink.strokes(in: $0) }].compactMap { $0 }
        guard let first = conditions.first else { return ink.drawing.strokes }
        return ink.strokes(named: conditions.dropFirst().reduce(first) { $0.intersection($1) })
    }

    private func messages(of strokes: [InkStroke], _ ink: InkEditor) -> [InkInterface.Stroke] {
        let unit = ink.configuration.unitsPerMillimeter
        return strokes.map { InkInterface.Stroke($0, hasPath: hasPaths, unitsPerMillimeter: unit) }
    }

    /// Returns the reply with the selected strokes.
    func reply(with strokes: [InkStroke], of ink: InkEditor) -> InkInterface.Strokes.Reply {
        var reply = InkInterface.Strokes.Reply(revision: Int(clamping: ink.revision), strokes: messages(of: strokes, ink))
        guard let since else { return reply }
        guard let changed = ink.strokes(changedSince: since) else {
            reply.complete = true
            return reply
        }
        reply.complete = false
        reply.removed = (ids.map { changed.intersection($0) } ?? changed).subtracting(strokes.map(\.id)).sorted().map {
            Int(clamping: $0.value)
        }
        return reply
    }
}
