import Editing
import Ink
import Testing

@Suite("While a line is written")
struct IncrementalReadingTests {
    /// Answers the one request there is.
    private func answer(_ text: String, _ scribe: inout Scribe) throws {
        let requests = scribe.editor.takeRequests()
        let request = try #require(requests.first)
        #expect(requests.count == 1)
        let transcript = Transcript(candidates: [Candidate(text: text, score: 0)], words: [])
        scribe.effects.append(scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal))
    }

    @Test("what two readings in a row agree on is firm, and all of it once it is final")
    func stablePrefix() throws {
        var scribe = Scribe()
        var firm: [Int] = []
        for text in ["h", "he", "heu", "hel", "hello"] {
            scribe.write("x", x: Double(firm.count * 3), y: 5)
            try answer(text, &scribe)
            firm.append(scribe.editor.lines[0].stablePrefix)
        }
        #expect(firm == [0, 1, 2, 2, 3])
        scribe.play("wait 600")
        try answer("hello", &scribe)
        #expect(scribe.editor.lines[0].stablePrefix == 5)
    }

    @Test("a bar that changes what was firm takes it back, and a line that cannot be read keeps it")
    func takenBack() throws {
        var scribe = Scribe("line 0,0 0,5")
        try answer("lea", &scribe)
        scribe.play("line 3,0 3,5")
        try answer("leas", &scribe)
        scribe.play("line 0,1 2,1")
        let request = try #require(scribe.editor.takeRequests().first)
        _ = scribe.editor.apply(nil, to: request.line, revision: request.revision, isFinal: false)
        #expect(scribe.editor.lines[0].stablePrefix == 3)
        scribe.play("line 6,0 6,5")
        try answer("teas", &scribe)
        #expect(scribe.editor.lines[0].stablePrefix == 0)
    }

    @Test("firm characters are counted as Unicode scalars")
    func scalars() throws {
        var scribe = Scribe("line 0,0 0,5")
        try answer("e\u{301}a", &scribe)
        scribe.play("line 3,0 3,5")
        try answer("e\u{301}b", &scribe)
        #expect(scribe.editor.lines[0].stablePrefix == 2)
    }

    @Test("only the changed line is read again, once for each stroke and once for good")
    func requests() {
        var scribe = Scribe()
        scribe.write("ab", x: 5, y: 30)
        scribe.write("cd", x: 5, y: 45)
        scribe.play("wait 600")
        scribe.readAll()
        let (first, second) = (scribe.editor.lines[0], scribe.editor.lines[1])
        var asked: [LineID] = []
        for x in [12.0, 15, 18] {
            scribe.write("e", x: x, y: 30)
            let requests = scribe.editor.takeRequests()
            asked += requests.map(\.line)
            for request in requests {
                _ = scribe.editor.apply(Scribe.reading(of: request), to: request.line, revision: request.revision, isFinal: request.isFinal)
            }
        }
        scribe.play("out")
        asked += scribe.editor.takeRequests().map(\.line)
        #expect(asked == [LineID](repeating: first.id, count: 4))
        #expect(scribe.editor.line(second.id) == second)
    }

    @Test("the pause after which a reading is final is the configured one")
    func pause() {
        var configuration = EditorConfiguration()
        configuration.pauseMicroseconds = 1_200_000
        var scribe = Scribe("line 0,0 0,5; wait 1199", configuration: configuration)
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [false])
        scribe.play("wait 1")
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [true])
    }

    @Test("a word inserted later is handed over in its place, and its reading finds the way back to its strokes")
    func inserted() throws {
        var scribe = Scribe()
        scribe.write("a", x: 0, y: 5)
        scribe.write("b", x: 24, y: 5)
        scribe.write("c", x: 12, y: 5)
        let request = try #require(scribe.editor.takeRequests().last)
        #expect(request.strokes.map(\.id.value) == [1, 3, 2])
        let words = request.strokes.indices.map { index in
            let range = [StrokeRange(stroke: index, first: 0, last: 1)]
            return TranscribedWord(
                text: "w\(index)", box: nil, ranges: range, candidates: [Candidate(text: "w\(index)", score: -1)], baseline: 5, xHeight: 4,
                graphemes: [TranscribedGrapheme(text: "w", ranges: range)], confidence: 0.5)
        }
        let transcript = Transcript(candidates: [Candidate(text: "w0 w1 w2", score: 0)], words: words, confidence: 0.25)
        _ = scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal)
        let line = scribe.editor.lines[0]
        #expect(line.words.map { $0.ranges.map(\.stroke.value) } == [[1], [3], [2]])
        #expect(line.words.map { $0.graphemes.flatMap(\.ranges).map(\.stroke.value) } == [[1], [3], [2]])
        #expect(line.words.allSatisfy { $0.baseline == 5 && $0.xHeight == 4 && $0.confidence == 0.5 && $0.candidates.count == 1 })
        #expect(line.confidence == 0.25)
        scribe.play("erase 12,3 13,3")
        #expect(scribe.editor.lines[0].words.map { $0.graphemes.flatMap(\.ranges).count } == [1, 0, 1])
    }
}
