internal import Ink

/// Where several pictures lie on one sheet: all in cells of the same size, row by row.
struct ContactSheet {
    /// Millimetres, of a cell.
    static let cell = (width: 64.0, height: 38.0)

    let columns: Int
    let rows: Int

    init(count: Int, columns: Int?) {
        // about as wide as high: a cell is wider than high by this
        let shape = Self.cell.width / Self.cell.height
        let square = max(1, Int((Double(max(1, count)) / shape).squareRoot().rounded(.up)))
        self.columns = max(1, min(columns ?? max(3, square), max(1, count)))
        rows = max(1, (count + self.columns - 1) / self.columns)
    }

    /// Millimetres.
    var width: Double { Double(columns) * Self.cell.width }
    /// Millimetres.
    var height: Double { Double(rows) * Self.cell.height }

    /// The upper left corner of a picture by its index.
    func corner(of index: Int) -> Place {
        Place(x: Double(index % columns) * Self.cell.width, y: Double(index / columns) * Self.cell.height)
    }
}
