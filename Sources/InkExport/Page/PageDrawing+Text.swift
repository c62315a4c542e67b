internal import CCairo
internal import Editing
internal import Ink

extension PageDrawing {
    /// Text without ink: as high as its box, and squeezed if it would be wider.
    func draw(_ line: TypesetLine) {
        let text = Typeface.drawable(line.text)
        guard !text.isEmpty, line.box.height > 0, line.box.width > 0 else { return }
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_translate(cairo, line.box.x, line.baseline)
        let face = Typeface(cairo: cairo)
        let (height, width) = (face.height, face.width(text))
        guard height > 0, width > 0 else { return }
        let size = line.box.height / height
        cairo_scale(cairo, min(1, line.box.width / (width * size)), 1)
        cairo_set_font_size(cairo, size)
        cairo_move_to(cairo, 0, 0)
        cairo_show_text(cairo, text)
    }
}
