internal import CCairo
internal import Editing
internal import Formula
internal import Ink
internal import XML

/// A typeset formula at the position of its ink: aligned with the ink's left edge, and vertically centered on the ink.
struct PlacedFormula {
    let formula: TypesetFormula
    /// The left end of the baseline, in the document's unit.
    let place: Point
    /// The size of an em in the document's unit.
    let em: Double

    /// Creates the formula of a block; nil for a block that is neither a typeset formula nor a node of one.
    init?(_ block: Block) {
        guard let size = block.typeset.size, size > 0, let node = block.formula, let box = block.box else { return nil }
        formula = TypesetFormula(node.math)
        em = size
        place = Point(x: box.x, y: box.y + box.height / 2 + size * (formula.height - formula.depth) / 2)
    }

    /// The bounding box of the typeset formula.
    var box: Box {
        Box(x: place.x, y: place.y - em * formula.height, width: em * formula.width, height: em * (formula.height + formula.depth))
    }
}

extension SVGWriter {
    /// Returns the SVG elements of a typeset formula, including its nodes; nil for any other block.
    func typesetFormula(_ block: Block) -> [XML]? {
        guard let formula = PlacedFormula(block) else { return nil }
        let corner = place(formula.place)
        let transform =
            "translate(\(Self.number(corner.x)) \(Self.number(corner.y))) "
            + "scale(\(Number.text(formula.em * source.millimeters, digits: 4)))"
        return [
            XML(
                "g",
                [
                    ("class", "typeset"), ("transform", transform), ("font-family", FormulaPicture.fonts), ("fill", "#000"),
                    ("stroke", "none"),
                ], FormulaPicture.elements(formula.formula, x: 0, y: 0))
        ]
    }
}

extension PageDrawing {
    /// Draws a typeset formula. Each symbol is scaled to its width in the layout.
    func draw(_ placed: PlacedFormula) {
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_translate(cairo, placed.place.x, placed.place.y)
        cairo_scale(cairo, placed.em, placed.em)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        for element in placed.formula.elements {
            switch element {
            case .line(let places, let width):
                for (index, place) in places.enumerated() {
                    if index == 0 { cairo_move_to(cairo, place.x, place.y) } else { cairo_line_to(cairo, place.x, place.y) }
                }
                cairo_set_line_width(cairo, width)
                cairo_stroke(cairo)
            case .text(let text, let x, let y, let width, let size, let isItalic):
                let face = Typeface(cairo: cairo, family: "serif", isItalic: isItalic)
                let own = face.width(text)
                guard own > 0, size > 0 else { continue }
                cairo_save(cairo)
                cairo_translate(cairo, x, y)
                cairo_scale(cairo, width / own, size)
                cairo_move_to(cairo, 0, 0)
                cairo_show_text(cairo, text)
                cairo_restore(cairo)
            }
        }
    }
}

extension LineState {
    /// The typeset words of the line, at the positions at which they are drawn.
    var typesetWords: [TypesetLine] {
        words.compactMap { word in
            guard word.typeset != nil, let box = word.box else { return nil }
            return TypesetLine(text: word.text, box: box, baseline: word.baseline ?? box.bottom)
        }
    }
}
