import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Formulas among the words of a Text Document")
    struct FoundFormulaTests {
        /// What a hand writes, on a baseline.
        private static func writing(_ text: String, x: Double, baseline: Double, seed: UInt64 = 3) throws -> [InkInterface.NewStroke] {
            var hand = Handwriting()
            (hand.xHeight, hand.seed) = (3.5, seed)
            let strokes = try hand.strokes(writing: text)
            let box = try #require(Box(around: strokes.flatMap(\.points)))
            // letters without descenders stand on the baseline
            return strokes.map { stroke in
                .init(x: stroke.points.map { $0.x - box.x + x }, y: stroke.points.map { $0.y - box.bottom + baseline })
            }
        }

        private static func plus(_ x: Double, _ y: Double) -> [InkInterface.NewStroke] {
            [FormulaWriting.line(x, y - 2.5, x + 4, y - 2.4), FormulaWriting.line(x + 2, y - 4.5, x + 2.1, y - 0.5)]
        }

        private static func equals(_ x: Double, _ y: Double) -> [InkInterface.NewStroke] {
            [FormulaWriting.line(x, y - 3.2, x + 4, y - 3.1), FormulaWriting.line(x, y - 1.6, x + 4, y - 1.7)]
        }

        @Test(
            "are read in their line, corrected, exported and there again when the part is opened",
            .enabled(if: FormulaWriting.hasModels, "needs the models that come with inkd"))
        func inline() throws {
            let (daemon, client, editor) = try FormulaWriting.editor(of: .textDocument)
            defer { withExtendedLifetime(daemon) {} }
            let sum =
                try Self.writing("2", x: 62, baseline: 40) + Self.plus(70, 40) + Self.writing("3", x: 78, baseline: 40, seed: 5)
                + Self.equals(86, 40) + Self.writing("5", x: 94, baseline: 40, seed: 6)
            try client.write(
                Self.writing("we know that", x: 10, baseline: 20) + Self.writing("when", x: 20, baseline: 40) + sum
                    + Self.writing("stands", x: 112, baseline: 40) + Self.writing("here and there", x: 10, baseline: 60), in: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            let lines = try client.state(of: editor).lines
            let formula = try #require(lines.first { $0.formula != nil }, "\(lines.map(\.text))")
            #expect(formula.text == "2+3=5" && formula.words.count == 5 && formula.formula?.mathml.contains("<mo>+</mo>") == true)
            let text = String(decoding: try client.export(editor, as: .text), as: UTF8.self)
            #expect(text.contains("when $2+3=5$ stands"), "\(text)")
            #expect(try client.blocks(of: editor).blocks.filter { $0.type == "Math" && $0.parent == "root" }.count == 1)
            let jiix = String(decoding: try client.export(editor, as: .jiix), as: UTF8.self)
            #expect(jiix.contains("\"Math\"") && jiix.contains("\"expressions\""))

            try client.selectCandidate("8", forWord: 2, ofLine: formula.id, in: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            #expect(try client.state(of: editor).lines.first { $0.formula != nil }?.text == "2+8=5")
            let part = try #require(try client.state(of: editor).state.part)
            try client.closeEditor(editor)
            let other = try client.createEditor()
            try client.setViewSize(of: other, width: 210, height: 297)
            try client.setPart(of: other, to: part, in: "notes")
            _ = try client.waitForIdle(other, timeout: .patience)
            #expect(try client.state(of: other).lines.first { $0.formula != nil }?.text == "2+8=5")
        }

        @Test(
            "a fraction is one, whose bar is no underline",
            .enabled(if: FormulaWriting.hasModels, "needs the models that come with inkd"))
        func fraction() throws {
            let (daemon, client, editor) = try FormulaWriting.editor(of: .textDocument)
            defer { withExtendedLifetime(daemon) {} }
            try client.write(
                Self.writing("we know that", x: 10, baseline: 20) + Self.writing("2", x: 34, baseline: 40) + [
                    FormulaWriting.line(30, 42, 43, 42.2)
                ]
                    + Self.writing("5", x: 34, baseline: 51.5, seed: 5) + Self.equals(48, 45.5)
                    + Self.writing("8", x: 57, baseline: 47, seed: 7),
                in: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            let lines = try client.state(of: editor).lines
            #expect(lines.contains { $0.formula != nil && $0.text == "\\frac{2}{5}=8" }, "\(lines.map(\.text))")
        }
    }
}
