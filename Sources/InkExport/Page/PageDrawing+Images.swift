internal import CCairo
internal import Editing
internal import Ink

extension PageDrawing {
    /// A picture as large as its box.
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
            // Beyond its edge the last pixels are repeated, so that no edge fades into the paper.
            cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
            cairo_rectangle(cairo, 0, 0, Double(width), Double(height))
            cairo_fill(cairo)
        } else {
            // Only thus does the file itself come to stand in SVG and PDF.
            cairo_paint(cairo)
        }
        cairo_restore(cairo)
    }
}
