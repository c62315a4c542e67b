internal import Ink
internal import Markup

/// The traces of a document, each to be taken once.
struct InkMLTraces {
    /// What strokes are drawn with: InkML's brush has one width, a stroke's varies.
    struct Brush: Hashable {
        var style: InkStyle
        /// Millimetres, the mean along the stroke.
        var width: Double
        /// Millimetres, the mean along the stroke.
        var height: Double
        var name: String

        var colour: String { "#" + [style.red, style.green, style.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    }

    private(set) var brushes: [Brush] = []
    private var brushOf: [StrokeID: String] = [:]
    private var left: Set<StrokeID>
    private let source: ExportSource
    private let began: Int64

    init(source: ExportSource, strokes: [InkStroke], began: Int64) {
        self.source = source
        self.began = began
        left = Set(strokes.map(\.id))
        var names: [Brush: String] = [:]
        for stroke in strokes {
            var brush = Self.brush(stroke, millimetres: source.millimetres)
            if names[brush] == nil {
                let unnamed = brush
                brush.name = "brush-\(names.count + 1)"
                names[unnamed] = brush.name
                brushes.append(brush)
                brushOf[stroke.id] = brush.name
            } else {
                brushOf[stroke.id] = names[brush]
            }
        }
    }

    /// The traces of strokes that have not been taken yet, in the order they were drawn.
    mutating func take(_ ids: [StrokeID]) -> [XML] {
        source.strokes(ids).filter { left.remove($0.id) != nil }.flatMap(traces)
    }

    /// One for each visible piece.
    private func traces(_ stroke: InkStroke) -> [XML] {
        let pieces = Self.pieces(of: stroke)
        return pieces.enumerated().map { index, samples in
            let name = "stroke-\(stroke.id.value)" + (pieces.count > 1 ? "-\(index + 1)" : "")
            let attributes = [("xml:id", name), ("contextRef", "#pen"), ("brushRef", "#\(brushOf[stroke.id] ?? "")")]
            return XML("trace", attributes, text: samples.map(text).joined(separator: ", "))
        }
    }

    /// The samples of each of the stroke's visible ranges.
    private static func pieces(of stroke: InkStroke) -> [ArraySlice<InkPoint>] {
        let samples = stroke.samples
        let parameters = stroke.sampleParameters
        var pieces: [ArraySlice<InkPoint>] = []
        var begin = 0
        for range in stroke.maskedPathRanges {
            let end = parameters[begin...].firstIndex { $0 > range.upperBound } ?? parameters.endIndex
            if begin < end { pieces.append(samples[begin..<min(end, samples.count)]) }
            begin = end
        }
        return pieces
    }

    private func text(_ point: InkPoint) -> String {
        let scale = source.millimetres
        let time = Double(point.time.since(Instant(microseconds: began))) / 1_000
        let values = [point.x * scale, point.y * scale, Double(point.force), time, Double(point.azimuth), Double(point.altitude)]
        return values.map { Number.text($0) }.joined(separator: " ")
    }

    private static func brush(_ stroke: InkStroke, millimetres: Double) -> Brush {
        let points = stroke.path.controlPoints
        func mean(_ size: KeyPath<PathPoint, Float>) -> Double {
            let sum = points.reduce(0) { $0 + Double($1[keyPath: size]) }
            // To a tenth, so that strokes by one pen share a brush.
            return points.isEmpty ? 0 : (sum / Double(points.count) * millimetres * 10).rounded() / 10
        }
        return Brush(style: stroke.style, width: mean(\.width), height: mean(\.height), name: "")
    }
}
