internal import CCairo

/// Text with cairo's own sans serif, the same at every size.
struct Typeface {
    let cairo: OpaquePointer

    /// Sets the face. Hinting is off: it would round everything away at a size of 1.
    init(cairo: OpaquePointer) {
        self.cairo = cairo
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(cairo, options)
    }

    /// From the lowest descender to the highest ascender of text of size 1.
    var height: Double {
        cairo_set_font_size(cairo, 1)
        var font = cairo_font_extents_t()
        cairo_font_extents(cairo, &font)
        return font.ascent + font.descent
    }

    /// How far text of size 1 reaches to the right.
    func width(_ text: String) -> Double {
        cairo_set_font_size(cairo, 1)
        var extents = cairo_text_extents_t()
        cairo_text_extents(cairo, text, &extents)
        return extents.x_advance
    }

    /// The text without what makes cairo refuse it and all that follows.
    static func drawable(_ text: String) -> String {
        text.unicodeScalars.contains("\0") ? text.filter { $0 != "\0" } : text
    }
}
