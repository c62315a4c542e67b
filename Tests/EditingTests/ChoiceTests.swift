@testable import Editing
import Ink
import Testing

@Suite("What a person chose or marked")
struct ChoiceTests {
    /// Reads the only line as these words, all of them written with all of its strokes, without lifting the pen.
    private func read(_ scribe: inout Scribe, as words: [String]) {
        for request in scribe.editor.takeRequests() {
            let ranges = request.strokes.indices.map { StrokeRange(stroke: $0, first: 0, last: 1) }
            let transcript = Transcript(
                candidates: [Candidate(text: words.joined(separator: " "), score: 0)],
                words: words.map { TranscribedWord(text: $0, box: nil, ranges: ranges) })
            _ = scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal)
        }
    }

    @Test("holds for one word, though others are written with the same stroke", arguments: [0, 1, 2])
    func oneWord(word: Int) throws {
        var scribe = Scribe("line 0,0 20,5; wait 600", type: .text)
        read(&scribe, as: ["no", "on", "no"])
        let line = try #require(scribe.editor.lines.first).id
        _ = try scribe.editor.choose("to", line: line, word: word)
        var expected = ["no", "on", "no"]
        expected[word] = "to"
        #expect(scribe.editor.lines[0].words.map(\.text) == expected)
        #expect(scribe.editor.lines[0].words.map(\.isChosen) == expected.map { $0 == "to" })
        _ = scribe.editor.undo()
        #expect(scribe.editor.text == "no on no")
    }

    @Test("goes for good when its strokes are forgotten, as do marks on words none of which is left")
    func forgotten() throws {
        var configuration = EditorConfiguration()
        configuration.limits.ink = 40
        configuration.gestures.isEnabled = true
        var scribe = Scribe("line 0,0 0,5; wait 600", type: .text, configuration: configuration)
        scribe.readAll()
        _ = try scribe.editor.choose("first", line: try #require(scribe.editor.lines.first).id, word: 0)
        let words = try #require(scribe.editor.lines.first).words
        scribe.play("line 0,6 5,6")
        let underline = EditGesture(kind: .underline, stroke: StrokeID(2), words: words, strokes: [], x: nil)
        #expect(scribe.editor.apply(underline) != nil)
        #expect(scribe.editor.lines[0].words.map(\.decorations) == [[.underline]])
        var kept = Document(type: .text)
        for column in 1...20 { scribe.play("line \(3 * column),0 \(3 * column),5") }
        for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
        let items = scribe.editor.document.items
        #expect(kept.items == items && items.count == scribe.editor.strokeCount && scribe.editor.strokeCount < 20)
    }

    @Test("that may be a gesture is remembered for a while only, where nobody asks")
    func questions() {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        var scribe = Scribe(type: .text, configuration: configuration)
        for index in 0..<150 { scribe.play("line \(index % 30),0 \(index % 30),5") }
        #expect(scribe.editor.requests.gestures.count == 100 && scribe.editor.requests.gestures.last == StrokeID(150))
        scribe.editor.dropQuestions()
        #expect(scribe.editor.takeGestureRequests().isEmpty)
    }
}
