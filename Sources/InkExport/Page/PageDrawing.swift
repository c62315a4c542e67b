internal import CCairo
internal import Editing
internal import Ink

/// Draws blocks with cairo, in the coordinates of the document. All page formats use it.
struct PageDrawing {
    let cairo: OpaquePointer
    let source: ExportSource
    /// The length of a millimeter in the document's unit.
    private var millimeter: Double { 1 / source.millimeters }
    /// The maximum deviation of outlines in millimeters: a dot of a 1200 dpi printer.
    private static let tolerance = 0.02
    /// The line width of figures and decorations, in millimeters.
    static let lineWidth = 0.4
    /// Half the width of an arrowhead in millimeters, including the width of the pen.
    static let headWidth = FigureLines.headWidth + lineWidth / 2
    /// Whether typeset text is left out. The caller then draws it.
    var leavesTextOut = false

    /// Draws a block. The order is, from bottom to top: pictures, highlights, figures and text, ink, word decorations.
    func draw(_ block: Block) throws(ExportError) {
        let blocks = Self.all(block)
        for block in blocks { if case .image(let image) = block.content, let box = block.box { try draw(image, in: box, of: block) } }
        let strokes = source.strokes(block.allStrokes)
        for stroke in strokes where source.isHighlight(stroke) { draw(stroke) }
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        for block in blocks {
            switch block.content {
            case .figure(let figure, _): draw(figure)
            case .text(let lines): if !leavesTextOut { for line in lines { draw(line) } }
            case .image, .empty, nil: break
            }
            for word in block.lines.flatMap(\.typesetWords) { draw(word) }
            if let formula = PlacedFormula(block) { draw(formula) }
        }
        for stroke in strokes where !source.isHighlight(stroke) { draw(stroke) }
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        for block in blocks { for line in Decorations(block).lines { self.line(line.corners, closed: line.closed) } }
    }

    /// Returns the block and all its descendants, except the nodes of typeset formulas.
    private static func all(_ block: Block) -> [Block] { [block] + (block.typeset.size == nil ? block.children.flatMap(all) : []) }

    private func draw(_ stroke: InkStroke) {
        let outline = StrokeOutline(tolerance: Self.tolerance * millimeter)
        let style = stroke.style
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        if stroke.mask?.tracks.isEmpty == false {
            guard let bounds = stroke.renderBounds else { return }
            cairo_rectangle(cairo, bounds.x, bounds.y, bounds.width, bounds.height)
            cairo_clip(cairo)
            for hole in outline.holes(stroke) { clip(outside: hole, within: bounds) }
        }
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
        for layer in outline.layers(stroke) {
            let alpha = Double(style.alpha) / 255 * layer.opacity
            cairo_set_source_rgba(cairo, Double(style.red) / 255, Double(style.green) / 255, Double(style.blue) / 255, alpha)
            for polygon in layer.polygons { add(polygon) }
            cairo_fill(cairo)
        }
    }

    /// Excludes an area from further drawing. The clip path consists of the area and a rectangle around the stroke, with the even-odd rule.
    private func clip(outside hole: [Point], within bounds: Box) {
        guard let area = Box(around: hole.map { InkPoint(x: $0.x, y: $0.y) }), area.intersects(bounds) else { return }
        let box = area.union(bounds)
        cairo_rectangle(cairo, box.x - millimeter, box.y - millimeter, box.width + 2 * millimeter, box.height + 2 * millimeter)
        add(hole)
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_clip(cairo)
    }

    private func add(_ polygon: [Point]) {
        for (index, place) in polygon.enumerated() {
            if index == 0 { cairo_move_to(cairo, place.x, place.y) } else { cairo_line_to(cairo, place.x, place.y) }
        }
        cairo_close_path(cairo)
    }

    private func line(_ corners: [Point], closed: Bool) {
        for (index, place) in corners.enumerated() {
            if index == 0 { cairo_move_to(cairo, place.x, place.y) } else { cairo_line_to(cairo, place.x, place.y) }
        }
        if closed { cairo_close_path(cairo) }
        cairo_set_line_width(cairo, Self.lineWidth * millimeter)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(cairo)
    }

    private func draw(_ figure: Figure) {
        switch figure {
        case .polygon:
            for line in FigureLines(figure, millimeter: millimeter).lines { self.line(line.corners, closed: line.closed) }
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            guard radiusX > 0, radiusY > 0 else { return }
            cairo_save(cairo)
            cairo_translate(cairo, center.x, center.y)
            cairo_rotate(cairo, rotation)
            cairo_scale(cairo, radiusX, radiusY)
            cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
            cairo_restore(cairo)
            cairo_close_path(cairo)
            line([], closed: false)
        }
    }
}

