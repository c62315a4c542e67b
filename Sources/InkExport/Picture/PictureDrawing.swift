internal import CCairo
internal import Glibc
internal import Ink

/// Draws a picture of one ink with cairo, in millimeters of the paper.
struct PictureDrawing {
    let cairo: OpaquePointer
    let picture: InkPicture
    let layout: PictureLayout
    let options: PictureOptions

    /// An sRGB color with components 0 to 1.
    typealias Color = (red: Double, green: Double, blue: Double)

    static let ink: Color = (0.09, 0.1, 0.16)
    static let quiet: Color = (0.42, 0.44, 0.5)
    static let read: Color = (0.1, 0.36, 0.66)
    /// The distance between the dots that show pen-up movements, in millimeters.
    private static let dots = 1.1

    /// Draws from the bottom up: boxes, pen-up movements, ink, the reading, and the legend.
    func draw() {
        drawBoxes()
        if options.showsMoves { drawMoves() }
        for stroke in strokes { draw(stroke) }
        drawWords()
        drawCaption()
        if let legend = layout.legend { draw(legend: legend) }
        if let bar = layout.bar { draw(bar) }
    }

    /// The strokes in paper coordinates, without points whose coordinates are not finite.
    private var strokes: [[InkPoint]] {
        picture.strokes.map { samples in
            samples.filter { $0.x.isFinite && $0.y.isFinite }.map { sample in
                var point = sample
                let place = layout.place(sample.x, sample.y)
                (point.x, point.y) = (place.x, place.y)
                if !options.followsForce { point.force = 0 }
                return point
            }
        }
    }

    private func draw(_ samples: [InkPoint]) {
        // for half a millimeter of pen width, the tolerance is 0.05 mm: see `StrokePath`
        let unit = picture.penWidth * layout.scale / 0.5
        let stroke = InkStroke(
            id: StrokeID(0), fitting: samples, created: samples.first?.time.microseconds ?? 0, tolerance: 0.05 * unit)
        guard options.showsTime, let times = picture.times else {
            set(Self.ink)
            for layer in StrokeOutline(tolerance: 0.02).layers(stroke) { for polygon in layer.polygons { add(polygon) } }
            cairo_fill(cairo)
            return
        }
        let parameters = stroke.sampleParameters
        let points = parameters.map { stroke.path.point(at: $0) }
        let length = max(1, Double(times.last.since(times.first)))
        let begin = Double((samples.first?.time ?? times.first).since(times.first))
        for (index, point) in points.enumerated() {
            let next = points[min(index + 1, points.count - 1)]
            set(TimeColor.rgb((begin + Double(point.time) * 1_000_000) / length))
            for polygon in Sweep(tolerance: 0.02).polygons([Mark(point), Mark(next)]) { add(polygon) }
            cairo_fill(cairo)
        }
    }

    /// Draws a frame around the picture's cell on a sheet.
    func drawFrame() {
        cairo_rectangle(cairo, 0, 0, layout.width, layout.height)
        set(Self.quiet, alpha: 0.25)
        cairo_set_line_width(cairo, 0.15)
        cairo_stroke(cairo)
    }

    /// Draws a dotted line from the end of each stroke to the beginning of the next.
    private func drawMoves() {
        let strokes = strokes.filter { !$0.isEmpty }
        set(Self.quiet)
        cairo_set_line_width(cairo, 0.35)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_dash(cairo, [0, Self.dots], 2, 0)
        for (stroke, next) in zip(strokes, strokes.dropFirst()) {
            guard let from = stroke.last, let to = next.first else { continue }
            cairo_move_to(cairo, from.x, from.y)
            cairo_line_to(cairo, to.x, to.y)
            cairo_stroke(cairo)
        }
        cairo_set_dash(cairo, nil, 0, 0)
    }

    private func add(_ polygon: [Point]) {
        for (index, place) in polygon.enumerated() {
            if index == 0 { cairo_move_to(cairo, place.x, place.y) } else { cairo_line_to(cairo, place.x, place.y) }
        }
        cairo_close_path(cairo)
    }

    func set(_ color: Color, alpha: Double = 1) { cairo_set_source_rgba(cairo, color.red, color.green, color.blue, alpha) }
}

extension PictureDrawing {
    /// Draws a box around every word, and the word's baseline.
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

    /// Draws the text of every word above its box, with a white halo so that the text is readable over ink.
    func drawWords() {
        for word in picture.words {
            guard let box = paper(word.box) else { continue }
            show(
                word.text, at: Point(x: box.x, y: box.y - PictureLayout.word * 0.35), size: PictureLayout.word, most: max(box.width, 6),
                color: Self.read, hasHalo: true)
        }
    }

    func drawCaption() {
        guard let caption = layout.caption, let text = picture.caption else { return }
        show(text, at: caption.place, size: layout.textSize, most: caption.width, color: Self.ink)
    }

