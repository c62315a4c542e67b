internal import Ink

/// The rule that decides whether a symbol is in the row of the previous symbol, or is its superscript or subscript.
///
/// The rule compares the axes of the base and of the symbol, in heights of the base's capitals. The smaller the symbol is relative to the
/// base, the smaller is the offset that makes it a script.
struct ScriptRule {
    enum Place { case row, superscript, `subscript` }

    /// A symbol of less than this fraction of the base's size is small.
    private static let smallSize = 0.78
    /// A symbol larger than this fraction of the base's size counts as large.
    private static let sameSize = 1.0
    /// The minimum rise of a superscript's axis above the base's axis, in units of the base's size: for a small, a medium and a large
    /// symbol.
    private static let raised = (small: 0.24, between: 0.32, large: 0.45)
    /// The minimum distance of a subscript's axis below the base's axis, in units of the base's size: for a small, a medium and a large
    /// symbol.
    private static let lowered = (small: 0.2, between: 0.3, large: 0.42)
    /// The minimum distances for a symbol of unknown size: of a superscript's axis above the base's axis, and of a subscript's axis below
    /// it.
    private static let unsized = (raised: 0.36, lowered: 0.36)
    /// The minimum offset of an operator's axis from the base's axis, in units of the base's size, if the operator is part of a script.
    private static let operatorLean = 0.12
    /// A bracket that extends at least this far above and below the base's axis, in units of the base's size, is in the row.
    private static let bracketReach = 0.15
    /// An opening bracket of more than this fraction of the base's size is in the row.
    private static let smallBracket = 0.75
    /// A digit after a letter is mostly a script: the offset required for it is this fraction of the usual one.
    private static let digitBehindLetter = 0.7
    /// Digits have subscripts only as number bases: the offset required for one is this multiple of the usual one.
    private static let belowDigit = 1.7

    let symbols: [LayoutSymbol]

    /// The row up to the base, as context of the decision.
    struct Context {
        /// The axis and the size of the writing before the base; nil if the row does not indicate them.
        var line: LayoutMetrics?
        /// The number of open brackets.
        var open = 0
        /// Whether a digit after the base is often in its row, as after a function name or an operator.
        var mayHaveDigit = false
    }

    /// - Parameters:
    ///   - rest: The items to the right of `item`.
    func place(of item: LayoutItem, at base: LayoutItem, in context: Context, before rest: ArraySlice<LayoutItem>) -> Place {
        let line = context.line
        guard takesScripts(base), item.box.x + item.box.width / 2 > base.box.x + base.box.width * 0.5 else { return .row }
        let base = leveled(base, line)
        let size = self.size(of: base, line)
        guard size > 0 else { return .row }
        if let place = item.symbol, symbols[place].symbol.text == "′" { return .superscript }
        // a matrix around the base's axis is seldom a script
        if case .matrix = item.kind, item.box.y < base.metrics.axis, item.box.bottom > base.metrics.axis { return .row }
        if isBracket(item) {
            let (above, below) = (base.metrics.axis - item.box.y, item.box.bottom - base.metrics.axis)
            if min(above, below) > Self.bracketReach * size { return .row }
            // brackets of an exponent are small, and both brackets of a pair are in the same row
            if symbol(item)?.kind == .opening, item.box.height > Self.smallBracket * size { return .row }
            if symbol(item)?.kind == .closing, context.open > 0 { return .row }
            if let partner = partner(of: item, in: rest) {
                let (above, below) = (base.metrics.axis - partner.box.y, partner.box.bottom - base.metrics.axis)
                if min(above, below) > Self.bracketReach * size { return .row }
            }
        }
        let rise = (base.metrics.axis - item.metrics.axis) / size
        if isOnBaseline(item) {
            // a period or comma near the baseline is in the row
            let depth = (item.box.bottom - base.metrics.axis) / size
            return depth > TypographicClass.axis + 0.4 && !followsRow(base, context, rest) ? .subscript : depth < -0.2 ? .superscript : .row
        }
        if isOperator(item) {
            // an operator belongs to the symbol after it, as in the exponent of e²ˣ⁺¹
            guard abs(rise) > Self.operatorLean else { return .row }
            // equals signs and other relations occur in limits, but not in exponents
            if symbol(item)?.kind == .relation, rise > 0 || symbol(base)?.kind != .large { return .row }
            let (side, other): (Place, Place) = rise > 0 ? (.superscript, .subscript) : (.subscript, .superscript)
            var context = context
            context.mayHaveDigit = true
            let following = rest.filter { !isOperator($0) }.map { place(of: $0, at: base, in: context, before: []) }
            guard let next = following.first(where: { $0 != other }) else {
                return verdict(rise, Self.unsized.raised, Self.unsized.lowered)
            }
            return next == side ? side : .row
        }
        guard let own = item.metrics.size else { return verdict(rise, Self.unsized.raised, Self.unsized.lowered) }
        let ratio = own / size
        let isDigitBehindLetter = symbol(item)?.kind == .digit && symbol(base)?.kind == .letter && !context.mayHaveDigit
        let share = isDigitBehindLetter ? Self.digitBehindLetter : 1
        let lower = symbol(base)?.kind == .digit ? Self.belowDigit : share
        if ratio < Self.smallSize { return verdict(rise, share * Self.raised.small, lower * Self.lowered.small) }
        if ratio < Self.sameSize { return verdict(rise, share * Self.raised.between, lower * Self.lowered.between) }
        return verdict(rise, share * Self.raised.large, lower * Self.lowered.large)
    }

