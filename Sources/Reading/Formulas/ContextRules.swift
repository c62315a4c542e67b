public import Formula
internal import Glibc
internal import Ink

/// Rules that choose between symbols drawn alike, by their neighbors in the row and by the rest of the formula: brackets come in pairs,
/// operators have operands, letters form function names and recur. Sizes and positions are already taken into account by the network.
///
/// All terms are natural logarithms, added to that of the network's probability.
struct ContextRules {
    /// The bonus of a digit for each digit beside it.
    private static let besideDigit = 0.5
    /// The penalty of a digit right after a letter in the same row, where a subscript would be expected, and the penalty of that letter. A
    /// digit after a function name is exempt.
    private static let digitBehindLetter = -1.4
    /// The additional penalty of a letter between two digits.
    private static let letterBetweenDigits = -1.0
    /// The bonus of a d that may belong to a differential, because an integral precedes it.
    private static let differential = 1.0
    /// The penalty of a full stop that is not a decimal point.
    private static let lonePoint = -2.5
    /// The penalties of punctuation at the beginning of a row and at its end.
    private static let edgePunctuation = (first: -2.0, last: -0.7)
    /// The penalty of an operator or a relation that lacks an operand on one side. A sign that is alone in its row is exempt: x⁺, A*.
    private static let withoutOperand = -2.0
    /// The penalty of an operator beside an incompatible symbol: "+×", "=)".
    private static let besideOperator = -2.0
    /// The penalty of a × that cannot be a product: at the end of a row, after an operator, or with an exponent.
    private static let noProduct = -4.0
    /// The penalties of a bracket and of a vertical bar without a counterpart. A single vertical bar may be a condition.
    private static let withoutPartner = (bracket: -3.0, bar: -1.8)
    /// The maximum mean cost per letter of reading letters as a function's name, relative to the letters' best candidates: a natural
    /// logarithm.
    private static let nameCost = 1.3
    /// The term of a letter that recurs in the formula is `weight` times the logarithm of the expected number of its other occurrences plus
    /// `least`. `least` stands in for the number of a letter that does not recur.
    private static let again = (weight: 0.4, least: 0.3)

    /// The currently chosen symbols.
    let symbols: [LayoutSymbol]
    /// The candidates of each symbol, best first.
    let candidates: [[FormulaCandidate]]
    /// The expected count of each symbol in the formula, by the network's probabilities.
    private let counts: [MathSymbol: Double]

    /// - Parameters:
    ///   - symbols: The currently chosen symbols.
    ///   - candidates: The candidates of each symbol, best first.
    init(symbols: [LayoutSymbol], candidates: [[FormulaCandidate]]) {
        (self.symbols, self.candidates) = (symbols, candidates)
        counts = candidates.joined().reduce(into: [:]) { $0[$1.symbol, default: 0] += $1.score }
    }

    /// Returns each symbol's candidates, rescored by the symbol's surroundings. The scores are probabilities among the candidates, best
    /// first.
    func refined(in tree: [LayoutItem]) -> [[FormulaCandidate]] {
        // bars, root signs and marks have determined the structure, so their chosen symbols stay unchanged
        var refined = zip(symbols, candidates).map { chosen, all in
            all.filter { $0.symbol == chosen.symbol } + all.filter { $0.symbol != chosen.symbol }
        }
        for row in tree.allRows {
            let names = FunctionNames.ranges(in: row.map { $0.rows.isEmpty ? neighbor($0)?.text ?? " " : " " })
            for (index, item) in row.enumerated() {
                guard let place = item.symbol else { continue }
                let surroundings = Surroundings(
                    index: index, row: row, left: index > 0 ? neighbor(row[index - 1]) : nil,
                    right: index + 1 < row.count ? neighbor(row[index + 1]) : nil,
                    isBehindName: names.contains { $0.upperBound == index }, endsName: names.contains { $0.upperBound == index + 1 })
                let scored = candidates[place].map { candidate in
                    let context = score(candidate.symbol, surroundings) + repetition(of: candidate)
                    return (candidate.symbol, log(max(candidate.score, 1e-6)) + context)
                }
                refined[place] = Self.probabilities(scored)
            }
            name(row, &refined)
        }
        return refined
    }

    private static func probabilities(_ scored: [(symbol: MathSymbol, score: Double)]) -> [FormulaCandidate] {
        let best = scored.map(\.score).max() ?? 0
        let sum = scored.reduce(0) { $0 + exp($1.score - best) }
        return scored.map { FormulaCandidate(symbol: $0.symbol, score: exp($0.score - best) / sum) }
            .sorted { ($0.score, $1.symbol.latex) > ($1.score, $0.symbol.latex) }
    }

    private func neighbor(_ item: LayoutItem?) -> MathSymbol? { item?.symbol.map { symbols[$0].symbol } }

    /// The neighbors of an item in its row.
    private struct Surroundings {
        let index: Int
        let row: [LayoutItem]
        let left: MathSymbol?
        let right: MathSymbol?
        /// Whether a function name ends right before the item.
        let isBehindName: Bool
        let endsName: Bool

        var isFirst: Bool { index == 0 }
        var isLast: Bool { index + 1 == row.count }
        var isPlain: Bool { row[index].superscript.isEmpty && row[index].subscript.isEmpty }
        var isLeftPlain: Bool { index > 0 && row[index - 1].superscript.isEmpty && row[index - 1].subscript.isEmpty }
        var isBehindDigit: Bool { left?.kind == .digit && isLeftPlain }
        var isBeforeDigit: Bool { right?.kind == .digit && isPlain }
    }

