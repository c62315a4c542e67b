internal import Editing
internal import Ink
internal import XML

/// Writes Ink Markup Language (W3C Recommendation of 20 September 2011). It has a trace for each visible piece of a stroke, in groups for
/// blocks, lines and words. A stroke that is part of several words is in the group of the first.
struct InkMLWriter {
    let source: ExportSource

    func document(_ block: Block) -> [UInt8] {
        let strokes = source.strokes(block.allStrokes)
        let began = strokes.map(\.path.created).min() ?? 0
        var traces = InkMLTraces(source: source, strokes: strokes, began: began)
        let groups = group(block, traces: &traces)
        let definitions = XML("definitions", [], [inkSource, timestamp(began)] + traces.brushes.map(brush))
        let context = XML("context", [("xml:id", "pen"), ("inkSourceRef", "#tablet"), ("timestampRef", "#began")])
        return XML("ink", [("xmlns", "http://www.w3.org/2003/InkML")], [definitions, context, groups]).document
    }

    private func group(_ block: Block, traces: inout InkMLTraces) -> XML {
        var contents = [annotation("type", source.isRoot(block) ? source.snapshot.type.rawValue : block.type.rawValue)]
        if let shape = block.shape { contents.append(annotation("shape", shape)) }
        for line in block.lines { contents.append(group(line, traces: &traces)) }
        contents += traces.take(source.looseStrokes(of: block).map(\.id))
        for child in block.children { contents.append(group(child, traces: &traces)) }
        return XML("traceGroup", [("xml:id", name("block", block.id))], contents)
    }

    private func group(_ line: LineState, traces: inout InkMLTraces) -> XML {
        var contents: [XML] = line.text.isEmpty ? [] : [annotation("truth", line.text)]
        for word in line.words {
            var inWord = [annotation("truth", word.text)]
            inWord += word.decorations.map(\.rawValue).sorted().map { annotation("decoration", $0) }
            inWord += traces.take(word.ranges.map(\.stroke))
            contents.append(XML("traceGroup", [], inWord))
        }
        return XML("traceGroup", [("xml:id", "line-\(line.id.value)")], contents)
    }

    private func annotation(_ type: String, _ text: String) -> XML { XML("annotation", [("type", type)], text: text) }

    private func timestamp(_ began: Int64) -> XML {
        XML("timestamp", [("xml:id", "began"), ("time", Number.text(Double(began) / 1_000, digits: 3))])
    }

    /// The `inkSource` element. The channel T is the time since the first stroke began, OA the azimuth and OE the elevation of the pen.
    private var inkSource: XML {
        func channel(_ name: String, _ units: String) -> XML { XML("channel", [("name", name), ("type", "decimal"), ("units", units)]) }
        let time = XML("channel", [("name", "T"), ("type", "decimal"), ("units", "ms"), ("respectTo", "#began")])
        let force = XML("channel", [("name", "F"), ("type", "decimal"), ("min", "0"), ("max", "1"), ("units", "dev")])
        let format = [channel("X", "mm"), channel("Y", "mm"), force, time, channel("OA", "rad"), channel("OE", "rad")]
        return XML("inkSource", [("xml:id", "tablet")], [XML("traceFormat", [], format)])
    }

    private func brush(_ brush: InkMLTraces.Brush) -> XML {
        let properties: [(String, String, String?)] = [
            ("color", brush.style.color, nil), ("transparency", String(255 - Int(brush.style.alpha)), nil),
            ("width", Number.text(brush.width, digits: 2), "mm"), ("height", Number.text(brush.height, digits: 2), "mm"),
            ("tip", brush.style.kind == .marker ? "rectangle" : "ellipse", nil),
        ]
        return XML(
            "brush", [("xml:id", brush.name)],
            properties.map { XML("brushProperty", [("name", $0), ("value", $1)] + ($2.map { [("units", $0)] } ?? [])) })
    }

    /// Returns a valid XML name with letters, digits and hyphens only (XML 1.0, 2.3).
    private func name(_ kind: String, _ id: String) -> String {
        "\(kind)-" + id.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
    }
}

/// The traces of a document. Each trace is written once.
private struct InkMLTraces {
    /// The brush of one or more strokes. It has a fixed width and height, but those of a stroke vary.
    struct Brush: Hashable {
        var style: InkStyle
        /// The mean width along the stroke, in millimeters.
        var width: Double
        /// The mean height along the stroke, in millimeters.
        var height: Double
        var name: String
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
            var brush = Self.brush(stroke, millimeters: source.millimeters)
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

    /// Returns the traces of the strokes that are not written yet, in drawing order, and marks these strokes as written.
    mutating func take(_ ids: [StrokeID]) -> [XML] {
        source.strokes(ids).filter { left.remove($0.id) != nil }.flatMap(traces)
    }

    /// Returns one trace for each visible piece of a stroke.
    private func traces(_ stroke: InkStroke) -> [XML] {
        let pieces = Self.pieces(of: stroke)
        return pieces.enumerated().map { index, samples in
            let name = "stroke-\(stroke.id.value)" + (pieces.count > 1 ? "-\(index + 1)" : "")
            let attributes = [("xml:id", name), ("contextRef", "#pen"), ("brushRef", "#\(brushOf[stroke.id] ?? "")")]
            return XML("trace", attributes, text: samples.map(text).joined(separator: ", "))
        }
    }

    /// Returns the samples of each visible range of a stroke.
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
        let scale = source.millimeters
        let time = Double(point.time.since(Instant(microseconds: began))) / 1_000
        let values = [point.x * scale, point.y * scale, Double(point.force), time, Double(point.azimuth), Double(point.altitude)]
        return values.map { Number.text($0) }.joined(separator: " ")
    }

    private static func brush(_ stroke: InkStroke, millimeters: Double) -> Brush {
        let points = stroke.path.controlPoints
        func mean(_ size: KeyPath<PathPoint, Float>) -> Double {
            let sum = points.reduce(0) { $0 + Double($1[keyPath: size]) }
            // Round to a tenth, so that strokes of the same pen share a brush.
            return points.isEmpty ? 0 : (sum / Double(points.count) * millimeters * 10).rounded() / 10
        }
        return Brush(style: stroke.style, width: mean(\.width), height: mean(\.height), name: "")
    }
}
