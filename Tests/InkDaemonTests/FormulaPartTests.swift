import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Formulas that are written into a Math part")
    struct FormulaPartTests {
        private static func path(_ places: [(Double, Double)]) -> InkInterface.NewStroke {
            .init(x: places.map(\.0), y: places.map(\.1))
        }

        /// A 2 in a box of 6 by 10.
        private static func two(_ x: Double, _ y: Double) -> InkInterface.NewStroke {
            let angles: [Double] = (0...20).map { -Double.pi + Double($0) / 20 * 1.25 * Double.pi }
            let bow: [(Double, Double)] = angles.map { (x + 3 + 2.8 * cos($0), y + 2.6 + 2.6 * sin($0)) }
            let rest: [(Double, Double)] = [(4.6, 5), (2.4, 7.5), (0.2, 10), (3, 10), (6, 10)]
            return path(bow + rest.map { (x + $0.0, y + $0.1) })
        }

        private static func equals(_ x: Double, _ y: Double) -> [InkInterface.NewStroke] {
            [FormulaWriting.line(x, y + 5, x + 6, y + 5), FormulaWriting.line(x, y + 7.2, x + 6, y + 7.2)]
        }

        private static func plus(_ x: Double, _ y: Double) -> [InkInterface.NewStroke] {
            [FormulaWriting.line(x, y + 6, x + 5.2, y + 6), FormulaWriting.line(x + 2.6, y + 3.4, x + 2.6, y + 8.6)]
        }

        @Test(
            "is told as LaTeX with its value and its blocks, corrected, taken back, and read again when it is opened",
            .enabled(if: FormulaWriting.hasModels, "needs the models that come with inkd"))
        func written() throws {
            let (daemon, client, editor) = try FormulaWriting.editor(of: .math)
            let watch = try daemon.connect().watchEditors(editor)
            _ = try watch.next(timeout: .patience)
            let ink =
                [Self.two(10, 40), FormulaWriting.line(8, 54, 20, 54), Self.two(10, 58)] + Self.plus(26, 48) + [Self.two(38, 49)]
                + Self.equals(50, 48)
            try client.write(ink, in: editor)
            #expect(try client.waitForIdle(editor, timeout: .patience).text == "\\frac{2}{2}+2=")
            var told: EditorInterface.Line?
            while told?.final != true {
                let reply = try #require(try watch.next(timeout: .patience))
                if reply.change == .recognition { told = reply.line }
            }
            #expect(told?.text == "\\frac{2}{2}+2=" && told?.formula?.result?.value == 3)
            #expect(told?.formula?.mathml.contains("<mfrac>") == true && told?.words.count == 6)
            let blocks = try client.blocks(of: editor).blocks
            let fraction = try #require(blocks.first { $0.shape == "fraction" })
            #expect(fraction.text == "\\frac{2}{2}" && fraction.strokes == [2] && fraction.children.count == 2)

            let line = try #require(told)
            let above = try #require(blocks.first { fraction.children.contains($0.id) })
            let word = try #require(above.words?.first)
            try client.selectCandidate("z", forWord: word, ofLine: line.id, in: editor)
            #expect(try client.waitForIdle(editor, timeout: .patience).text == "\\frac{z}{2}+2=")
            #expect(try client.state(of: editor).lines.first?.formula?.result?.problem?.contains("z") == true)
            try client.setConfiguration("math.solver.variables", to: .text("z = 8"), of: editor)
            #expect(try client.state(of: editor).lines.first?.formula?.result?.value == 6)
            let refused = refusal(ClientInterface.InvalidValue.self) {
                try client.selectCandidate("nonsense", forWord: word, ofLine: line.id, in: editor)
            }
            #expect(refused?.parameter == "text")
            let latex = try client.export(editor, as: .latex)
            #expect(String(decoding: latex, as: UTF8.self) == "\\frac{z}{2}+2=\n")
            let part = try #require(try client.state(of: editor).state.part)
            try client.closeEditor(editor)
            let other = try client.createEditor()
            try client.setViewSize(of: other, width: 210, height: 297)
            #expect(try client.setPart(of: other, to: part, in: "notes").text == "\\frac{z}{2}+2=")
            try client.setConfiguration("math.solver.write", to: .flag(false), of: other)
            #expect(try client.state(of: other).lines.first?.words[word].text == "z")
        }

        @Test(
            "has its value written behind it, once, and another when the formula is another",
            .enabled(if: FormulaWriting.hasModels, "needs the models that come with inkd"))
        func results() throws {
            let (daemon, client, editor) = try FormulaWriting.editor(of: .math)
            defer { withExtendedLifetime(daemon) {} }
            try client.setConfiguration("math.solver.write", to: .flag(true), of: editor)
            try client.write([Self.two(10, 49)] + Self.plus(22, 48) + [Self.two(34, 49)] + Self.equals(46, 48), in: editor)
            let deadline = ContinuousClock.now + .patience
            while try client.strokes(of: editor).strokes.count <= 6, ContinuousClock.now < deadline {
                _ = try client.waitForIdle(editor, timeout: .patience)
            }
            let state = try client.waitForIdle(editor, timeout: .patience)
            let line = try #require(try client.state(of: editor).lines.first)
            #expect(state.strokes > 6 && line.formula?.result?.value == 4, "\(line.text)")
            // in type the value is what it was, with the result behind it
            try client.convert(of: editor)
            let type = try #require(try client.state(of: editor).lines.first)
            #expect(type.text == line.text && type.formula == line.formula && type.words.allSatisfy { $0.typeset == true })
            try client.undo(editor)
            #expect(try client.waitForIdle(editor, timeout: .patience).strokes == state.strokes)
            // who takes it back does not get it again
            #expect(try client.undo(editor).strokes == 6)
            #expect(try client.waitForIdle(editor, timeout: .patience).text == "2+2=")
            #expect(try client.strokes(of: editor).strokes.count == 6)
        }
    }
}
