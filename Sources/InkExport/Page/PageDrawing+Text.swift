internal import CCairo
internal import Editing
internal import Ink

extension PageDrawing {
    /// Text without ink: as high as its box, and squeezed if it would be wider.
    func draw(_ line: TypesetLine) {
        // What cairo would refuse makes all that follows fail.
        let text = line.text.unicodeScalars.contains("\0") ? line.text.filter { $0 != "\0" } : line.text
        guard !text.isEmpty, line.box.height > 0, line.box.width > 0 else { return }
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        cairo_translate(cairo, line.box.x, line.baseline)
        // Measured at a size of 1, where hinting would round everything away.
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(cairo, options)
        var font = cairo_font_extents_t()
        cairo_set_font_size(cairo, 1)
        cairo_font_extents(cairo, &font)
        var extents = cairo_text_extents_t()
        cairo_text_extents(cairo, text, &extents)
        guard font.ascent + font.descent > 0, extents.x_advance > 0 else { return }
        let size = line.box.height / (font.ascent + font.descent)
        cairo_scale(cairo, min(1, line.box.width / (extents.x_advance * size)), 1)
        cairo_set_font_size(cairo, size)
        cairo_move_to(cairo, 0, 0)
        cairo_show_text(cairo, text)
    }
}
