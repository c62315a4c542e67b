import Ink
import Testing

@testable import Editing

@Suite("A highlight")
struct HighlightTests {
    private static let pages = [PartType.text, .textDocument, .rawContent]

    /// Two words of three strokes each on one line, read.
    private func written(_ type: PartType, _ configuration: EditorConfiguration = EditorConfiguration()) -> Scribe {
        var configuration = configuration
        configuration.gestures.isEnabled = true
        var scribe = Scribe(type: type, configuration: configuration)
        scribe.write("abc", x: 0, y: 30)
        scribe.write("def", x: 20, y: 30)
        scribe.play("wait 600")
        read(&scribe)
        _ = scribe.editor.takeGestureRequests()
        return scribe
    }

    private func read(_ scribe: inout Scribe) {
        for request in scribe.editor.takeRequests() {
            let words = stride(from: 0, to: request.strokes.count, by: 3).map { first in
                let ranges = (first..<min(first + 3, request.strokes.count)).map {
                    StrokeRange(stroke: $0, first: 0, last: request.strokes[$0].points.count - 1)
                }
                let points = ranges.flatMap { request.strokes[$0.stroke].points }
                return TranscribedWord(text: "abc", box: Box(around: points), ranges: ranges)
            }
            let transcript = Transcript(candidates: [Candidate(text: "abc abc", score: 0)], words: words)
            _ = scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal)
        }
    }

    private func marks(_ scribe: Scribe) -> [Set<Decoration.Kind>] { scribe.editor.lines.flatMap(\.words).map(\.decorations) }

    private func marked(_ type: PartType) -> Scribe {
        var scribe = written(type)
        scribe.editor.configuration.style = .highlighter
        scribe.play("line -1,28 4,28 9,28; wait 600")
        return scribe
    }

    @Test("marks the word that it covers, and is no gesture, no writing, no figure, and no drawing", arguments: pages)
    func marks(type: PartType) {
        var scribe = marked(type)
        #expect(scribe.editor.takeGestureRequests().isEmpty && scribe.editor.takeFigureRequests().isEmpty)
        #expect(scribe.editor.takeRequests().isEmpty && scribe.editor.isIdle)
        #expect(marks(scribe) == [[.highlight], []])
        #expect(scribe.editor.lines.count == 1 && scribe.editor.lines[0].text == "abc abc" && scribe.editor.strokeCount == 7)
        #expect(scribe.editor.drawings.isEmpty)
    }

    @Test("belongs to the block of its words, and to the root where it covers none", arguments: pages)
    func blocks(type: PartType) {
        var scribe = marked(type)
        scribe.play("line 60,80 90,80; wait 600")
        let root = scribe.editor.root
        let own: [StrokeID] = root.children.first?.strokes ?? root.strokes.filter { $0 < StrokeID(8) }
        #expect(own.map(\.value) == [1, 2, 3, 4, 5, 6, 7] && root.children.count == (type == .text ? 0 : 1))
        #expect(root.strokes.contains(StrokeID(8)))
    }

    @Test("goes alone by undo and by an eraser, and its words with a scratch-out do not take it along")
    func removal() {
        var scribe = marked(.text)
        _ = scribe.editor.undo()
        #expect(marks(scribe) == [[], []] && scribe.editor.strokeCount == 6)
        _ = scribe.editor.redo()
        #expect(marks(scribe) == [[.highlight], []])
        scribe.play("erase 8.9,32 8.9,31")
        #expect(marks(scribe) == [[], []] && scribe.editor.strokes.map(\.id.value) == [1, 2, 3, 4, 5, 6])
        #expect(scribe.editor.takeRequests().isEmpty)
    }

    @Test("is told apart where strokes come in: by the pen, by a client, by another style, and from a package", arguments: pages)
    func entries(type: PartType) throws {
        var scribe = written(type)
        let points = (0...10).map { InkPoint(x: Double($0) - 1, y: 28, time: Instant(microseconds: Int64($0) * 10_000)) }
        let stroke = InkStroke(id: StrokeID(0), fitting: points, style: .highlighter, created: 0)
        let id = try scribe.editor.add([stroke]).ids[0]
        #expect(marks(scribe) == [[.highlight], []] && scribe.editor.takeRequests().isEmpty)
        let again = InkEditor(scribe.editor.document, readings: [:])
        #expect(again.layout.lines.flatMap(\.marks).count == 6)
        _ = try scribe.editor.restyle(strokes: [id], as: InkStyle())
        #expect(!scribe.editor.takeRequests().isEmpty && marks(scribe) == [[], []])
        _ = try scribe.editor.restyle(strokes: [id], as: .highlighter)
        read(&scribe)
        #expect(marks(scribe) == [[.highlight], []])
    }

    @Test("is writing in a text field, and other ink in a drawing")
    func elsewhere() {
        var configuration = EditorConfiguration()
        configuration.marksWithMarkers = false
        configuration.style = .highlighter
        #expect(written(.text, configuration).editor.lines.map(\.words.count) == [2])
        configuration.marksWithMarkers = true
        let drawing = written(.drawing, configuration)
        #expect(drawing.editor.root.strokes.count == 6 && !drawing.editor.drawings.isEmpty)
    }

    @Test("covers a word over half of its width, not the line below")
    func covers() throws {
        func highlight(_ from: (Double, Double), _ to: (Double, Double)) throws -> Highlight {
            let points = (0...20).map { step in
                let share = Double(step) / 20
                return InkPoint(
                    x: from.0 + share * (to.0 - from.0), y: from.1 + share * (to.1 - from.1),
                    time: Instant(microseconds: Int64(step) * 10_000))
            }
            return try #require(Highlight(InkStroke(id: StrokeID(1), fitting: points, style: .highlighter, created: 0)))
        }
        let words = [
            Box(x: 10, y: 20, width: 20, height: 5), Box(x: 10, y: 30, width: 20, height: 5), Box(x: 40, y: 20, width: 20, height: 5),
        ]
        #expect(try words.map(highlight((8, 22), (42, 23)).covers) == [true, false, false])
        #expect(try words.map(highlight((8, 22), (16, 22)).covers) == [false, false, false])
        #expect(try words.map(highlight((20, 10), (24, 40)).covers) == [false, false, false], "a line across")
    }

    @Test("is what a pen writes whose name says so")
    func named() throws {
        let pens = try PenStyles("Green Highlighter: pen #00ff00; ink: pen #000000; fat: marker #112233")
        #expect(pens.pens.map(\.style.kind) == [.marker, .pen, .marker])
    }
}
