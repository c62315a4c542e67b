public import Formula
internal import FormulaLayout
internal import Glibc
internal import Ink

/// Chooses among symbols of the same drawing by what stands beside them in their row: brackets have partners, operators operands, letters make
/// functions' names. What their own size, place and surroundings tell the network has seen.
///
/// All terms are natural logarithms that are added to that of the network's probability.
struct ContextRules {
    /// A digit beside a digit.
    private static let besideDigit = 0.5
    /// A digit behind a letter of its row, where a subscript would be expected.
    private static let digitBehindLetter = -0.7
    /// A full stop that is no decimal point.
    private static let lonePoint = -2.5
    /// An operator without an operand at one side.
    private static let withoutOperand = -1.0
    /// × where no product can be: at an end, behind an operator, with an exponent.
    private static let noProduct = -3.0
    /// A bracket or bar without its partner.
    private static let withoutPartner = -1.8
    /// How far each letter of a function's name may score below the best candidate, a natural logarithm.
    private static let nameCost = 1.3

    /// The symbols as they are chosen now.
    let symbols: [LayoutSymbol]
    /// The candidates of each symbol, best first.
    let candidates: [[FormulaCandidate]]

    /// The candidates with their scores in these surroundings: probabilities among the candidates, best first.
    func refined(in tree: [LayoutItem]) -> [[FormulaCandidate]] {
        // bars, root signs and marks made the structure: they stay what they are
        var refined = zip(symbols, candidates).map { chosen, all in
            all.filter { $0.symbol == chosen.symbol } + all.filter { $0.symbol != chosen.symbol }
        }
        for row in tree.allRows {
            for (index, item) in row.enumerated() {
                guard let place = item.symbol else { continue }
                let scored = candidates[place].map { candidate in
                    (candidate.symbol, log(max(candidate.score, 1e-6)) + score(candidate.symbol, item, index, row))
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

    private func neighbour(_ item: LayoutItem?) -> MathSymbol? { item?.symbol.map { symbols[$0].symbol } }

    private func score(_ symbol: MathSymbol, _ item: LayoutItem, _ index: Int, _ row: [LayoutItem]) -> Double {
        let (before, after) = (index > 0 ? row[index - 1] : nil, index + 1 < row.count ? row[index + 1] : nil)
        let (left, right) = (neighbour(before), neighbour(after))
        let isLeftPlain = before.map { $0.superscript.isEmpty && $0.subscript.isEmpty } ?? false
        let isPlain = item.superscript.isEmpty && item.subscript.isEmpty
        var score = 0.0
        switch symbol.kind {
        case .digit:
            if left?.kind == .digit, isLeftPlain { score += Self.besideDigit }
            if right?.kind == .digit, isPlain { score += Self.besideDigit }
            if left?.kind == .letter, isLeftPlain { score += Self.digitBehindLetter }
        case .binary:
            let isSign = symbol.text == "+" || symbol.text == "−"
            if after == nil { score += Self.withoutOperand }
            if before == nil, !isSign { score += Self.withoutOperand }
            if symbol.text == "×" {
                let isProduct =
                    before != nil && after != nil && isPlain && left?.kind != .binary && left?.kind != .relation
                    && left?.kind != .opening && right?.kind != .binary && right?.kind != .relation
                if !isProduct { score += Self.noProduct }
            }
        case .relation:
            if before == nil { score += Self.withoutOperand }
        case .opening, .closing, .fence:
            if !hasPartner(symbol, index, row) { score += Self.withoutPartner }
        case .punctuation:
            if symbol.text == ".", left?.kind != .digit || right?.kind != .digit { score += Self.lonePoint }
        case .letter, .ordinary, .large: break
        }
        return score
    }

    /// Whether another symbol of the row may be the bracket's partner.
    private func hasPartner(_ symbol: MathSymbol, _ index: Int, _ row: [LayoutItem]) -> Bool {
        row.enumerated().contains { offset, other in
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

    /// Makes letters beside one another a function's name if they may well be it.
    private func name(_ row: [LayoutItem], _ refined: inout [[FormulaCandidate]]) {
        var start = 0
        while start < row.count {
            defer { start += 1 }
            for name in FormulaBuilder.names where start + name.count <= row.count {
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

/// A symbol that some strokes may be.
public struct FormulaCandidate: Sendable, Hashable {
    /// The symbol.
    public var symbol: MathSymbol
    /// 0…1: its probability, as far as the drawing and its surroundings tell.
    public var score: Double
}
