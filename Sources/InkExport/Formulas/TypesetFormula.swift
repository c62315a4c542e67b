internal import Formula

/// A typeset formula: symbols, lines and bars at their positions. Lengths are in ems of the outermost font size; x is measured from the
/// left edge, y downward from the baseline.
struct TypesetFormula {
    enum Element {
        /// A symbol or a name. It is scaled to this width, whatever the font.
        case text(String, x: Double, y: Double, width: Double, size: Double, isItalic: Bool)
        /// A line through these points.
        case line([(x: Double, y: Double)], width: Double)
    }

    private(set) var elements: [Element] = []
    private(set) var width = 0.0
    /// The extent above the baseline.
    private(set) var height = 0.0
    /// The extent below the baseline.
    private(set) var depth = 0.0

    /// The height above the baseline of the math axis, on which fractions and operators are centered.
    static let axis = 0.25
    private static let rule = 0.05
    private static let smallest = 0.5
    private static let script = 0.7
    /// The gap between the rows of a matrix.
    private static let rowGap = 0.25
    private static let columnGap = 0.9
    /// The gap between the outer cells and the brackets.
    private static let cellMargin = 0.1

    /// Typesets a formula.
    init(_ node: MathNode) { self.init(node, size: 1) }

    private init() {}

    private init(_ node: MathNode, size: Double) {
        switch node {
        case .symbol(let symbol): self.init(symbol, size: size)
        case .number(let digits): self.init(text: digits, size: size, width: TypeMetrics.width(ofNumber: digits))
        case .function(let name): self.init(text: name, size: size, width: TypeMetrics.width(ofName: name))
        case .row(let nodes): self.init(row: nodes, size: size)
        case .fraction(let above, let below): self.init(fraction: above, below, size: size)
        case .script(let base, let lower, let upper): self.init(base: base, lower, upper, size: size)
        case .root(let inside, let index): self.init(root: inside, index, size: size)
        case .large(let symbol, let lower, let upper): self.init(large: symbol, lower, upper, size: size)
        case .accent(let accent, let base): self.init(accent: accent, base, size: size)
        case .fenced(let open, let inside, let close): self.init(fence: open, inside, close, size: size)
        case .matrix(let rows): self.init(matrix: rows, isCentered: true, size: size)
        }
    }

    // MARK: Composition

    private mutating func add(_ other: TypesetFormula, x: Double, y: Double = 0) {
        for element in other.elements {
            switch element {
            case .text(let text, let dx, let dy, let width, let size, let isItalic):
                elements.append(.text(text, x: x + dx, y: y + dy, width: width, size: size, isItalic: isItalic))
            case .line(let places, let width): elements.append(.line(places.map { (x + $0.x, y + $0.y) }, width: width))
            }
        }
        width = max(width, x + other.width)
        height = max(height, other.height - y)
        depth = max(depth, other.depth + y)
    }

    private mutating func append(_ other: TypesetFormula) { add(other, x: width) }

    private init(text: String, size: Double, width: Double, isItalic: Bool = false, height: Double = 0.7, depth: Double = 0) {
        elements = [.text(text, x: 0, y: 0, width: width * size, size: size, isItalic: isItalic)]
        self.width = width * size
        (self.height, self.depth) = (height * size, depth * size)
    }

    private init(_ symbol: MathSymbol, size: Double) {
        let metrics = TypeMetrics(symbol)
        self.init(
            text: symbol.text, size: size, width: metrics.width, isItalic: metrics.isItalic, height: metrics.height, depth: metrics.depth)
    }

    // MARK: nodes

    private init(row nodes: [MathNode], size: Double) {
        for (index, node) in nodes.enumerated() {
            let gap = TypeMetrics.gap(around: node, before: index > 0 ? nodes[index - 1] : nil, isLast: index == nodes.count - 1)
            // in subscripts and superscripts, the gaps around operators are smaller
            let share = size < 1 ? 0.4 : 1
            width += gap.left * size * share
            append(TypesetFormula(node, size: size))
            width += gap.right * size * share
        }
    }

