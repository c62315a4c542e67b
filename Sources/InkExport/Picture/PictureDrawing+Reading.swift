internal import CCairo
internal import Ink

extension PictureDrawing {
    /// Around every word, with the line that it stands on.
    func drawBoxes() {
        for word in picture.words {
            guard let box = paper(word.box) else { continue }
            cairo_rectangle(cairo, box.x, box.y, box.width, box.height)
            set(Self.read, alpha: 0.07)
            cairo_fill_preserve(cairo)
            set(Self.read, alpha: 0.55)
            cairo_set_line_width(cairo, 0.18)
            cairo_stroke(cairo)
            guard let baseline = word.baseline, baseline.isFinite else { continue }
            let y = layout.place(0, baseline).y
            cairo_set_dash(cairo, [1.6, 1], 2, 0)
            cairo_move_to(cairo, box.x, y)
            cairo_line_to(cairo, box.right, y)
            cairo_stroke(cairo)
            cairo_set_dash(cairo, nil, 0, 0)
        }
    }

    /// Above every word what it says, with white around it where it lies over ink.
    func drawWords() {
        for word in picture.words {
            guard let box = paper(word.box) else { continue }
            show(
                word.text, at: Place(x: box.x, y: box.y - PictureLayout.word * 0.35), size: PictureLayout.word, most: max(box.width, 6),
                colour: Self.read, hasHalo: true)
        }
    }

    func drawCaption() {
        guard let caption = layout.caption, let text = picture.caption else { return }
        show(text, at: caption.place, size: layout.textSize, most: caption.width, colour: Self.ink)
    }

    func draw(legend box: Box) {
        let gradient = cairo_pattern_create_linear(box.x, 0, box.right, 0)
        defer { cairo_pattern_destroy(gradient) }
        for step in 0...16 {
            let (red, green, blue) = TimeColour.rgb(Double(step) / 16)
            cairo_pattern_add_color_stop_rgb(gradient, Double(step) / 16, red, green, blue)
        }
        cairo_rectangle(cairo, box.x, box.y, box.width, box.height)
        cairo_set_source(cairo, gradient)
        cairo_fill(cairo)
        let seconds = picture.times.map { Double($0.last.since($0.first)) / 1_000_000 } ?? 0
        let text = "0 to \(Number.text(seconds, digits: seconds < 10 ? 2 : 1)) s" + (picture.isTimed ? "" : ", assumed")
        show(text, at: Place(x: box.right + 1.5, y: box.bottom), size: PictureLayout.small, most: 24, colour: Self.quiet)
    }

    /// A line with ticks at its ends, and above it how long it is.
    func draw(_ bar: PictureLayout.ScaleBar) {
        let (box, tick) = (bar.box, 0.7)
        set(Self.quiet)
        cairo_set_line_width(cairo, 0.25)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_SQUARE)
        cairo_move_to(cairo, box.x, box.y - tick)
        cairo_line_to(cairo, box.x, box.y)
        cairo_line_to(cairo, box.right, box.y)
        cairo_line_to(cairo, box.right, box.y - tick)
        cairo_stroke(cairo)
        let text = "\(Number.text(bar.millimetres)) mm"
        let width = Typeface(cairo: cairo).width(text) * PictureLayout.small
        show(
            text, at: Place(x: box.right - width, y: box.y - 1.2), size: PictureLayout.small, most: .infinity, colour: Self.quiet)
    }

    /// Of a picture in a sheet.
    func draw(number: Int) {
        show(
            "\(number)", at: Place(x: PictureLayout.margin / 2, y: PictureLayout.margin * 0.8), size: PictureLayout.small, most: 20,
            colour: Self.quiet)
    }

    /// Smaller if it would else be wider than `most`.
    private func show(
        _ text: String, at place: Place, size: Double, most: Double, colour: Colour, hasHalo: Bool = false
    ) {
        let text = Typeface.drawable(text)
        let width = Typeface(cairo: cairo).width(text)
        guard width > 0 else { return }
        cairo_set_font_size(cairo, min(size, most / width))
        cairo_move_to(cairo, place.x, place.y)
        if hasHalo {
            cairo_text_path(cairo, text)
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_set_line_width(cairo, 0.9)
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
            cairo_stroke(cairo)
            cairo_move_to(cairo, place.x, place.y)
        }
        set(colour)
        cairo_show_text(cairo, text)
    }

    /// A box of the ink on the paper, with half the pen around it.
    private func paper(_ box: Box?) -> Box? {
        guard let box, box.x.isFinite, box.y.isFinite, box.width.isFinite, box.height.isFinite else { return nil }
        let (corner, pen) = (layout.place(box.x, box.y), picture.penWidth * layout.scale / 2)
        return Box(
            x: corner.x - pen, y: corner.y - pen, width: box.width * layout.scale + 2 * pen, height: box.height * layout.scale + 2 * pen)
    }
}
