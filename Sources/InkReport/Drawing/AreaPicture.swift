package import Ink
internal import InkCorpus

/// A drawing of a tablet as it lies in front of the writer: its active area, the mapped area, and the edge that is at the top in the
/// default orientation.
package struct AreaPicture {
    /// The whole active area, in millimeters.
    package let whole: Box
    /// The mapped area, in the same coordinates.
    package let part: Box
    /// The edge that is at the top in the default orientation.
    package let top: Edge

    /// An edge of the tablet as it lies in front of the writer.
    package enum Edge: String {
        /// The edge away from the writer.
        case top
        /// The right edge.
        case right
        /// The edge toward the writer.
        case bottom
        /// The left edge.
        case left
    }

    /// Creates the drawing of an active area of this size, in millimeters.
    package init(_ area: TabletArea, width: Double, height: Double) {
        let all = AreaMapping(TabletArea(rotation: area.turn), width: width, height: height)
        let mapping = AreaMapping(area, width: width, height: height)
        let corner = all.mapped(mapping.unmapped(Point(x: 0, y: 0)))
        whole = Box(x: 0, y: 0, width: all.width, height: all.height)
        part = Box(x: corner.x, y: corner.y, width: mapping.width, height: mapping.height)
        top =
            switch area.turn {
            case .none: .top
            case .quarter: .right
            case .half: .bottom
            case .threeQuarters: .left
            }
    }

    /// Returns the size as text: "216 × 135 mm".
    package static func size(_ box: Box) -> String {
        "\(DisplayText.fixed(box.width, digits: 0)) × \(DisplayText.fixed(box.height, digits: 0)) mm"
    }
}

extension AreaPicture {
    /// Returns the drawing as SVG 1.1, in millimeters.
    package func svg(title: String) -> String {
        let margin = 8.0
        let (width, height) = (whole.width + 2 * margin, whole.height + 2 * margin)
        let text = min(whole.width, whole.height) / 20
        let (middle, arrow) = ((x: part.x + part.width / 2, y: part.y + part.height / 2), min(part.width, part.height) / 6)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))mm" height="\(Self.number(height))mm" \
            viewBox="\(Self.number(-margin)) \(Self.number(-margin)) \(Self.number(width)) \(Self.number(height))" \
            font-family="sans-serif" \
            font-size="\(Self.number(text))" text-anchor="middle">
            <title>\(Self.escaped(title))</title>
            \(Self.rectangle(whole, "fill=\"#f2f2f2\" stroke=\"#808080\" stroke-width=\"0.5\""))
            \(Self.rectangle(part, "fill=\"#cfe3f7\" stroke=\"#2060a0\" stroke-width=\"0.5\""))
            <path d="\(topPath)" stroke="#303030" stroke-width="2" stroke-linecap="round"/>
            <path d="M\(Self.number(middle.x)) \(Self.number(middle.y))v\(Self.number(-2 * arrow))\
            m\(Self.number(-arrow / 2)) \(Self.number(arrow / 2))l\(Self.number(arrow / 2)) \(Self.number(-arrow / 2))\
            l\(Self.number(arrow / 2)) \(Self.number(arrow / 2))" fill="none" stroke="#2060a0"/>
            <text x="\(Self.number(middle.x))" y="\(Self.number(middle.y + 1.5 * text))">\(Self.size(part))</text>
            </svg>

            """
    }

    /// The path data of the edge `top`.
    private var topPath: String {
        switch top {
        case .top: "M0 0h\(Self.number(whole.width))"
        case .bottom: "M0 \(Self.number(whole.height))h\(Self.number(whole.width))"
        case .left: "M0 0v\(Self.number(whole.height))"
        case .right: "M\(Self.number(whole.width)) 0v\(Self.number(whole.height))"
        }
    }

    private static func rectangle(_ box: Box, _ style: String) -> String {
        "<rect x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" height=\"\(number(box.height))\" \(style)/>"
    }

    private static func number(_ value: Double) -> String { DisplayText.fixed(value, digits: 2) }

    private static func escaped(_ text: String) -> String {
        String(DisplayText.escaped(text).flatMap { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) })
    }
}

extension AreaPicture {
    /// Returns the drawing in characters, which are assumed to be twice as high as wide: the frame of the active area, and in it the
    /// mapped area in gray with an arrow that points up. The edge that is the top by default is drawn heavy.
    package func lines(columns limit: Int = 46, rows rowLimit: Int = 18) -> [String] {
        guard whole.width > 0, whole.height > 0 else { return [] }
        let scale = min(Double(limit - 1) / whole.width, Double(rowLimit - 1) * 2 / whole.height)
        var canvas = Canvas(
            columns: max(7, Int((whole.width * scale).rounded()) + 1), rows: max(5, Int((whole.height * scale / 2).rounded()) + 1))
        canvas.frame(heavy: top)
        let (left, right) = (canvas.column(part.x / whole.width), canvas.column(part.right / whole.width))
        let (upper, lower) = (canvas.row(part.y / whole.height), canvas.row(part.bottom / whole.height))
        canvas.fill(left, upper, right, lower)
        canvas.put("↑", (left + right) / 2, (upper + lower) / 2)
        return canvas.lines
    }

    /// A grid of characters.
    private struct Canvas {
        private var cells: [[Character]]

        init(columns: Int, rows: Int) { cells = Array(repeating: Array(repeating: " ", count: columns), count: rows) }

        var lines: [String] { cells.map { String($0) } }

        /// Returns the column within the frame for a fraction of the width.
        func column(_ share: Double) -> Int { 1 + Int((min(1, max(0, share)) * Double(cells[0].count - 3)).rounded()) }

        /// Returns the row within the frame for a fraction of the height.
        func row(_ share: Double) -> Int { 1 + Int((min(1, max(0, share)) * Double(cells.count - 3)).rounded()) }

        mutating func put(_ character: Character, _ column: Int, _ row: Int) {
            guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
            cells[row][column] = character
        }

        mutating func fill(_ left: Int, _ upper: Int, _ right: Int, _ lower: Int) {
            for row in upper...max(upper, lower) {
                for column in left...max(left, right) { put("░", column, row) }
            }
        }

        mutating func frame(heavy: Edge) {
            let (right, lower) = (cells[0].count - 1, cells.count - 1)
            for column in 0...right {
                put(heavy == .top ? "━" : "─", column, 0)
                put(heavy == .bottom ? "━" : "─", column, lower)
            }
            for row in 0...lower {
                put(heavy == .left ? "┃" : "│", 0, row)
                put(heavy == .right ? "┃" : "│", right, row)
            }
            put("┌", 0, 0)
            put("┐", right, 0)
            put("└", 0, lower)
            put("┘", right, lower)
        }
    }
}