    private init(fraction above: MathNode, _ below: MathNode, size: Double) {
        let inner = max(Self.smallest, size == 1 ? 0.9 : 0.8 * size)
        let (upper, lower) = (TypesetFormula(above, size: inner), TypesetFormula(below, size: inner))
        let bar = max(upper.width, lower.width) + 0.16 * size
        let (axis, gap) = (Self.axis * size, 0.14 * size)
        let left = 0.06 * size
        add(upper, x: left + (bar - upper.width) / 2, y: -(axis + gap + upper.depth))
        add(lower, x: left + (bar - lower.width) / 2, y: -axis + gap + lower.height)
        elements.append(.line([(left, -axis), (left + bar, -axis)], width: Self.rule * size))
        width = bar + 2 * left
    }

    private init(base: MathNode, _ lower: MathNode?, _ upper: MathNode?, size: Double) {
        append(TypesetFormula(base, size: size))
        let inner = max(Self.smallest, Self.script * size)
        let (right, top, bottom) = (width + 0.04 * size, height, depth)
        if case .function(let name) = base, MathFunction.withLimits.contains(name) {
            if let lower {
                let limit = TypesetFormula(lower, size: inner)
                let left = max(0, (limit.width - width) / 2)
                var whole = TypesetFormula()
                whole.add(self, x: left)
                whole.add(limit, x: max(0, (width - limit.width) / 2), y: bottom + 0.12 * size + limit.height)
                self = whole
            }
            if let upper { add(TypesetFormula(upper, size: inner), x: right, y: -(top - 0.25 * size)) }
            return
        }
        if let upper {
            let script = TypesetFormula(upper, size: inner)
            add(script, x: right, y: -max(top - 0.28 * size, 0.36 * size, script.depth + 0.25 * size))
        }
        if let lower {
            let script = TypesetFormula(lower, size: inner)
            add(script, x: right, y: max(bottom + 0.1 * size, 0.2 * size, upper == nil ? 0 : script.height - 0.2 * size))
        }
    }

    private init(root inside: MathNode, _ index: MathNode?, size: Double) {
        let radicand = TypesetFormula(inside, size: size)
        let (top, bottom) = (radicand.height + 0.14 * size, radicand.depth + 0.06 * size)
        let small = index.map { TypesetFormula($0, size: max(Self.smallest, 0.6 * size)) }
        let left = max(0, (small?.width ?? 0) - 0.28 * size)
        let hook = left + 0.55 * size
        let middle = bottom - 0.45 * (top + bottom)
        let places: [(x: Double, y: Double)] = [
            (left, middle), (left + 0.14 * size, middle - 0.06 * size), (left + 0.3 * size, bottom), (hook, -top),
            (hook + radicand.width + 0.1 * size, -top),
        ]
        elements.append(.line(places, width: Self.rule * size))
        add(radicand, x: hook + 0.05 * size)
        if let small { add(small, x: max(0, left + 0.28 * size - small.width), y: middle - 0.12 * size - small.depth) }
        width = max(width, hook + radicand.width + 0.14 * size)
        height = max(height, top + 0.05 * size)
        depth = max(depth, bottom)
    }

    private init(large symbol: MathSymbol, _ lower: MathNode?, _ upper: MathNode?, size: Double) {
        let factor = 1.5 * size
        var sign = TypesetFormula()
        // center the symbol on the axis: the symbol extends about 0.75 above and 0.25 below its baseline
        let shift = Self.axis * factor - Self.axis * size
        sign.add(TypesetFormula(text: symbol.text, size: factor, width: 0.75, height: 0.8, depth: 0.28), x: 0, y: shift)
        let inner = max(Self.smallest, Self.script * size)
        let limits = (lower: lower.map { TypesetFormula($0, size: inner) }, upper: upper.map { TypesetFormula($0, size: inner) })
        if ["∫", "∬", "∮"].contains(symbol.text) {
            append(sign)
            let right = width
            if let limit = limits.upper { add(limit, x: right, y: -(sign.height - 0.5 * limit.height)) }
            if let limit = limits.lower { add(limit, x: right - 0.2 * size, y: sign.depth + 0.2 * limit.height) }
        } else {
            let whole = max(sign.width, limits.lower?.width ?? 0, limits.upper?.width ?? 0)
            add(sign, x: (whole - sign.width) / 2)
            if let limit = limits.upper { add(limit, x: (whole - limit.width) / 2, y: -(sign.height + 0.08 * size + limit.depth)) }
            if let limit = limits.lower { add(limit, x: (whole - limit.width) / 2, y: sign.depth + 0.08 * size + limit.height) }
        }
        width += 0.12 * size
    }

