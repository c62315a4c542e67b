@testable import Formula
import Ink
import InkTestSupport
import Testing

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

    /// Symbols in boxes given as left, top, width and height; capitals are 10 high.
    private static func read(_ symbols: [(String, Double, Double, Double, Double)]) -> String {
        let symbols = symbols.compactMap { latex, x, y, width, height in
            MathSymbol.latex(latex).map { LayoutSymbol($0, Box(x: x, y: y, width: width, height: height)) }
        }
        return LaTeXWriter.text(of: FormulaNode(of: symbols).math)
    }

    @Test("a minus leads to the exponent behind it, whatever subscript stands between in the order of left edges")
    func scriptsOnBothSides() {
        let symbols = [("x", 0.0, -6.2, 6.0, 6.2), ("-", 7, -10.2, 3, 0.3), ("i", 8, -1, 2, 6), ("3", 11, -13, 4, 6)]
        #expect(Self.read(symbols) == "x_{i}^{-3}")
    }

    @Test("a sign or a number before a root is no index of it, and an index may be as wide as a term")
    func rootIndex() {
        let root = ("\\surd", 20.0, -12.0, 16.0, 13.0)
        #expect(Self.read([("x", 0, -6.2, 6, 6.2), ("+", 10, -6, 6, 6), root, ("y", 27, -6.2, 6, 9)]) == "x+\\sqrt{y}")
        #expect(Self.read([("=", 12, -5, 7, 3), root, ("y", 27, -6.2, 6, 9)]) == "=\\sqrt{y}")
        let index = [("n", 11.0, -9.0, 3.0, 3.0), ("+", 15, -9, 2.5, 2.5), ("1", 19, -10, 3, 4)]
        #expect(Self.read(index + [root, ("y", 27, -6.2, 6, 9)]) == "\\sqrt[{n+1}]{y}")
    }

    @Test("an exponent beside a fraction is not above its bar")
    func besideFraction() {
        let fraction = [("-", 20.0, -3.0, 30.0, 0.3), ("a", 30, -12, 6, 6), ("b", 31, 0, 6, 10)]
        #expect(Self.read([("x", 8, -6.2, 6, 6.2), ("2", 14.5, -12, 4, 6)] + fraction) == "x^{2}\\frac{a}{b}")
    }

    @Test("a decimal point stands before the digit whose upper part reaches over it")
    func decimalPoint() {
        #expect(Self.read([("8", 0, -10, 5, 10), (".", 8, -0.8, 0.8, 0.8), ("7", 7, -10, 7, 10)]) == "8.7")
        #expect(Self.read([("8", 0, -10, 5, 10), ("7", 7, -10, 7, 10), (",", 15, -0.8, 1, 2), ("x", 18, -6, 6, 6)]) == "87,x")
    }

    @Test("an f that reaches below the line has its brackets beside it; an equation is no exponent, and a number has no subscript")
    func rows() {
        let applied = [("f", 0.0, -10.0, 5.0, 14.0), ("(", 6, -11, 2.5, 12.5), ("x", 9, -6.2, 5, 6.2), (")", 15, -11, 2.5, 12.5)]
        #expect(Self.read(applied) == "f(x)")
        #expect(Self.read([("x", 0, -6.2, 6, 6.2), ("=", 9, -9, 6, 3), ("y", 18, -10, 6, 9)]) == "x=y")
        #expect(Self.read([("2", 0, -10, 6, 10), ("x", 8, -2, 6, 6)]) == "2x")
        #expect(Self.read([("x", 0, -6.2, 6, 6.2), ("2", 7, -1, 4, 6)]) == "x_{2}")
    }

    @Test("the letters of a function's name are in one row, however they dance")
    func names() {
        #expect(Self.read([("l", 0, -10, 2, 10), ("o", 4, -3.5, 4, 5), ("g", 9, -5, 5, 9), ("2", 17, -10, 5, 10)]) == "\\log 2")
    }

    @Test("any boxes have one, with each symbol once, and nothing is too deep")
    func anyBoxes() {
        var generator = SeededGenerator.printingSeed()
        for count in [0, 1, 2, 60, 200] {
            let symbols = (0..<count).compactMap { _ -> LayoutSymbol? in
                guard let symbol = MathSymbol.all.randomElement(using: &generator) else { return nil }
                return LayoutSymbol(
                    symbol,
                    Box(
                        x: .random(in: 0...100, using: &generator), y: .random(in: 0...100, using: &generator),
                        width: .random(in: 0...80, using: &generator), height: .random(in: 0...40, using: &generator)))
            }
            let tree = LayoutParser(symbols: symbols).parse()
            func places(_ row: [LayoutItem]) -> [Int] {
                row.flatMap { item -> [Int] in
                    let own: [Int] =
                        switch item.kind {
                        case .symbol(let place), .fraction(let place), .root(let place): [place]
                        case .word(_, let places): places
                        case .matrix(let open, let close): [open] + [close].compactMap { $0 }
                        }
                    return own + [item.accent].compactMap { $0 } + item.rows.flatMap(places)
                }
            }
            #expect(places(tree).sorted() == Array(symbols.indices))
            _ = LaTeXWriter.text(of: FormulaBuilder(symbols: symbols).node(of: tree))
        }
    }
}
