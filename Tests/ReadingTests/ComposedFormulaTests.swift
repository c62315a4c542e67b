@testable import Formula
import Foundation
import Ink
import InkCorpus
import InkTestSupport
import PenLog
import Recognition
import Testing

@testable import Reading

/// Formulas that are composed of symbols that people drew, each in its place.
@Suite("Formulas of people's symbols")
struct ComposedFormulaTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let data = ProcessInfo.processInfo.environment["INKD_DATA"] ?? root.appending(path: "../shared/data").path
    static let model = root.appending(path: "models/formulas.safetensors").path
    static let files = ["\(data)/dev/detexify.jsonl.gz", "\(data)/dev/unipen_char.jsonl.gz"]

    /// How many formulas are read.
    private static let count = 200
    /// The share of them that must be read without any error.
    private static let leastExact = 0.6
    /// The share of their symbols that must be among those that are read.
    private static let leastSymbols = 0.9

    /// The inks of each label: letters and digits of UNIPEN, signs of Detexify.
    static func inks() throws -> [String: [[Stroke]]] {
        var inks: [String: [[Stroke]]] = [:]
        for path in files {
            let file = try InkFile(path: path)
            while let ink = try file.nextInk() {
                guard let label = ink.label, !ink.strokes.isEmpty else { continue }
                let name = label == "\\textless" ? "<" : label == "\\textgreater" ? ">" : label
                guard MathSymbol.latex(name) != nil else { continue }
                inks[name, default: []].append(ink.deviceStrokes)
            }
        }
        return inks
    }

    /// A person's drawing of a symbol in its box; bars and dots are drawn here, and the line over a radicand, which are as long as they must be.
    private static func strokes(
        of symbol: MathSymbol, in box: Box, _ inks: [String: [[Stroke]]], _ generator: inout SeededGenerator
    ) -> [[InkPoint]]? {
        func line(_ y: Double) -> [InkPoint] {
            (0...12).map {
                InkPoint(
                    x: box.x + box.width * Double($0) / 12, y: y + Double.random(in: -0.02...0.02, using: &generator) * min(box.width, 5))
            }
        }
        switch symbol.latex {
        case "-": return [line(box.y)]
        case ".", "\\cdot": return [[InkPoint(x: box.x, y: box.y), InkPoint(x: box.right, y: box.bottom)]]
        default: break
        }
        guard let ink = inks[symbol.latex]?.randomElement(using: &generator), let old = Box(around: ink.flatMap(\.points)) else {
            return nil
        }
        let isRoot = symbol.text == "√"
        let isBracket = TypographicClass(symbol) == .bracket
        let widest = isRoot ? min(0.45 * box.width, 0.5 * box.height) : 1.2 * box.width
        let (scaleX, scaleY) = (widest / max(old.width, 1e-6), box.height / max(old.height, 1e-6))
        // writing keeps its shape unless it would run into its neighbors; brackets are as high as what is in them
        let isWide = old.width > 3 * old.height
        let (x, y): (Double, Double) =
            if isRoot {
                (scaleX, scaleY)
            } else if isWide {
                (scaleX, scaleX)
            } else {
                (min(scaleX, (isBracket ? 3 : 1) * scaleY), scaleY)
            }
        let left = isRoot ? box.x : box.x + box.width / 2 - old.width * x / 2
        var drawn = ink.map { stroke in
            stroke.points.map { point in
                InkPoint(x: left + (point.x - old.x) * x, y: box.y + box.height / 2 + (point.y - old.y - old.height / 2) * y)
            }
        }
        if isRoot { drawn[drawn.count - 1] += line(box.y).filter { $0.x > left + old.width * x } }
        return drawn
    }

    /// The ink of a formula; nil where a symbol has no drawing.
    static func ink(_ node: MathNode, _ inks: [String: [[Stroke]]], seed: UInt64) -> (strokes: [Stroke], symbols: [MathSymbol])? {
        var generator = SeededGenerator(seed: seed)
        let boxes = BoxTypesetter.boxes(of: node, disorder: 0.06, seed: seed)
        var drawn: [Stroke] = []
        for (symbol, box) in boxes {
            guard let strokes = strokes(of: symbol, in: box, inks, &generator) else { return nil }
            for points in strokes { drawn.append(Stroke(id: StrokeID(UInt64(drawn.count)), points: points)) }
        }
        return (drawn, boxes.map(\.symbol))
    }

    @Test(
        "are read whole as often as is held here, and most of their symbols",
        .enabled("needs models/formulas.safetensors and INKD_DATA") {
            (files + [model]).allSatisfy { FileManager.default.fileExists(atPath: $0) }
        }, .timeLimit(.minutes(MachineSpeed.limit)))
    func composed() throws {
        let inks = try Self.inks()
        let reader = FormulaReader(recognizer: try GroupRecognizer(modelPath: Self.model))
        var (read, exact, symbols, found) = (0, 0, 0, 0)
        var seed: UInt64 = 0
        while read < Self.count, seed < UInt64(4 * Self.count) {
            let latex = LayoutParserTests.formulas[Int(seed) % LayoutParserTests.formulas.count]
            seed += 1
            let node = try LaTeXReader.node(of: latex)
            guard let (strokes, wanted) = Self.ink(node, inks, seed: seed) else { continue }
            let formula = try reader.read(strokes)
            read += 1
            exact += formula.latex == LaTeXWriter.text(of: node) ? 1 : 0
            symbols += wanted.count
            var left = formula.symbols.map(\.symbol)
            for symbol in wanted {
                guard let place = left.firstIndex(of: symbol) else { continue }
                left.remove(at: place)
                found += 1
            }
            #expect(Set(formula.symbols.flatMap(\.strokes)) == Set(strokes.indices))
        }
        let (whole, part) = (Double(exact) / Double(max(1, read)), Double(found) / Double(max(1, symbols)))
        print("\(read) composed formulas: \(exact) exact (\(whole)), \(found) of \(symbols) symbols (\(part))")
        #expect(read == Self.count)
        #expect(whole >= Self.leastExact && part >= Self.leastSymbols)
    }

    @Test(
        "a bar between two bare strokes is of a fraction, and over one alone of a letter",
        .enabled("needs models/formulas.safetensors") {
            FileManager.default.fileExists(atPath: model)
        })
    func bareStrokes() throws {
        func stroke(_ id: UInt64, _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Stroke {
            let parts = (0...12).map { Double($0) / 12 }
            return Stroke(id: StrokeID(id), points: parts.map { InkPoint(x: x0 + (x1 - x0) * $0, y: y0 + (y1 - y0) * $0) })
        }
        let reader = FormulaReader(recognizer: try GroupRecognizer(modelPath: Self.model))
        for half in [10.0, 15, 20] {
            let over = [stroke(0, 50.5, 0, 49.5, 20), stroke(1, 50 - half, 26.2, 50 + half, 25.8), stroke(2, 50.3, 31, 49.8, 52)]
            #expect(try reader.read(over).latex == "\\frac{1}{1}", "a bar of \(2 * half)")
        }
        #expect(try reader.read([stroke(0, 30, 26, 70, 26.2), stroke(1, 50.3, 27, 49.8, 52)]).latex == "T")
    }

    @Test(
        "the limits of ink are kept, and no ink is no formula",
        .enabled("needs models/formulas.safetensors") {
            FileManager.default.fileExists(atPath: model)
        })
    func limits() throws {
        let reader = FormulaReader(recognizer: try GroupRecognizer(modelPath: Self.model))
        let none = try reader.read([])
        #expect(none.latex.isEmpty && none.candidates.isEmpty && none.symbols.isEmpty)
        let dot = Stroke(id: StrokeID(0), points: [InkPoint(x: 0, y: 0)])
        #expect(throws: RecognitionError.self) { try reader.read(Array(repeating: dot, count: FormulaReader.mostStrokes + 1)) }
        #expect(try reader.read([dot]).symbols.count == 1)
        #expect(try reader.read(Array(repeating: dot, count: FormulaReader.mostStrokes)).candidates.count >= 1)
    }
}
