@testable import Formula
import Foundation
import Ink
import InkTestSupport
import Recognition
import Testing

@testable import Reading

@Suite("Matrices and cases")
struct MatrixTests {
    /// Set in boxes and read again.
    static let matrices = [
        "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}", "A=\\begin{bmatrix}1&0&2\\\\0&3&1\\end{bmatrix}",
        "\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}=ad-bc",
        "\\begin{pmatrix}1&0&0\\\\0&1&0\\\\0&0&1\\end{pmatrix}", "v=\\begin{pmatrix}x\\\\y\\\\z\\end{pmatrix}",
        "\\begin{pmatrix}2\\\\-1\\\\3\\end{pmatrix}", "\\begin{pmatrix}-1&-2\\\\-3&-4\\end{pmatrix}",
        "\\begin{pmatrix}2x+1&3\\\\x&y-1\\end{pmatrix}", "\\begin{pmatrix}2x+1\\\\3y+2\\end{pmatrix}",
        "\\begin{pmatrix}\\frac{1}{2}&0\\\\0&\\frac{1}{3}\\end{pmatrix}", "\\begin{pmatrix}x^{2}&xy\\\\xy&y^{2}\\end{pmatrix}",
        "\\begin{bmatrix}a_{1}\\\\a_{2}\\end{bmatrix}", "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}^{T}",
        "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}\\begin{pmatrix}x\\\\y\\end{pmatrix}=\\begin{pmatrix}1\\\\2\\end{pmatrix}",
        "\\begin{pmatrix}\\cos x&-\\sin x\\\\\\sin x&\\cos x\\end{pmatrix}", "\\begin{bmatrix}12&34\\\\56&78\\end{bmatrix}",
        "\\frac{1}{2}\\begin{pmatrix}(a+b)&\\sqrt{2}\\\\1&f(x)\\end{pmatrix}",
        "f(x)=\\begin{cases}x^{2},&x>0\\\\-x,&x\\leq 0\\end{cases}", "\\begin{cases}1,&x>0\\\\0,&x=0\\\\-1,&x<0\\end{cases}",
        "\\begin{cases}x&x\\geq 0\\\\-x&x<0\\end{cases}", "\\begin{cases}x+y=1\\\\x-y=2\\end{cases}",
        "\\begin{cases}2x+3y+z=1\\\\x-y=2\\\\x+z=0\\end{cases}",
    ]

    /// What is stacked between brackets, and is none.
    static let others = [
        "\\left(\\frac{a}{b}\\right)", "\\left(\\frac{a+b}{c-d}\\right)^{2}", "(x^{2}+1)^{3}", "(x^{2}+y^{2})",
        "\\left(\\frac{\\frac{a}{b}}{c}\\right)",
        "\\left(\\frac{a}{b}+\\frac{c}{d}\\right)", "\\left[\\sum_{i=1}^{n}i\\right]", "\\left(\\sum_{i=1}^{n}x_{i}+\\frac{1}{2}\\right)",
        "\\left(\\lim_{x\\rightarrow 0}\\frac{\\sin x}{x}\\right)", "\\left|\\frac{x}{y}\\right|", "(a_{1}+b_{2}^{2})",
        "\\left(\\prod_{k=1}^{n}k\\right)^{2}",
        "\\left(\\sqrt{\\frac{a}{b}}\\right)", "\\left(1+\\frac{1}{n}\\right)^{n}", "\\left|x\\right|+\\left|y\\right|",
        "\\left(\\frac{-1}{2}\\right)",
        "\\left(\\frac{x^{2}+1}{x_{1}}\\right)", "\\left\\{a,b\\right\\}", "\\left(\\bar{x}+\\frac{1}{2}\\right)",
    ]

    private static func read(_ latex: String, disorder: Double, seed: UInt64, slope: Double = 0) throws -> String {
        let node = try LaTeXReader.node(of: latex)
        let symbols = BoxTypesetter.boxes(of: node, disorder: disorder, seed: seed).map { symbol, box in
            LayoutSymbol(symbol, Box(x: box.x, y: box.y + slope * (box.x + box.width / 2), width: box.width, height: box.height))
        }
        return LaTeXWriter.text(of: FormulaNode(of: symbols).math)
    }

    @Test("are found where all stands as it should, and nothing else is one", arguments: matrices + others)
    func set(latex: String) throws {
        #expect(try Self.read(latex, disorder: 0, seed: 1) == LaTeXWriter.text(of: try LaTeXReader.node(of: latex)))
    }

