internal import CX11

extension PanelPainter {
    /// One line. Of what is too long the end is shown: that is what was just written.
    func show(ending text: String, size: Double, in area: Rectangle, on cairo: OpaquePointer) {
        font(size, on: cairo)
        let end = Self.end(of: Self.showable(text)) { width($0, on: cairo) <= area.width }
        put(end, x: area.x, in: area, on: cairo)
    }

    /// As many as have room, beside each other.
    func show(_ texts: [String], size: Double, in area: Rectangle, on cairo: OpaquePointer) {
        font(size, on: cairo)
        var x = area.x
        for text in texts.map(Self.showable) {
            let width = width(text, on: cairo)
            guard x + width <= area.x + area.width else { return }
            put(text, x: x, in: area, on: cairo)
            x += width + 18 * scale
        }
    }

    /// As much of a text's end as fits, after an ellipsis if that is not all; at least one character.
    static func end(of text: String, _ fits: (String) -> Bool) -> String {
        guard text.count > 1, !fits(text) else { return text }
        // measuring costs: halves
        var (shortest, longest) = (1, text.count - 1)
        while shortest < longest {
            let middle = (shortest + longest + 1) / 2
            if fits("…" + text.suffix(middle)) { shortest = middle } else { longest = middle - 1 }
        }
        return "…" + text.suffix(shortest)
    }

    private func font(_ size: Double, on cairo: OpaquePointer) {
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(cairo, size * scale)
    }

    private func width(_ text: String, on cairo: OpaquePointer) -> Double {
        var extents = cairo_text_extents_t()
        cairo_text_extents(cairo, text, &extents)
        return extents.x_advance
    }

    /// Its middle is the area's.
    private func put(_ text: String, x: Double, in area: Rectangle, on cairo: OpaquePointer) {
        guard !text.isEmpty else { return }
        var extents = cairo_font_extents_t()
        cairo_font_extents(cairo, &extents)
        cairo_move_to(cairo, x, area.y + (area.height + extents.ascent - extents.descent) / 2)
        cairo_show_text(cairo, text)
    }

    /// The last 500 code points. cairo refuses what C strings cannot hold, and all that follows; control characters have no picture.
    static func showable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.suffix(500).filter { $0.properties.generalCategory != .control }))
    }
}
