import Foundation
import Reading
import Ink
import InkEvaluation
import InkProtocol
import Recognition
import Testing

@Suite("Recognition results as JSON")
struct ReadingRecordTests {
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

    @Test("a formula's record has its LaTeX, its MathML and the samples of its symbols; no ink is an empty formula")
    func formulaRecord() throws {
        let model = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/recognition/tiny-formulas.safetensors").path
        let reader = InkReader.formula(FormulaReader(recognizer: try GroupRecognizer(modelPath: model)), 3)
        #expect(
            try reader.read([], id: "f").record.description
                == #"{"candidates":[],"id":"f","latex":"","mathml":"<math xmlns=\"http://www.w3.org/1998/Math/MathML\" "#
                + #"display=\"block\"><mrow></mrow></math>","symbols":[]}"#)
        let points = [(0, 7), (0, 0), (5, 7), (5, 0)].map { InkPoint(x: Double($0.0), y: Double($0.1)) }
        let (text, record) = try reader.read([Stroke(id: StrokeID(0), points: points)], id: nil)
        #expect(record["latex"] == .string(text) && !text.isEmpty)
        #expect(record.description.contains(#""box":{"height":7,"width":5,"x":0,"y":0},"ranges":[{"first":0,"last":3,"stroke":0}]"#))
    }

    @Test("a shape's record has its names, how probable they are, and whether two are nearly so")
    func shapeRecord() {
        let reading = ShapeReading(candidates: [ShapeCandidate(name: "v", score: 0.5), ShapeCandidate(name: "check", score: 0.375)])
        #expect(
            ReadingRecord.shape(id: nil, reading).description
                == #"{"ambiguous":true,"candidates":[{"name":"v","score":0.5},{"name":"check","score":0.375}],"id":null,"text":"v"}"#)
    }

    @Test("a sketch's record has names, emoji where there are, and how probable they are; its line is for a person")
    func sketchRecord() {
        let reading = SketchReading(candidates: [
            SketchCandidate(sketch: Sketch(name: "cat", emoji: "🐱"), score: 0.5),
            SketchCandidate(sketch: Sketch(name: "fence"), score: 0.125),
        ])
        let names = InkReading.sketch(reading, onlyEmoji: false)
        #expect(
            names.record(id: "s").description
                == #"{"ambiguous":false,"candidates":[{"emoji":"🐱","name":"cat","score":0.5},"#
                + #"{"emoji":null,"name":"fence","score":0.125}],"id":"s","text":"cat"}"#)
        #expect(names.text == "cat" && names.line == "cat 🐱 50 %, fence 13 %")
        #expect(InkReading.sketch(reading, onlyEmoji: true).text == "🐱")
    }

    @Test("private tags name the kind of sketches, other languages none")
    func tags() {
        #expect(InkKind(tag: "zxx-Zsym-x-autodraw") == .sketch && InkKind(tag: "ZXX-zsye-X-emoji") == .sketch && InkKind(tag: "en") == nil)
    }

    @Test("a line that is no ink is named, with its file if it has one")
    func failureRecord() {
        #expect(ReadingRecord.failure(file: "-", line: 3, "no").description == #"{"error":"no","line":3}"#)
        #expect(ReadingRecord.failure(file: "a", line: 3, "no").description == #"{"error":"no","file":"a","line":3}"#)
    }
}
