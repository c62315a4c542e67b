internal import CCairo
internal import Editing
internal import Ink

/// Blocks as SVG, PDF and PNG.
struct PageRenderer {
    let source: ExportSource
    let options: ExportOptions

    func svg(_ block: Block) throws(ExportError) -> [UInt8] {
        let page = try page(block, margin: options.margin)
        return try file(page).svg { cairo throws(ExportError) in try draw(block, with: cairo, page: page, paper: false) }
    }

    func pdf(_ block: Block) throws(ExportError) -> [UInt8] {
        let page = try page(block, margin: options.margin)
        return try file(page).pdf { cairo throws(ExportError) in try draw(block, with: cairo, page: page, paper: false) }
    }

    /// On white paper.
    func png(_ block: Block) throws(ExportError) -> [UInt8] {
        try png(block, page: try page(block, margin: options.margin), isTransparent: false)
    }

    func page(_ block: Block, margin: Double) throws(ExportError) -> Page {
        guard margin >= 0, margin <= 1_000 else {
            throw .invalidOption(name: "margin", value: "\(margin)", allowed: "0 to 1000 millimetres")
        }
        return Page(block, source: source, margin: margin)
    }

    func png(_ block: Block, page: Page, isTransparent: Bool) throws(ExportError) -> [UInt8] {
        try file(page).png(resolution: options.resolution, maximumPixels: options.maximumPixels, isTransparent: isTransparent) {
            cairo throws(ExportError) in try draw(block, with: cairo, page: page, paper: !isTransparent)
        }
    }

    private func file(_ page: Page) -> PictureFile { PictureFile(width: page.width, height: page.height) }

    private func draw(_ block: Block, with cairo: OpaquePointer, page: Page, paper: Bool) throws(ExportError) {
        if paper {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
        }
        cairo_scale(cairo, page.millimetres, page.millimetres)
        cairo_translate(cairo, -page.box.x, -page.box.y)
        try PageDrawing(cairo: cairo, source: source).draw(block)
    }
}
