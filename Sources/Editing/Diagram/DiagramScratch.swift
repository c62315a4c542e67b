internal import Ink

/// Scratch-outs in a diagram. Other gestures are not possible there, because a frame around a label is a node, and a line through a label
/// is a connection. Scratch-outs are detected at pen-up from the strokes alone, so the result is ready before the next stroke.
extension InkEditor {
    /// Returns the scratch-outs since the last call, each with the strokes that were removed.
    public mutating func takeScratchOuts() -> [EditGesture] {
        defer { diagram.scratchOuts = [] }
        return diagram.scratchOuts
    }

    /// Removes the strokes that the newest stroke scratches out, and the newest stroke itself, as part of the newest stroke's step.
    mutating func scratchOut(_ id: StrokeID) {
        guard isDiagram, configuration.gestures.isEnabled, let stroke = content.strokes[id]?.stroke,
            let trace = DiagramTrace(id: id, places: stroke.samplePlaces, millimeters: 1 / configuration.unitsPerMillimeter),
            let scratch = DiagramScratch(trace), let last = history.last, last.count == 1, let added = last.first,
            added.key == .stroke(id), added.before == nil
        else { return }
        let targets = scratch.targets(in: diagram)
        guard !targets.isEmpty else { return }
        let step = ([id] + targets).compactMap { content.change(.stroke($0), to: nil) }
        perform(step)
        history.replaceLast(with: ([added] + step).merged)
        unsaved.changes += step
        diagram.scratchOuts.append(EditGesture(kind: .scratchOut, stroke: id, words: [], strokes: targets, x: nil))
    }
}

/// A stroke that moves back and forth in a small area.
struct DiagramScratch {
    private let area: [Point]
    private let path: [Point]
    private let box: Box

    /// Creates a scratch-out; nil for any other stroke. Text also moves back and forth, but rarely five times over its whole length.
    init?(_ trace: DiagramTrace) {
        let sweeps = [(trace.box.width, trace.points.map(\.x).sweeps), (trace.box.height, trace.points.map(\.y).sweeps)]
        guard let (size, count) = sweeps.max(by: { $0.1 < $1.1 }), count >= 5, size >= 4, size >= 0.3 * trace.diagonal,
            trace.length >= 4 * size
        else { return nil }
        (area, path, box) = (trace.points.hull, trace.points, trace.box)
    }

    /// Returns the strokes that are mostly covered by the scratch-out, and all strokes of each connection that it crosses.
    func targets(in diagram: DiagramState) -> [StrokeID] {
        var targets: Set<StrokeID> = []
        for trace in diagram.traces.values where trace.box.intersects(box, margin: 1) {
            let covered = trace.points.count { area.contains($0) || area.distance(to: $0) < 1 }
            if 10 * covered >= 6 * trace.points.count { targets.insert(trace.id) }
        }
        for connector in diagram.analysis.connectors where !connector.strokes.isEmpty && connector.course.box.intersects(box) {
            if Self.crossings(of: path, connector.course.corners) >= 4 { targets.formUnion(connector.strokes) }
        }
        return targets.sorted()
    }

    private static func crossings(of path: [Point], _ corners: [Point]) -> Int {
        zip(corners, corners.dropFirst()).reduce(0) { sum, piece in
            let side = piece.1 - piece.0
            return sum
                + zip(path, path.dropFirst()).count { a, b in
                    let step = b - a
                    let slant = side.cross(step)
                    guard slant.magnitude > 1e-12 else { return false }
                    let (own, other) = ((a - piece.0).cross(step) / slant, (a - piece.0).cross(side) / slant)
                    return (0...1).contains(own) && (0..<1).contains(other)
                }
        }
    }
}

extension [Double] {
    /// The number of times that the values move back and forth across at least half of their range.
    var sweeps: Int {
        guard let first, let low = self.min(), let high = self.max(), high > low else { return 0 }
        let range = high - low
        var sweeps = 0
        // the last turning point, and the farthest value since
        var (turn, farthest) = (first, first)
        for value in self {
            if abs(value - turn) >= abs(farthest - turn), (value - turn) * (farthest - turn) >= 0 {
                farthest = value
            } else if abs(value - farthest) > 0.1 * range {
                if abs(farthest - turn) >= range / 2 { sweeps += 1 }
                (turn, farthest) = (farthest, value)
            }
        }
        return abs(farthest - turn) >= range / 2 ? sweeps + 1 : sweeps
    }
}
