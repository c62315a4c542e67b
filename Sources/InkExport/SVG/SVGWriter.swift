internal import Editing
internal import FoundationEssentials
internal import Ink
internal import XML

/// Writes blocks as SVG, in millimeters of the document. Each block, word and stroke has an `id`, a `class` and a `<title>`.
///
/// Of each block, the highlights are drawn first, then the pictures, the figures and text, the ink, and the word decorations. The strokes of
/// a word are together, at the position of the first of them. All other elements are in drawing order.
struct SVGWriter {
    let source: ExportSource
    /// The maximum deviation of outlines in millimeters.
    private static let tolerance = 0.02
    /// The maximum deviation of a line's edge from the edge of the pen's mark, in millimeters.
    private static let widthTolerance = 0.02
    /// The default stroke width in millimeters: that of a pen without force. Strokes of this width need no attribute.
    private static let usual = ".5"

    func document(_ block: Block, on page: Page) -> [UInt8] { element(block, on: page).document }

    /// Returns the root element of the SVG, which may also be embedded in HTML.
    func element(_ block: Block, on page: Page) -> XML {
        let scale = source.millimeters
        let box = [page.box.x * scale, page.box.y * scale, page.width, page.height].map { Number.text($0, digits: 2) }
        let ink = [
            ("fill", "none"), ("stroke", "#000"), ("stroke-width", Self.usual), ("stroke-linecap", "round"),
            ("stroke-linejoin", "round"),
        ]
        return XML(
            "svg",
            present: [
                ("xmlns", "http://www.w3.org/2000/svg"), ("xmlns:xlink", "http://www.w3.org/1999/xlink"), ("width", box[2] + "mm"),
                ("height", box[3] + "mm"), ("viewBox", box.joined(separator: " ")), ("lang", source.snapshot.language),
            ], [XML("g", ink, [group(block)])])
    }

    // MARK: Blocks

    private func group(_ block: Block) -> XML {
        let text = BlockText(block)
        let name = block.type.rawValue.lowercased().split(separator: " ").joined(separator: "-")
        let title = text.label.isEmpty ? block.shape ?? block.type.rawValue : Self.shortened(text.label)
        return XML(
            "g", [("id", Self.name(block.id)), ("class", "block \(name)")],
            [XML("title", [], text: title)] + highlights(of: block) + content(block) + (typesetFormula(block) ?? pieces(of: block))
                + marks(on: block))
    }

    /// Returns the text on a single line, shortened.
    private static func shortened(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 80 ? line.prefix(79) + "…" : line
    }

    /// Returns the block's content other than ink.
    private func content(_ block: Block) -> [XML] {
        let words = block.lines.flatMap(\.typesetWords)
        if !words.isEmpty {
            let measure = TextMeasure()
            return words.compactMap { self.text($0, measure) }
        }
        switch block.content {
        case .image(let image): return block.box.map { [picture(image, in: $0)] } ?? []
        case .figure(let figure, let label): return shape(figure, named: label)
        case .text(let lines):
            let measure = TextMeasure()
            return lines.compactMap { self.text($0, measure) }
        case .empty, nil: return []
        }
    }

    /// Returns the elements of the block's own highlights.
    private func highlights(of block: Block) -> [XML] {
        source.looseStrokes(of: block).filter(source.isHighlight).flatMap { elements($0, title: $0.style.kind.title) }
    }

    /// Returns the elements of words, loose strokes other than highlights, and child blocks, in the order of their first strokes.
    private func pieces(of block: Block) -> [XML] {
        var pieces: [(rank: Int, element: XML)] = []
        var taken: Set<StrokeID> = []
        for line in block.lines {
            for (index, word) in line.words.enumerated() {
                let strokes = source.strokes(word.ranges.map(\.stroke)).filter { taken.insert($0.id).inserted }
                guard let first = strokes.first else { continue }
                let letters = self.letters(of: word)
                let attributes = [("id", "word-\(line.id.value)-\(index)"), ("class", "word")]
                let title = XML("title", [], text: word.text)
                let lines = strokes.flatMap { elements($0, title: letters[$0.id] ?? word.text) }
                pieces.append((source.rank(first.id), XML("g", attributes, [title] + lines)))
            }
        }
        for stroke in source.strokes(block.strokes) where !taken.contains(stroke.id) && !source.isHighlight(stroke) {
            for element in elements(stroke, title: stroke.style.kind.title) { pieces.append((source.rank(stroke.id), element)) }
        }
        for child in block.children {
            let first = child.allStrokes.map { source.rank($0) }.min()
            // a child without ink is drawn below all ink
            pieces.append((first ?? -1, group(child)))
        }
        return pieces.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map { $0.element.element }
    }

    private func letters(of word: LineWord) -> [StrokeID: String] {
        var letters: [StrokeID: String] = [:]
        for grapheme in word.graphemes {
            for stroke in Set(grapheme.ranges.map(\.stroke)) { letters[stroke, default: ""] += grapheme.text }
        }
        return letters
    }

