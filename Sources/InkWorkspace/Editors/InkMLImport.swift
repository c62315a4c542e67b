internal import Ink
internal import InkProtocol
internal import PenLog

extension InkDocument {
    /// Maximum number of strokes in an import.
    private static let mostStrokes = 100_000
    /// Maximum number of points of all strokes.
    private static let mostPoints = 500_000

    /// The strokes of an import, with remarks for users.
    struct Imported {
        /// Strokes for an editor, with their brushes.
        var strokes: [InkStroke]
        /// Sentences about omitted content, and about a doubtful size.
        var remarks: [String]
    }

    /// Returns the traces as strokes for an editor, with their brushes.
    ///
    /// - Parameters:
    ///   - style: the style of traces without a brush.
    ///   - now: the beginning of traces without times, in microseconds since 1970. Such traces follow one another.
    /// - Throws: `ImportFailed` if there is nothing to import, or too much.
    func inkStrokes(
        style: InkStyle, unitsPerMillimeter unit: Double, now: Int64
    ) throws(BlocksInterface.ImportFailed) -> Imported {
        var (traces, lost) = (drawnTraces, leftOut)
        let points = traces.reduce(0) { $0 + $1.points.count }
        guard traces.count <= Self.mostStrokes, points <= Self.mostPoints else {
            throw .init(
                reason: "it has \(traces.count) traces of \(points) points: split it into files of at most \(Self.mostStrokes) traces and "
                    + "\(Self.mostPoints) points")
        }
        let all = traces.count
        traces.removeAll { trace in !trace.points.allSatisfy { ValueRange.place.contains($0.x) && ValueRange.place.contains($0.y) } }
        lost.add("trace", "it is not within \(ValueRange.place.text)", of: all - traces.count)
        var remarks = lost.sentences.map { "left out: \($0)" }
        guard !traces.isEmpty else {
            let reasons = lost.sentences.prefix(5).joined(separator: ", ")
            throw .init(
                reason:
                    "it has no trace within \(ValueRange.place.text)\(reasons.isEmpty ? "" : " (left out: \(reasons))"): give a file whose "
                    + "traces have X and Y")
        }
        if let box = Box(around: traces.flatMap(\.points)), let doubt = InkSize.remark(width: box.width, height: box.height) {
            remarks.append(doubt)
        }
        var next = now
        let strokes: [InkStroke] = traces.flatMap { trace in
            defer { if !trace.isTimed { next += Int64(trace.points.count) * 10_000 + 300_000 } }
            return Stroke.pieces(of: trace.points.count).map { piece in
                let samples = piece.map { index in
                    var point = trace.points[index]
                    (point.x, point.y) = (point.x * unit, point.y * unit)
                    if !trace.isTimed { point.time = Instant(microseconds: next + Int64(index) * 10_000) }
                    return point
                }
                return trace.stroke(of: samples, style: style, unitsPerMillimeter: unit, now: now)
            }
        }
        return Imported(strokes: strokes, remarks: remarks)
    }
}

extension InkDocument.DrawnTrace {
    /// Returns a stroke of some of the trace's samples.
    fileprivate func stroke(of samples: [InkPoint], style: InkStyle, unitsPerMillimeter unit: Double, now: Int64) -> InkStroke {
        let style = brush?.style ?? style
        let fitted = FittedPath(
            fitting: samples, tolerance: 0.05 * unit, style: style, created: samples.first?.time.microseconds ?? now)
        // with force, the width varies around the brush's width, as it did in the original
        let hasForce = samples.contains { $0.force > 0 }
        guard !hasForce, let width = brush?.width else { return InkStroke(id: StrokeID(0), path: fitted.path, style: style) }
        let sizes = [Double](repeating: width * unit, count: samples.count)
        let heights = brush?.height.map { [Double](repeating: $0 * unit, count: samples.count) }
        return InkStroke(id: StrokeID(0), path: fitted.marked(widths: sizes, heights: heights), style: style)
    }
}
