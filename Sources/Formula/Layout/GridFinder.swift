internal import Ink

/// A matrix between tall brackets, or cases after a tall left brace without a right one.
struct Grid {
    /// The index of the opening bracket.
    var open: Int
    /// The index of the closing bracket; nil for cases.
    var close: Int?
    /// Indices of the symbols of each cell; all rows have the same number of cells.
    var cells: [[[Int]]]

    /// Indices of all symbols, including the brackets.
    var members: [Int] { [open] + [close].compactMap { $0 } + cells.flatMap { $0.flatMap { $0 } } }
}

/// A finder of matrices and cases: symbols in several rows between tall brackets.
///
/// Fractions, limits, marks and scripts are grouped first, because they are stacked without being rows. Rows are separated by clear gaps,
/// which may slope. Columns are separated by wide gaps that exist in all rows and contain no operator.
struct GridFinder {
    /// The minimum height of a bracket around rows, in heights of a capital.
    private static let tall = 1.7
    /// The minimum height of the shorter bracket of a pair, as a fraction of the taller one's height, and the minimum vertical overlap of
    /// the two, as a fraction of the shorter one's height.
    private static let (likeness, common) = (0.6, 0.7)
    /// The maximum distance of symbols beyond the top or bottom of their brackets, as fractions of the brackets' height: for a symbol's
    /// center, for the cells between a pair of brackets, and for the cells after a single brace. Scripts of a tall letter extend farther.
    private static let overhang = (middle: 0.1, brackets: 0.15, brace: 0.1)

    let symbols: [LayoutSymbol]

    /// Returns the matrices and cases among some symbols, by the index of the opening bracket. A matrix may contain another one.
    func grids(in members: [Int]) -> [Int: Grid] {
        var found: [Int: Grid] = [:]
        for open in members where [.opening, .fence].contains(symbols[open].symbol.kind) {
            if let grid = grid(of: open, in: members) { found[open] = grid }
        }
        return found
    }

    /// Returns the matrix or the cases after an opening bracket; nil if neither follows.
    func grid(of open: Int, in members: [Int]) -> Grid? {
        let close = partner(of: open, in: members)
        guard close != nil || symbols[open].symbol.text == "{" else { return nil }
        let left = symbols[open].box
        let hull = close.map { left.union(symbols[$0].box) } ?? left
        let (start, end) = (left.x + left.width / 2, close.map { symbols[$0].box.x + symbols[$0].box.width / 2 } ?? .infinity)
        let content = members.filter { place in
            let box = symbols[place].box
            let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
            let margin = Self.overhang.middle * hull.height
            return place != open && place != close && x > start && x < end && y > hull.y - margin && y < hull.bottom + margin
        }
        let reach = (close == nil ? Self.overhang.brace : Self.overhang.brackets) * hull.height
        let isInside = content.allSatisfy { symbols[$0].box.y > hull.y - reach && symbols[$0].box.bottom < hull.bottom + reach }
        guard content.count > 1, isInside else { return nil }
        let cells = GridCells(symbols: symbols, content: content)
        guard left.height >= Self.tall * cells.size, let rows = cells.rows() else { return nil }
        return Grid(open: open, close: close, cells: close == nil ? cells.cases(rows) : cells.matrix(rows))
    }

    /// Returns the closing bracket that matches the opening one in height and nesting; for a vertical bar, the next bar of similar height.
    private func partner(of open: Int, in members: [Int]) -> Int? {
        let box = symbols[open].box
        let isFence = symbols[open].symbol.kind == .fence
        let like = members.filter { place in
            let other = symbols[place].box
            let shared = min(box.bottom, other.bottom) - max(box.y, other.y)
            return other.x > box.x + box.width / 2 && min(box.height, other.height) >= Self.likeness * max(box.height, other.height)
                && shared >= Self.common * min(box.height, other.height)
        }
        .sorted { (symbols[$0].box.x, $0) < (symbols[$1].box.x, $1) }
        var depth = 1
        for place in like {
            let symbol = symbols[place].symbol
            if isFence {
                if symbol == symbols[open].symbol { return place }
            } else if symbol.kind == .opening {
                depth += 1
            } else if symbol.kind == .closing {
                depth -= 1
                if depth == 0 { return place }
            }
        }
        return nil
    }
}
