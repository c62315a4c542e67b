internal import Ink

extension AreaPicture {
    /// The picture in characters, which are taken to be twice as high as wide: the active area's edge, in it the part that is written on in
    /// grey, in that an arrow that points up. The edge that was meant to be on top is drawn heavy.
    func lines(columns limit: Int = 46, rows rowLimit: Int = 18) -> [String] {
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

    /// Characters in rows.
    private struct Canvas {
        private var cells: [[Character]]

        init(columns: Int, rows: Int) { cells = Array(repeating: Array(repeating: " ", count: columns), count: rows) }

        var lines: [String] { cells.map { String($0) } }

        /// The column within the frame for a share of the width.
        func column(_ share: Double) -> Int { 1 + Int((min(1, max(0, share)) * Double(cells[0].count - 3)).rounded()) }

        /// The row within the frame for a share of the height.
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