    @Test("are found in sloping rows", arguments: [-0.1, 0.1])
    func sloping(slope: Double) throws {
        for latex in ["\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}", "\\begin{bmatrix}1&0&2\\\\0&3&1\\\\5&4&7\\end{bmatrix}"] {
            #expect(try Self.read(latex, disorder: 0, seed: 1, slope: slope) == latex)
        }
    }

    @Test("are mostly found where sizes, baselines and gaps are off by up to a twelfth, and nothing else is one")
    func disorderly() throws {
        var (right, wrong) = (0, 0)
        for seed in UInt64(1)...5 {
            for latex in Self.matrices {
                let found = try Self.read(latex, disorder: 0.08, seed: seed)
                right += found == LaTeXWriter.text(of: try LaTeXReader.node(of: latex)) ? 1 : 0
            }
            for latex in Self.others {
                wrong += try Self.read(latex, disorder: 0.08, seed: seed).contains("\\begin") ? 1 : 0
            }
        }
        let (all, others) = (5 * Self.matrices.count, 5 * Self.others.count)
        print("\(right) of \(all) disorderly matrices have their structure, \(wrong) of \(others) others are one")
        #expect(Double(right) >= 0.9 * Double(all) && wrong == 0)
    }

    // MARK: people's ink

    private static let (digits, letters) = (Array("0123456789").map(String.init), Array("abcdkmnpxyz").map(String.init))

    private static func cell(_ generator: inout SeededGenerator) -> String {
        let digit = digits.randomElement(using: &generator) ?? "1"
        let letter = letters.randomElement(using: &generator) ?? "x"
        return switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: digit
        case 5..<7: letter
        case 7: "-" + digit
        case 8: "2" + letter
        default: letter + "^{2}"
        }
    }

    /// A matrix of so many rows and columns, or cases of so many rows.
    static func latex(_ rows: Int, _ columns: Int, seed: UInt64) -> String {
        var generator = SeededGenerator(seed: 1_000 + seed)
        let isCases = columns == 0
        let conditions = ["x>0", "x\\leq 0", "x=1", "n\\geq 2"]
        let lines = (0..<rows).map { _ in
            let cells =
                isCases
                ? [cell(&generator), conditions.randomElement(using: &generator) ?? "x>0"]
                : (0..<columns).map { _ in cell(&generator) }
            return cells.joined(separator: "&")
        }
        let name = isCases ? "cases" : ["pmatrix", "bmatrix", "vmatrix"][Int(seed) % 3]
        return "\\begin{\(name)}\(lines.joined(separator: "\\\\"))\\end{\(name)}"
    }

    private static func shape(_ node: MathNode) -> [Int]? {
        if case .matrix(let rows) = node { return rows.map(\.count) }
        return node.children.lazy.compactMap(shape).first
    }

    /// How many of each kind are read.
    private static let count = 20
    /// The share of them that must be read without any error, and that must have their rows and columns.
    private static let least = (whole: 0.45, shape: 0.9)

    @Test(
        "of symbols that people drew are read",
        .enabled("needs models/formulas.safetensors and INKD_DATA") {
            (ComposedFormulaTests.files + [ComposedFormulaTests.model]).allSatisfy { FileManager.default.fileExists(atPath: $0) }
        }, .timeLimit(.minutes(MachineSpeed.limit)))
    func composed() throws {
        let inks = try ComposedFormulaTests.inks()
        let reader = FormulaReader(recognizer: try GroupRecognizer(modelPath: ComposedFormulaTests.model))
        var (read, whole, shaped) = (0, 0, 0)
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 1), (2, 0), (3, 0)] {
            var (all, right, alike) = (0, 0, 0)
            for seed in UInt64(0)..<UInt64(2 * Self.count) where all < Self.count {
                let node = try LaTeXReader.node(of: Self.latex(rows, columns, seed: seed))
                guard let (strokes, _) = ComposedFormulaTests.ink(node, inks, seed: seed + 1) else { continue }
                let formula = try reader.read(strokes)
                all += 1
                right += formula.node == node ? 1 : 0
                alike += Self.shape(formula.node) == Self.shape(node) ? 1 : 0
            }
            let kind = columns == 0 ? "cases" : "\(columns) columns"
            print("\(rows) rows, \(kind): \(right) of \(all) whole, \(alike) have their rows and columns")
            (read, whole, shaped) = (read + all, whole + right, shaped + alike)
        }
        print("\(read) matrices and cases: \(whole) whole, \(shaped) have their rows and columns")
        #expect(Double(whole) >= Self.least.whole * Double(read) && Double(shaped) >= Self.least.shape * Double(read))
    }
}
