@testable import Formula
import Ink
import InkTestSupport

/// Sets a formula in boxes, as a hand would: each symbol gets the place and the size of its class, with as much disorder as is asked for.
struct BoxTypesetter {
    /// The symbols in the order they would be written, with their boxes.
    private(set) var boxes: [(symbol: MathSymbol, box: Box)] = []
    /// The largest share by which sizes, baselines and gaps are off.
    var disorder = 0.0
    var generator = SeededGenerator(seed: 1)

    /// The boxes of a formula whose capitals are 10 high.
    static func boxes(
        of node: MathNode, disorder: Double = 0, seed: UInt64 = 1
    ) -> [(symbol: MathSymbol, box: Box)] {
        var typesetter = BoxTypesetter()
        typesetter.disorder = disorder
        typesetter.generator = SeededGenerator(seed: seed)
        _ = typesetter.set(node, x: 0, baseline: 0, size: 10)
        return typesetter.boxes
    }

    private mutating func off(_ size: Double) -> Double { size * disorder * Double.random(in: -1...1, using: &generator) }

    private func bounds(from start: Int) -> Box {
        let all = boxes[start...].map(\.box)
        return all.dropFirst().reduce(all.first ?? Box(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    }

    private mutating func move(from start: Int, x: Double, y: Double) {
        for index in start..<boxes.count {
            boxes[index].box.x += x
            boxes[index].box.y += y
        }
    }

    /// - Returns: the right edge.
    private mutating func set(_ node: MathNode, x: Double, baseline: Double, size: Double) -> Double {
        let gap = 0.2 * size
        switch node {
        case .symbol(let symbol): return put(symbol, x, baseline, size)
        case .number(let text), .function(let text):
            return text.reduce(x) { right, character in
                guard let symbol = MathSymbol.text(String(character)) else { return right }
                return put(symbol, right == x ? x : right + 0.12 * size, baseline, size)
            }
        case .row(let nodes):
            var right = x
            for (index, node) in nodes.enumerated() {
                right = set(node, x: index == 0 ? x : right + gap + off(size) / 2, baseline: baseline, size: size)
            }
            return right
        case .fraction(let above, let below): return setFraction(above, below, x, baseline, size)
        case .script(.function("lim"), let lower?, nil):
            let start = boxes.count
            let right = set(.function("lim"), x: x, baseline: baseline, size: size)
            let under = boxes.count
            _ = set(lower, x: 0, baseline: baseline + 0.95 * size, size: 0.55 * size)
            let box = bounds(from: under)
            move(from: under, x: (x + right) / 2 - box.x - box.width / 2, y: 0)
            return max(right, bounds(from: start).right)
        case .script(let base, let lower, let upper):
            let right = set(base, x: x, baseline: baseline, size: size)
            let top = boxes.last.map { min($0.box.y, baseline - 0.6 * size) } ?? baseline
            return setScripts(lower, upper, right, top, baseline, size)
        case .root(let inside, let index): return setRoot(inside, index, x, baseline, size)
        case .large(let symbol, let lower, let upper): return setLarge(symbol, lower, upper, x, baseline, size)
        case .accent(_, let node):
            let start = boxes.count
            let right = set(node, x: x, baseline: baseline, size: size)
            let box = bounds(from: start)
            if let bar = MathSymbol.latex("-") {
                boxes.append((bar, Box(x: box.x, y: box.y - 0.2 * size, width: box.width, height: 0.05 * size)))
            }
            return right
        case .fenced(let open, let inside, let close): return setFenced(open, inside, close, x, baseline, size)
        case .matrix(let rows): return setMatrix(rows, x, baseline, size)
        }
    }

    private mutating func put(_ symbol: MathSymbol, _ x: Double, _ baseline: Double, _ size: Double) -> Double {
        let size = size + off(size)
        let line = baseline + off(size) / 2
        let axis = line - TypographicClass.axis * size
        var box = Box(x: x, y: line - size, width: 0.55 * size, height: size)
        switch TypographicClass(symbol) {
        case .ascender: break
        case .xHeight: (box.y, box.height) = (line - 0.62 * size, 0.62 * size)
        case .descender: (box.y, box.height) = (line - 0.62 * size, 0.95 * size)
        case .full: (box.y, box.height) = (line - size, 1.33 * size)
        case .bracket: (box.y, box.width, box.height) = (line - 1.05 * size, 0.25 * size, 1.3 * size)
        case .baseline: (box.y, box.width, box.height) = (line - 0.08 * size, 0.08 * size, 0.1 * size)
        case .raised: (box.y, box.width, box.height) = (line - 1.05 * size, 0.12 * size, 0.3 * size)
        case .centered:
            let height = symbol.text == "−" ? 0.05 : symbol.text == "=" ? 0.25 : symbol.text == "⋅" ? 0.1 : 0.45
            (box.y, box.height) = (axis - height * size / 2, height * size)
            if symbol.text == "⋅" { box.width = 0.1 * size }
        }
        if symbol.text == "1" || symbol.text == "l" || symbol.text == "i" { box.width = 0.2 * size }
        boxes.append((symbol, box))
        return box.right
    }

    private mutating func setFraction(_ above: MathNode, _ below: MathNode, _ x: Double, _ baseline: Double, _ size: Double) -> Double {
        let axis = baseline - TypographicClass.axis * size
        let first = boxes.count
        _ = set(above, x: x, baseline: 0, size: 0.85 * size)
        let upper = bounds(from: first)
        move(from: first, x: 0, y: axis - 0.25 * size - upper.bottom)
        let second = boxes.count
        _ = set(below, x: x, baseline: 0, size: 0.85 * size)
        let lower = bounds(from: second)
        move(from: second, x: 0, y: axis + 0.25 * size - lower.y)
        let width = max(upper.width, lower.width) + 0.5 * size
        for index in first..<second { boxes[index].box.x += (width - upper.width) / 2 }
        for index in second..<boxes.count { boxes[index].box.x += (width - lower.width) / 2 }
        if let bar = MathSymbol.latex("-") { boxes.append((bar, Box(x: x, y: axis, width: width, height: 0.04 * size))) }
        return x + width
    }

    private mutating func setScripts(
        _ lower: MathNode?, _ upper: MathNode?, _ right: Double, _ top: Double, _ baseline: Double, _ size: Double
    ) -> Double {
        var edge = right
        if let upper {
            let start = boxes.count
            _ = set(upper, x: right + 0.08 * size, baseline: 0, size: 0.62 * size)
            let box = bounds(from: start)
            // its foot somewhat below the base's top
            move(from: start, x: 0, y: top + 0.1 * size - box.bottom)
            edge = max(edge, bounds(from: start).right)
        }
        if let lower { edge = max(edge, set(lower, x: right + 0.08 * size, baseline: baseline + 0.3 * size, size: 0.62 * size)) }
        return edge
    }

    private mutating func setRoot(_ inside: MathNode, _ index: MathNode?, _ x: Double, _ baseline: Double, _ size: Double) -> Double {
        let start = boxes.count
        let hook = 0.5 * size
        let right = set(inside, x: x + hook + 0.1 * size, baseline: baseline, size: size)
        let box = bounds(from: start)
        let top = box.y - 0.2 * size
        if let sign = MathSymbol.latex("\\surd") {
            boxes.append((sign, Box(x: x, y: top, width: right + 0.1 * size - x, height: box.bottom + 0.05 * size - top)))
        }
        if let index { _ = set(index, x: x, baseline: top + 0.45 * size, size: 0.4 * size) }
        return right + 0.1 * size
    }

    private mutating func setLarge(
        _ symbol: MathSymbol, _ lower: MathNode?, _ upper: MathNode?, _ x: Double, _ baseline: Double, _ size: Double
    ) -> Double {
        let axis = baseline - TypographicClass.axis * size
        let isIntegral = symbol.text == "∫"
        let sign = Box(x: x, y: axis - 0.9 * size, width: (isIntegral ? 0.5 : 1) * size, height: 1.8 * size)
        let start = boxes.count
        boxes.append((symbol, sign))
        for (limit, isBelow) in [(lower, true), (upper, false)] {
            guard let limit else { continue }
            let first = boxes.count
            _ = set(limit, x: 0, baseline: 0, size: 0.55 * size)
            let box = bounds(from: first)
            let y = isBelow ? sign.bottom + 0.15 * size - box.y : sign.y - 0.15 * size - box.bottom
            move(from: first, x: x + sign.width / 2 - box.x - box.width / 2, y: y)
        }
        let all = bounds(from: start)
        move(from: start, x: x - all.x, y: 0)
        return bounds(from: start).right
    }

    /// Rows around the axis; columns are as far apart as people write them, and begin below one another in every other drawing.
    private mutating func setMatrix(_ rows: [[MathNode]], _ x: Double, _ baseline: Double, _ size: Double) -> Double {
        let columns = rows.map(\.count).max() ?? 0
        let isCentered = Bool.random(using: &generator)
        let first = boxes.count
        // each cell is set at the origin, and then moved to its place
        var cells: [(row: Int, column: Int, range: Range<Int>)] = []
        for (row, line) in rows.enumerated() {
            for (column, cell) in line.enumerated() {
                let start = boxes.count
                _ = set(cell, x: 0, baseline: 0, size: size)
                cells.append((row, column, start..<boxes.count))
            }
        }
        func extent(_ range: Range<Int>) -> Box {
            boxes[range].map(\.box).reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box } ?? Box(x: 0, y: 0, width: 0, height: 0)
        }
        let widths = (0..<columns).map { column in cells.filter { $0.column == column }.map { extent($0.range).width }.max() ?? 0 }
        var line = 0.0
        for row in rows.indices {
            let own = cells.filter { $0.row == row }
            line += max(0.75 * size, own.map { -extent($0.range).y }.max() ?? 0)
            var left = x
            for cell in own {
                let box = extent(cell.range)
                let gap = isCentered ? (widths[cell.column] - box.width) / 2 : 0
                let (dx, dy) = (left + gap - box.x + off(size), line + off(size))
                for index in cell.range {
                    boxes[index].box.x += dx
                    boxes[index].box.y += dy
                }
                left += widths[cell.column] + 0.9 * size
            }
            line += max(0, own.map { extent($0.range).bottom - line }.max() ?? 0) + 0.45 * size
        }
        let whole = bounds(from: first)
        move(from: first, x: 0, y: baseline - TypographicClass.axis * size - whole.y - whole.height / 2)
        return bounds(from: first).right
    }

    private mutating func setFenced(
        _ open: String, _ inside: MathNode, _ close: String, _ x: Double, _ baseline: Double, _ size: Double
    ) -> Double {
        let first = boxes.count
        var right = x + 0.35 * size
        right = set(inside, x: right, baseline: baseline, size: size)
        let box = bounds(from: first)
        let (top, bottom) = (min(box.y, baseline - size) - 0.1 * size, max(box.bottom, baseline) + 0.15 * size)
        for (text, left) in [(open, x), (close, right + 0.1 * size)] {
            guard let symbol = MathSymbol.text(text) else { continue }
            boxes.append((symbol, Box(x: left, y: top, width: 0.25 * size, height: bottom - top)))
        }
        return right + 0.35 * size
    }
}
