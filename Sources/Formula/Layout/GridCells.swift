internal import Ink

/// A division of the symbols between two brackets into rows and columns. Lengths are in units of `size`, the height of a capital, unless
/// stated otherwise.
struct GridCells {
    /// The maximum distance of a numerator and a denominator from their bar.
    private static let barReach = 0.5
    /// The maximum distance of a limit from its operator, as a fraction of the operator's height.
    private static let limitReach = 0.3
    /// The maximum horizontal distance of a limit's symbol from the center of its operator, as a fraction of the operator's width.
    private static let limitAside = 0.75
    /// Symbols smaller than this fraction of the usual size do not form a row of the matrix: they are scripts of another row.
    private static let smallRow = 0.72
    /// The minimum gap between two rows, and the minimum distance between their axes.
    private static let (rowGap, rowPitch) = (0.06, 0.95)
    /// The minimum horizontal overlap of consecutive rows, as a fraction of the narrower one's width.
    private static let rowOverlap = 0.3
    /// The slopes of rows that are tried.
    private static let slopes = [0, 0.05, -0.05, 0.1, -0.1, 0.15, -0.15]
    /// The minimum gap between two columns: in a matrix, in cases between a value and its condition, and in cases after the comma between
    /// them.
    private static let columnGap = (matrix: 0.4, cases: 0.6, comma: 0.25)
    /// The minimum width of a column gap, as a fraction of the widest one.
    private static let evenness = 0.4
    /// A plus or minus sign may begin a column only if the gap after it is less than this fraction of the gap before it. Otherwise it joins
    /// the symbols before and after it.
    private static let signLean = 0.7

    /// Symbols that belong to the same cell because they are stacked, or a single symbol.
    fileprivate struct Unit {
        var box: Box
        var members: [Int]
    }

    /// A row of the matrix or the cases, as units.
    struct Row {
        fileprivate var units: [Unit]
    }

    private let symbols: [LayoutSymbol]
    private let content: [Int]
    /// Height of a capital.
    let size: Double

    /// - Parameter content: Indices of the symbols between the brackets; not empty.
    init(symbols: [LayoutSymbol], content: [Int]) {
        (self.symbols, self.content) = (symbols, content)
        let sizes = content.compactMap { LayoutMetrics(symbols[$0].symbol, symbols[$0].box).size }.sorted()
        let heights = content.map { symbols[$0].box.height }.sorted()
        let usual = sizes.isEmpty ? heights : sizes
        size = max(usual.isEmpty ? 0 : usual[usual.count / 2], 1e-6)
    }

    // MARK: rows

    /// Returns the rows from top to bottom; nil if there are fewer than two.
    func rows() -> [Row]? {
        let units = self.units()
        var best: (rows: [Row], gap: Double)?
        for slope in Self.slopes {
            let (rows, gap) = rows(of: units, slope: slope)
            guard rows.count > 1 else { continue }
            if let best, (best.rows.count, best.gap) >= (rows.count, gap - abs(slope) * size) { continue }
            best = (rows, gap - abs(slope) * size)
        }
        return best?.rows
    }