    /// Returns the closing bracket that matches an opening one; nil if `item` is not an opening bracket, or is unclosed.
    private func partner(of item: LayoutItem, in rest: ArraySlice<LayoutItem>) -> LayoutItem? {
        guard symbol(item)?.kind == .opening else { return nil }
        var open = 1
        return rest.first { other in
            switch symbol(other)?.kind {
            case .opening: open += 1
            case .closing: open -= 1
            default: break
            }
            return open == 0
        }
    }

    private func verdict(_ rise: Double, _ raised: Double, _ lowered: Double) -> Place {
        rise > raised ? .superscript : rise < -lowered ? .subscript : .row
    }

    private func followsRow(_ base: LayoutItem, _ context: Context, _ rest: ArraySlice<LayoutItem>) -> Bool {
        guard let next = rest.first else { return false }
        return place(of: next, at: base, in: context, before: []) == .row
    }

    /// Corrects the axis of a closing bracket, or of an f, which some writers draw with a descender: the symbols before it indicate the
    /// axis better.
    private func leveled(_ base: LayoutItem, _ line: LayoutMetrics?) -> LayoutItem {
        guard let line, isBracket(base) || symbol(base)?.text == "f", base.box.y < line.axis, base.box.bottom > line.axis else {
            return base
        }
        var base = base
        base.metrics.axis = line.axis
        return base
    }

    private func symbol(_ item: LayoutItem) -> MathSymbol? { item.symbol.map { symbols[$0].symbol } }

    private func isOperator(_ item: LayoutItem) -> Bool {
        guard let symbol = symbol(item) else { return false }
        return symbol.kind == .binary || symbol.kind == .relation
    }

    private func isBracket(_ item: LayoutItem) -> Bool {
        switch symbol(item)?.kind {
        case .opening, .closing, .fence: true
        default: false
        }
    }

    private func isOnBaseline(_ item: LayoutItem) -> Bool { symbol(item).map { TypographicClass($0) == .baseline } ?? false }

    private func takesScripts(_ base: LayoutItem) -> Bool {
        guard let symbol = symbol(base) else { return true }
        switch symbol.kind {
        case .ordinary: return !["…", "⋯", "∞"].contains(symbol.text)
        case .letter, .digit, .closing, .fence, .large: return true
        case .binary, .relation, .punctuation, .opening: return false
        }
    }

    /// Returns the height of capitals in the base's writing size; for brackets and compound bases, a fraction of their height.
    private func size(of base: LayoutItem, _ line: LayoutMetrics?) -> Double {
        if let size = base.metrics.size { return size }
        // the height of ∞ does not indicate the size of the writing
        if symbol(base)?.kind == .ordinary, let size = line?.size { return size }
        switch base.kind {
        case .fraction: return base.box.height
        case .symbol: return base.box.height / (1 + TypographicClass.descent)
        case .root, .word, .matrix: return base.box.height
        }
    }
}
