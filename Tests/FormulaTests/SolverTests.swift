import Formula
import Testing

@Suite("Arithmetic of formulas")
struct SolverTests {
    private static func text(_ latex: String, _ solver: Solver = Solver()) throws -> String {
        NumberText.text(of: try solver.value(of: try LaTeXReader.node(of: latex)))
    }

    @Test(
        "an expression has the value that people expect",
        arguments: [
            ("2+3", "5"), ("2-5", "−3"), ("2+3\\times 4", "14"), ("(2+3)\\times 4", "20"), ("10\\div 4", "2.5"), ("7/2", "3.5"),
            ("2\\cdot 3=", "6"), ("-2^{2}", "−4"), ("(-2)^{2}", "4"), ("2^{10}", "1024"), ("\\frac{1}{3}", "0.3333333333"),
            ("0.1+0.2", "0.3"),
            ("0.3-0.1-0.2", "0"), ("2\\frac{1}{2}", "2.5"), ("\\sqrt{2}", "1.414213562"), ("\\sqrt[{3}]{27}", "3"),
            ("\\sqrt[{3}]{-8}", "−2"),
            ("5!", "120"), ("50\\%", "0.5"), ("\\sin\\pi", "0"), ("\\cos 0", "1"), ("\\sin^{2}1+\\cos^{2}1", "1"), ("\\log 1000", "3"),
            ("\\ln e", "1"), ("\\log_{2}8", "3"), ("\\exp(1)", "2.718281828"), ("\\left|-3\\right|", "3"), ("2\\pi", "6.283185307"),
            ("2(3+4)", "14"), ("\\operatorname{abs}(2-5)", "3"), ("10^{21}", "1×10^21"), ("1\\div 3\\times 3", "1"), ("--2", "2"),
            ("\\tan(\\frac{\\pi}{4})", "1"), ("2^{-1}", "0.5"), ("\\sin^{-1}1", "1.570796327"), ("1200", "1200"), ("\\frac{2+4}{1+2}", "2"),
        ])
    func values(latex: String, text: String) throws { #expect(try Self.text(latex) == text) }

    private static let formatted: [(value: Double, format: NumberFormat, text: String)] = [
        (25.0 / 9, NumberFormat(fractionDigits: 2), "2.78"), (25.0 / 9, NumberFormat(fractionDigits: 2, truncates: true), "2.77"),
        (25.0 / 9, NumberFormat(fractionDigits: 0), "3"), (25.0 / 9, NumberFormat(separator: ","), "2,777777778"),
        (1.005, NumberFormat(fractionDigits: 2), "1.01"), (0.29, NumberFormat(fractionDigits: 2, truncates: true), "0.29"),
        (-0.004, NumberFormat(fractionDigits: 2), "0"), (-0.004, NumberFormat(fractionDigits: 3, separator: ","), "−0,004"),
        (0.996, NumberFormat(fractionDigits: 2), "1"), (0.996, NumberFormat(fractionDigits: 2, truncates: true), "0.99"),
        (1e-9, NumberFormat(fractionDigits: 14), "0.000000001"), (1e-9, NumberFormat(), "1×10^−9"),
        (123_456_789.987, NumberFormat(fractionDigits: 3), "123456790"), (1.25e21, NumberFormat(fractionDigits: 1), "1.3×10^21"),
        (7.0, NumberFormat(fractionDigits: 4), "7"),
    ]

    @Test("a result has as many decimals as its format allows, rounded or cut off")
    func formats() {
        for (value, format, text) in Self.formatted { #expect(NumberText.text(of: value, as: format) == text, "\(value)") }
    }

    @Test("letters have the values that are given, and angles their unit")
    func variables() throws {
        let solver = Solver(variables: ["x": 3, "α": 2], angle: .degrees)
        #expect(try Self.text("2x+\\alpha", solver) == "8")
        #expect(try Self.text("\\sin 30", solver) == "0.5")
        #expect(try Self.text("\\arctan 1", solver) == "45")
        #expect(try Self.text("\\sin 2x", Solver(variables: ["x": 45], angle: .degrees)) == "1")
    }

    @Test(
        "what has no value is told apart",
        arguments: [
            ("x+1", SolverError.unknownVariable("x")), ("\\frac{1}{0}", .divisionByZero), ("1\\div 0", .divisionByZero),
            ("0^{-1}", .divisionByZero),
            ("\\log(-1)", .outsideDomain("the logarithm")), ("\\sqrt{-1}", .outsideDomain("the root")), ("171!", .tooLarge),
            ("\\tan(\\frac{\\pi}{2})", .outsideDomain("tan")), ("10^{400}", .tooLarge),
        ])
    func errors(latex: String, error: SolverError) throws {
        let node = try LaTeXReader.node(of: latex)
        #expect(throws: error) { try Solver().value(of: node) }
    }

    @Test(
        "what is not arithmetic is not worked out",
        arguments: [
            "1=1", "2+", "\\int_{0}^{1}1", "\\times 2", "\\sin", "()", "2<3", "\\begin{pmatrix}1\\\\2\\end{pmatrix}=",
            "2\\begin{vmatrix}1\\end{vmatrix}",
        ])
    func notArithmetic(latex: String) throws {
        let node = try LaTeXReader.node(of: latex)
        do throws(SolverError) {
            Issue.record("\(latex) is \(try Solver().value(of: node))")
        } catch {
            if case .notArithmetic = error { return }
            Issue.record("\(latex): \(error)")
        }
    }
}
