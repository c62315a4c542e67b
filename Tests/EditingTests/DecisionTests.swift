@testable import Editing
import Ink
import InkTestSupport
import Testing

@Suite("What was decided about words")
struct DecisionTests {
    /// Two words of three strokes each on one line, read with a character a stroke.
    private func written() -> Scribe {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        var scribe = Scribe(type: .text, configuration: configuration)
        scribe.write("abc", x: 0, y: 30)
        scribe.write("def", x: 20, y: 30)
        scribe.play("wait 600")
        read(&scribe, as: ["abc", "def"])
        return scribe
    }

    /// Reads every line that asks, its strokes in turn as the characters of these words; strokes that are left over belong to the last one.
    private func read(_ scribe: inout Scribe, as words: [String], others: [String] = []) {
        for request in scribe.editor.takeRequests() {
            var next = 0
            let spelled = words.enumerated().map { index, word in
                let graphemes = word.enumerated().map { place, character in
                    let isEnd = index == words.count - 1 && place == word.count - 1
                    let strokes = next..<(isEnd ? max(next, request.strokes.count) : min(next + 1, request.strokes.count))
                    next = strokes.upperBound
                    return TranscribedGrapheme(
                        text: String(character),
                        ranges: strokes.map { StrokeRange(stroke: $0, first: 0, last: request.strokes[$0].points.count - 1) })
                }
                let ranges = graphemes.flatMap(\.ranges)
                return TranscribedWord(
                    text: word, box: Box(around: ranges.flatMap { request.strokes[$0.stroke].points }), ranges: ranges,
                    candidates: [Candidate(text: word, score: 0)], graphemes: graphemes)
            }
            let transcript = Transcript(
                candidates: ([words.joined(separator: " ")] + others).map { Candidate(text: $0, score: 0) }, words: spelled)
            _ = scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal)
        }
    }

    /// Has every line be read once more.
    private func reopen(_ scribe: inout Scribe) {
        for line in scribe.editor.lines { scribe.editor.readings.invalidate(line.id, revision: scribe.editor.revision) }
        scribe.editor.readings.finalizeAll()
    }

    private func apply(_ kind: EditGesture.Kind, to words: [Int], x: Double, _ scribe: inout Scribe) {
        let words = words.map { scribe.editor.lines[0].words[$0] }
        scribe.play("line \(x),20 \(x),33")
        let stroke = StrokeID(scribe.editor.lastStroke)
        #expect(scribe.editor.apply(EditGesture(kind: kind, stroke: stroke, words: words, strokes: [], x: x)) != nil)
        scribe.play("wait 600")
    }

    @Test("two words that were joined stay one, whatever is read, until that is undone")
    func join() {
        var scribe = written()
        apply(.join, to: [0, 1], x: 13, &scribe)
        #expect(scribe.editor.text == "abcdef", "of the reading before it was joined")
        read(&scribe, as: ["abc", "def"])
        #expect(scribe.editor.text == "abcdef" && scribe.editor.lines[0].words[0].graphemes.count == 6)
        _ = scribe.editor.undo()
        scribe.play("wait 600")
        read(&scribe, as: ["abc", "def"])
        #expect(scribe.editor.text == "abc def")
        _ = scribe.editor.redo()
        scribe.play("wait 600")
        read(&scribe, as: ["ab", "cd", "ef"], others: ["xbc def", "ab cdef", "abc df", "abcdEf"])
        #expect(scribe.editor.text == "abcdEf" && scribe.editor.lines[0].candidates.first?.text == "abcdEf")
    }

    @Test("a joined word is one that the recognizer had for both, if it had one")
    func fitting() {
        var scribe = written()
        apply(.join, to: [0, 1], x: 13, &scribe)
        read(&scribe, as: ["abc", "def"], others: ["abc d ef", "abc-ef"])
        #expect(scribe.editor.text == "abc-ef")
        #expect(scribe.editor.lines[0].words[0].graphemes.map(\.text).joined() == "abc-ef")
    }

    @Test("a word that was parted stays two, and the ink goes apart")
    func split() {
        var scribe = written()
        apply(.split, to: [0], x: 2.5, &scribe)
        #expect(scribe.ends.map(\.[0]).prefix(2).last ?? 0 > 3)
        for words in [["abc", "def"], ["abcdef"], ["a", "bc", "def"], ["a", "b", "c", "def"]] {
            reopen(&scribe)
            read(&scribe, as: words)
            #expect(scribe.editor.text == (words.count == 1 ? "a bcdef" : "a bc def"), "\(words)")
        }
    }

    @Test("of two decisions about one place the later holds")
    func later() {
        var scribe = written()
        apply(.join, to: [0, 1], x: 13, &scribe)
        read(&scribe, as: ["abcdef"])
        apply(.split, to: [0], x: 5, &scribe)
        read(&scribe, as: ["abcdef"])
        #expect(scribe.editor.text == "ab cdef")
        apply(.split, to: [1], x: 10.4, &scribe)
        read(&scribe, as: ["abcdef"])
        #expect(scribe.editor.text == "ab c def")
        apply(.join, to: [0, 1], x: 9, &scribe)
        read(&scribe, as: ["abcdef"])
        #expect(scribe.editor.text == "abc def")
        while scribe.editor.undo() != nil {}
        #expect(scribe.editor.document.items.isEmpty)
    }

    @Test("a chosen text holds though the next reading parts its strokes or adds others, and is parted and joined with them")
    func choice() throws {
        var scribe = written()
        _ = try scribe.editor.choose("xyz", line: try #require(scribe.editor.lines.first).id, word: 0)
        for (words, text) in [(["ab", "c", "def"], "xyz def"), (["abcdef"], "xyzdef"), (["abc", "def"], "xyz def")] {
            reopen(&scribe)
            read(&scribe, as: words)
            #expect(scribe.editor.text == text, "\(words)")
        }
        apply(.split, to: [0], x: 2.5, &scribe)
        read(&scribe, as: ["abc", "def"])
        #expect(scribe.editor.text == "x yz def")
        apply(.join, to: [1, 2], x: 20, &scribe)
        read(&scribe, as: ["a", "bc", "def"])
        #expect(scribe.editor.text == "x yzdef")
    }

    @Test("a word in one stroke is cut where its characters meet")
    func cut() throws {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        var scribe = Scribe(type: .text, configuration: configuration)
        let places = (0...60).map { step in (x: 0.5 * Double(step), y: step.isMultiple(of: 2) ? 30.0 : 26.0) }
        scribe.contact(places, with: .pen)
        scribe.play("wait 600")
        for request in scribe.editor.takeRequests() {
            let count = request.strokes[0].points.count
            let graphemes = (0..<6).map { index in
                TranscribedGrapheme(
                    text: String("abcdef".dropFirst(index).prefix(1)),
                    ranges: [StrokeRange(stroke: 0, first: index * count / 6, last: (index + 1) * count / 6 - 1)])
            }
            let word = TranscribedWord(
                text: "abcdef", box: Box(around: request.strokes[0].points), ranges: [StrokeRange(stroke: 0, first: 0, last: count - 1)],
                graphemes: graphemes)
            _ = scribe.editor.apply(
                Transcript(candidates: [Candidate(text: "abcdef", score: 0)], words: [word]), to: request.line, revision: request.revision,
                isFinal: request.isFinal)
        }
        let before = scribe.editor.document.items
        apply(.split, to: [0], x: 14, &scribe)
        #expect(scribe.editor.strokes.count == 2)
        let ends = scribe.ends
        #expect(abs(ends[0][2] - 15) < 1 && ends[1][0] > ends[0][2] + 1, "at the third character's end, and apart: \(ends)")
        read(&scribe, as: ["ab"])
        #expect(scribe.editor.text == "a b")
        _ = scribe.editor.undo()
        #expect(scribe.editor.document.items == before)
    }

    @Test("comes with strokes that are added: chosen texts and marks, which one undo takes back with the ink")
    func added() throws {
        let source = written()
        var scribe = Scribe(type: .text)
        let words = [
            AddedWord(strokes: 0..<3, text: "xyz", decorations: []),
            AddedWord(strokes: 3..<6, text: nil, decorations: [.underline, .surround]),
            AddedWord(strokes: 5..<9, text: "beyond", decorations: []),
        ]
        _ = try scribe.editor.add(source.editor.drawing.strokes, words: words)
        read(&scribe, as: ["abc", "def"])
        let line = try #require(scribe.editor.lines.first)
        #expect(line.text == "xyz def" && line.words.map(\.isChosen) == [true, false])
        #expect(line.words.map(\.decorations) == [[], [.underline, .surround]])
        _ = scribe.editor.undo()
        #expect(scribe.editor.isEmpty && scribe.editor.document.items.isEmpty)
    }
}
