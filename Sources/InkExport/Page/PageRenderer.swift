internal import CCairo
internal import Editing
internal import Ink

/// Renders blocks as SVG, PDF and PNG.
struct PageRenderer {
    let source: ExportSource
    let options: ExportOptions

    func svg(_ block: Block) throws(ExportError) -> [UInt8] {
        SVGWriter(source: source).document(block, on: try page(block, margin: options.margin))
    }

    /// Returns a PDF whose text can be searched and copied.
    func pdf(_ block: Block) throws(ExportError) -> [UInt8] {
        let page = try page(block, margin: options.margin)
        let flow = Flow(block, source: source)
        let bytes = try file(page).pdf(title: flow.title) { cairo throws(ExportError) in
            let drawing = try draw(block, with: cairo, page: page, paper: false, leavesTextOut: true)
            TextLayer(drawing, page: page).draw(flow)
        }
        return PDFCatalog.update(bytes, language: source.snapshot.language)
    }

    /// Returns a PNG on white paper.
    func png(_ block: Block) throws(ExportError) -> [UInt8] {
        try png(block, page: try page(block, margin: options.margin), isTransparent: false)
    }

    func page(_ block: Block, margin: Double) throws(ExportError) -> Page {
        guard margin >= 0, margin <= 1_000 else {
            throw .invalidOption(name: "margin", value: "\(margin)", allowed: "0 to 1000 millimeters")
        }
        return Page(block, source: source, margin: margin)
    }

    func png(_ block: Block, page: Page, isTransparent: Bool) throws(ExportError) -> [UInt8] {
        try file(page).png(resolution: options.resolution, maximumPixels: options.maximumPixels, isTransparent: isTransparent) {
            cairo throws(ExportError) in _ = try draw(block, with: cairo, page: page, paper: !isTransparent)
        }
    }

    private func file(_ page: Page) -> PictureFile { PictureFile(width: page.width, height: page.height) }

    /// Draws the block. Returns the drawing, with which the caller can draw the rest of the page.
    private func draw(
        _ block: Block, with cairo: OpaquePointer, page: Page, paper: Bool, leavesTextOut: Bool = false
    ) throws(ExportError) -> PageDrawing {
        if paper {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
        }
        cairo_scale(cairo, page.millimeters, page.millimeters)
        cairo_translate(cairo, -page.box.x, -page.box.y)
        let drawing = PageDrawing(cairo: cairo, source: source, leavesTextOut: leavesTextOut)
        try drawing.draw(block)
        return drawing
    }
}

/// The page for a block: the box of the block's content, with a margin around it.
struct Page {
    /// The box in the coordinates of the document.
    let box: Box
    /// The factor from the unit of the document to millimeters.
    let millimeters: Double

    init(_ block: Block, source: ExportSource, margin: Double) {
        millimeters = source.millimeters
        let margin = margin / millimeters
        let bounds = Self.bounds(block, source: source) ?? Box(x: 0, y: 0, width: 0, height: 0)
        box = Box(x: bounds.x - margin, y: bounds.y - margin, width: bounds.width + 2 * margin, height: bounds.height + 2 * margin)
    }

    /// The width in millimeters.
    var width: Double { box.width * millimeters }
    /// The height in millimeters.
    var height: Double { box.height * millimeters }

    /// Returns a figure's box extended by a margin, because lines and arrowheads extend beyond its corners. Returns other boxes unchanged.
    private static func grown(_ box: Box, around content: AddedBlock.Content?, by margin: Double) -> Box {
        guard case .figure = content else { return box }
        return Box(x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin)
    }

    /// Returns the bounding box of all drawn content of a block and its children.
    private static func bounds(_ block: Block, source: ExportSource) -> Box? {
        var boxes = source.strokes(block.strokes).compactMap(\.renderBounds)
        if block.content != nil, let box = block.box {
            boxes.append(grown(box, around: block.content, by: PageDrawing.headWidth / source.millimeters))
        }
        boxes += block.lines.flatMap(\.typesetWords).map(\.box)
        if let formula = PlacedFormula(block) { boxes.append(formula.box) }
        boxes += Decorations.boxes(of: block)
        boxes += block.children.compactMap { bounds($0, source: source) }
        return boxes.filter { $0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite }
            .reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box }
    }
}
