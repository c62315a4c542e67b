import Editing
import Ink
import Testing

@Suite("A stroke that is a gesture")
struct GestureEditTests {
    /// Two words of three strokes each on one line, read, and a stroke over them.
    private func written(_ stroke: String, decorates: Bool = false) throws -> (scribe: Scribe, snapshot: GestureSnapshot) {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        configuration.gestures.strikeThrough = decorates ? .decorate : .erase
        var scribe = Scribe(type: .text, configuration: configuration)
        scribe.write("abc", x: 0, y: 30)
        scribe.write("def", x: 20, y: 30)
        scribe.play("wait 600")
        for request in scribe.editor.takeRequests() {
            let words = [0, 3].map { first in
                let ranges = (first..<min(first + 3, request.strokes.count)).map { StrokeRange(stroke: $0, first: 0, last: 4) }
                let points = ranges.flatMap { request.strokes[$0.stroke].points }
                return TranscribedWord(text: first == 0 ? "abc" : "def", box: Box(around: points), ranges: ranges)
            }
            let transcript = Transcript(candidates: [Candidate(text: "abc def", score: 0)], words: words)
            _ = scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal)
        }
        _ = scribe.editor.takeGestureRequests()
        scribe.play(stroke)
        let asked = scribe.editor.takeGestureRequests()
        return (scribe, try #require(asked.first))
    }

    private func gesture(_ kind: EditGesture.Kind, _ snapshot: GestureSnapshot, words: [Int], x: Double? = nil) -> EditGesture {
        let strokes = kind == .scratchOut ? words.flatMap { snapshot.words[$0].strokes } : []
        return EditGesture(kind: kind, stroke: snapshot.stroke.id, words: words.map { snapshot.words[$0] }, strokes: strokes, x: x)
    }

    @Test("is asked about with the words around it, but not with itself")
    func asked() throws {
        let (_, snapshot) = try written("line 0,28 9,28")
        #expect(snapshot.words.map(\.text) == ["abc", "def"])
        #expect(snapshot.strokes.map(\.id.value) == [1, 2, 3, 4, 5, 6] && snapshot.stroke.id.value == 7)
    }

    @Test("takes words away, and itself; one undo brings the words back and one more the last of them")
    func scratchOut() throws {
        var (scribe, snapshot) = try written("line 0,28 9,28 0,29 9,29")
        let effects = scribe.editor.apply(gesture(.scratchOut, snapshot, words: [0]))
        #expect(effects?.contains(.contentChanged) == true)
        #expect(scribe.editor.strokes.map(\.id.value) == [4, 5, 6])
        _ = scribe.editor.undo()
        #expect(scribe.editor.strokes.map(\.id.value) == [1, 2, 3, 4, 5, 6])
        _ = scribe.editor.undo()
        #expect(scribe.editor.strokes.map(\.id.value) == [1, 2, 3, 4, 5])
        _ = scribe.editor.redo()
        _ = scribe.editor.redo()
        #expect(scribe.editor.strokes.map(\.id.value) == [4, 5, 6])
    }

    @Test("marks the words that it underlines, and what is marked says so")
    func underline() throws {
        var (scribe, snapshot) = try written("line 19,31 30,31")
        #expect(scribe.editor.apply(gesture(.underline, snapshot, words: [1])) != nil)
        #expect(scribe.editor.lines[0].words.map(\.decorations) == [[], [.underline]])
        #expect(scribe.editor.strokes.count == 6)
        _ = scribe.editor.undo()
        #expect(scribe.editor.lines[0].words.allSatisfy { $0.decorations.isEmpty })
    }

    @Test("strikes words out or only marks them, as is configured", arguments: [false, true])
    func strikethrough(decorates: Bool) throws {
        var (scribe, snapshot) = try written("line -1,28 9,28", decorates: decorates)
        #expect(scribe.editor.apply(gesture(.strikethrough, snapshot, words: [0])) != nil)
        #expect(scribe.editor.strokes.count == (decorates ? 6 : 3))
        if decorates { #expect(scribe.editor.lines[0].words[0].decorations == [.strikethrough]) }
    }

    @Test("moves what is right of it: nearer for a join, farther for a split and an insertion")
    func moves() throws {
        for (kind, isNearer) in [(EditGesture.Kind.join, true), (.split, false), (.insert, false)] {
            var (scribe, snapshot) = try written("line 13,20 13,33")
            #expect(scribe.editor.apply(gesture(kind, snapshot, words: [0, 1], x: 13)) != nil)
            let left = scribe.ends.map(\.[0])
            #expect(left.prefix(3) == [0, 3, 6])
            #expect(isNearer ? left[3] < 20 : left[3] > 20, "\(kind)")
            #expect(abs((left[4] - left[3]) - 3) < 1e-9 && scribe.editor.lines.count == 1)
            _ = scribe.editor.undo()
            #expect(scribe.ends.map(\.[0]) == [0, 3, 6, 20, 23, 26])
        }
    }

    @Test("comes too late when something else was done meanwhile: it is writing then")
    func late() throws {
        var (scribe, snapshot) = try written("line 0,28 9,28")
        scribe.play("line 60,26 60,30")
        #expect(scribe.editor.apply(gesture(.strikethrough, snapshot, words: [0])) == nil)
        #expect(scribe.editor.strokes.count == 8)
    }

    @Test("is not asked about where gestures are off, and in drawings", arguments: [PartType.text, .drawing])
    func off(type: PartType) {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = type == .drawing
        var scribe = Scribe("line 0,0 5,5; line 5,0 0,5", type: type, configuration: configuration)
        #expect(scribe.editor.takeGestureRequests().isEmpty)
    }

    @Test("goes back and forth over its whole width, which writing does not")
    func sweeps() {
        func sweeps(_ notation: String) -> Int {
            let scribe = Scribe(notation)
            return scribe.editor.strokes.last.map { scribe.editor.sweeps(of: $0.id) } ?? -1
        }
        #expect(sweeps("line 0,0 20,1 1,2 19,3 0,4 20,5") == 5)
        #expect(sweeps("line 0,0 20,0") == 1)
        #expect(sweeps("line 0,4 2,0 4,4 6,0 8,4 7,3 10,0 12,4 11,2 14,0 16,4") == 1, "humps with small loops")
        #expect(sweeps("line 4,0 0,2 4,4 0,6") == 3, "which a high zig-zag is, too")
        #expect(sweeps("line 5,5 5,5") == 0)
    }
}
