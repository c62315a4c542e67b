import Editing
import Formula
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkExport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Formulas as files")
struct FormulaExportTests {
    /// Of symbols in a row, each a stroke, that are 4 wide and 10 apart.
    private static func part(_ rows: [[String]]) throws -> (Block, DocumentSnapshot) {
        var strokes: [InkStroke] = []
        var root = Block(id: "root", type: .math)
        for (index, row) in rows.enumerated() {
            let symbols = row.enumerated().compactMap { place, text in
                MathSymbol.text(text).map { LayoutSymbol($0, Box(x: 10 * Double(place), y: 20 * Double(index), width: 4, height: 6)) }
            }
            let node = FormulaNode(of: symbols)
            var formula = Block(id: "formula-\(index)", type: .math)
            formula.formula = node
            var leaf = Block(id: "row-\(index)", type: .math)
            (leaf.formula, leaf.shape) = (node, node.kind.rawValue)
            let points = [InkPoint(x: 1, y: 20 * Double(index)), InkPoint(x: 3, y: 20 * Double(index) + 5)]
            let stroke = InkStroke(id: StrokeID(UInt64(index + 1)), fitting: points, style: InkStyle(), created: 0, tolerance: 0.01)
            strokes.append(stroke)
            leaf.strokes = [stroke.id]
            formula.children = [leaf]
            root.children.append(formula)
        }
        return (
            root,
            DocumentSnapshot(type: .math, revision: 1, language: nil, unitsPerMillimeter: 1, strokes: strokes, root: root)
        )
    }

    private static func text(_ rows: [[String]], _ format: ExportFormat, typeset: Bool = false) throws -> String {
        let (root, snapshot) = try part(rows)
        var options = ExportOptions()
        options.typesetsFormulas = typeset
        return String(decoding: try Export.data(of: root, in: snapshot, as: format, options: options), as: UTF8.self)
    }

    @Test("one formula is as it is, several are aligned at their relations, and none is nothing")
    func rows() throws {
        #expect(try Self.text([["x", "+", "y"]], .latex) == "x+y\n")
        #expect(try Self.text([["x", "=", "y"], ["z"]], .latex) == "\\begin{aligned}x&=y\\\\z\\end{aligned}\n")
        #expect(try Self.text([], .latex) == "\n")
        let table = try Self.text([["x", "=", "y"], ["z"]], .mathML)
        #expect(table.contains("<mtable columnalign=\"right left\"") && table.components(separatedBy: "<mtr>").count == 3)
        #expect(XMLParser(data: Data(table.utf8)).parse())
        #expect(try Self.text([["x", "=", "y"], ["z"]], .text) == "x=y\n\nz\n")
    }