    private func marks(on block: Block) -> [XML] {
        Decorations(block).lines.map { line in
            var path = SVGPath()
            path.add(line.corners.map(place), closed: line.closed)
            return XML("path", [("class", line.kind.rawValue), ("d", path.text), ("stroke-width", Self.number(PageDrawing.lineWidth))])
        }
    }

    // MARK: Ink

    /// Returns the elements of a stroke: a mask if parts of the stroke were erased, and the stroke itself.
    private func elements(_ stroke: InkStroke, title: String) -> [XML] {
        var attributes = [("id", "stroke-\(stroke.id.value)"), ("class", "stroke")]
        let mask = mask(of: stroke)
        if mask != nil { attributes.append(("mask", "url(#mask-\(stroke.id.value))")) }
        var lines = self.lines(stroke)
        let label = XML("title", [], text: title)
        if lines.count == 1 {
            lines[0].attributes.insert(contentsOf: attributes.map { XML.Attribute($0, $1) }, at: 0)
            lines[0].contents.insert(.element(label), at: 0)
        } else if !lines.isEmpty {
            lines = [XML("g", attributes, [label] + lines)]
        }
        return (mask.map { [$0] } ?? []) + lines
    }

    private func lines(_ stroke: InkStroke) -> [XML] {
        guard let scale = stroke.transform.scale, scale > 0,
            let line = CenterLine(stroke, tolerance: Self.widthTolerance / source.millimeters / scale)
        else { return outlines(stroke) }
        var paint = color(of: stroke, property: "stroke", opacity: line.opacity)
        if let tap = line.tap {
            paint = color(of: stroke, property: "fill", opacity: line.opacity) + [("stroke", "none")]
            let center = place(stroke.transform(tap))
            let radius = line.runs[0].width * scale * source.millimeters / 2
            return [XML("circle", [("cx", Self.number(center.x)), ("cy", Self.number(center.y)), ("r", Self.number(radius))] + paint)]
        }
        let lines = line.runs.map { run in
            var path = SVGPath()
            for (index, curve) in run.curves.enumerated() {
                let places = curve.places.map { place(stroke.transform($0)) }
                if index == 0 { path.move(to: places[0]) }
                path.curve(places[1], places[2], to: places[3])
            }
            let width = Self.number(run.width * scale * source.millimeters)
            return XML("path", [("d", path.text)] + (width == Self.usual ? [] : [("stroke-width", width)]) + paint)
        }
        guard lines.count > 2 else { return lines }
        // if the width changes continuously, an outline needs less data
        let outlines = self.outlines(stroke)
        func length(_ elements: [XML]) -> Int { elements.reduce(0) { $0 + ($1["d"]?.utf8.count ?? 0) + 40 } }
        return length(outlines) < length(lines) ? outlines : lines
    }

    private func outlines(_ stroke: InkStroke) -> [XML] {
        StrokeOutline(tolerance: Self.tolerance / source.millimeters).layers(stroke).map { layer in
            var path = SVGPath()
            for polygon in layer.polygons { path.add(polygon: polygon.map(place)) }
            return XML("path", [("d", path.text), ("stroke", "none")] + color(of: stroke, property: "fill", opacity: layer.opacity))
        }
    }

    /// Returns a mask that is white where the stroke is visible; nil if no part was erased.
    private func mask(of stroke: InkStroke) -> XML? {
        guard stroke.mask?.tracks.isEmpty == false, let bounds = stroke.renderBounds else { return nil }
        let (corner, scale) = (place(Point(x: bounds.x, y: bounds.y)), source.millimeters)
        let box = [
            ("x", Self.number(corner.x - 1)), ("y", Self.number(corner.y - 1)), ("width", Self.number(bounds.width * scale + 2)),
            ("height", Self.number(bounds.height * scale + 2)),
        ]
        var path = SVGPath()
        for hole in StrokeOutline(tolerance: Self.tolerance / scale).holes(stroke) { path.add(polygon: hole.map(place)) }
        return XML(
            "mask", [("id", "mask-\(stroke.id.value)"), ("maskUnits", "userSpaceOnUse")] + box,
            [
                XML("rect", box + [("fill", "#fff"), ("stroke", "none")]),
                XML("path", [("d", path.text), ("fill", "#000"), ("stroke", "none")]),
            ])
    }

    /// Returns the color attributes of a stroke. They are empty for a line in opaque black, which is the default.
    private func color(of stroke: InkStroke, property: String, opacity: Double) -> [(String, String)] {
        let style = stroke.style
        let alpha = Double(style.alpha) / 255 * opacity
        let isBlack = style.red == 0 && style.green == 0 && style.blue == 0
        let color = isBlack && property == "stroke" ? [] : [(property, style.color)]
        return color + (alpha < 1 ? [(property + "-opacity", Number.text(alpha, digits: 2))] : [])
    }
}
