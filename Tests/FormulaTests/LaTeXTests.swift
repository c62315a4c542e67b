import Formula
import InkTestSupport
import Testing

@Suite("LaTeX of formulas")
struct LaTeXTests {
    /// What is read and written again as it is.
    static let canonical = [
        "x", "x+1", "a-b", "2x", "3.14", "x^{2}", "x_{1}", "x_{i}^{2}", "\\frac{1}{2}", "\\frac{a+b}{c-d}", "\\sqrt{2}", "\\sqrt[{3}]{x}",
        "\\alpha+\\beta", "\\alpha x", "2\\pi r", "\\sin x", "\\sin^{2}x", "\\log_{2}8", "\\sum_{i=1}^{n}i", "\\int_{0}^{1}x^{2}dx",
        "(a+b)^{2}",
        "\\left(\\frac{1}{2}\\right)^{n}", "\\left|x\\right|", "\\left[0,1\\right)", "\\hat{x}", "\\overline{xy}", "\\bar{x}", "\\vec{v}",
        "x\\leq y", "a\\times 3", "a\\neq b", "\\lim_{x\\rightarrow 0}\\frac{\\sin x}{x}", "e^{x^{2}}", "{x^{2}}^{3}", "{ab}^{2}", "n!",
        "f(x)=\\frac{1}{1+e^{-x}}", "x^{\\prime}", "\\infty", "\\partial x", "x\\in\\mathbb{R}", "[a,b]", "\\operatorname{abs}(x)",
        "\\frac{\\frac{a}{b}}{c}", "\\sqrt{\\frac{a}{b}}", "x_{n+1}=\\frac{1}{2}(x_{n}+\\frac{a}{x_{n}})",
        "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}", "\\begin{bmatrix}1&0&-1\\end{bmatrix}",
        "\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}=ad-bc",
        "\\begin{Bmatrix}x\\\\y\\end{Bmatrix}", "\\begin{Vmatrix}x\\\\y\\end{Vmatrix}", "\\begin{matrix}x&\\\\&y\\end{matrix}",
        "\\left[\\begin{matrix}x\\\\y\\end{matrix}\\right)", "\\begin{pmatrix}x\\\\y\\end{pmatrix}^{2}",
        "f(x)=\\begin{cases}x^{2},&x>0\\\\-x,&x\\leq 0\\end{cases}", "\\begin{pmatrix}\\frac{1}{2}\\\\{}[0,1]\\end{pmatrix}",
        "\\begin{pmatrix}\\begin{matrix}a&b\\end{matrix}&\\left(\\frac{1}{2}\\right)\\\\(&)\\end{pmatrix}",
    ]

    @Test("what is written is read as the same tree, and written the same again", arguments: canonical)
    func roundTrip(text: String) throws {
        let node = try LaTeXReader.node(of: text)
        let written = LaTeXWriter.text(of: node)
        #expect(try LaTeXReader.node(of: written) == node)
        #expect(LaTeXWriter.text(of: try LaTeXReader.node(of: written)) == written)
    }

    @Test(
        "what people write otherwise means the same",
        arguments: [
            ("x^2", "x^{2}"), ("x_1^2", "x_{1}^{2}"), ("x^2_1", "x_{1}^{2}"), ("\\frac12", "\\frac{1}{2}"), ("\\sqrt2", "\\sqrt{2}"),
            ("a \\le b", "a\\leq b"), ("f'", "f^{\\prime}"), ("x^23", "x^{2}3"), ("α", "\\alpha"), ("\\sqrt[3]{x}", "\\sqrt[{3}]{x}"),
            ("\\begin{pmatrix} a & b \\\\ c \\\\ \\end{pmatrix}", "\\begin{pmatrix}a&b\\\\c&\\end{pmatrix}"),
            ("\\left( \\begin{matrix} a \\\\ b \\end{matrix} \\right)", "\\begin{pmatrix}a\\\\b\\end{pmatrix}"),
            ("\\left\\{\\begin{matrix}a\\\\b\\end{matrix}\\right.", "\\begin{cases}a\\\\b\\end{cases}"),
        ])
    func loose(text: String, canonical: String) throws {
        #expect(LaTeXWriter.text(of: try LaTeXReader.node(of: text)) == canonical)
    }

    @Test(
        "what is no formula is refused",
        arguments: [
            "{", "}x", "\\frac{1}", "x^", "\\nothing", "\\left(x", "x^{2}^{3}", "\\", "a&b", "a\\\\b", "\\begin{pmatrix}a",
            "\\begin{pmatrix}a\\end{bmatrix}", "\\begin{tabular}a\\end{tabular}",
            "\\begin", "\\begin{pmatrix", "\\end{pmatrix}", "\\begin{pmatrix}{a&b}\\end{pmatrix}",
        ])
    func refused(text: String) {
        #expect(throws: LaTeXError.self) { try LaTeXReader.node(of: text) }
    }

    @Test("too much of it is refused")
    func limits() {
        #expect(throws: LaTeXError.tooDeep) {
            try LaTeXReader.node(of: String(repeating: "{", count: 200) + String(repeating: "}", count: 200))
        }
        #expect(throws: LaTeXError.tooDeep) { try LaTeXReader.node(of: String(repeating: "\\sqrt", count: 500) + "2") }
        #expect(throws: LaTeXError.self) { try LaTeXReader.node(of: String(repeating: "x", count: LaTeXReader.longest + 1)) }
    }

    @Test("damaged text and random tokens are read or refused, and what is read can be written and read again")
    func fuzz() {
        let good = Self.canonical.map { Array($0.utf8) }
        let tokens = [
            "{", "}", "(", ")", "[", "]", "^", "_", "'", "\\left", "\\right", "\\frac", "\\sqrt", "\\sum", "x", "2", ".", "|", "\\",
            "\\begin{pmatrix}", "\\end{pmatrix}", "\\begin{cases}", "\\end{cases}", "\\begin{matrix}", "\\end{matrix}", "&", "\\\\",
        ]
        let count = Fuzz.run(seed: 1) { generator in
            let damaged = Fuzz.damaged(good.randomElement(using: &generator) ?? [], words: tokens, using: &generator)
            let random = (0..<Int.random(in: 0...30, using: &generator)).map { _ in tokens.randomElement(using: &generator) ?? "" }
            for text in [String(decoding: damaged, as: UTF8.self), random.joined(separator: " ")] {
                guard let node = try? LaTeXReader.node(of: text) else { continue }
                #expect(!MathMLWriter.text(of: node).isEmpty)
                let written = LaTeXWriter.text(of: node)
                // accents of rows and brackets without partners are written otherwise than they came
                if let again = try? LaTeXReader.node(of: written) { #expect(LaTeXWriter.text(of: again) == written, "\(text)") }
                _ = try? Solver().value(of: node)
            }
        }
        #expect(count > 0)
    }
}
