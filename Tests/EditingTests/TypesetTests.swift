@testable import Editing
import Ink
import Testing

@Suite("Text in type")
struct TypesetTests {
    /// A line of words, one stroke a letter, read as it is written.
    private func written(_ texts: [(text: String, x: Double)], type: PartType = .text) -> Scribe {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = true
        var scribe = Scribe(type: type, configuration: configuration)
        for (text, x) in texts { scribe.write(text, x: x, y: 30) }
        scribe.play("wait 600")
        read(&scribe, as: texts.map(\.text))
        return scribe
    }

    /// Reads every line that asks as these words, a letter a stroke.
    private func read(_ scribe: inout Scribe, as words: [String]) {
        for request in scribe.editor.takeRequests() {
            var next = 0
            let read = words.map { word in
                let strokes = next..<min(next + word.count, request.strokes.count)
                next = strokes.upperBound
                let points = strokes.flatMap { request.strokes[$0].points }
                return TranscribedWord(
                    text: word, box: Box(around: points),
                    ranges: strokes.map { StrokeRange(stroke: $0, first: 0, last: request.strokes[$0].points.count - 1) },
                    candidates: [Candidate(text: word, score: 0), Candidate(text: word.uppercased(), score: -1)], baseline: 30, xHeight: 2,
                    graphemes: zip(word, strokes).map { letter, stroke in
                        TranscribedGrapheme(
                            text: String(letter),
                            ranges: [StrokeRange(stroke: stroke, first: 0, last: request.strokes[stroke].points.count - 1)])
                    })
            }
            let transcript = Transcript(candidates: [Candidate(text: words.joined(separator: " "), score: 0)], words: read)
            _ = scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal)
        }
    }

    private func apply(_ kind: EditGesture.Kind, to words: [Int], x: Double = 0, _ scribe: inout Scribe) -> EditorEffects? {
        scribe.play("line 0,26 70,27")
        guard let asked = scribe.editor.takeGestureRequests().last else { return nil }
        let gesture = EditGesture(kind: kind, stroke: asked.stroke.id, words: words.map { asked.words[$0] }, strokes: [], x: x)
        return scribe.editor.apply(gesture)
    }

    @Test("a text of thousands of words comes in whole, in its order, on lines that are no longer than those of ink")
    func longText() {
        var editor = InkEditor(type: .textDocument)
        let words = (0..<3000).map { "w\($0)" }
        let box = Box(x: 0, y: 0, width: 6000, height: 6)
        _ = editor.addText([TypesetLine(text: words.joined(separator: " "), box: box, baseline: 5)])
        let lines = editor.lines.sorted { $0.box.x < $1.box.x }
        #expect(lines.flatMap { $0.words.map(\.text) } == words)
        #expect(lines.count == 8 && lines.allSatisfy { $0.words.count <= 400 })
    }

    @Test("stays on its line, with box and candidates, and needs no reading")
    func stays() throws {
        var scribe = written([("abc", 10), ("def", 40)])
        let line = try #require(scribe.editor.lines.first)
        #expect(try scribe.editor.conversionStates(of: nil) == [.digitalEdit, .digitalPublish])
        _ = try scribe.editor.convert(nil)
        #expect(scribe.editor.strokeCount == 0 && scribe.editor.isIdle && scribe.editor.text == "abc def")
        let set = try #require(scribe.editor.lines.first)
        #expect(set.id == line.id && set.words.map(\.candidates.count) == [2, 2] && set.isFinal)
        #expect(set.words.map(\.box?.x) == line.words.map(\.box?.x) && set.words.allSatisfy { $0.typeset != nil && $0.baseline == 30 })
        #expect(try scribe.editor.conversionStates(of: nil).contains(.handwriting))
        let root = scribe.editor.root
        #expect(root.children.map(\.type) == [.text] && root.children[0].allLines.map(\.text) == ["abc def"] && root.lines.isEmpty)
        _ = try scribe.editor.choose("ABC", line: line.id, word: 0)
        #expect(scribe.editor.text == "ABC def")
    }

    @Test("and what is written before, between and behind it is one line in the order of its words")
    func writtenOn() throws {
        var scribe = written([("abc", 30), ("def", 60)])
        _ = try scribe.editor.convert(nil)
        for (text, x, all) in [("x", 80.0, ["x"]), ("y", 45, ["y", "x"]), ("z", 10, ["z", "y", "x"])] {
            scribe.write(text, x: x, y: 30)
            scribe.play("wait 600")
            read(&scribe, as: all)
        }
        #expect(scribe.editor.lines.count == 1 && scribe.editor.text == "z abc y def x")
        let later = InkEditor(scribe.editor.document, readings: scribe.editor.takeReadings().compactMapValues { $0 })
        #expect(later.text == "z abc y def x" && later.isIdle)
        _ = try scribe.editor.convert(nil)
        #expect(scribe.editor.text == "z abc y def x" && scribe.editor.strokeCount == 0)
    }

    @Test("that is written over says what was written")
    func writtenOver() throws {
        var scribe = written([("abc", 10), ("def", 40)])
        _ = try scribe.editor.convert(nil)
        scribe.write("xyz", x: 40, y: 30)
        scribe.play("wait 600")
        read(&scribe, as: ["xyz"])
        #expect(scribe.editor.text == "abc xyz")
        _ = try scribe.editor.convert(nil)
        #expect(scribe.editor.text == "abc xyz" && scribe.editor.document.words.count == 2)
        _ = scribe.editor.undo()
        for _ in 0..<3 { _ = scribe.editor.undo() }
        #expect(scribe.editor.text == "abc def")
    }

    @Test("is asked about with strokes in its place, and is taken away, marked, joined, parted and moved by gestures")
    func gestures() throws {
        for (kind, words, x, text) in [
            (EditGesture.Kind.scratchOut, [0], 0, "def"), (.strikethrough, [1], 0, "abc"), (.join, [0, 1], 30, "abcdef"),
            (.split, [1], 42.5, "abc d ef"), (.insert, [0, 1], 30, "abc def"), (.underline, [0], 0, "abc def"),
        ] as [(EditGesture.Kind, [Int], Double, String)] {
            var scribe = written([("abc", 10), ("def", 40)])
            _ = try scribe.editor.convert(nil)
            let before = scribe.editor.document.items
            let places = scribe.editor.lines[0].words.compactMap(\.box?.x)
            #expect(apply(kind, to: words, x: x, &scribe) != nil, "\(kind)")
            #expect(scribe.editor.text == text && scribe.editor.strokeCount == 0, "\(kind)")
            if kind == .underline { #expect(scribe.editor.lines[0].words.map(\.decorations) == [[.underline], []]) }
            if kind == .insert { #expect(scribe.editor.lines[0].words[1].box?.x ?? 0 > places[1]) }
            _ = scribe.editor.undo()
            #expect(scribe.editor.document.items == before, "\(kind)")
        }
    }

    @Test("and ink are joined to type")
    func joinedWithInk() throws {
        var scribe = written([("abc", 10)])
        _ = try scribe.editor.convert(nil)
        scribe.write("def", x: 40, y: 30)
        scribe.play("wait 600")
        read(&scribe, as: ["def"])
        #expect(apply(.join, to: [0, 1], x: 30, &scribe) != nil)
        #expect(scribe.editor.text == "abcdef" && scribe.editor.strokeCount == 0)
        _ = try scribe.editor.convert(nil, to: .handwriting)
        #expect(scribe.editor.strokeCount == 6)
    }

    @Test("is erased, and becomes the ink again that it was, where it is now")
    func back() throws {
        var scribe = written([("abc", 10), ("def", 40)])
        let before = scribe.ends
        _ = try scribe.editor.convert(nil)
        #expect(apply(.insert, to: [0, 1], x: 30, &scribe) != nil)
        _ = try scribe.editor.convert(nil, to: .handwriting)
        #expect(scribe.editor.strokeCount == 6 && scribe.editor.lines.count == 1)
        #expect(scribe.ends.map(\.[0]).prefix(3) == before.map(\.[0]).prefix(3) && scribe.ends[3][0] > before[3][0] + 5)
        _ = scribe.editor.undo()
        scribe.play("erase 12,25 12,35")
        #expect(scribe.editor.text == "def")
    }

    @Test("is made of single words of a line, and of those written in one stroke with them")
    func words() throws {
        var scribe = written([("abc", 10), ("def", 40)])
        let line = try #require(scribe.editor.lines.first).id
        #expect(throws: EditError.noSuchWord(line: line, word: 2)) {
            try scribe.editor.convert(nil, words: [WordPlace(line: line, word: 2)])
        }
        _ = try scribe.editor.convert(nil, words: [WordPlace(line: line, word: 1)])
        read(&scribe, as: ["abc"])
        #expect(scribe.editor.text == "abc def" && scribe.editor.strokeCount == 3)
        #expect(scribe.editor.lines[0].words.map { $0.typeset != nil } == [false, true])
        _ = try scribe.editor.convert(nil, to: .handwriting, words: [WordPlace(line: line, word: 1)])
        #expect(scribe.editor.strokeCount == 6)
    }

    @Test("as in print has one size, even gaps and a common left edge")
    func published() throws {
        var scribe = written([("abc", 11), ("def", 60)])
        scribe.write("ghi", x: 10, y: 50, size: 6)
        scribe.play("wait 600")
        read(&scribe, as: ["ghi"])
        _ = try scribe.editor.convert(nil, to: .digitalPublish)
        let lines = scribe.editor.lines
        let words = lines.flatMap(\.words)
        #expect(Set(words.map(\.xHeight)).count == 1 && lines.count == 2)
        #expect(lines[0].words[0].box?.x == lines[1].words[0].box?.x)
        let gap = (lines[0].words[1].box?.x ?? 0) - (lines[0].words[0].box?.right ?? 0)
        #expect(gap > 0 && gap < 3, "\(gap)")
        #expect(try scribe.editor.conversionStates(of: nil) == [.handwriting])
    }

    @Test("is copied with what was decided, and pasted under names of its own")
    func copied() throws {
        var scribe = written([("abc", 10), ("def", 40)], type: .textDocument)
        let line = try #require(scribe.editor.lines.first).id
        _ = try scribe.editor.choose("xyz", line: line, word: 0)
        _ = try scribe.editor.convert(nil, words: [WordPlace(line: line, word: 1)])
        read(&scribe, as: ["abc"])
        #expect(apply(.underline, to: [1], &scribe) != nil)
        let block = try #require(scribe.editor.root.children.first { $0.type == .text })
        let copy = try scribe.editor.copy(block.id)
        _ = try scribe.editor.paste(copy, at: Point(x: 10, y: 100))
        scribe.play("wait 600")
        read(&scribe, as: ["abc"])
        #expect(scribe.editor.lines.map(\.text) == ["xyz def", "xyz def"])
        #expect(scribe.editor.lines[1].words[1].decorations == [.underline])
        #expect(scribe.editor.document.words.count == 2)
    }

    @Test("that comes in has words on lines")
    func imported() throws {
        var scribe = Scribe(type: .text)
        _ = scribe.editor.addText([
            TypesetLine(text: "one two", box: Box(x: 10, y: 10, width: 70, height: 6), baseline: 15),
            TypesetLine(text: "three", box: Box(x: 10, y: 20, width: 50, height: 6), baseline: 25),
        ])
        #expect(scribe.editor.text == "one two\nthree" && scribe.editor.lines[0].words.map(\.box?.x) == [10, 50])
        #expect(try scribe.editor.conversionStates(of: nil) == [.digitalPublish], "it never was ink")
        _ = scribe.editor.undo()
        #expect(scribe.editor.isEmpty)
    }
}
