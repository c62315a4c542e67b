internal import CX11
internal import Glibc

/// Draws the panel with cairo.
struct PanelPainter {
    /// The layout of the panel.
    let layout: PanelLayout
    /// The scale: pixels per pixel of an ordinary screen.
    let scale: Double
    /// Whether the panel is translucent; if not, it is opaque and disappears without fading.
    let isTranslucent: Bool

    /// The colors for a light or a dark desktop.
    let palette: Palette

    /// Draws the whole scene.
    func paint(_ scene: Scene, on cairo: OpaquePointer) {
        cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
        cairo_paint(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        cairo_push_group(cairo)
        paper(on: cairo)
        guard scene.message.isEmpty else {
            color(palette.text, on: cairo)
            show(message: scene.message, in: layout.text, on: cairo)
            return finish(scene, on: cairo)
        }
        if let ink = layout.ink {
            cairo_save(cairo)
            cairo_rectangle(cairo, ink.x, ink.y, ink.width, ink.height)
            cairo_clip(cairo)
            for stroke in scene.strokes { draw(stroke, in: ink, on: cairo) }
            if let pen = scene.pen {
                let place = place(pen, in: ink)
                color(palette.pen, on: cairo)
                cairo_arc(cairo, place.x, place.y, 2.5 * scale, 0, 2 * .pi)
                cairo_fill(cairo)
            }
            cairo_restore(cairo)
        }
        color(palette.text, on: cairo)
        show(ending: scene.text, size: 20, in: layout.text, on: cairo)
        if layout.candidates.height > 0 {
            show(scene.candidates, selected: scene.selected, size: Self.candidateSize, in: layout.candidates, on: cairo)
        }
        finish(scene, on: cairo)
    }

    private func finish(_ scene: Scene, on cairo: OpaquePointer) {
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, isTranslucent ? scene.opacity : 1)
    }

    private func color(_ color: (Double, Double, Double), _ alpha: Double = 1, on cairo: OpaquePointer) {
        cairo_set_source_rgba(cairo, color.0, color.1, color.2, alpha)
    }

    private func paper(on cairo: OpaquePointer) {
        let (width, height) = (layout.frame.width, layout.frame.height)
        let radius = isTranslucent ? 8 * scale : 0
        cairo_new_sub_path(cairo)
        for (index, corner) in [(width, 0.0), (width, height), (0, height), (0, 0)].enumerated() {
            let x = corner.0 == 0 ? radius + 0.5 : width - radius - 0.5
            let y = corner.1 == 0 ? radius + 0.5 : height - radius - 0.5
            cairo_arc(cairo, x, y, radius, Double(index - 1) * .pi / 2, Double(index) * .pi / 2)
        }
        cairo_close_path(cairo)
        color(palette.paper, isTranslucent ? 0.92 : 1, on: cairo)
        cairo_fill_preserve(cairo)
        cairo_set_line_width(cairo, 1)
        color(palette.edge, on: cairo)
        cairo_stroke(cairo)
        guard let ink = layout.ink else { return }
        cairo_move_to(cairo, ink.x, ink.y + ink.height)
        cairo_line_to(cairo, ink.x + ink.width, ink.y + ink.height)
        color(palette.area, on: cairo)
        cairo_stroke(cairo)
    }

    private func place(_ point: InkTrace.Point, in ink: Rectangle) -> (x: Double, y: Double) {
        let (left, top) = (layout.extent?.left ?? 0, layout.extent?.top ?? 0)
        return (ink.x + (point.x - left) * layout.pixelsPerMillimeter, ink.y + (point.y - top) * layout.pixelsPerMillimeter)
    }

    /// Draws a stroke, wider where the force is greater. A fading stroke gets a color between ink and paper, because translucent pieces
    /// would be visible where they overlap.
    private func draw(_ stroke: Scene.Stroke, in ink: Rectangle, on cairo: OpaquePointer) {
        let left = stroke.opacity
        func mixed(_ part: KeyPath<(Double, Double, Double), Double>) -> Double {
            left * palette.ink[keyPath: part] + (1 - left) * palette.paper[keyPath: part]
        }
        color((mixed(\.0), mixed(\.1), mixed(\.2)), on: cairo)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        guard var last = stroke.trace.points.first else { return }
        var width = 0.0
        for point in stroke.trace.points.count == 1 ? stroke.trace.points[...] : stroke.trace.points.dropFirst() {
            // combine pieces of the same width into one path, because each drawing operation is expensive
            let wanted = (4 * (0.8 + 1.6 * (last.force + point.force) / 2)).rounded() / 4
            if wanted != width {
                cairo_stroke(cairo)
                width = wanted
                cairo_set_line_width(cairo, scale * width)
                let from = place(last, in: ink)
                cairo_move_to(cairo, from.x, from.y)
            }
            let to = place(point, in: ink)
            cairo_line_to(cairo, to.x, to.y)
            last = point
        }
        cairo_stroke(cairo)
    }
}

