internal import CX11
internal import Ink

/// The pixels of a window with ink: premultiplied ARGB in this process's memory, drawn by cairo. Pixels without ink are transparent.
final class InkCanvas {
    /// The position and size, in the pixels of the screen or of the output.
    let area: PixelArea
    /// The number of bytes in a row.
    let stride: Int
    private let surface: OpaquePointer
    private let cairo: OpaquePointer

    /// The look of ink.
    struct Pen {
        /// Red, green, blue, 0 to 1.
        var color: (Double, Double, Double)
        /// The scale from the coordinates of the lines to pixels. It is applied after the translation by `origin`.
        var scale = 1.0
        /// The origin of the pixel coordinates, in the coordinates of the lines.
        var origin = Point(x: 0, y: 0)

        /// Returns the pixels that a box of the lines covers.
        func pixels(of box: Box) -> PixelArea {
            let (left, top) = ((box.x - origin.x) * scale, (box.y - origin.y) * scale)
            return PixelArea(covering: Box(x: left, y: top, width: box.width * scale, height: box.height * scale))
        }
    }

    /// Creates a transparent canvas; nil for an empty area, or without memory.
    init?(_ area: PixelArea) {
        let (width, height) = (Int32(clamping: area.width), Int32(clamping: area.height))
        guard !area.isEmpty, let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height) else { return nil }
        // the surface is never NULL; its status has the error
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.area = area
        self.surface = surface
        self.cairo = cairo
        stride = Int(cairo_image_surface_get_stride(surface))
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    /// The pixels, row by row, for as long as the canvas exists.
    var pixels: UnsafeRawBufferPointer {
        cairo_surface_flush(surface)
        return UnsafeRawBufferPointer(start: cairo_image_surface_get_data(surface), count: stride * area.height)
    }

    /// Copies the pixels of another canvas in the area that both canvases cover.
    func copy(from other: InkCanvas) {
        let shared = area.intersection(other.area)
        guard !shared.isEmpty, let to = cairo_image_surface_get_data(surface) else { return }
        let from = other.pixels
        for row in shared.top..<shared.bottom {
            let start = (row - other.area.top) * other.stride + 4 * (shared.left - other.area.left)
            let line = UnsafeRawBufferPointer(rebasing: from[start..<start + 4 * shared.width])
            let target = to + (row - area.top) * stride + 4 * (shared.left - area.left)
            UnsafeMutableRawBufferPointer(start: target, count: line.count).copyMemory(from: line)
        }
        cairo_surface_mark_dirty(surface)
    }

    /// Draws the lines within an area anew.
    func draw(_ lines: [TipInk.Line], in part: PixelArea, _ pen: Pen) {
        let part = part.intersection(area)
        guard !part.isEmpty else { return }
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_translate(cairo, Double(-area.left), Double(-area.top))
        cairo_rectangle(cairo, Double(part.left), Double(part.top), Double(part.width), Double(part.height))
        cairo_clip(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
        cairo_paint(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        cairo_scale(cairo, pen.scale, pen.scale)
        cairo_translate(cairo, -pen.origin.x, -pen.origin.y)
        cairo_set_source_rgb(cairo, pen.color.0, pen.color.1, pen.color.2)
        let meeting = Box(
            x: Double(part.left) / pen.scale + pen.origin.x, y: Double(part.top) / pen.scale + pen.origin.y,
            width: Double(part.width) / pen.scale, height: Double(part.height) / pen.scale)
        for line in lines where line.opacity > 0 && line.path.box?.intersects(meeting) == true {
            guard line.opacity < 1 else {
                draw(line.path, meeting: meeting)
                continue
            }
            // the line is composited as a whole, because its pieces overlap
            cairo_push_group_with_content(cairo, CAIRO_CONTENT_COLOR_ALPHA)
            cairo_set_source_rgb(cairo, pen.color.0, pen.color.1, pen.color.2)
            draw(line.path, meeting: meeting)
            cairo_pop_group_to_source(cairo)
            cairo_paint_with_alpha(cairo, line.opacity)
            cairo_set_source_rgb(cairo, pen.color.0, pen.color.1, pen.color.2)
        }
    }

    /// Draws a path. Successive pieces of one width are stroked together, because stroking is expensive.
    private func draw(_ path: TipPath, meeting area: Box) {
        var width = 0.0
        var end: Point?
        path.forEachPiece(meeting: area) { piece in
            // the width is rounded to steps that are too small to be seen
            let wanted = (4 * piece.width).rounded() / 4
            if wanted != width {
                cairo_stroke(cairo)
                (width, end) = (wanted, nil)
                cairo_set_line_width(cairo, width)
            }
            if end != piece.from { cairo_move_to(cairo, piece.from.x, piece.from.y) }
            // the quadratic curve becomes a cubic curve, because cairo has only these
            let (first, second) = (
                piece.from + (piece.control - piece.from) * (2.0 / 3), piece.to + (piece.control - piece.to) * (2.0 / 3)
            )
            cairo_curve_to(cairo, first.x, first.y, second.x, second.y, piece.to.x, piece.to.y)
            end = piece.to
        }
        cairo_stroke(cairo)
    }
}

extension InkCanvas {
    /// Returns rectangles that cover the pixels whose ink is at least half opaque, by rows and columns without overlap. They are the shape
    /// of a window without transparency. Their coordinates are the screen's.
    func shape(in part: PixelArea) -> [PixelArea] {
        let part = part.intersection(area)
        let bytes = pixels
        var shape: [PixelArea] = []
        var above: Range<Int> = 0..<0
        for row in part.top..<part.bottom {
            let first = shape.count
            var start: Int?
            for column in part.left...part.right {
                let offset = (row - area.top) * stride + 4 * (column - area.left)
                let isInk = column < part.right && bytes.load(fromByteOffset: offset, as: UInt32.self) >> 24 >= 128
                if isInk, start == nil { start = column }
                if !isInk, let left = start {
                    shape.append(PixelArea(left: left, top: row, right: column, bottom: row + 1))
                    start = nil
                }
            }
            // a row that repeats the row above extends the rectangles of that row
            let runs = first..<shape.count
            let isRepeated =
                runs.count == above.count && !runs.isEmpty
                && zip(runs, above).allSatisfy {
                    (shape[$0].left, shape[$0].right) == (shape[$1].left, shape[$1].right) && shape[$1].bottom == row
                }
            if isRepeated {
                for index in above { shape[index].bottom = row + 1 }
                shape.removeLast(runs.count)
            } else {
                above = runs
            }
        }
        return shape
    }
}