    /// Groups stacked symbols: fractions, and large operators with their limits.
    private func units() -> [Unit] {
        var root = Dictionary(uniqueKeysWithValues: content.map { ($0, $0) })
        func find(_ place: Int) -> Int {
            var place = place
            while let next = root[place], next != place { place = next }
            return place
        }
        for place in content {
            for other in stacked(at: place) { root[find(other)] = find(place) }
        }
        return Dictionary(grouping: content, by: find).values.map { members in
            let boxes = members.map { symbols[$0].box }
            return Unit(box: boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }, members: members.sorted())
        }
        .sorted { ($0.box.x, $0.members[0]) < ($1.box.x, $1.members[0]) }
    }

    /// Returns the numerator and denominator of a bar, or the limits of a large operator.
    private func stacked(at place: Int) -> [Int] {
        let sign = symbols[place]
        let (aside, reach): (Double, Double)
        if sign.isBar {
            (aside, reach) = (sign.box.width / 2, Self.barReach * size)
        } else if sign.isLarge {
            (aside, reach) = (Self.limitAside * sign.box.width, Self.limitReach * sign.box.height)
        } else {
            return []
        }
        let middle = sign.box.x + sign.box.width / 2
        let near = content.filter { other in
            let box = symbols[other].box
            return other != place && abs(box.x + box.width / 2 - middle) <= aside
        }
        let above = near.filter { abs(sign.box.y - symbols[$0].box.bottom) < reach }
        let below = near.filter { abs(symbols[$0].box.y - sign.box.bottom) < reach }
        // a bar with symbols on one side only is a minus or a mark
        return sign.isBar && (above.isEmpty || below.isEmpty) ? [] : above + below
    }

    private struct Band {
        var units: [Unit]
        var (top, bottom): (Double, Double)
    }

    /// Returns the rows along lines of this slope, and the smallest gap between two rows; no rows if two neighboring bands cannot be
    /// separate rows.
    private func rows(of units: [Unit], slope: Double) -> ([Row], gap: Double) {
        let bands = units.map { unit in
            let shift = slope * (unit.box.x + unit.box.width / 2)
            return Band(units: [unit], top: unit.box.y - shift, bottom: unit.box.bottom - shift)
        }
        var rows: [Band] = []
        for band in bands.sorted(by: { $0.top < $1.top }) {
            if let last = rows.last, band.top < last.bottom {
                rows[rows.count - 1] = joined(last, band)
            } else {
                rows.append(band)
            }
        }
        // bands of only marks, bars or scripts are not rows: they are merged with the nearest band
        while rows.count > 1, let weak = rows.firstIndex(where: isWeak) {
            let above = weak > 0 ? rows[weak].top - rows[weak - 1].bottom : .infinity
            let below = weak + 1 < rows.count ? rows[weak + 1].top - rows[weak].bottom : .infinity
            let first = above < below ? weak - 1 : weak
            rows.replaceSubrange(first...(first + 1), with: [joined(rows[first], rows[first + 1])])
        }
        var least = Double.infinity
        for (upper, lower) in zip(rows, rows.dropFirst()) {
            guard areRows(upper, lower, slope) else { return ([], 0) }
            least = min(least, lower.top - upper.bottom)
        }
        return (rows.map { Row(units: $0.units.sorted { ($0.box.x, $0.members[0]) < ($1.box.x, $1.members[0]) }) }, least)
    }

    private func joined(_ a: Band, _ b: Band) -> Band {
        Band(units: a.units + b.units, top: min(a.top, b.top), bottom: max(a.bottom, b.bottom))
    }

    private func sizes(_ band: Band) -> [Double] {
        band.units.flatMap(\.members).compactMap { LayoutMetrics(symbols[$0].symbol, symbols[$0].box).size }.sorted()
    }

    private func isWeak(_ band: Band) -> Bool {
        let members = band.units.flatMap(\.members)
        guard members.contains(where: { symbols[$0].isLarge || symbols[$0].symbol.isOperand && symbols[$0].symbol.text != "′" }) else {
            return true
        }
        let sizes = sizes(band)
        return !sizes.isEmpty && sizes[sizes.count / 2] < Self.smallRow * size
    }

    private func areRows(_ upper: Band, _ lower: Band, _ slope: Double) -> Bool {
        func extent(_ band: Band) -> (left: Double, right: Double) {
            (band.units.map(\.box.x).min() ?? 0, band.units.map(\.box.right).max() ?? 0)
        }
        func axis(_ band: Band) -> Double {
            let axes = band.units.flatMap(\.members).map { place in
                let box = symbols[place].box
                return LayoutMetrics(symbols[place].symbol, box).axis - slope * (box.x + box.width / 2)
            }
            .sorted()
            return axes.isEmpty ? 0 : axes[axes.count / 2]
        }
        let (a, b) = (extent(upper), extent(lower))
        let overlap = min(a.right, b.right) - max(a.left, b.left)
        return lower.top - upper.bottom >= Self.rowGap * size && axis(lower) - axis(upper) >= Self.rowPitch * size
            && overlap >= Self.rowOverlap * min(a.right - a.left, b.right - b.left)
    }

    // MARK: columns

    /// Returns the cells of a matrix.
    func matrix(_ rows: [Row]) -> [[[Int]]] {
        let gaps = gaps(in: rows).filter { $0.width >= Self.columnGap.matrix * size }
        let widest = gaps.map(\.width).max() ?? 0
        return cells(rows, at: gaps.filter { $0.width >= Self.evenness * widest }.map(\.middle))
    }

    /// Returns the cells of cases: in each row a single cell, or a value and its condition.
    func cases(_ rows: [Row]) -> [[[Int]]] {
        let commas = rows.map(comma)
        if !commas.contains(nil) {
            return zip(rows, commas).map { row, comma in
                let end = (comma ?? 0) + 1
                return [row.units[..<end], row.units[end...]].map { $0.flatMap(\.members) }
            }
        }
        let gap = gaps(in: rows).filter { $0.width >= Self.columnGap.cases * size }.max { $0.width < $1.width }
        return cells(rows, at: gap.map { [$0.middle] } ?? [])
    }

    /// Returns the index of the comma in a row after which the condition begins; nil if the row has no such comma.
    private func comma(_ row: Row) -> Int? {
        row.units.indices.dropFirst().dropLast().last { index in
            guard symbol(row.units[index])?.text == "," else { return false }
            let gap = row.units[index + 1].box.x - row.units[index].box.right
            return gap > Self.columnGap.comma * size && row.units[(index + 1)...].contains { symbol($0)?.kind == .relation }
        }
    }

    private func cells(_ rows: [Row], at splits: [Double]) -> [[[Int]]] {
        rows.map { row in
            let edges = [-.infinity] + splits + [.infinity]
            return zip(edges, edges.dropFirst()).map { left, right in
                row.units.filter { unit in
                    let middle = unit.box.x + unit.box.width / 2
                    return middle >= left && middle < right
                }
                .flatMap(\.members)
            }
        }
    }

    /// Returns the gaps that all rows have at the same position, from left to right. Each row has symbols on both sides of each gap.
    private func gaps(in rows: [Row]) -> [(middle: Double, width: Double)] {
        let boxes = rows.flatMap { $0.units.map(\.box) }.sorted { $0.x < $1.x }
        var found: [(middle: Double, width: Double)] = []
        var right = boxes.first?.right ?? 0
        for box in boxes {
            let middle = (right + box.x) / 2
            if box.x > right, rows.allSatisfy({ mayPart($0, at: middle) }) { found.append((middle, box.x - right)) }
            right = max(right, box.right)
        }
        // each column has at least one symbol in each row
        var kept: [(middle: Double, width: Double)] = []
        for gap in found {
            guard let last = kept.last else {
                kept.append(gap)
                continue
            }
            let isColumn = rows.allSatisfy { $0.units.contains { $0.box.x >= last.middle && $0.box.right <= gap.middle } }
            if isColumn {
                kept.append(gap)
            } else if gap.width > last.width {
                kept[kept.count - 1] = gap
            }
        }
        return kept
    }

    /// Whether a row can be split at `x`: it has symbols on both sides, and no operator that joins them.
    private func mayPart(_ row: Row, at x: Double) -> Bool {
        guard let index = row.units.firstIndex(where: { $0.box.x > x }), index > 0 else { return false }
        let (before, after) = (row.units[index - 1], row.units[index])
        switch symbol(before)?.kind {
        case .binary, .relation, .opening: return false
        default: break
        }
        guard let sign = symbol(after) else { return true }
        switch sign.kind {
        case .relation, .closing, .punctuation: return false
        case .binary:
            guard sign.text == "+" || sign.text == "−", index + 1 < row.units.count else { return false }
            let (left, right) = (after.box.x - before.box.right, row.units[index + 1].box.x - after.box.right)
            return right < Self.signLean * left
        default: return true
        }
    }

    /// Returns the symbol of a unit that has only one.
    private func symbol(_ unit: Unit) -> MathSymbol? { unit.members.count == 1 ? symbols[unit.members[0]].symbol : nil }
}
