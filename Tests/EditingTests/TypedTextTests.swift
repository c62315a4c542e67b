import Ink
import Testing

@testable import Editing

@Suite("Typed text among the ink")
struct TypedTextTests {
    @Test("becomes typeset words on guide lines, wrapped at the page, as one step")
    func wrapped() throws {
        var editor = InkEditor(type: .textDocument)
        editor.configuration.guideGap = 10
        let words = (0..<40).map { "word\($0)" }
        _ = try editor.addTyped([TypedParagraph(words.joined(separator: " "))], width: 100)
        let lines = editor.lines
        #expect(lines.count > 3 && lines.flatMap { $0.words.map(\.text) } == words && editor.isIdle)
        #expect(lines.allSatisfy { $0.box.x >= 9.9 && $0.box.right <= 90.1 })
        let baselines = lines.compactMap { $0.words.first?.baseline }
        #expect(baselines == (1...lines.count).map { Double($0) * 10 })
        #expect(lines.allSatisfy { $0.words.allSatisfy { $0.typeset != nil } } && editor.undoCount == 1)
        _ = editor.undo()
        #expect(editor.isEmpty)
    }

    @Test("stands below what is there; an empty line, a heading and an item of a list can be seen")
    func places() throws {
        var scribe = Scribe("line 20,20 40,33", type: .textDocument)
        let paragraphs = [
            TypedParagraph("Head", scale: 1.6), TypedParagraph("body", isApart: true), TypedParagraph("• item", level: 1),
        ]
        _ = try scribe.editor.addTyped(paragraphs, width: 210)
        let words = scribe.editor.document.items.compactMap { if case .word(let word) = $0 { word } else { nil } }
        #expect(words.map(\.text) == ["Head", "body", "•", "item"])
        #expect(words.map(\.baseline) == [50, 70, 80, 80] && words[0].xHeight > 1.5 * words[1].xHeight && words[2].box.x > words[1].box.x)
        #expect(words[0].box.y > 33)
    }

    @Test("has words of any length, and is refused among formulas")
    func oddities() throws {
        var editor = InkEditor(type: .text)
        _ = try editor.addTyped([TypedParagraph(String(repeating: "a", count: 500))], width: 50)
        #expect(editor.lines.count > 20 && editor.text.filter { $0 == "a" }.count == 500)
        #expect(try editor.addTyped([TypedParagraph("  ")], width: 50) == [])
        _ = try editor.addTyped([TypedParagraph("narrow page", level: 8)], width: 0.1)
        var drawing = InkEditor(type: .drawing)
        _ = try drawing.addTyped([TypedParagraph("a label")], width: 100)
        #expect(drawing.root.children.map(\.type) == [.text])
        var math = InkEditor(type: .math)
        #expect(throws: EditError.unsupported(type: .math, operation: "import text")) { try math.addTyped([TypedParagraph("x")], width: 9) }
    }
}
