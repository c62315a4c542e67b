import Formula
import Ink
import Testing

@testable import Reading

@Suite("What stands beside a symbol")
struct ContextRulesTests {
    /// The symbols that are chosen for a row of these, each with what it may be.
    private static func chosen(_ row: [[(latex: String, score: Double)]]) -> String {
        let candidates = row.map { item in
            item.compactMap { candidate in
                MathSymbol.latex(candidate.latex).map { FormulaCandidate(symbol: $0, score: candidate.score) }
            }
        }
        let symbols = candidates.enumerated().compactMap { index, all in
            all.first.map { LayoutSymbol($0.symbol, Box(x: Double(10 * index), y: 0, width: 7, height: 10)) }
        }
        let refined = ContextRules(symbols: symbols, candidates: candidates).refined(in: LayoutParser(symbols: symbols).parse())
        return refined.compactMap(\.first?.symbol.latex).joined(separator: " ")
    }

    private static func sure(_ latex: String) -> [(latex: String, score: Double)] { [(latex, 1)] }

    @Test("a letter that the formula has elsewhere is more probable")
    func repetition() {
        let unsure = [("u", 0.5), ("v", 0.4)].map { (latex: $0.0, score: $0.1) }
        #expect(Self.chosen([unsure, Self.sure("+"), Self.sure("v"), Self.sure("+"), Self.sure("v")]) == "v + v + v")
        #expect(Self.chosen([unsure, Self.sure("+"), Self.sure("w"), Self.sure("+"), Self.sure("w")]) == "u + w + w")
    }

    @Test("a bracket has a partner, and an operator operands")
    func partners() {
        let bracket = [("(", 0.6), ("1", 0.3)].map { (latex: $0.0, score: $0.1) }
        #expect(Self.chosen([Self.sure("2"), bracket, Self.sure("+"), Self.sure("3")]) == "2 1 + 3")
        #expect(Self.chosen([bracket, Self.sure("2"), Self.sure("+"), Self.sure("3"), Self.sure(")")]) == "( 2 + 3 )")
        let plus = [("t", 0.5), ("+", 0.45)].map { (latex: $0.0, score: $0.1) }
        #expect(Self.chosen([Self.sure("="), plus]) == "= t")
    }

    @Test("a digit stands behind a function's name, and behind no other letter")
    func digits() {
        let two = [("2", 0.55), ("z", 0.4)].map { (latex: $0.0, score: $0.1) }
        #expect(Self.chosen([Self.sure("s"), Self.sure("i"), Self.sure("n"), two]) == "s i n 2")
        #expect(Self.chosen([Self.sure("x"), two]) == "x z")
        let letter = [("o", 0.6), ("0", 0.3)].map { (latex: $0.0, score: $0.1) }
        #expect(Self.chosen([Self.sure("1"), letter, Self.sure("2")]) == "1 0 2")
    }

    @Test("a sign alone in its row needs no operands")
    func lone() {
        let star = [("*", 0.5), ("x", 0.4)].map { (latex: $0.0, score: $0.1) }
        #expect(Self.chosen([star]) == "*")
    }
}
