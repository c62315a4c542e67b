import Formula
import Ink
import Testing

@testable import FormulaLayout

@Suite("The structure of formulas")
struct LayoutParserTests {
    /// Formulas that are set in boxes and read again.
    static let formulas = [
        "x+1", "a-b=c", "12.5", "2x", "x^{2}", "x_{1}", "x_{i}^{2}", "x^{2}+y^{2}=z^{2}", "e^{x}", "e^{-x}", "a^{n+1}", "2^{10}", "x_{n+1}",
        "\\frac{1}{2}", "\\frac{a+b}{c-d}", "\\frac{x^{2}}{y}", "\\frac{\\frac{a}{b}}{c+d+e}", "\\frac{a+b+c}{\\frac{d}{e}}",
        "1+\\frac{1}{x}", "\\frac{1}{x}-\\frac{1}{y}", "\\frac{a}{b}\\times\\frac{c}{d}", "\\sqrt{2}", "\\sqrt{x+1}", "\\sqrt{x^{2}+y^{2}}",
        "\\sqrt{\\frac{a}{b}}", "\\frac{\\sqrt{a}}{b}", "\\frac{-b+\\sqrt{b^{2}-4ac}}{2a}", "\\sqrt[{3}]{x}", "2\\sqrt{x}",
        "\\sqrt{a}+\\sqrt{b}",
        "(a+b)", "(a+b)^{2}", "(x+1)(x-1)", "[a,b]", "f(x)", "\\left|x\\right|", "\\left(\\frac{1}{2}\\right)^{n}", "\\sin x", "\\cos(x+y)",
        "\\log_{2}8", "\\sum_{i=1}^{n}i", "\\sum_{i=1}^{n}x_{i}", "\\prod_{k=1}^{n}k", "\\sum_{n=1}^{\\infty}\\frac{1}{n^{2}}",
        "\\int_{0}^{1}x^{2}dx", "\\lim_{x\\rightarrow 0}\\frac{\\sin x}{x}", "n!", "a\\leq b", "x\\neq y", "\\alpha+\\beta=\\gamma",
        "2\\pi r",
        "a_{1}+a_{2}+a_{3}", "e^{x^{2}}", "\\frac{1}{1+e^{-x}}", "\\bar{x}",
    ]

    private static func read(_ latex: String, disorder: Double, seed: UInt64) throws -> String {
        let node = try LaTeXReader.node(of: latex)
        let symbols = BoxTypesetter.boxes(of: node, disorder: disorder, seed: seed).map { LayoutSymbol($0.symbol, $0.box) }
        return LaTeXWriter.text(of: FormulaBuilder(symbols: symbols).node(of: LayoutParser(symbols: symbols).parse()))
    }

    @Test("is found where all stands as it should", arguments: formulas)
    func set(latex: String) throws {
        let found = try Self.read(latex, disorder: 0, seed: 1)
        #expect(found == LaTeXWriter.text(of: try LaTeXReader.node(of: latex)))
    }

    /// The share of disorderly formulas that must be read as they are.
    private static let leastDisorderly = 0.95

    @Test("is mostly found where sizes, baselines and gaps are off by up to a twelfth")
    func disorderly() throws {
        var (right, all) = (0, 0)
        for latex in Self.formulas {
            let wanted = LaTeXWriter.text(of: try LaTeXReader.node(of: latex))
            for seed in 1...5 {
                all += 1
                if try Self.read(latex, disorder: 0.08, seed: UInt64(seed)) == wanted { right += 1 }
            }
        }
        print("\(right) of \(all) disorderly formulas have their structure")
        #expect(Double(right) >= Self.leastDisorderly * Double(all))
    }

    @Test("any boxes have one, with each symbol once, and nothing is too deep")
    func anyBoxes() {
        var generator = SystemRandomNumberGenerator()
        for count in [0, 1, 2, 60, 200] {
            let symbols = (0..<count).compactMap { _ -> LayoutSymbol? in
                guard let symbol = MathSymbol.all.randomElement(using: &generator) else { return nil }
                return LayoutSymbol(
                    symbol,
                    Box(
                        x: .random(in: 0...100), y: .random(in: 0...100), width: .random(in: 0...80), height: .random(in: 0...40)))
            }
            let tree = LayoutParser(symbols: symbols).parse()
            func places(_ row: [LayoutItem]) -> [Int] {
                row.flatMap { item -> [Int] in
                    let own: [Int] =
                        switch item.kind {
                        case .symbol(let place), .fraction(let place), .root(let place): [place]
                        case .word(_, let places): places
                        }
                    return own + [item.accent].compactMap { $0 } + item.rows.flatMap(places)
                }
            }
            #expect(places(tree).sorted() == Array(symbols.indices))
            _ = LaTeXWriter.text(of: FormulaBuilder(symbols: symbols).node(of: tree))
        }
    }
}
