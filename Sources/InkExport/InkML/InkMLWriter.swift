internal import Editing
internal import Ink
internal import Markup

/// Writes Ink Markup Language (W3C Recommendation of 20 September 2011): a trace for each visible piece of a stroke, in groups for blocks,
/// lines and words. A stroke that is part of several words is in the group of the first.
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

    /// T counts from the first stroke's beginning. OA is the azimuth and OE the elevation of the pen.
    private var inkSource: XML {
        func channel(_ name: String, _ units: String) -> XML { XML("channel", [("name", name), ("type", "decimal"), ("units", units)]) }
        let time = XML("channel", [("name", "T"), ("type", "decimal"), ("units", "ms"), ("respectTo", "#began")])
        let force = XML("channel", [("name", "F"), ("type", "decimal"), ("min", "0"), ("max", "1"), ("units", "dev")])
        let format = [channel("X", "mm"), channel("Y", "mm"), force, time, channel("OA", "rad"), channel("OE", "rad")]
        return XML("inkSource", [("xml:id", "tablet")], [XML("traceFormat", [], format)])
    }

    private func brush(_ brush: InkMLTraces.Brush) -> XML {
        let properties: [(String, String, String?)] = [
            ("color", brush.colour, nil), ("transparency", String(255 - Int(brush.style.alpha)), nil),
            ("width", Number.text(brush.width, digits: 2), "mm"), ("height", Number.text(brush.height, digits: 2), "mm"),
            ("tip", brush.style.kind == .marker ? "rectangle" : "ellipse", nil),
        ]
        return XML(
            "brush", [("xml:id", brush.name)],
            properties.map { XML("brushProperty", [("name", $0), ("value", $1)] + ($2.map { [("units", $0)] } ?? [])) })
    }

    /// A name that XML takes: letters, digits, hyphens (XML 1.0, 2.3).
    private func name(_ kind: String, _ id: String) -> String {
        "\(kind)-" + id.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
    }
}
