import Editing
import Ink
import Testing

@Suite("The blocks of a document")
struct BlockTests {
    private let square = Figure.polygon(
        points: [Point(x: 0, y: 0), Point(x: 40, y: 0), Point(x: 40, y: 30), Point(x: 0, y: 30)], closed: true, headAtStart: false,
        headAtEnd: false)

    /// A part with a frame of 60 by 40 around a word, recognized as a rectangle.
    private func framed(_ type: PartType) throws -> Scribe {
        var scribe = Scribe("line 10,10 70,10 70,50 10,50 10,10; wait 600", type: type)
        if type != .diagram {
            let request = try #require(scribe.editor.takeFigureRequests().last)
            let figure = DrawnFigure(strokes: [request.groups[0][0].id], name: "rectangle", figure: square)
            _ = scribe.editor.apply(figure, revision: request.revision)
        }
        scribe.write("ab", x: 30, y: 32)
        scribe.play("wait 600")
        scribe.readAll()
        return scribe
    }

    @Test("have the type of their part at the root", arguments: PartType.allCases)
    func roots(type: PartType) {
        let scribe = Scribe("line 0,0 0,5", type: type)
        let root = scribe.editor.root
        let expected: [PartType: BlockType] = [
            .text: .text, .math: .math, .drawing: .drawing, .diagram: .diagram, .rawContent: .rawContent, .textDocument: .container,
        ]
        #expect(root.type == expected[type] && root.allStrokes == [StrokeID(1)])
        #expect(root.box?.height ?? 0 >= 5)
    }

    @Test("of a diagram are nodes with their labels, connections and writing")
    func diagram() throws {
        var scribe = try framed(.diagram)
        scribe.play("line 71,30 120,30")
        scribe.write("outside", x: 20, y: 90)
        let children = scribe.editor.root.children
        #expect(children.map(\.type) == [.node, .edge, .text])
        #expect(children[0].shape == "rectangle" && children[0].children.map(\.type) == [.text])
        #expect(children[0].children[0].strokes.count == 2)
    }

    @Test("of a text document are paragraphs and drawings, from top to bottom")
    func textDocument() throws {
        var scribe = try framed(.textDocument)
        scribe.write("text", x: 10, y: 80)
        scribe.play("wait 600")
        scribe.readAll()
        #expect(scribe.editor.root.children.map(\.type) == [.drawing, .text, .text])
    }

    @Test("are found by a place: the deepest, or none")
    func hit() throws {
        let root = try framed(.diagram).editor.root
        #expect(root.hit(Point(x: 31, y: 30))?.type == .text)
        #expect(root.hit(Point(x: 12, y: 48))?.type == .node)
        #expect(root.hit(Point(x: 300, y: 300)) == nil)
    }

    @Test("are added, removed, copied and pasted in a text document alone, and undone")
    func edits() throws {
        var scribe = try framed(.textDocument)
        let before = scribe.editor.document.items
        let (_, name) = try scribe.editor.add(.math, box: Box(x: 5, y: 100, width: 50, height: 20), content: .empty)
        #expect(scribe.editor.root.block(name)?.type == .math)
        _ = try scribe.editor.removeBlock(name)
        #expect(scribe.editor.document.items == before)
        let text = try #require(scribe.editor.root.children.first { $0.type == .text })
        let copy = try scribe.editor.copy(text.id)
        _ = try scribe.editor.paste(copy, at: Point(x: 10, y: 120))
        #expect(scribe.editor.strokeCount == 5)
        _ = scribe.editor.undo()
        #expect(scribe.editor.document.items == before)
        #expect(throws: EditError.noSuchBlock("none")) { try scribe.editor.removeBlock("none") }
        #expect(throws: EditError.unsupported(type: .container, operation: "remove the root")) { try scribe.editor.removeBlock("root") }
        var other = Scribe("line 0,0 0,5", type: .text)
        #expect(throws: EditError.unsupported(type: .text, operation: "add a block")) {
            try other.editor.add(.text, box: Box(x: 0, y: 0, width: 1, height: 1), content: .empty)
        }
        #expect(throws: EditError.unsupported(type: .text, operation: "copy")) { try other.editor.copy("root") }
    }

    @Test("are converted: writing to text, drawn shapes to even ones, and back by one undo")
    func convert() throws {
        var scribe = try framed(.diagram)
        let before = scribe.editor.document.items
        _ = try scribe.editor.convert(nil)
        #expect(scribe.editor.strokeCount == 0)
        let contents = scribe.editor.root.children.compactMap(\.content)
        #expect(
            contents.contains { if case .figure(.polygon(let corners, true, _, _), "rectangle") = $0 { corners.count == 4 } else { false } }
        )
        #expect(
            scribe.editor.root.children.flatMap(\.children).compactMap(\.content).contains {
                if case .text(let lines) = $0 { lines.map(\.text) == ["2"] } else { false }
            })
        _ = scribe.editor.undo()
        #expect(scribe.editor.document.items == before)
    }

    @Test("what was not read when the rest is converted stays ink")
    func convertUnread() throws {
        var scribe = Scribe(type: .text)
        scribe.write("hello", x: 5, y: 30)
        scribe.play("wait 600")
        scribe.readAll()
        scribe.write("world", x: 30, y: 30)
        #expect(scribe.editor.lines.count == 1)
        let before = scribe.editor.document.items
        _ = try scribe.editor.convert(nil)
        #expect(scribe.editor.drawing.strokes.map(\.id.value) == [6, 7, 8, 9, 10])
        scribe.readAll()
        _ = try scribe.editor.convert(nil)
        #expect(scribe.editor.strokeCount == 0)
        _ = scribe.editor.undo()
        _ = scribe.editor.undo()
        #expect(scribe.editor.document.items == before)
        var unread = Scribe("line 0,0 0,5", type: .text)
        #expect(try unread.editor.convert(nil) == [] && unread.editor.strokeCount == 1)
    }

    @Test("a shape that was altered is none until it is recognized anew")
    func figure() throws {
        var scribe = Scribe("line 10,10 70,10 70,50 10,50 10,10", type: .drawing)
        let request = try #require(scribe.editor.takeFigureRequests().last)
        let figure = DrawnFigure(strokes: [StrokeID(1)], name: "rectangle", figure: square)
        _ = scribe.editor.apply(figure, revision: request.revision)
        #expect(scribe.editor.lines.isEmpty && scribe.editor.isIdle)
        _ = try scribe.editor.transform(strokes: [StrokeID(1)], by: .translation(x: 5, y: 0))
        #expect(scribe.editor.takeFigureRequests().count == 1)
        #expect(scribe.editor.apply(figure, revision: request.revision) == [], "what was recognised before says nothing about it now")
    }
}
