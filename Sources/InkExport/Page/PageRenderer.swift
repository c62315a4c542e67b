internal import CCairo
internal import Editing
internal import Ink

/// Blocks as SVG, PDF and PNG.
struct PageRenderer {
    let source: ExportSource
    let options: ExportOptions

    private static let pointsPerMillimetre = 72 / 25.4
    /// Millimetres: 14 400 points, the largest page of PDF (ISO 32000-1, annex C).
    private static let largestPage = 5080.0
    /// Pixels to a side of a cairo picture.
    private static let largestSide = 32767.0

    func svg(_ block: Block) throws(ExportError) -> [UInt8] {
        SVGNames.renumbered(
            try vector(block) { write, closure, width, height in cairo_svg_surface_create_for_stream(write, closure, width, height) })
    }

    func pdf(_ block: Block) throws(ExportError) -> [UInt8] {
        try vector(block) { write, closure, width, height in
            let surface = cairo_pdf_surface_create_for_stream(write, closure, width, height)
            // Without it, the time of writing is in the file.
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
            return surface
        }
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
        guard options.resolution > 0, options.resolution <= 2_400 else {
            throw .invalidOption(name: "resolution", value: "\(options.resolution)", allowed: "above 0 and no more than 2400 dots per inch")
        }
        let scale = options.resolution / 25.4
        let (width, height) = (max(1, (page.width * scale).rounded(.up)), max(1, (page.height * scale).rounded(.up)))
        guard width <= Self.largestSide, height <= Self.largestSide, width * height <= Double(options.maximumPixels) else {
            throw .tooManyPixels(width: width, height: height, limit: options.maximumPixels)
        }
        let surface = cairo_image_surface_create(isTransparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        try draw(block, on: surface, page: page, scale: scale, paper: !isTransparent)
        let sink = ByteSink()
        try check(cairo_surface_write_to_png_stream(surface, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque()))
        return sink.bytes
    }

    private func vector(
        _ block: Block, create: (cairo_write_func_t, UnsafeMutableRawPointer, Double, Double) -> OpaquePointer?
    ) throws(ExportError) -> [UInt8] {
        let page = try page(block, margin: options.margin)
        guard page.width <= Self.largestPage, page.height <= Self.largestPage else {
            throw .pageTooLarge(width: page.width, height: page.height, limit: Self.largestPage)
        }
        let scale = Self.pointsPerMillimetre
        let sink = ByteSink()
        let surface = create(ByteSink.write, Unmanaged.passUnretained(sink).toOpaque(), page.width * scale, page.height * scale)
        defer { cairo_surface_destroy(surface) }
        try draw(block, on: surface, page: page, scale: scale, paper: false)
        cairo_surface_finish(surface)
        try check(cairo_surface_status(surface))
        return sink.bytes
    }

    /// `scale` from millimetres to the surface's unit.
    private func draw(_ block: Block, on surface: OpaquePointer?, page: Page, scale: Double, paper: Bool) throws(ExportError) {
        try check(cairo_surface_status(surface))
        guard let surface, let cairo = cairo_create(surface) else { throw .drawing("out of memory") }
        defer { cairo_destroy(cairo) }
        if paper {
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_paint(cairo)
        }
        cairo_scale(cairo, scale * page.millimetres, scale * page.millimetres)
        cairo_translate(cairo, -page.box.x, -page.box.y)
        try PageDrawing(cairo: cairo, source: source).draw(block)
        cairo_show_page(cairo)
        try check(cairo_status(cairo))
    }

    private func check(_ status: cairo_status_t) throws(ExportError) {
        guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(String(cString: cairo_status_to_string(status))) }
    }
}

/// Where cairo writes a file.
private final class ByteSink {
    var bytes: [UInt8] = []

    static let write: cairo_write_func_t = { closure, data, count in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes += UnsafeBufferPointer(start: data, count: Int(count))
        return CAIRO_STATUS_SUCCESS
    }
}
