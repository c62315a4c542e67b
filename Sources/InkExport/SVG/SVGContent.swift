internal import CCairo
internal import Editing
internal import FoundationEssentials
internal import Ink
internal import XML

/// The content of a block other than ink.
extension SVGWriter {
    /// Returns an element with the picture file itself, scaled to its box.
    func picture(_ image: InkImage, in box: Box) -> XML {
        let data = "data:\(image.mediaType);base64,\(Data(image.bytes).base64EncodedString())"
        return XML("image", self.box(box) + [("preserveAspectRatio", "none"), ("xlink:href", data)])
    }

    /// Returns a text element, scaled to the height of its box, and condensed if it would be wider. Its length is fixed to the one in PDF
    /// and PNG, because an SVG viewer may use another font.
    func text(_ line: TypesetLine, _ measure: TextMeasure) -> XML? {
        guard let (size, width) = measure.fit(line) else { return nil }
        let place = place(Point(x: line.box.x, y: line.baseline))
        return XML(
            "text",
            [
                ("class", "typeset"), ("x", Self.number(place.x)), ("y", Self.number(place.y)), ("fill", "#000"), ("stroke", "none"),
                ("font-family", "sans-serif"), ("font-size", Self.number(size * source.millimeters)),
                ("textLength", Self.number(width * source.millimeters)), ("lengthAdjust", "spacingAndGlyphs"), ("xml:space", "preserve"),
            ], text: line.text)
    }

    /// Returns the lines of a figure, including arrowheads.
    func shape(_ figure: Figure, named name: String) -> [XML] {
        let pen = [("class", "figure \(name)"), ("stroke-width", Self.number(PageDrawing.lineWidth))]
        switch figure {
        case .polygon:
            var path = SVGPath()
            for line in FigureLines(figure, millimeter: 1 / source.millimeters).lines {
                path.add(line.corners.map(place), closed: line.closed)
            }
            return path.text.isEmpty ? [] : [XML("path", pen + [("d", path.text)])]
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            guard radiusX > 0, radiusY > 0 else { return [] }
            let (middle, scale) = (place(center), source.millimeters)
            let turn = "rotate(\(Number.text(rotation * 180 / .pi, digits: 2)) \(Self.number(middle.x)) \(Self.number(middle.y)))"
            let shape = [
                ("cx", Self.number(middle.x)), ("cy", Self.number(middle.y)), ("rx", Self.number(radiusX * scale)),
                ("ry", Self.number(radiusY * scale)),
            ]
            return [XML("ellipse", pen + shape + (rotation == 0 || radiusX == radiusY ? [] : [("transform", turn)]))]
        }
    }

    private func box(_ box: Box) -> [(String, String)] {
        let (corner, scale) = (place(Point(x: box.x, y: box.y)), source.millimeters)
        return [
            ("x", Self.number(corner.x)), ("y", Self.number(corner.y)), ("width", Self.number(box.width * scale)),
            ("height", Self.number(box.height * scale)),
        ]
    }

    /// Converts a position in the document to millimeters.
    func place(_ place: Point) -> Point { Point(x: place.x * source.millimeters, y: place.y * source.millimeters) }

    /// Formats millimeters, rounded to hundredths.
    static func number(_ value: Double) -> String { SVGPath.text(value.magnitude < 1e9 ? Int((value * 100).rounded()) : 0) }

    /// Returns a valid XML name with letters, digits and hyphens only (XML 1.0, 2.3).
    static func name(_ id: String) -> String {
        let name = id.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
        return name.first?.isLetter == true ? name : "block-" + name
    }
}

/// Measures text in cairo's fonts.
final class TextMeasure {
    private let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    private let cairo: OpaquePointer?

    init() { cairo = cairo_create(surface) }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    /// Returns the font size at which a line of text is as high as its box, and the line's width, which is limited to the width of the box;
    /// nil for an invisible line.
    func fit(_ line: TypesetLine) -> (size: Double, width: Double)? {
        let text = Typeface.drawable(line.text)
        guard let cairo, !text.isEmpty, line.box.height > 0, line.box.width > 0 else { return nil }
        let face = Typeface(cairo: cairo)
        let (height, width) = (face.height, face.width(text))
        guard height > 0, width > 0 else { return nil }
        let size = line.box.height / height
        return (size, min(line.box.width, width * size))
    }
}

extension InkStyle {
    /// The color in the form of CSS and InkML: #rrggbb.
    var color: String { "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension InkStyle.Kind {
    /// The name of the kind of pen, for display.
    var title: String {
        switch self {
        case .pen: "pen"
        case .pencil: "pencil"
        case .marker: "marker"
        }
    }
}