    func draw(legend box: Box) {
        let gradient = cairo_pattern_create_linear(box.x, 0, box.right, 0)
        defer { cairo_pattern_destroy(gradient) }
        for step in 0...16 {
            let (red, green, blue) = TimeColor.rgb(Double(step) / 16)
            cairo_pattern_add_color_stop_rgb(gradient, Double(step) / 16, red, green, blue)
        }
        cairo_rectangle(cairo, box.x, box.y, box.width, box.height)
        cairo_set_source(cairo, gradient)
        cairo_fill(cairo)
        let seconds = picture.times.map { Double($0.last.since($0.first)) / 1_000_000 } ?? 0
        let text = "0 to \(Number.text(seconds, digits: seconds < 10 ? 2 : 1)) s" + (picture.isTimed ? "" : ", assumed")
        show(text, at: Point(x: box.right + 1.5, y: box.bottom), size: PictureLayout.small, most: 24, color: Self.quiet)
    }

    /// Draws the scale bar: a line with ticks at its ends, and its length above.
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
        let text = "\(Number.text(bar.millimeters)) mm"
        let width = Typeface(cairo: cairo).width(text) * PictureLayout.small
        show(
            text, at: Point(x: box.right - width, y: box.y - 1.2), size: PictureLayout.small, most: .infinity, color: Self.quiet)
    }

    /// Draws the number of the picture on a sheet.
    func draw(number: Int) {
        show(
            "\(number)", at: Point(x: PictureLayout.margin / 2, y: PictureLayout.margin * 0.8), size: PictureLayout.small, most: 20,
            color: Self.quiet)
    }

    /// Draws text, scaled down if it would be wider than `most`.
    private func show(
        _ text: String, at place: Point, size: Double, most: Double, color: Color, hasHalo: Bool = false
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
        set(color)
        cairo_show_text(cairo, text)
    }

    /// Returns a box in paper coordinates, extended by half the pen width on each side.
    private func paper(_ box: Box?) -> Box? {
        guard let box, box.x.isFinite, box.y.isFinite, box.width.isFinite, box.height.isFinite else { return nil }
        let (corner, pen) = (layout.place(box.x, box.y), picture.penWidth * layout.scale / 2)
        return Box(
            x: corner.x - pen, y: corner.y - pen, width: box.width * layout.scale + 2 * pen, height: box.height * layout.scale + 2 * pen)
    }
}

/// A scale of colors for time, from a dark violet over red to a light orange.
///
/// The scale is a line of even steps in OKLab (B. Ottosson, "A perceptual color space for image processing", 2020). Lightness and hue
/// change evenly at constant chroma, so that equal time differences have equal color differences everywhere. The lightness shows the order
/// even without color.
enum TimeColor {
    /// The range of lightness in OKLab. The lightest color is still visible on white paper.
    private static let lightness = (from: 0.33, to: 0.76)
    /// The range of hue in degrees; red begins at 360.
    private static let hue = (from: 285.0, to: 425.0)
    /// The largest chroma at which a screen can show all colors of the scale.
    private static let chroma = 0.165

    /// Returns the color in OKLab; `share` is the position on the color scale, 0 to 1.
    static func lab(_ share: Double) -> (lightness: Double, a: Double, b: Double) {
        let share = share.isFinite ? min(1, max(0, share)) : 0
        let angle = (hue.from + share * (hue.to - hue.from)) * .pi / 180
        return (lightness.from + share * (lightness.to - lightness.from), chroma * cos(angle), chroma * sin(angle))
    }

    /// Returns the color in linear sRGB, with components 0 to 1 for displayable colors.
    static func linear(_ share: Double) -> (red: Double, green: Double, blue: Double) {
        let (lightness, a, b) = lab(share)
        func cube(_ value: Double) -> Double { value * value * value }
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return (
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        )
    }

    /// Returns the color in sRGB, with components 0 to 1.
    static func rgb(_ share: Double) -> (red: Double, green: Double, blue: Double) {
        func encoded(_ value: Double) -> Double {
            let value = min(1, max(0, value))
            return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
        }
        let (red, green, blue) = linear(share)
        return (encoded(red), encoded(green), encoded(blue))
    }
}

/// Draws text in cairo's own sans serif font, whose shapes are the same at every size.
struct Typeface {
    let cairo: OpaquePointer

    /// Selects the font face. Hinting is off, because at a size of 1 it would round all outlines to nothing.
    init(cairo: OpaquePointer, family: String = "sans-serif", isItalic: Bool = false) {
        self.cairo = cairo
        cairo_select_font_face(cairo, family, isItalic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(cairo, options)
    }

    /// The distance from the lowest descender to the highest ascender, at size 1.
    var height: Double {
        cairo_set_font_size(cairo, 1)
        var font = cairo_font_extents_t()
        cairo_font_extents(cairo, &font)
        return font.ascent + font.descent
    }

    /// Returns the width of a text at size 1.
    func width(_ text: String) -> Double {
        cairo_set_font_size(cairo, 1)
        var extents = cairo_text_extents_t()
        cairo_text_extents(cairo, text, &extents)
        return extents.x_advance
    }

    /// Returns a text without the characters that cairo rejects.
    static func drawable(_ text: String) -> String {
        func isRefused(_ scalar: Unicode.Scalar) -> Bool { scalar == "\0" || scalar.properties.isNoncharacterCodePoint }
        guard text.unicodeScalars.contains(where: isRefused) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isRefused($0) }))
    }
}
