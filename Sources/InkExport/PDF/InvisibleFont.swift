internal import CCairo
internal import Glibc
internal import Ink

/// A font with invisible glyphs, so that text can be searched, selected and copied at the position of its ink. Each glyph is half an em
/// wide, and is stretched so that the word is as wide as its ink. The font is necessary because cairo cannot write the invisible text that
/// PDF itself defines (ISO 32000-1, 9.6.5).
final class InvisibleFont {
    private let cairo: OpaquePointer
    private let face: OpaquePointer?
    /// The glyphs of characters. A font has at most 255 glyphs; for more characters, cairo creates further fonts.
    private var glyphs: [String: UInt] = [:]

    /// The advance width of a glyph, relative to the font size.
    private static let advance = 0.5
    /// The factors whose powers are the possible sizes and widths. Sizes and widths are rounded, so that words of similar size share a
    /// font: each font takes some hundred bytes.
    private static let step = (size: 1.3, width: 1.15)

    init(cairo: OpaquePointer) {
        self.cairo = cairo
        face = cairo_user_font_face_create()
        cairo_user_font_face_set_init_func(face) { _, _, extents in
            extents?.pointee = cairo_font_extents_t(ascent: 0.75, descent: 0.25, height: 1, max_x_advance: 0.5, max_y_advance: 0)
            return CAIRO_STATUS_SUCCESS
        }
        // cairo would omit text with empty extents.
        cairo_user_font_face_set_render_glyph_func(face) { _, _, _, extents in
            extents?.pointee = cairo_text_extents_t(x_bearing: 0, y_bearing: -0.75, width: 0.5, height: 1, x_advance: 0.5, y_advance: 0)
            return CAIRO_STATUS_SUCCESS
        }
    }

    deinit { cairo_font_face_destroy(face) }

    /// Writes a word at the position of its box and baseline; does nothing if the word cannot be written.
    ///
    /// - Parameters:
    ///   - size: twice the x-height, in the unit of the page.
    ///   - isRightToLeft: whether the word's first character is the rightmost.
    ///   - space: whether a space follows the word.
    func show(_ characters: [String], in box: Box, baseline: Double, size: Double, isRightToLeft: Bool, space: Bool) {
        let count = Double(characters.count)
        guard !characters.isEmpty, size > 0, box.width >= 0, [box.x, box.width, baseline, size].allSatisfy(\.isFinite) else { return }
        let height = Self.rounded(size, to: Self.step.size)
        let width = Self.rounded(max(box.width / count, 0.05 * size), to: Self.step.width)
        var matrix = cairo_matrix_t()
        cairo_matrix_init(&matrix, width / Self.advance, 0, 0, height, 0, 0)
        cairo_set_font_face(cairo, face)
        cairo_set_font_matrix(cairo, &matrix)
        let left = box.x + (box.width - width * count) / 2
        var text: [CChar] = []
        var (placed, clusters): ([cairo_glyph_t], [cairo_text_cluster_t]) = ([], [])
        for (index, shown) in (space ? characters + [" "] : characters).enumerated() {
            let drawable = Typeface.drawable(shown)
            let character = drawable.isEmpty ? "\u{FFFD}" : drawable
            // a space after the word is placed at the word's end in the direction of writing
            let place = isRightToLeft ? count - 1 - Double(index) : Double(index)
            placed.append(cairo_glyph_t(index: glyph(character), x: left + place * width, y: baseline))
            clusters.append(cairo_text_cluster_t(num_bytes: Int32(character.utf8.count), num_glyphs: 1))
            text += character.utf8.map { CChar(truncatingIfNeeded: $0) }
        }
        cairo_show_text_glyphs(
            cairo, text, Int32(text.count), placed, Int32(placed.count), clusters, Int32(clusters.count), cairo_text_cluster_flags_t(0))
    }

    private func glyph(_ character: String) -> UInt {
        if let known = glyphs[character] { return known }
        let next = UInt(glyphs.count + 1)
        glyphs[character] = next
        return next
    }

    private static func rounded(_ value: Double, to step: Double) -> Double { pow(step, (log(value) / log(step)).rounded()) }
}
