internal import Formula
internal import Glibc
internal import Ink

/// Chooses among symbols of the same drawing by what stands around them: o or 0, 1 or l, x or ×, s or 5, z or 2, and small letters or capitals.
///
/// All terms are natural logarithms that are added to that of the classifier's probability.
struct ContextRules {
    /// A digit beside a digit.
    private static let besideDigit = 0.9
    /// A letter before a digit of its row, where a subscript would be expected.
    private static let letterBeforeDigit = -0.7
    /// × between digits.
    private static let timesBetweenDigits = 0.8
    /// An operator without an operand at one side.
    private static let withoutOperand = -1.0
    /// × where no product can be: at an end, behind an operator, with an exponent.
    private static let noProduct = -3.0
    /// A bracket or bar without its partner.
    private static let withoutPartner = -1.8
    /// A high mark for a prime.
    private static let tallPrime = -2.0
    /// Standard deviation of the logarithm of a symbol's size beside its row's.
    private static let sizeDeviation = 0.24
    /// The largest penalty for a wrong size, a natural logarithm.
    private static let wrongSize = -3.0
    /// Of a letter's probability, how much its capital has at least where both are drawn alike.
    private static let twinShare = 0.5
    /// How far each letter of a function's name may score below the best candidate, a natural logarithm.
    private static let nameCost = 1.3
    /// Candidates of a symbol that are kept.
    private static let mostCandidates = 5

    /// Letters whose capital is the same drawing.
    private static let twins: Set<String> = ["c", "k", "o", "p", "s", "u", "v", "w", "x", "z"]

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
            let sizes = row.map(\.metrics.size)
            for (index, item) in row.enumerated() {
                guard let place = item.symbol else { continue }
                let others = sizes.enumerated().compactMap { $0.offset == index ? nil : $0.element }.sorted()
                let unit = others.isEmpty ? nil : others[others.count / 2]
                let scored = Self.withTwins(candidates[place]).map { candidate in
                    (candidate.symbol, log(max(candidate.score, 1e-6)) + score(candidate.symbol, item, index, row, unit: unit))
                }
                refined[place] = Self.probabilities(scored)
            }
            name(row, &refined)
            markProducts(row, &refined)
        }
        return refined
    }

    private static func withTwins(_ candidates: [FormulaCandidate]) -> [FormulaCandidate] {
        var all = Array(candidates.prefix(mostCandidates))
        for candidate in candidates.prefix(3) {
            let text = candidate.symbol.text
            let twin = twins.contains(text) ? text.uppercased() : twins.contains(text.lowercased()) ? text.lowercased() : nil
            guard let twin, let symbol = MathSymbol.text(twin) else { continue }
            let score = candidate.score * twinShare
            if let place = all.firstIndex(where: { $0.symbol == symbol }) {
                all[place].score = max(all[place].score, score)
            } else {
                all.append(FormulaCandidate(symbol: symbol, score: score))
            }
        }
        return all
    }

    private static func probabilities(_ scored: [(symbol: MathSymbol, score: Double)]) -> [FormulaCandidate] {
        let best = scored.map(\.score).max() ?? 0
        let sum = scored.reduce(0) { $0 + exp($1.score - best) }
        return scored.map { FormulaCandidate(symbol: $0.symbol, score: exp($0.score - best) / sum) }
            .sorted { ($0.score, $1.symbol.latex) > ($1.score, $0.symbol.latex) }
    }

    private func neighbour(_ item: LayoutItem?) -> MathSymbol? { item?.symbol.map { symbols[$0].symbol } }

    private func score(_ symbol: MathSymbol, _ item: LayoutItem, _ index: Int, _ row: [LayoutItem], unit: Double?) -> Double {
        let (before, after) = (index > 0 ? row[index - 1] : nil, index + 1 < row.count ? row[index + 1] : nil)
        let (left, right) = (neighbour(before), neighbour(after))
        let isLeftPlain = before.map { $0.superscript.isEmpty && $0.subscript.isEmpty } ?? false
        let isPlain = item.superscript.isEmpty && item.subscript.isEmpty
        var score = FormulaVocabulary.prior(of: symbol) + sizeScore(symbol, item.box, unit)
        switch symbol.kind {
        case .digit:
            if left?.kind == .digit, isLeftPlain { score += Self.besideDigit }
            if right?.kind == .digit, isPlain { score += Self.besideDigit }
            if left?.kind == .letter, isLeftPlain { score += Self.letterBeforeDigit }
        case .letter:
            if right?.kind == .digit, isPlain { score += Self.letterBeforeDigit }
        case .binary:
            let isSign = symbol.text == "+" || symbol.text == "−"
            if after == nil { score += Self.withoutOperand }
            if before == nil, !isSign { score += Self.withoutOperand }
            if symbol.text == "×" {
                let isProduct =
                    before != nil && after != nil && isPlain && left?.kind != .binary && left?.kind != .relation
                    && left?.kind != .opening && right?.kind != .binary && right?.kind != .relation
                if !isProduct { score += Self.noProduct }
                if left?.kind == .digit, right?.kind == .digit { score += Self.timesBetweenDigits }
            }
        case .relation:
            if before == nil { score += Self.withoutOperand }
        case .opening, .closing, .fence:
            if !hasPartner(symbol, index, row) { score += Self.withoutPartner }
        case .ordinary:
            if symbol.text == "′", let unit, item.box.height > 0.6 * unit { score += Self.tallPrime }
        case .punctuation, .large: break
        }
        return score
    }

    private func sizeScore(_ symbol: MathSymbol, _ box: Box, _ unit: Double?) -> Double {
        guard let unit, unit > 0, box.height > 0, let height = TypographicClass(symbol).height else { return 0 }
        let ratio = log(box.height / height / unit) / Self.sizeDeviation
        return max(Self.wrongSize, -ratio * ratio / 2)
    }

    /// Whether another symbol of the row may be the bracket's partner.
    private func hasPartner(_ symbol: MathSymbol, _ index: Int, _ row: [LayoutItem]) -> Bool {
        row.enumerated().contains { offset, other in
            guard offset != index, let place = other.symbol else { return false }
            return candidates[place].prefix(Self.mostCandidates).contains { candidate in
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

    /// Makes a dot on the axis of its neighbours the sign of a product.
    private func markProducts(_ row: [LayoutItem], _ refined: inout [[FormulaCandidate]]) {
        guard let product = MathSymbol.latex("\\cdot"), row.count > 2 else { return }
        for index in 1..<(row.count - 1) {
            guard let place = row[index].symbol, refined[place].first?.symbol.text == ".", let size = row[index - 1].metrics.size else {
                continue
            }
            let rise = row[index - 1].metrics.axis - (row[index].box.y + row[index].box.height / 2)
            if rise > -0.18 * size { refined[place][0].symbol = product }
        }
    }
}
