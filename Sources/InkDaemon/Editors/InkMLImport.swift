internal import Ink
internal import InkProtocol
internal import PenLog

extension InkDocument {
    /// Strokes in an import.
    private static let mostStrokes = 100_000
    /// Points of all of them.
    private static let mostPoints = 500_000

    /// The traces as strokes for an editor, with their brushes.
    ///
    /// - Parameters:
    ///   - style: of traces without a brush.
    ///   - now: microseconds since 1970, for traces without times, which are drawn one after the other.
    /// - Throws: `ImportFailed` where there is nothing to take in, or too much of it.
    func inkStrokes(
        style: InkStyle, unitsPerMillimetre unit: Double, now: Int64
    ) throws(BlocksInterface.ImportFailed) -> [InkStroke] {
        var traces = drawnTraces
        let points = traces.reduce(0) { $0 + $1.points.count }
        guard traces.count <= Self.mostStrokes, points <= Self.mostPoints else {
            throw .init(
                reason: "it has \(traces.count) traces of \(points) points: cut it into files of \(Self.mostStrokes) traces and "
                    + "\(Self.mostPoints) points at most")
        }
        traces.removeAll { trace in !trace.points.allSatisfy { ValueRange.place.contains($0.x) && ValueRange.place.contains($0.y) } }
        guard !traces.isEmpty else {
            throw .init(reason: "it has no trace within \(ValueRange.place.text): give a file whose traces have X and Y")
        }
        var next = now
        return traces.flatMap { trace in
            defer { if !trace.isTimed { next += Int64(trace.points.count) * 10_000 + 300_000 } }
            return Stroke.pieces(of: trace.points.count).map { piece in
                let samples = piece.map { index in
                    var point = trace.points[index]
                    (point.x, point.y) = (point.x * unit, point.y * unit)
                    if !trace.isTimed { point.time = Instant(microseconds: next + Int64(index) * 10_000) }
                    return point
                }
                return trace.stroke(of: samples, style: style, unitsPerMillimetre: unit, now: now)
            }
        }
    }
}

extension InkDocument.DrawnTrace {
    /// A stroke of these of its samples.
    fileprivate func stroke(of samples: [InkPoint], style: InkStyle, unitsPerMillimetre unit: Double, now: Int64) -> InkStroke {
        let style = brush?.style ?? style
        let fitted = FittedPath(
            fitting: samples, tolerance: 0.05 * unit, style: style, created: samples.first?.time.microseconds ?? now)
        // a pen that tells its force varies around the brush's width, as it did where it was drawn
        let hasForce = samples.contains { $0.force > 0 }
        guard !hasForce, let width = brush?.width else { return InkStroke(id: StrokeID(0), path: fitted.path, style: style) }
        let sizes = [Double](repeating: width * unit, count: samples.count)
        let heights = brush?.height.map { [Double](repeating: $0 * unit, count: samples.count) }
        return InkStroke(id: StrokeID(0), path: fitted.marked(widths: sizes, heights: heights), style: style)
    }
}
