internal import Formula
internal import Glibc
internal import Ink

/// A rule for thin strokes as tall as several rows. Two such strokes with rows between them are brackets, and a single one with rows after
/// it is a brace.
///
/// A tall bracket looks like a 1, an l or another bracket. A stroke that has a counterpart of its height, with a matrix between them, is
/// not a letter, and the two brackets are of the same kind.
struct TallBrackets {
    /// The minimum height of a bracket: as a multiple of the usual symbol's height, and as a multiple of its own width.
    private static let (tall, thin) = (1.6, 2.0)
    /// The maximum number of partners tried for one bracket, the nearest first.
    private static let mostPartners = 3
    /// The lower limit of a bracket's probability.
    private static let least = 1e-3
    /// The penalty of a pair of braces, as a natural logarithm: braces are less common around matrices than other brackets.
    private static let bracesCost = 2.0
    private static let kinds = [("(", ")"), ("[", "]"), ("{", "}"), ("|", "|")]
    /// Readings, other than brackets and bars, that thin strokes commonly get. Strokes with any other best reading are left unchanged.
    private static let alike: Set = ["1", "l", "I", "/", "ξ", "ζ", "ε", "∖", "⌊", "⌋", "⌈", "⌉", "‖"]
    /// The common readings of a straight line.
    private static let straight: Set = ["|", "1", "l", "I"]

    /// The symbols with their boxes.
    let symbols: [LayoutSymbol]
    let candidates: [[FormulaCandidate]]

    /// Returns the brackets of matrices and cases, by the index of the symbol that each of them replaces.
    func found() -> [Int: MathSymbol] {
        let heights = symbols.map(\.box.height).sorted()
        guard symbols.count > 2 else { return [:] }
        let usual = heights[heights.count / 2]
        let thin = symbols.indices.filter { place in
            let box = symbols[place].box
            return box.height > Self.tall * usual && box.height > Self.thin * box.width && mayBeBracket(place)
        }
        var found: [Int: MathSymbol] = [:]
        for open in thin where found[open] == nil {
            let partners = thin.filter { $0 != open && found[$0] == nil && symbols[$0].box.x > symbols[open].box.right }
                .sorted { symbols[$0].box.x < symbols[$1].box.x }.prefix(Self.mostPartners)
            guard let close = partners.first(where: { hasRows(open, "(", $0, ")") }) else { continue }
            let best = Self.kinds.max { score(open, $0.0, close, $0.1) < score(open, $1.0, close, $1.1) }
            guard let best else { continue }
            found[open] = MathSymbol.text(best.0)
            found[close] = MathSymbol.text(best.1)
        }
        if let brace = thin.first(where: { found[$0] == nil && hasRows($0, "{", nil, "") }), !isBetween(brace, found.keys.sorted()) {
            found[brace] = MathSymbol.text("{")
        }
        return found
    }

    private func mayBeBracket(_ place: Int) -> Bool {
        guard let best = candidates[place].first?.symbol else { return false }
        return [.opening, .closing, .fence].contains(best.kind) || Self.alike.contains(best.text)
    }

    /// Whether there are brackets both to the left and to the right of a symbol.
    private func isBetween(_ place: Int, _ brackets: [Int]) -> Bool {
        let x = symbols[place].box.x
        return brackets.contains { symbols[$0].box.x < x } && brackets.contains { symbols[$0].box.x > x }
    }

    private func hasRows(_ open: Int, _ left: String, _ close: Int?, _ right: String) -> Bool {
        var symbols = symbols
        for (place, text) in [(open, left)] + [close].compactMap({ $0 }).map({ ($0, right) }) {
            if let symbol = MathSymbol.text(text) { symbols[place].symbol = symbol }
        }
        return LayoutParser(symbols: symbols).hasRows(behind: open, before: close)
    }

    private func score(_ open: Int, _ left: String, _ close: Int, _ right: String) -> Double {
        let score = log(probability(open, left)) + log(probability(close, right))
        return left == "{" ? score - Self.bracesCost : score
    }

    private func probability(_ place: Int, _ text: String) -> Double {
        let alike = text == "|" ? Self.straight : [text]
        return max(Self.least, candidates[place].reduce(0) { $0 + (alike.contains($1.symbol.text) ? $1.score : 0) })
    }
}
