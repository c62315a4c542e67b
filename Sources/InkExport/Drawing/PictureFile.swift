internal import CCairo

/// A file with one page that is drawn with cairo, in millimeters from the page's upper left corner.
struct PictureFile {
    /// A function that draws in a context whose unit is the millimeter.
    typealias Drawing = (OpaquePointer) throws(ExportError) -> Void

    /// The width in millimeters.
    var width: Double
    /// The height in millimeters.
    var height: Double

    private static let pointsPerMillimeter = 72 / 25.4
    /// The largest page side in millimeters: 14 400 points, the limit of PDF (ISO 32000-1, annex C).
    private static let largestPage = 5080.0
    /// Maximum number of pixels per side of a cairo image surface.
    private static let largestSide = 32767.0

    func svg(_ drawing: Drawing) throws(ExportError) -> [UInt8] {
        SVGNames.renumbered(
            try vector(drawing) { write, closure, width, height in cairo_svg_surface_create_for_stream(write, closure, width, height) })
    }

    /// - Parameter title: the title of the document.
    func pdf(title: String? = nil, _ drawing: Drawing) throws(ExportError) -> [UInt8] {
        try vector(drawing) { write, closure, width, height in
            let surface = cairo_pdf_surface_create_for_stream(write, closure, width, height)
            // Later PDF versions have no cross-reference table, which is needed to update the catalog.
            cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
            // Otherwise, the file would contain the time of writing.
            cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z")
            if let title { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, Typeface.drawable(title)) }
            return surface
        }
    }

    /// - Parameter resolution: in pixels per inch.
    func png(
        resolution: Double, maximumPixels: Int, isTransparent: Bool, _ drawing: Drawing
    ) throws(ExportError) -> [UInt8] {
        guard resolution > 0, resolution <= 2_400 else {
            throw .invalidOption(name: "resolution", value: "\(resolution)", allowed: "above 0 and at most 2400 dots per inch")
        }
        let scale = resolution / 25.4
        let (width, height) = (max(1, (width * scale).rounded(.up)), max(1, (height * scale).rounded(.up)))
        guard width <= Self.largestSide, height <= Self.largestSide, width * height <= Double(maximumPixels) else {
            throw .tooManyPixels(width: width, height: height, limit: maximumPixels)
        }
        let surface = cairo_image_surface_create(isTransparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
        defer { cairo_surface_destroy(surface) }
        try draw(drawing, on: surface, scale: scale)
        let sink = ByteSink()
        try check(cairo_surface_write_to_png_stream(surface, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque()))
        return PNGFile.adding(resolution: resolution, to: sink.bytes)
    }

    private func vector(
        _ drawing: Drawing, create: (cairo_write_func_t, UnsafeMutableRawPointer, Double, Double) -> OpaquePointer?
    ) throws(ExportError) -> [UInt8] {
        guard width <= Self.largestPage, height <= Self.largestPage else {
            throw .pageTooLarge(width: width, height: height, limit: Self.largestPage)
        }
        let scale = Self.pointsPerMillimeter
        let sink = ByteSink()
        let surface = create(ByteSink.write, Unmanaged.passUnretained(sink).toOpaque(), width * scale, height * scale)
        defer { cairo_surface_destroy(surface) }
        try draw(drawing, on: surface, scale: scale)
        cairo_surface_finish(surface)
        try check(cairo_surface_status(surface))
        return sink.bytes
    }

    /// - Parameter scale: the factor from millimeters to the surface's unit.
    private func draw(_ drawing: Drawing, on surface: OpaquePointer?, scale: Double) throws(ExportError) {
        try check(cairo_surface_status(surface))
        guard let surface, let cairo = cairo_create(surface) else { throw .drawing("out of memory") }
        defer { cairo_destroy(cairo) }
        cairo_scale(cairo, scale, scale)
        try drawing(cairo)
        cairo_show_page(cairo)
        try check(cairo_status(cairo))
    }

    private func check(_ status: cairo_status_t) throws(ExportError) {
        guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(String(cString: cairo_status_to_string(status))) }
    }
}

/// Collects the bytes that cairo writes.
private final class ByteSink {
    var bytes: [UInt8] = []

    static let write: cairo_write_func_t = { closure, data, count in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes += UnsafeBufferPointer(start: data, count: Int(count))
        return CAIRO_STATUS_SUCCESS
    }
}

/// Renames the elements of an SVG to e1, e2… in order. cairo numbers elements consecutively during the whole process, so the same page
/// would otherwise be different each time.
enum SVGNames {
    /// The text before and the character after each occurrence of an element's name.
    private static let places: [(before: [UInt8], after: UInt8)] = [
        (Array(" id=\"".utf8), UInt8(ascii: "\"")), (Array("href=\"#".utf8), UInt8(ascii: "\"")),
        (Array("url(#".utf8), UInt8(ascii: ")")),
    ]

    static func renumbered(_ svg: [UInt8]) -> [UInt8] {
        var names: [ArraySlice<UInt8>: Int] = [:]
        var result: [UInt8] = []
        result.reserveCapacity(svg.count)
        var next = 0
        while next < svg.count {
            let rest = svg[next...]
            guard let place = places.first(where: { $0.before[0] == svg[next] && rest.starts(with: $0.before) }),
                let end = rest.dropFirst(place.before.count).firstIndex(of: place.after)
            else {
                result.append(svg[next])
                next += 1
                continue
            }
            let number = names[svg[next + place.before.count..<end], default: names.count + 1]
            names[svg[next + place.before.count..<end]] = number
            result += place.before
            result += "e\(number)".utf8
            next = end
        }
        return result
    }
}