extension PageDrawing {
    /// Draws a line of typeset text. The text is scaled to the height of its box, and condensed if it would be wider than the box.
    func draw(_ line: TypesetLine) {
        let text = Typeface.drawable(line.text)
        guard !text.isEmpty, line.box.height > 0, line.box.width > 0 else { return }
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_translate(cairo, line.box.x, line.baseline)
        let face = Typeface(cairo: cairo)
        let (height, width) = (face.height, face.width(text))
        guard height > 0, width > 0 else { return }
        let size = line.box.height / height
        cairo_scale(cairo, min(1, line.box.width / (width * size)), 1)
        cairo_set_font_size(cairo, size)
        cairo_move_to(cairo, 0, 0)
        cairo_show_text(cairo, text)
    }
}

extension PageDrawing {
    /// Draws a picture so that it fills its box.
    func draw(_ image: InkImage, in box: Box, of block: Block) throws(ExportError) {
        let surface = try ImageSurface.create(image, of: block)
        defer { cairo_surface_destroy(surface) }
        let (width, height) = (cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface))
        guard width > 0, height > 0, box.width > 0, box.height > 0 else { return }
        cairo_save(cairo)
        cairo_translate(cairo, box.x, box.y)
        cairo_scale(cairo, box.width / Double(width), box.height / Double(height))
        cairo_set_source_surface(cairo, surface, 0, 0)
        if cairo_surface_get_type(cairo_get_target(cairo)) == CAIRO_SURFACE_TYPE_IMAGE {
            // Repeat the last pixels beyond the edges, so that no edge fades into the paper.
            cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
            cairo_rectangle(cairo, 0, 0, Double(width), Double(height))
            cairo_fill(cairo)
        } else {
            // Only `cairo_paint` embeds the file itself in SVG and PDF.
            cairo_paint(cairo)
        }
        cairo_restore(cairo)
    }
}

/// The decorations of a block's words, in the form of lines to be drawn.
struct Decorations {
    /// A decoration of one word, or of several consecutive words of a line.
    struct Run {
        var kind: Decoration.Kind
        var box: Box
        /// The y coordinate of the baseline.
        var baseline: Double
        /// The x-height.
        var xHeight: Double
    }

    let runs: [Run]

    init(_ block: Block) { runs = block.lines.flatMap { line in Self.kinds.flatMap { Self.runs(of: $0, in: line) } } }

    /// The kinds that are lines; highlights are ink.
    private static let kinds = Decoration.Kind.allCases.filter { $0 != .highlight }

    private static func runs(of kind: Decoration.Kind, in line: LineState) -> [Run] {
        var runs: [Run] = []
        var goesOn = false
        for word in line.words {
            guard word.decorations.contains(kind), let box = word.box else {
                goesOn = false
                continue
            }
            if goesOn, let last = runs.popLast() {
                runs.append(Run(kind: kind, box: last.box.union(box), baseline: last.baseline, xHeight: last.xHeight))
            } else {
                let baseline = word.baseline ?? box.bottom
                runs.append(Run(kind: kind, box: box, baseline: baseline, xHeight: word.xHeight ?? (baseline - box.y) / 2))
            }
            goesOn = true
        }
        return runs
    }

    /// The corners of each line to be drawn, and whether its last corner is joined to the first.
    var lines: [(kind: Decoration.Kind, corners: [Point], closed: Bool)] {
        runs.map { run in
            let gap = run.xHeight / 4
            let (left, right) = (run.box.x - gap, run.box.right + gap)
            switch run.kind {
            case .underline, .strikethrough, .highlight:
                let y = run.kind == .underline ? run.baseline + gap : run.baseline - run.xHeight / 2
                return (run.kind, [Point(x: left, y: y), Point(x: right, y: y)], false)
            case .surround:
                let (top, bottom) = (run.box.y - gap, run.box.bottom + gap)
                let corners = [Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom)]
                return (run.kind, corners, true)
            }
        }
    }

    /// Returns the bounding boxes of the lines that decorate a block's words.
    static func boxes(of block: Block) -> [Box] {
        Self(block).lines.compactMap { line in Box(around: line.corners.map { InkPoint(x: $0.x, y: $0.y) }) }
    }
}