extension PanelPainter {
    /// Shows one line. A long text is cut at the beginning, because its end was written last.
    func show(ending text: String, size: Double, in area: Rectangle, on cairo: OpaquePointer) {
        font(size, on: cairo)
        let end = Self.end(of: Self.showable(text)) { width($0, on: cairo) <= area.width }
        put(end, x: area.x, in: area, on: cairo)
    }

    /// Shows as many texts as fit, side by side.
    /// - Parameter selected: The index of the emphasized text.
    func show(_ texts: [String], selected: Int?, size: Double, in area: Rectangle, on cairo: OpaquePointer) {
        font(size, on: cairo)
        let texts = texts.map(Self.showable)
        for (index, (text, place)) in zip(texts, places(of: texts, in: area, on: cairo)).enumerated() {
            color(index == selected ? palette.text : palette.others, on: cairo)
            put(text, x: place.x + Self.gap / 2 * scale, in: area, on: cairo)
        }
    }

    /// The space between texts that are side by side.
    private static let gap = 18.0

    /// Returns the areas of the texts that fit into an area side by side. Each area includes half of the gap on both sides of its text.
    private func places(of texts: [String], in area: Rectangle, on cairo: OpaquePointer) -> [Rectangle] {
        var places: [Rectangle] = []
        var x = area.x
        for text in texts {
            let width = width(text, on: cairo)
            guard x + width <= area.x + area.width else { break }
            places.append(Rectangle(x: x - Self.gap / 2 * scale, y: area.y, width: width + Self.gap * scale, height: area.height))
            x += width + Self.gap * scale
        }
        return places
    }

    /// Returns the areas of the shown candidates, relative to the panel.
    func places(of candidates: [String]) -> [Rectangle] {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), let cairo = cairo_create(surface) else { return [] }
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        font(Self.candidateSize, on: cairo)
        return places(of: candidates.map(Self.showable), in: layout.candidates, on: cairo)
    }

    /// Shows a message for the user, in lines.
    private func show(message: String, in area: Rectangle, on cairo: OpaquePointer) {
        font(Self.messageSize, on: cairo)
        let height = PanelLayout.Measure.message.line * scale
        for (index, line) in Self.lines(of: Self.showable(message), { width($0, on: cairo) <= area.width }).enumerated() {
            put(line, x: area.x, in: Rectangle(x: area.x, y: area.y + Double(index) * height, width: area.width, height: height), on: cairo)
        }
    }

    /// Returns the number of lines of a message for the user in a room of this width.
    static func lineCount(of message: String, width room: Double, scale: Double) -> Int {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), let cairo = cairo_create(surface) else { return 1 }
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        font(messageSize, scale: scale, on: cairo)
        return lines(of: showable(message)) { width($0, on: cairo) <= room }.count
    }

    /// Splits the words of a text into lines that fit. A word that fits in no line gets its own line.
    static func lines(of text: String, _ fits: (String) -> Bool) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, fits("\(last) \(word)") {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static let messageSize = 15.0
    private static let candidateSize = 15.0

    /// Returns the longest end of a text that fits, of at least one character. An ellipsis precedes the end if the text is cut.
    static func end(of text: String, _ fits: (String) -> Bool) -> String {
        guard text.count > 1, !fits(text) else { return text }
        // bisects, because measuring is expensive
        var (shortest, longest) = (1, text.count - 1)
        while shortest < longest {
            let middle = (shortest + longest + 1) / 2
            if fits("…" + text.suffix(middle)) { shortest = middle } else { longest = middle - 1 }
        }
        return "…" + text.suffix(shortest)
    }

    private func font(_ size: Double, on cairo: OpaquePointer) { Self.font(size, scale: scale, on: cairo) }

    private static func font(_ size: Double, scale: Double, on cairo: OpaquePointer) {
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        cairo_set_font_size(cairo, size * scale)
    }

    private func width(_ text: String, on cairo: OpaquePointer) -> Double { Self.width(text, on: cairo) }

    private static func width(_ text: String, on cairo: OpaquePointer) -> Double {
        var extents = cairo_text_extents_t()
        cairo_text_extents(cairo, text, &extents)
        return extents.x_advance
    }

    /// Draws a text at the vertical center of an area.
    private func put(_ text: String, x: Double, in area: Rectangle, on cairo: OpaquePointer) {
        guard !text.isEmpty else { return }
        var extents = cairo_font_extents_t()
        cairo_font_extents(cairo, &extents)
        cairo_move_to(cairo, x, area.y + (area.height + extents.ascent - extents.descent) / 2)
        cairo_show_text(cairo, text)
    }

    /// Returns the last 500 code points without control characters. cairo ends the text at NUL, and control characters have no glyph.
    static func showable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.suffix(500).filter { $0.properties.generalCategory != .control }))
    }
}
