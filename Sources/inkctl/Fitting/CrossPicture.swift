internal import InkClient
internal import Ink
internal import InkCorpus

/// A drawing of the crosses to tap on a writing area.
struct CrossPicture {
    /// The width of the writing area in its orientation, in millimeters.
    let width: Double
    /// The height of the writing area in its orientation, in millimeters.
    let height: Double

    /// Returns the drawing in characters, with a number for each cross; tapped crosses have a check mark.
    func lines(tapped: Int, columns limit: Int = 46, rows rowLimit: Int = 18) -> [String] {
        guard width > 0, height > 0 else { return [] }
        // a character is about twice as high as wide
        let scale = min(Double(limit) / width, Double(rowLimit) * 2 / height)
        let columns = max(12, Int((width * scale).rounded()))
        let rows = max(5, Int((height * scale / 2).rounded()))
        var cells = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
        for (number, cross) in TappedSurface.crosses.enumerated() {
            let (column, row) = (Int(cross.x * Double(columns - 1)), Int((cross.y * Double(rows - 1)).rounded()))
            guard cells.indices.contains(row), cells[row].indices.contains(column + 1) else { continue }
            cells[row][column] = number < tapped ? "✓" : "+"
            cells[row][column + 1] = Character("\(number + 1)")
        }
        let edge = String(repeating: "─", count: columns)
        return ["┌\(edge)┐"] + cells.map { "│\(String($0))│" } + ["└\(edge)┘"]
    }

    /// The position of each cross, for a ruler.
    var distances: String {
        let cross = TappedSurface.crosses[0]
        let (across, down) = (DisplayText.fixed(width * cross.x, digits: 1), DisplayText.fixed(height * cross.y, digits: 1))
        return "\(across) mm from the left or right edge of the writing area, \(down) mm from its upper or lower edge"
    }

    /// Returns the crosses as SVG 1.1: as large as the window for a screen, otherwise in true size for printing.
    func svg(title: String, fillsScreen: Bool) -> String {
        let size =
            fillsScreen
            ? "width=\"100%\" height=\"100%\" preserveAspectRatio=\"none\""
            : "width=\"\(Self.number(width))mm\" height=\"\(Self.number(height))mm\""
        let arm = min(width, height) / 20
        let crosses = TappedSurface.crosses.enumerated().map { number, cross in
            let (x, y) = (cross.x * width, cross.y * height)
            return """
                <path d="M\(Self.number(x - arm)) \(Self.number(y))h\(Self.number(2 * arm))M\(Self.number(x)) \(Self.number(y - arm))\
                v\(Self.number(2 * arm))" stroke="#c00000" stroke-width="\(Self.number(arm / 20))"/>
                <text x="\(Self.number(x + arm / 3))" y="\(Self.number(y - arm / 3))">\(number + 1)</text>
                """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
            font-family="sans-serif" font-size="\(Self.number(arm))">
            <title>\(Self.escaped(title))</title>
            <rect width="\(Self.number(width))" height="\(Self.number(height))" fill="#ffffff" stroke="#808080" stroke-width="0.3"/>
            \(crosses.joined(separator: "\n"))
            </svg>

            """
    }

    private static func number(_ value: Double) -> String { DisplayText.fixed(value, digits: 3) }

    private static func escaped(_ text: String) -> String {
        String(DisplayText.escaped(text).flatMap { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) })
    }
}
