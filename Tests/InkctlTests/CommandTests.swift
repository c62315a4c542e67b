import ArgumentParser
import Ink
import InkClient
import InkProtocol
import Recognition
import Testing

@testable import inkctl

@Suite("Commands")
struct CommandTests {
    @Test("without tablets the list says what to do")
    func noDevices() {
        #expect(DevicesCommand.lines([]) == ["No tablets. Plug one in; `inkctl watch` shows it when it appears."])
    }

    @Test("devices are a table")
    func devices() {
        var touch = WatchStoryTests.device(2, name: "Wacom One Finger", width: nil)
        touch.kind = .touch
        (touch.pressure, touch.tilt, touch.editor, touch.pairedWith) = (false, false, nil, 1)
        #expect(
            DevicesCommand.lines([WatchStoryTests.device(1), touch]) == [
                "ID  KIND   NAME              SIZE          REPORTS         PAIRED WITH  EDITOR",
                " 1  pen    Wacom One         216 × 135 mm  pressure, tilt  –            pen0",
                " 2  touch  Wacom One Finger  size unknown  –               1            –",
            ])
    }

    @Test("an editor need not be named if it is the only one")
    func onlyEditor() throws {
        #expect(try EditorOptions.only(["pen0"]) == "pen0")
        #expect(throws: InkctlError.noEditor) { try EditorOptions.only([]) }
        #expect(throws: InkctlError.severalEditors(["pen0", "pen1"])) { try EditorOptions.only(["pen0", "pen1"]) }
    }

    @Test("refusals are explained")
    func refusals() {
        let error = ClientError.refused(name: EditorInterface.NothingToUndo.name, parameters: .object(["editor": .string("pen0")]))
        #expect(error.explanation == "pen0 has nothing to undo")
    }

    @Test("a reading is one JSON object, whole numbers without a point")
    func readingRecord() {
        let word = TranscribedWord(
            text: "hi", box: Box(x: 804, y: -15385, width: 10.5, height: 3), ranges: [StrokeRange(stroke: 0, first: 0, last: 9)],
            candidates: [Candidate(text: "hi", score: nil)], baseline: 1200,
            graphemes: [TranscribedGrapheme(text: "hi", ranges: [StrokeRange(stroke: 0, first: 0, last: 9)])])
        let transcript = Transcript(
            candidates: [Candidate(text: "hi", score: -0.5), Candidate(text: "h\"", score: nil)], words: [word], confidence: 0.75)
        let record = ReadingRecord.reading(id: nil, transcript)
        #expect(
            record.description
                == ##"{"candidates":[{"score":-0.5,"text":"hi"},{"text":"h\""}],"confidence":0.75,"id":null,"text":"hi","##
                + ##""words":[{"baseline":1200.0,"box":{"height":3,"width":10.5,"x":804,"y":-15385},"candidates":[{"text":"hi"}],"confidence":null,"##
                + ##""graphemes":[{"ranges":[{"first":0,"last":9,"stroke":0}],"text":"hi"}],"ranges":[{"first":0,"last":9,"stroke":0}],"##
                + ##""text":"hi","xHeight":null}]}"##
        )
    }

    @Test("strokes of a page's lines keep their numbers in the page")
    func pageRecord() {
        let word = TranscribedWord(text: "a", box: nil, ranges: [StrokeRange(stroke: 1, first: 0, last: 4)])
        let line = Transcript(candidates: [Candidate(text: "a", score: nil)], words: [word])
        let record = ReadingRecord.page(id: "p", [([4, 7], line), ([5], Transcript(candidates: [], words: []))])
        #expect(record["text"] == .string("a\n"))
        #expect(record.description.contains(#""ranges":[{"first":0,"last":4,"stroke":7}]"#))
    }

    @Test("a shape's record has its names, how probable they are, and whether two are nearly so")
    func shapeRecord() {
        let reading = ShapeReading(candidates: [ShapeCandidate(name: "v", score: 0.5), ShapeCandidate(name: "check", score: 0.375)])
        #expect(
            ReadingRecord.shape(id: nil, reading).description
                == #"{"ambiguous":true,"candidates":[{"name":"v","score":0.5},{"name":"check","score":0.375}],"id":null,"text":"v"}"#)
    }

    @Test("a line that is no ink is named, with its file if it has one")
    func failureRecord() {
        #expect(ReadingRecord.failure(file: "-", line: 3, "no").description == #"{"error":"no","line":3}"#)
        #expect(ReadingRecord.failure(file: "a", line: 3, "no").description == #"{"error":"no","file":"a","line":3}"#)
    }

    @Test("--json and --plain exclude each other, and counts have limits")
    func validation() {
        #expect(throws: (any Error).self) { try WatchCommand.parse(["--json", "--plain"]) }
        #expect(throws: (any Error).self) { try RecognizeCommand.parse(["--alternatives", "0"]) }
        #expect(throws: (any Error).self) { try EvaluateCommand.parse(["--limit", "0", "file"]) }
    }
}
