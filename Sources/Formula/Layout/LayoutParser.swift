internal import Ink

/// A parser of the structure of symbols from their positions: rows, and for each symbol its limits, scripts and content.
///
/// Fractions, roots and matrices are found first, the widest first because others may be nested in it. Limits and marks follow. Then the
/// row is traversed from left to right: each symbol is in the row, or in a script of the row's last symbol. The row of each part, such as a
/// numerator or a script, is parsed in the same way.
package struct LayoutParser {
    /// The maximum nesting depth of parts; deeper parts are read as a row.
    static let deepest = 24
    /// The maximum distance of the center of a fraction's symbol beyond the end of the bar, as a fraction of the bar's width.
    private static let barMargin = 0.08
    /// The maximum distance of the center of a fraction's symbol beyond the end of the bar, as a fraction of the symbol's own width. The
    /// smaller of both limits applies.
    private static let overhang = 0.3
    /// The maximum distance from the top of a root down to the bottom of its index, as a fraction of the root's height.
    private static let indexFoot = 0.68
    /// The minimum horizontal overlap of a root's index with the radical sign's hook, as a fraction of the hook's width.
    private static let indexOverlap = 0.15
    /// The maximum gap between symbols of an index, in heights of the symbols.
    private static let indexGap = 0.5
    /// The maximum horizontal distance of a limit from its operator's center, in widths of the operator; symbols near an accepted limit
    /// may be farther away.
    private static let limitReach = 0.75
    /// The maximum gap between symbols of one limit, in heights of the larger symbol: for limits of an operator, and for limits of a
    /// function name, which may contain arrows.
    private static let limitGap = (sign: 0.5, word: 0.8)

    /// The minimum vertical overlap of adjacent letters of a name, as a fraction of the smaller one's height.
    private static let nameLevel = 0.4

    let symbols: [LayoutSymbol]

    /// Creates a parser of symbols in any order.
    package init(symbols: [LayoutSymbol]) { self.symbols = symbols }

    /// Returns the tree: the items of the outermost row.
    package func parse() -> [LayoutItem] { row(of: Array(symbols.indices), depth: 0) }

    /// Whether there are two or more rows between two brackets of the same height, or after a brace.
    package func hasRows(behind open: Int, before close: Int?) -> Bool {
        let grid = GridFinder(symbols: symbols).grid(of: open, in: Array(symbols.indices))
        return grid.map { $0.close == close } ?? false
    }

    private func row(of members: [Int], depth: Int) -> [LayoutItem] {
        guard depth < Self.deepest else { return sorted(members.map(item)) }
        var rest = Set(members)
        var items: [LayoutItem] = []
        let grids = GridFinder(symbols: symbols).grids(in: members)
        let widths = members.reduce(into: [Int: Double]()) { widths, place in
            if let grid = grids[place] {
                widths[place] = box(of: grid.members)?.width
            } else if symbols[place].isBar || symbols[place].isRoot {
                widths[place] = symbols[place].box.width
            }
        }
        let containers = widths.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key)
        for container in containers where rest.contains(container) {
            if let grid = grids[container] {
                guard rest.isSuperset(of: grid.members) else { continue }
                items.append(matrix(grid, depth))
                rest.subtract(grid.members)
                continue
            }
            let others = rest.subtracting([container]).sorted()
            guard let found = symbols[container].isRoot ? root(container, others, depth) : fraction(container, others, depth) else {
                continue
            }
            items.append(found)
            rest.subtract(found.symbols)
        }
        items += rest.sorted().map(item)
        items = withLimits(sorted(joinedWords(items)), depth)
        items = withAccents(items)
        return withScripts(items, depth)
    }

    private func item(_ place: Int) -> LayoutItem {
        let symbol = symbols[place]
        return LayoutItem(
            kind: .symbol(place), box: symbol.box, symbols: [place], metrics: LayoutMetrics(symbol.symbol, symbol.box))
    }

    /// Sorts items by their left edges, except that a period or comma comes before the symbol above it if its center is farther left.
    private func sorted(_ items: [LayoutItem]) -> [LayoutItem] {
        var items = items.sorted { ($0.box.x, $0.symbols.first ?? 0) < ($1.box.x, $1.symbols.first ?? 0) }
        for index in items.indices.dropFirst() {
            guard let place = items[index].symbol, TypographicClass(symbols[place].symbol) == .baseline else { continue }
            let (mark, before) = (items[index].box, items[index - 1].box)
            let isLeft = mark.x + mark.width / 2 < before.x + before.width / 2
            if isLeft, items[index - 1].symbol != nil, mark.y > before.y + before.height / 2 { items.swapAt(index, index - 1) }
        }
        return items
    }

    private func box(of places: [Int]) -> Box? {
        places.map { symbols[$0].box }.reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box }
    }

    // MARK: fractions, roots and matrices

    private func fraction(_ bar: Int, _ others: [Int], _ depth: Int) -> LayoutItem? {
        let line = symbols[bar].box
        let (margin, middle) = (Self.barMargin * line.width, line.y + line.height / 2)
        var (above, below): ([Int], [Int]) = ([], [])
        for other in others {
            let box = symbols[other].box
            let center = box.x + box.width / 2
            // a symbol that is half outside the bar is a script beside the fraction
            let reach = min(margin, Self.overhang * box.width)
            guard center >= line.x - reach, center <= line.right + reach else { continue }
            // a symbol that the bar crosses is not part of the fraction
            if box.y + box.height * 0.8 < middle {
                above.append(other)
            } else if box.y + box.height * 0.2 > middle {
                below.append(other)
            }
        }
        guard !above.isEmpty, !below.isEmpty, let upper = box(of: above), let lower = box(of: below) else { return nil }
        // much wider parts are limits of a sum beside a minus, and this bar is the minus
        guard max(upper.width, lower.width) < 2 * line.width else { return nil }
        var item = item(bar)
        item.kind = .fraction(bar)
        item.symbols = [bar] + above + below
        item.box = line.union(upper).union(lower)
        item.metrics = LayoutMetrics(axis: middle, size: nil)
        item.above = row(of: above, depth: depth + 1)
        item.below = row(of: below, depth: depth + 1)
        return item
    }

    private func root(_ sign: Int, _ others: [Int], _ depth: Int) -> LayoutItem? {
        let box = symbols[sign].box
        let hook = symbols[sign].hook ?? box.x + min(0.35 * box.width, 0.42 * box.height)
        var (inside, index): ([Int], [Int]) = ([], [])
        for other in others {
            let center = (x: symbols[other].box.x + symbols[other].box.width / 2, y: symbols[other].box.y + symbols[other].box.height / 2)
            guard center.y > box.y - 0.3 * box.height, center.y < box.bottom + 0.1 * box.height else { continue }
            let own = symbols[other].box
            // the index of a root is above the hook
            let isIndex = own.x < hook && own.height < 0.6 * box.height && own.bottom < box.y + Self.indexFoot * box.height
            if isIndex, center.x > box.x - 1.5 * box.height {
                index.append(other)
            } else if center.x >= hook, center.x <= box.right + 0.05 * box.height, center.y >= box.y {
                inside.append(other)
            }
        }
        guard !inside.isEmpty else { return nil }
        index = self.index(of: box, hook: hook, among: index)
        var item = item(sign)
        item.kind = .root(sign)
        item.symbols = [sign] + inside + index
        item.box = self.box(of: item.symbols) ?? box
        // the radicand is on the baseline of the row
        item.inside = row(of: inside, depth: depth + 1)
        item.index = index.isEmpty ? [] : row(of: index, depth: depth + 1)
        item.metrics = LayoutMetrics(axis: box.y + 0.58 * box.height, size: nil)
        if let first = item.inside.first { item.metrics.axis = first.metrics.axis }
        return item
    }

    private func matrix(_ grid: Grid, _ depth: Int) -> LayoutItem {
        var item = item(grid.open)
        item.kind = .matrix(open: grid.open, close: grid.close)
        item.symbols = grid.members
        item.box = box(of: grid.members) ?? item.box
        item.cells = grid.cells.map { $0.map { row(of: $0, depth: depth + 1) } }
        return item
    }

    /// Returns the root's index among the small symbols at the left of the radical sign: a symbol above the hook, and the symbols beside
    /// it. If all symbols end before the sign, they are the exponent of the symbol before the root, and the index is empty.
    private func index(of root: Box, hook: Double, among candidates: [Int]) -> [Int] {
        let edge = root.x + Self.indexOverlap * (hook - root.x)
        var found: [Int] = []
        var first: Box?
        for candidate in candidates.sorted(by: { symbols[$0].box.right > symbols[$1].box.right }) {
            let box = symbols[candidate].box
            if let first {
                let isBeside = first.x - box.right < Self.indexGap * first.height
                let isLevel = box.y < first.bottom && box.bottom > first.y
                guard box.right > edge || isBeside && isLevel else { break }
            } else {
                guard box.right > edge else { break }
            }
            found.append(candidate)
            first = first?.union(box) ?? box
        }
        // a last symbol that is an operator would stand between the other symbols and the root, so they are not its index
        guard let last = found.first, symbols[last].symbol.isOperand || symbols[last].symbol.kind == .closing else { return [] }
        return found.sorted()
    }

    // MARK: limits and marks

    /// Joins the letters of "lim", "max" and "min" into one item if there are symbols below them.
    private func joinedWords(_ items: [LayoutItem]) -> [LayoutItem] {
        var items = sorted(items)
        var start = 0
        while start < items.count {
            defer { start += 1 }
            let letters = word(from: start, items)
            let text = letters.map { items[$0].symbol.map { symbols[$0].symbol.text } ?? " " }.joined()
            guard let name = Self.words[text], let last = letters.last else { continue }
            let boxes = letters.map { items[$0].box }
            let box = boxes.dropFirst().reduce(items[start].box) { $0.union($1) }
            let height = boxes.map(\.height).max() ?? 0
            // letters of a word are adjacent and of similar size
            guard box.height < 1.6 * height, box.width < 5 * height else { continue }
            let isOver = items.contains { other in
                let center = other.box.x + other.box.width / 2
                return other.box.y + other.box.height * 0.3 > box.bottom && center >= box.x && center <= box.right
            }
            guard isOver else { continue }
            var joined = items[start]
            joined.symbols = letters.flatMap { items[$0].symbols }
            joined.kind = .word(name, joined.symbols)
            joined.box = box
            joined.metrics = items[last].metrics
            items[start] = joined
            items = items.indices.filter { $0 == start || !letters.contains($0) }.map { items[$0] }
        }
        return items
    }

    /// Returns the indices of up to three items, beginning with `start`, that are adjacent from left to right. The items are sorted by left
    /// edge, so symbols above or below may come between them.
    private func word(from start: Int, _ items: [LayoutItem]) -> [Int] {
        var letters = [start]
        let first = items[start].box
        while letters.count < 3, let last = letters.last {
            let edge = items[last].box.x + items[last].box.width / 2
            let next = items.indices.dropFirst(last + 1).first { index in
                let box = items[index].box
                let common = min(box.bottom, first.bottom) - max(box.y, first.y)
                return box.x >= edge && common > 0.5 * min(box.height, first.height)
            }
            guard let next else { break }
            letters.append(next)
        }
        return letters
    }

    private static let words = ["lim": "lim", "1im": "lim", "|im": "lim", "max": "max", "min": "min"]

    private func withLimits(_ items: [LayoutItem], _ depth: Int) -> [LayoutItem] {
        var items = items
        while let place = items.firstIndex(where: { takesLimits($0) && $0.above.isEmpty && $0.below.isEmpty && !limits($0, items).isEmpty })
        {
            let found = Set(limits(items[place], items)).sorted()
            let below = found.filter { items[$0].box.y > items[place].box.y }
            let above = found.filter { items[$0].box.y <= items[place].box.y }
            items[place].below = below.isEmpty ? [] : row(of: below.flatMap { items[$0].symbols }, depth: depth + 1)
            items[place].above = above.isEmpty ? [] : row(of: above.flatMap { items[$0].symbols }, depth: depth + 1)
            items[place].symbols += found.flatMap { items[$0].symbols }
            let taken = Set(found)
            items = items.indices.filter { !taken.contains($0) }.map { items[$0] }
        }
        return items
    }

    private func takesLimits(_ item: LayoutItem) -> Bool {
        switch item.kind {
        case .symbol(let place): symbols[place].isLarge
        case .word: true
        default: false
        }
    }

    /// Returns the indices of a large operator's limits: the items directly above or below the operator, and the neighbors of those items.
    private func limits(_ sign: LayoutItem, _ items: [LayoutItem]) -> [Int] {
        let box = sign.box
        let middle = box.x + box.width / 2
        let isWord = if case .word = sign.kind { true } else { false }
        return [true, false].flatMap { isBelow -> [Int] in
            // symbols above a function name are exponents, never limits
            guard isBelow || !isWord else { return [] }
            let candidates = items.indices.filter { index in
                let other = items[index]
                guard other.symbols != sign.symbols else { return false }
                let gap = isBelow ? other.box.y - box.bottom : box.y - other.box.bottom
                return gap > -0.2 * min(other.box.height, box.height) - 0.02 * box.height && gap < 1.2 * box.height
            }
            let reach = isWord ? box.width / 2 : Self.limitReach * box.width
            var found = candidates.filter { abs(items[$0].box.x + items[$0].box.width / 2 - middle) <= reach }
            guard var around = found.map({ items[$0].box }).reduce(nil, { (sum: Box?, box) in sum?.union(box) ?? box }) else { return [] }
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                for candidate in candidates where !found.contains(candidate) {
                    let other = items[candidate].box
                    let gap = max(other.x - around.right, around.x - other.right)
                    let isLevel = other.y < around.bottom + 0.3 * around.height && around.y < other.bottom + 0.3 * around.height
                    guard isLevel, gap < (isWord ? Self.limitGap.word : Self.limitGap.sign) * max(around.height, other.height) else {
                        continue
                    }
                    found.append(candidate)
                    around = around.union(other)
                    isGrowing = true
                }
            }
            return found.sorted()
        }
    }

    /// Makes a mark directly above a letter the accent of that letter.
    private func withAccents(_ items: [LayoutItem]) -> [LayoutItem] {
        var items = items
        var taken: Set<Int> = []
        for (index, mark) in items.enumerated() {
            guard let place = mark.symbol, Self.accents.contains(symbols[place].symbol.text) else { continue }
            let middle = mark.box.x + mark.box.width / 2
            let base = items.indices.first { other in
                guard other != index, !taken.contains(other), items[other].accent == nil, let below = items[other].symbol,
                    symbols[below].symbol.kind == .letter
                else { return false }
                let box = items[other].box
                let gap = box.y - mark.box.bottom
                return middle > box.x && middle < box.right && gap > -0.15 * box.height && gap < 0.5 * box.height
                    && mark.box.width < max(2 * box.width, box.height) && mark.box.height < 0.6 * box.height
            }
            guard let base else { continue }
            items[base].accent = place
            items[base].symbols.append(place)
            taken.insert(index)
        }
        return items.indices.filter { !taken.contains($0) }.map { items[$0] }
    }

    private static let accents: Set = ["−", "∧", "∼", "→"]

    // MARK: scripts

    /// Returns the indices of letters that form function names at roughly the same height.
    private func names(in items: [LayoutItem]) -> Set<Int> {
        let letters = items.map { item in
            item.rows.isEmpty && item.accent == nil ? item.symbol.map { symbols[$0].symbol.text } ?? " " : " "
        }
        let level = FunctionNames.ranges(in: letters).filter { range in
            zip(items[range], items[range].dropFirst()).allSatisfy { a, b in
                min(a.box.bottom, b.box.bottom) - max(a.box.y, b.box.y) > Self.nameLevel * min(a.box.height, b.box.height)
            }
        }
        return Set(level.joined())
    }

    private func withScripts(_ items: [LayoutItem], _ depth: Int) -> [LayoutItem] {
        var row: [(item: LayoutItem, upper: [Int], lower: [Int])] = []
        var open = 0
        let names = self.names(in: items)
        for (index, item) in items.enumerated() {
            guard let base = row.last?.item else {
                row.append((item, [], []))
                continue
            }
            let line = row.dropLast().last { $0.item.metrics.size != nil }?.item.metrics
            let context = ScriptRule.Context(line: line, open: open, mayHaveDigit: names.contains(index - 1))
            let rule = ScriptRule(symbols: symbols)
            let isInName = names.contains(index) && names.contains(index - 1)
            switch isInName ? .row : rule.place(of: item, at: base, in: context, before: items[(index + 1)...]) {
            case .row:
                row.append((item, [], []))
                switch item.symbol.map({ symbols[$0].symbol.kind }) {
                case .opening: open += 1
                case .closing: open = max(0, open - 1)
                default: break
                }
            case .superscript: row[row.count - 1].upper += item.symbols
            case .subscript: row[row.count - 1].lower += item.symbols
            }
        }
        return row.map { entry in
            var item = entry.item
            if !entry.upper.isEmpty { item.superscript = self.row(of: entry.upper, depth: depth + 1) }
            if !entry.lower.isEmpty { item.subscript = self.row(of: entry.lower, depth: depth + 1) }
            return item
        }
    }
}
