internal import CCairo
internal import Ink

/// Draws one ink with cairo, in millimetres of the paper.
struct PictureDrawing {
    let cairo: OpaquePointer
    let picture: InkPicture
    let layout: PictureLayout
    let options: PictureOptions

    /// sRGB, 0 to 1.
    typealias Colour = (red: Double, green: Double, blue: Double)

    static let ink: Colour = (0.09, 0.1, 0.16)
    static let quiet: Colour = (0.42, 0.44, 0.5)
    static let read: Colour = (0.1, 0.36, 0.66)
    /// Millimetres between the dots of the lifted pen's way.
    private static let dots = 1.1

    /// What is below first: boxes, ways of the lifted pen, ink, what was read, and what explains it all.
    func draw() {
        drawBoxes()
        if options.showsMoves { drawMoves() }
        for stroke in strokes { draw(stroke) }
        drawWords()
        drawCaption()
        if let legend = layout.legend { draw(legend: legend) }
        if let bar = layout.bar { draw(bar) }
    }

    /// On the paper, without what cannot be drawn.
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
        // a pen is half a millimetre wide at a tolerance of 0.05: see `StrokePath`
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
            set(TimeColour.rgb((begin + Double(point.time) * 1_000_000) / length))
            for polygon in Sweep(tolerance: 0.02).polygons([Mark(point), Mark(next)]) { add(polygon) }
            cairo_fill(cairo)
        }
    }

    /// Around a picture in a sheet.
    func drawFrame() {
        cairo_rectangle(cairo, 0, 0, layout.width, layout.height)
        set(Self.quiet, alpha: 0.25)
        cairo_set_line_width(cairo, 0.15)
        cairo_stroke(cairo)
    }

    /// From the end of each stroke to the beginning of the next.
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

    private func add(_ polygon: [Place]) {
        for (index, place) in polygon.enumerated() {
            if index == 0 { cairo_move_to(cairo, place.x, place.y) } else { cairo_line_to(cairo, place.x, place.y) }
        }
        cairo_close_path(cairo)
    }

    func set(_ colour: Colour, alpha: Double = 1) { cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, alpha) }
}