    @Test("JIIX has the tree of each formula, and gives its ink back")
    func jiix() throws {
        let text = try Self.text([["x", "=", "y"], ["2"]], .jiix)
        #expect(text.contains(#""expressions":[{"type":"group","id":"row-0""#) && text.contains(#""type":"number","id":"row-1""#))
        #expect(text.contains(#""label":"\\begin{aligned}x&=y\\\\2\\end{aligned}""#))
        let read = try Export.readJIIX(Array(text.utf8))
        #expect(read.root.type == "Math" && read.root.strokes.map(\.id) == ["1", "2"])
        let damaged = try Export.readJIIX(Array(#"{"type":"Math","version":"3","expressions":[{"operands":1}]}"#.utf8))
        #expect(damaged.root.strokes.isEmpty && damaged.remarks == ["left out: 1 × formula (damaged)"])
    }

    @Test("a matrix in JIIX has its cells in rows, whose ink comes back; in type they lie below one another")
    func matrix() throws {
        let places = [("(", 0.0, 0.0), ("1", 10, 0), ("2", 20, 0), ("3", 10, 14), ("4", 20, 14), (")", 30, 0)]
        let symbols = places.compactMap { text, x, y in
            MathSymbol.text(text).map { LayoutSymbol($0, Box(x: x, y: y, width: 3, height: $0.kind == .digit ? 8 : 22)) }
        }
        let node = FormulaNode(of: symbols)
        #expect(LaTeXWriter.text(of: node.math) == "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}")
        let strokes = places.enumerated().map { index, place in
            let points = [InkPoint(x: place.1, y: place.2), InkPoint(x: place.1 + 2, y: place.2 + 5)]
            return InkStroke(id: StrokeID(UInt64(index + 1)), fitting: points, style: InkStyle(), created: 0, tolerance: 0.01)
        }
        var names = 0
        func tree(_ node: FormulaNode) -> Block {
            names += 1
            var block = Block(id: "node-\(names)", type: .math)
            (block.formula, block.shape) = (node, node.kind.rawValue)
            block.strokes = node.symbols.map { StrokeID(UInt64($0 + 1)) }
            block.children = node.children.map { tree($0) }
            return block
        }
        var formula = Block(id: "formula", type: .math)
        (formula.formula, formula.children) = (node, [tree(node)])
        var root = Block(id: "root", type: .math)
        root.children = [formula]
        let snapshot = DocumentSnapshot(type: .math, revision: 1, language: nil, unitsPerMillimeter: 1, strokes: strokes, root: root)
        let text = String(decoding: try Export.data(of: root, in: snapshot, as: .jiix, options: ExportOptions()), as: UTF8.self)
        #expect(text.contains(#""rows":[{"cells":[{"type":"number""#) && text.components(separatedBy: #""cells""#).count == 3)
        #expect(try Export.readJIIX(Array(text.utf8)).root.strokes.count == strokes.count)
        let picture = TypesetFormula(node.math)
        let digits = picture.elements.compactMap { element -> (x: Double, y: Double)? in
            if case .text(_, let x, let y, _, _, _) = element { (x, y) } else { nil }
        }
        let lines = picture.elements.filter { if case .line = $0 { true } else { false } }
        #expect(digits.count == 4 && lines.count == 2)
        #expect(digits[0].x == digits[2].x && digits[0].y == digits[1].y && digits[2].y > digits[0].y + 0.7)
    }

    /// A formula at random, not too deep.
    private static func node(_ generator: inout SeededGenerator, depth: Int) -> MathNode {
        let symbol = MathSymbol.all.randomElement(using: &generator).map { MathNode.symbol($0) } ?? .row([])
        guard depth < 4 else { return symbol }
        func inner() -> MathNode { node(&generator, depth: depth + 1) }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .fraction(inner(), over: inner())
        case 1: return .script(inner(), lower: inner(), upper: inner())
        case 2: return .root(inner(), index: Bool.random(using: &generator) ? inner() : nil)
        case 3:
            return MathSymbol.text(["∑", "∫"].randomElement(using: &generator) ?? "∑").map { .large($0, lower: inner(), upper: inner()) }
                ?? symbol
        case 4: return .accent(MathAccent.allCases.randomElement(using: &generator) ?? .bar, inner())
        case 5: return .fenced("(", inner(), "]")
        case 9: return .fenced("{", .matrix([[inner(), inner()], [inner(), .row([])]]), Bool.random(using: &generator) ? "}" : "")
        case 6: return .script(.function("lim"), lower: inner(), upper: nil)
        default: return .joined([inner(), inner(), .number("3.5")])
        }
    }

    @Test("a formula in type is drawn in the place of its block, as large as it says")
    func placed() throws {
        var (root, snapshot) = try Self.part([["x", "=", "y"]])
        root.children[0].box = Box(x: 10, y: 20, width: 24, height: 6)
        root.children[0].typeset.size = 8
        (root.children[0].children[0].strokes, snapshot.strokes) = ([], [])
        snapshot.root = root
        let svg = String(decoding: try Export.data(of: root, in: snapshot, as: .svg), as: UTF8.self)
        #expect(svg.contains("scale(8)") && svg.contains("translate(10 ") && svg.components(separatedBy: "<text").count == 4)
        #expect(XMLParser(data: Data(svg.utf8)).parse() && !svg.contains("row-0"))
        #expect(try Export.data(of: root, in: snapshot, as: .latex) == Array("x=y\n".utf8))
        for format in [ExportFormat.png, .pdf] { #expect(try Export.data(of: root, in: snapshot, as: format).count > 500) }
        let formula = try #require(PlacedFormula(root.children[0]))
        #expect(formula.box.x == 10 && (formula.box.y + formula.box.height / 2 - 23).magnitude < 1e-9 && formula.box.width > 8)
        #expect(PlacedFormula(root) == nil)
    }

    @Test("any formula in type is SVG with finite places, whose signs do not lie left of it")
    func typeset() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            let node = Self.node(&generator, depth: 0)
            let picture = FormulaPicture(rows: [node, node], margin: 5).document
            #expect(XMLParser(data: Data(picture)).parse())
            let formula = TypesetFormula(node)
            #expect([formula.width, formula.height, formula.depth].allSatisfy { $0.isFinite && $0 < 1000 })
            for case .text(_, let x, let y, let width, _, _) in formula.elements {
                #expect(x > -0.01 && x + width < formula.width + 0.3 && y.isFinite)
            }
        }
        let svg = try Self.text([["x", "=", "y"]], .svg, typeset: true)
        #expect(svg.contains("<title>x=y</title>") && svg.contains("font-style=\"italic\"") && !svg.contains("stroke-1"))
        #expect(try Self.text([["x", "=", "y"]], .svg).contains("stroke-1"))
    }
}
