internal import Formula
internal import XML

/// An SVG of typeset formulas, one below the other. Symbols are text, which can be searched and copied. Stretched brackets and radical
/// signs are lines.
struct FormulaPicture {
    let rows: [MathNode]
    /// The white margin in millimeters.
    let margin: Double

    /// The size of an em in millimeters, about that of handwritten formulas.
    private static let em = 7.0
    /// The gap between two formulas in ems.
    private static let rowGap = 0.6
    static let fonts = "'STIX Two Math','Latin Modern Math','Cambria Math','DejaVu Serif',serif"

    var document: [UInt8] {
        let sides = rows.map { row in
            let (left, right) = rows.count > 1 ? FormulaRows.sides(of: row) : (row, nil)
            return (left: TypesetFormula(left), right: right.map { TypesetFormula($0) } ?? TypesetFormula(.row([])))
        }
        let middle = sides.map(\.left.width).max() ?? 0
        // the gap between the left side and the relation, at which several formulas are aligned
        let gap = rows.count > 1 ? 0.28 : 0
        var (y, width) = (0.0, 0.0)
        var elements: [XML] = []
        for (left, right) in sides {
            let (height, depth) = (max(left.height, right.height), max(left.depth, right.depth))
            y += height
            elements += Self.elements(left, x: middle - left.width, y: y) + Self.elements(right, x: middle + gap, y: y)
            y += depth + Self.rowGap
            width = max(width, middle + gap + right.width)
        }
        let size = [width * Self.em + 2 * margin, max(0, y - Self.rowGap) * Self.em + 2 * margin].map { Number.text($0, digits: 2) }
        let place =
            "translate(\(Number.text(margin, digits: 2)) \(Number.text(margin, digits: 2))) scale(\(Number.text(Self.em, digits: 2)))"
        let group = XML(
            "g",
            [
                ("transform", place), ("font-family", Self.fonts), ("fill", "#000"), ("stroke-linecap", "round"),
                ("stroke-linejoin", "round"),
            ], elements)
        return XML(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("width", size[0] + "mm"), ("height", size[1] + "mm"),
                ("viewBox", "0 0 \(size[0]) \(size[1])"),
            ], [XML("title", [], text: FormulaRows(rows).latex), group]
        ).document
    }

    /// Returns a formula as elements in ems, with its baseline and left edge at a position.
    static func elements(_ formula: TypesetFormula, x: Double, y: Double) -> [XML] {
        formula.elements.map { element in
            switch element {
            case .text(let text, let dx, let dy, let width, let size, let isItalic):
                var attributes = [
                    ("x", number(x + dx)), ("y", number(y + dy)), ("font-size", number(size)), ("textLength", number(width)),
                    ("lengthAdjust", "spacingAndGlyphs"),
                ]
                if isItalic { attributes.append(("font-style", "italic")) }
                return XML("text", attributes, text: text)
            case .line(let places, let width):
                let points = places.map { "\(number(x + $0.x)),\(number(y + $0.y))" }.joined(separator: " ")
                return XML("polyline", [("points", points), ("fill", "none"), ("stroke", "#000"), ("stroke-width", number(width))])
            }
        }
    }

    private static func number(_ value: Double) -> String { Number.text(value, digits: 3) }
}