    private init(accent: MathAccent, _ base: MathNode, size: Double) {
        append(TypesetFormula(base, size: size))
        let (y, right) = (-(height + 0.1 * size), width)
        let middle = right / 2
        let half = min(0.2 * size, middle)
        let places: [(x: Double, y: Double)] =
            switch accent {
            case .bar: [(0.04 * size, y), (right - 0.02 * size, y)]
            case .hat: [(middle - half, y), (middle, y - 0.12 * size), (middle + half, y)]
            case .tilde: [(middle - half, y), (middle - half / 2, y - 0.1 * size), (middle + half / 2, y), (middle + half, y - 0.1 * size)]
            case .vec: [(0, y), (right, y), (right - 0.1 * size, y - 0.08 * size), (right, y), (right - 0.1 * size, y + 0.08 * size)]
            case .dot: [(middle, y), (middle + 0.01 * size, y)]
            }
        elements.append(.line(places, width: (accent == .dot ? 2 : 1) * Self.rule * size))
        height += 0.25 * size
    }

    private init(matrix rows: [[MathNode]], isCentered: Bool, size: Double) {
        let cells = rows.map { row in row.map { TypesetFormula($0, size: size) } }
        let widths = (cells.first ?? []).indices.map { column in
            cells.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
        }
        // each row is at least as high and deep as a bracket
        let heights = cells.map { row in max(0.75 * size, row.map(\.height).max() ?? 0) }
        let depths = cells.map { row in max(0.22 * size, row.map(\.depth).max() ?? 0) }
        let whole = (heights + depths).reduce(0, +) + Self.rowGap * size * Double(max(0, rows.count - 1))
        // all rows together are centered on the axis
        var top = -Self.axis * size - whole / 2
        for (row, line) in cells.enumerated() {
            var left = Self.cellMargin * size
            for (cell, width) in zip(line, widths) {
                add(cell, x: left + (isCentered ? (width - cell.width) / 2 : 0), y: top + heights[row])
                left += width + Self.columnGap * size
            }
            top += heights[row] + depths[row] + Self.rowGap * size
        }
        width = widths.reduce(2 * Self.cellMargin * size, +) + Self.columnGap * size * Double(max(0, widths.count - 1))
        height = max(height, whole / 2 + Self.axis * size)
        depth = max(depth, whole / 2 - Self.axis * size)
    }

    private init(fence open: String, _ inside: MathNode, _ close: String, size: Double) {
        // the columns of a cases environment are left-aligned
        let content =
            if case .matrix(let rows) = inside, close.isEmpty {
                TypesetFormula(matrix: rows, isCentered: false, size: size)
            } else {
                TypesetFormula(inside, size: size)
            }
        let isTall = content.height > 0.95 * size || content.depth > 0.4 * size
        let (top, bottom) = (content.height + 0.08 * size, content.depth + 0.08 * size)
        func bracket(_ text: String) -> TypesetFormula {
            guard isTall, let places = TypeMetrics.bracket(text) else {
                return MathSymbol.text(text).map { TypesetFormula($0, size: size) } ?? TypesetFormula()
            }
            var bracket = TypesetFormula()
            let breadth = 0.3 * size
            bracket.elements = [
                .line(places.map { (0.06 * size + $0.x * breadth, -top + $0.y * (top + bottom)) }, width: 1.2 * Self.rule * size)
            ]
            (bracket.width, bracket.height, bracket.depth) = (breadth + 0.12 * size, top, bottom)
            return bracket
        }
        append(bracket(open))
        append(content)
        append(bracket(close))
    }
}
