/// Columns under titles, as wide as what is in them.
struct TextTable {
    /// Where a column's text stands.
    enum Alignment { case left, right }

    /// A title and an alignment.
    struct Column {
        var title: String
        var alignment = Alignment.left
    }

    /// From left to right.
    var columns: [Column]
    /// From top to bottom; each as long as `columns`.
    var rows: [[String]] = []

    /// The titles, then the rows; nothing at the ends of lines.
    var lines: [String] {
        let cells = [columns.map(\.title)] + rows
        let widths = columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[column] - cell.count)
                line += (column > 0 ? "  " : "") + (columns[column].alignment == .left ? cell + space : space + cell)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