    private func score(_ symbol: MathSymbol, _ near: Surroundings) -> Double {
        switch symbol.kind {
        case .digit:
            var score = 0.0
            if near.isBehindDigit { score += Self.besideDigit }
            if near.isBeforeDigit { score += Self.besideDigit }
            if near.left?.kind == .letter, near.isLeftPlain, !near.isBehindName { score += Self.digitBehindLetter }
            return score
        case .letter: return letter(symbol, near)
        case .binary: return binary(symbol, near)
        case .relation:
            var score = near.isFirst && !near.isLast ? Self.withoutOperand : 0
            let (left, right) = (near.left?.kind, near.right?.kind)
            if left == .binary || left == .relation || right == .relation || right == .closing { score += Self.besideOperator }
            return score
        case .opening, .closing: return hasPartner(symbol, near) ? 0 : Self.withoutPartner.bracket
        case .fence: return hasPartner(symbol, near) ? 0 : Self.withoutPartner.bar
        case .punctuation:
            let edge = near.isFirst ? Self.edgePunctuation.first : near.isLast ? Self.edgePunctuation.last : 0
            let isLone = symbol.text == "." && (near.left?.kind != .digit || near.right?.kind != .digit)
            return edge + (isLone ? Self.lonePoint : 0)
        case .large: return near.isLast ? Self.withoutOperand : 0
        case .ordinary: return 0
        }
    }

    private func letter(_ symbol: MathSymbol, _ near: Surroundings) -> Double {
        var score = 0.0
        if near.isBeforeDigit, !near.endsName {
            score += Self.digitBehindLetter
            if near.isBehindDigit { score += Self.letterBetweenDigits }
        }
        if symbol.text == "d", near.right?.kind == .letter, near.row[..<near.index].contains(where: isIntegral) {
            score += Self.differential
        }
        return score
    }

    private func binary(_ symbol: MathSymbol, _ near: Surroundings) -> Double {
        guard near.row.count > 1 else { return 0 }
        let isSign = symbol.text == "+" || symbol.text == "−"
        let (left, right) = (near.left?.kind, near.right?.kind)
        var score = 0.0
        if near.isLast { score += Self.withoutOperand }
        if near.isFirst, !isSign { score += Self.withoutOperand }
        if left == .binary || right == .binary || right == .relation || right == .closing { score += Self.besideOperator }
        if !isSign, left == .relation || left == .opening { score += Self.besideOperator }
        if symbol.text == "×" {
            let isProduct = !near.isFirst && !near.isLast && near.isPlain && left != .binary && left != .relation && left != .opening
            if !isProduct || right == .binary || right == .relation { score += Self.noProduct }
        }
        return score
    }

    private func isIntegral(_ item: LayoutItem) -> Bool { neighbor(item).map { ["∫", "∬", "∮"].contains($0.text) } ?? false }

    /// Returns the term for letters that recur in a formula.
    private func repetition(of candidate: FormulaCandidate) -> Double {
        guard candidate.symbol.kind == .letter else { return 0 }
        let others = max(0, (counts[candidate.symbol] ?? 0) - candidate.score)
        return Self.again.weight * log(Self.again.least + others)
    }

    /// Whether another symbol of the row may be the bracket's partner.
    private func hasPartner(_ symbol: MathSymbol, _ near: Surroundings) -> Bool {
        let index = near.index
        return near.row.enumerated().contains { offset, other in
            guard offset != index, let place = other.symbol else { return false }
            return candidates[place].contains { candidate in
                switch symbol.kind {
                case .opening: offset > index && candidate.symbol.kind == .closing
                case .closing: offset < index && candidate.symbol.kind == .opening
                default: candidate.symbol == symbol
                }
            }
        }
    }

    /// Moves the letters of a function's name to the front of the candidates of adjacent symbols if the name is plausible.
    private func name(_ row: [LayoutItem], _ refined: inout [[FormulaCandidate]]) {
        var start = 0
        while start < row.count {
            defer { start += 1 }
            for name in FunctionNames.all where start + name.count <= row.count {
                let items = row[start..<(start + name.count)]
                guard items.dropLast().allSatisfy({ $0.rows.isEmpty && $0.accent == nil }) else { continue }
                var (cost, places): (Double, [(place: Int, rank: Int)]) = (0, [])
                for (item, letter) in zip(items, name) {
                    guard let place = item.symbol, let best = refined[place].first,
                        let rank = refined[place].firstIndex(where: { $0.symbol.text == String(letter) })
                    else { break }
                    cost += log(max(best.score, 1e-9)) - log(max(refined[place][rank].score, 1e-9))
                    places.append((place, rank))
                }
                guard places.count == name.count, cost <= Self.nameCost * Double(name.count) else { continue }
                for (place, rank) in places where rank > 0 {
                    var found = refined[place].remove(at: rank)
                    found.score = refined[place].first?.score ?? found.score
                    refined[place].insert(found, at: 0)
                }
                start += name.count - 1
                break
            }
        }
    }
}

/// A symbol that some strokes may represent.
public struct FormulaCandidate: Sendable, Hashable {
    /// The symbol.
    public var symbol: MathSymbol
    /// The probability that the strokes represent the symbol, 0…1, by their drawing and their surroundings.
    public var score: Double
}
