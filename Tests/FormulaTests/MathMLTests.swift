import Formula
import Testing

@Suite("MathML of formulas")
struct MathMLTests {
    private static func inner(_ latex: String) throws -> String {
        let text = MathMLWriter.text(of: try LaTeXReader.node(of: latex))
        let start = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"
        #expect(text.hasPrefix(start) && text.hasSuffix("</math>"))
        return String(text.dropFirst(start.count).dropLast("</math>".count))
    }

    @Test(
        "each kind of node has its element",
        arguments: [
            ("x", "<mi>x</mi>"), ("12.5", "<mn>12.5</mn>"), ("a-b", "<mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow>"),
            ("a<b", "<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>"), ("\\frac{1}{2}", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
            ("x^{2}", "<msup><mi>x</mi><mn>2</mn></msup>"), ("x_{i}", "<msub><mi>x</mi><mi>i</mi></msub>"),
            ("x_{i}^{2}", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"), ("\\sqrt{2}", "<msqrt><mn>2</mn></msqrt>"),
            ("\\sqrt[{3}]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
            ("\\sum_{i}^{n}", "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>"),
            ("\\int_{0}^{1}", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>"),
            ("\\lim_{x}", "<munder><mi>lim</mi><mi>x</mi></munder>"), ("\\sin x", "<mrow><mi>sin</mi><mo>\u{2061}</mo><mi>x</mi></mrow>"),
            ("\\left|x\\right|", "<mrow><mo fence=\"true\">|</mo><mi>x</mi><mo fence=\"true\">|</mo></mrow>"),
            (
                "\\begin{pmatrix}a&1\\\\&b\\end{pmatrix}",
                "<mrow><mo fence=\"true\">(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mn>1</mn></mtd></mtr>"
                    + "<mtr><mtd><mrow></mrow></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo fence=\"true\">)</mo></mrow>"
            ),
            (
                "\\begin{cases}a\\\\b\\end{cases}",
                "<mrow><mo fence=\"true\">{</mo><mtable columnalign=\"left\"><mtr><mtd><mi>a</mi></mtd></mtr>"
                    + "<mtr><mtd><mi>b</mi></mtd></mtr></mtable></mrow>"
            ),
            ("\\hat{x}", "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">^</mo></mover>"),
        ])
    func elements(latex: String, mathml: String) throws { #expect(try Self.inner(latex) == mathml) }
}
