import Foundation
import Ink
import Testing

@testable import InkProtocol

@Suite struct MessageTests {
    private static let device = DevicesInterface.Device(
        id: 1, name: "Pen", kind: .pen, bus: 3, vendor: 0x56a, product: 0xd2, display: false, virtual: true, replay: false, width: 216.5,
        height: nil, pressure: true, tilt: false, eraser: true, seat: "seat0", pairedWith: nil, editor: "pen0")

    private static let model = ModelsInterface.Model(
        tag: "en", kind: .language, format: 1, size: 7, origin: .own, inUse: true, attribution: "me", licence: "CC0", metadata: ["a": "b"])

    @Test("every method's messages fit the interface and decode to themselves")
    func methods() throws {
        try checkMessages(
            ServiceInterface.GetInfo.self, .init(), .init(vendor: "v", product: "p", version: "1", url: "u", interfaces: ["a.b"]))
        try checkMessages(ServiceInterface.GetInterfaceDescription.self, .init(interface: "a.b"), .init(description: "interface a.b\n"))
        try checkMessages(DevicesInterface.List.self, .init(), .init(devices: [Self.device]))
        for change in DevicesInterface.Change.allCases {
            try checkMessages(DevicesInterface.Watch.self, .init(), .init(sequence: 1, change: change, device: Self.device))
        }
        let times = DevicesInterface.Durations(count: 3, p50: 80, p99: 210, max: 215)
        try checkMessages(
            DevicesInterface.Statistics.self, .init(),
            .init(
                uptime: 1, memory: 2,
                devices: [
                    .init(id: 1, name: "Pen", frames: 3, events: 12, rate: 0.5, drops: 1, latency: times),
                    .init(id: 2, name: "Touch", frames: 0, events: 0, rate: 0, drops: 0),
                ], queues: .init(clients: 1, watches: 1, bytes: 7, leftOut: 2, disconnected: 1, posted: 0),
                recogniser: [.init(user: 1000, lines: times, waiting: 1, requests: 0), .init(user: 0, waiting: 0, requests: 0)],
                quotas: [.init(user: 1000, quota: "quotas.disk", used: 5, limit: 9), .init(quota: "quotas.exportMemory", limit: 9)]))
        let event = PointerInterface.Event(
            PointerEvent(phase: .hover, tool: .finger, device: DeviceID(1), time: Instant(microseconds: 1)),
            clock: ClockOffset(microseconds: 5))
        try checkMessages(PointerInterface.Watch.self, .init(device: 1), .init(sequence: 1, device: 1, events: [event]))
        try checkMessages(PointerInterface.Watch.self, .init(), .init(sequence: 1, device: 1, events: []))
        let box = RecognizerInterface.Box(x: 0, y: 0, width: 1, height: 1)
        let range = RecognizerInterface.Range(stroke: 0, first: 0, last: 1)
        let word = RecognizerInterface.Word(
            text: "hi", box: box, ranges: [range], line: 0, candidates: [.init(text: "hi", score: -0.5)], baseline: 1.5, xHeight: 2,
            graphemes: [.init(text: "h", ranges: [range]), .init(text: "i", ranges: [])], confidence: 0.5)
        let ink = RecognizerInterface.Ink(x: [1, 2], y: [3, 4.5])
        for layout in RecognizerInterface.Layout.allCases {
            for type in RecognizerInterface.RecognitionType.allCases {
                try checkMessages(
                    RecognizerInterface.Recognize.self,
                    .init(
                        strokes: [ink], alternatives: 2, language: "en", layout: layout, recognitionType: type, preContext: "a",
                        writingArea: .init(width: 1, height: 2), graphemeSet: ["a"], userWords: [.init(text: "a", weight: 1)]),
                    .init(
                        candidates: [.init(text: "hi", score: -0.5), .init(text: "hl")], words: [word, .init(text: "x", ranges: [])],
                        confidence: 0.5, lines: [.init(text: "hi", candidates: [.init(text: "hi")], confidence: 0.5, strokes: [0])]))
            }
        }
        try checkMessages(
            RecognizerInterface.Query.self, .init(),
            .init(
                language: "", languages: ["en"], characters: ["ja"], kinds: RecognizerInterface.Kind.allCases, hints: ["language"],
                recognitionTypes: RecognizerInterface.RecognitionType.allCases,
                limits: .init(points: 1, alternatives: 2, preContext: 3, userWords: 4)))
        try checkMessages(
            RecognizerInterface.RecognizeSymbol.self, .init(strokes: [ink], alternatives: 3, among: ["7"]),
            .init(candidates: [.init(command: "\\alpha", character: "α", score: 0.5), .init(command: "\\x", score: 0)]))
        for angle in RecognizerInterface.AngleUnit.allCases {
            let candidate = RecognizerInterface.FormulaCandidate(text: "α", latex: "\\alpha", score: 0.5)
            try checkMessages(
                RecognizerInterface.RecognizeFormula.self,
                .init(strokes: [ink], alternatives: 2, solve: .init(angle: angle, variables: [.init(name: "x", value: 2)])),
                .init(
                    candidates: [.init(latex: "\\alpha", score: -1)], mathml: "<math></math>",
                    symbols: [.init(text: "α", ranges: [range], box: .init(x: 1, y: 2, width: 3, height: 4), candidates: [candidate])],
                    result: .init(text: "2", value: 2, problem: "none")))
        }
        for kind in RecognizerInterface.GeometryKind.allCases {
            let geometry = RecognizerInterface.Geometry(
                kind: kind, points: [.init(x: 1, y: 2)], width: 1, height: 2, radii: [1], rotation: 0.5, tips: 5)
            try checkMessages(
                RecognizerInterface.RecognizeShape.self, .init(strokes: [ink], among: ["line"]),
                .init(candidates: [.init(name: "line", score: 1, geometry: geometry), .init(name: "x", score: 0)], ambiguous: true))
        }
        try checkMessages(
            RecognizerInterface.RecognizeSketch.self, .init(strokes: [ink], onlyEmoji: true),
            .init(candidates: [.init(name: "cat", emoji: "🐈", score: 1), .init(name: "line", score: 0)], ambiguous: false))
        let character = RecognizerInterface.CharacterCandidate(text: "日", score: 0.5)
        try checkMessages(
            RecognizerInterface.RecognizeCharacter.self, .init(strokes: [ink], language: "ja"), .init(candidates: [character]))
        for layout in RecognizerInterface.CharacterLayout.allCases {
            try checkMessages(
                RecognizerInterface.RecognizeCharacters.self, .init(strokes: [ink], language: "ja", layout: layout),
                .init(
                    text: "日",
                    characters: [.init(candidates: [character], strokes: [0], box: .init(x: 1, y: 2, width: 3, height: 4))]))
        }
        for kind in RecognizerInterface.GestureKind.allCases {
            let gesture = RecognizerInterface.Gesture(
                kind: kind, score: 1, words: [.init(word: 0, coverage: 1)], ranges: [range],
                insertion: .init(word: 1, grapheme: 0, x: 1, y: 2))
            try checkMessages(
                RecognizerInterface.RecognizeGesture.self, .init(stroke: ink, strokes: [ink], words: [word]), .init(gesture: gesture))
        }
        try checkMessages(RecognizerInterface.RecognizeGesture.self, .init(stroke: ink, strokes: []), .init())
        let example = AdaptationInterface.Example(strokes: [ink], text: "hi")
        let adaptation = AdaptationInterface.State(adapted: true, examples: 12, lossBefore: 1.5, lossAfter: 0.5, corrections: 3)
        try checkMessages(AdaptationInterface.Adapt.self, .init(examples: [example]), .init(progress: 1, state: adaptation))
        try checkMessages(AdaptationInterface.Adapt.self, .init(examples: []), .init(progress: 0.5))
        try checkMessages(AdaptationInterface.Status.self, .init(), .init(state: .init(adapted: false)))
        try checkMessages(AdaptationInterface.Reset.self, .init(), .init(state: .init(adapted: false)))
        try checkMessages(ModelsInterface.List.self, .init(), .init(models: [Self.model]))
        try checkMessages(ModelsInterface.Resolve.self, .init(tag: "en-US"), .init(model: Self.model))
        try checkMessages(ModelsInterface.IsInstalled.self, .init(tag: "en"), .init(installed: true))
        try checkMessages(ModelsInterface.Remove.self, .init(tag: "en"), .init())
        for progress in ModelsInterface.Progress.allCases {
            try checkMessages(
                ModelsInterface.Install.self, .init(size: 7), .init(upload: 1, progress: progress, received: 7, model: Self.model))
        }
        try checkMessages(ModelsInterface.Write.self, .init(upload: 1, data: "AAE="), .init(received: 2))
    }

    @Test("the bytes of a call, a reply and an error are these")
    func golden() throws {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(
            try text(Call.encode(EditorInterface.Watch.self, .init(editor: "pen0"), more: true))
                == #"{"method":"org.inkd.Editor.Watch","more":true,"parameters":{"editor":"pen0"}}"# + "\0")
        #expect(try text(Call.encode(EditorInterface.List.self, .init())) == #"{"method":"org.inkd.Editor.List","parameters":{}}"# + "\0")
        #expect(
            try text(Call.encode(EditorInterface.Clear.self, .init(editor: "a/b"), oneway: true))
                == #"{"method":"org.inkd.Editor.Clear","oneway":true,"parameters":{"editor":"a/b"}}"# + "\0")
        let state = EditorInterface.State(
            editor: "pen0", device: 1, revision: 7, canUndo: true, canRedo: false, undoCount: 3, redoCount: 0, empty: false, idle: true,
            strokes: 4, text: "hi\n\"you\"/é")
        #expect(
            try text(Reply.encode(EditorInterface.Watch.self, .init(sequence: 1, change: .present, state: state), continues: true))
                == #"{"continues":true,"parameters":{"change":"present","sequence":1,"state":{"canRedo":false,"canUndo":true,"device":1,"#
                + #""editor":"pen0","empty":false,"idle":true,"redoCount":0,"revision":7,"strokes":4,"text":"hi\n\"you\"/é","undoCount":3}}}"#
                + "\0")
        #expect(
            try text(Reply.encode(EditorInterface.NoSuchEditor(editor: "pen9")))
                == #"{"error":"org.inkd.Editor.NoSuchEditor","parameters":{"editor":"pen9"}}"# + "\0")
        #expect(try text(Reply.encode(RecognizerInterface.Busy())) == #"{"error":"org.inkd.Recognizer.Busy","parameters":{}}"# + "\0")
    }

    @Test("a number that JSON lacks is an error, and so is an error that is none of Varlink's")
    func unencodable() {
        let box = RecognizerInterface.Word(text: "", box: .init(x: .nan, y: 0, width: 0, height: 0), ranges: [])
        #expect(throws: ProtocolError.self) {
            try Reply.encode(RecognizerInterface.Recognize.self, .init(candidates: [], words: [box], lines: []))
        }
        #expect(throws: ProtocolError.self) { try Reply.encode(any: CancellationError()) }
    }

    @Test("ink that cannot be is refused with the stroke's index")
    func invalidInk() throws {
        func ink(_ strokes: RecognizerInterface.Ink...) throws -> [Stroke] {
            try strokes.ink()
        }
        let good = RecognizerInterface.Ink(x: [1, 2], y: [3, 4])
        #expect(try ink(good).first?.points.last?.y == 4)
        for bad in [RecognizerInterface.Ink(x: [1], y: []), .init(x: [], y: []), .init(x: [.infinity], y: [0])] {
            #expect { try ink(good, bad) } throws: { ($0 as? RecognizerInterface.InvalidInk)?.stroke == 1 }
        }
    }

    @Test("the lines of a page become one text, its words know their lines and the page's strokes")
    func page() {
        func transcript(_ texts: [(String, Double)], _ range: StrokeRange) -> Transcript {
            let grapheme = TranscribedGrapheme(text: "a", ranges: [range])
            let word = TranscribedWord(text: "a", box: nil, ranges: [range], graphemes: [grapheme])
            return Transcript(candidates: texts.map { Candidate(text: $0, score: $1) }, words: [word], confidence: 0.5)
        }
        let reply = RecognizerInterface.Recognize.Reply(
            [
                (transcript([("a", -1), ("o", -5)], StrokeRange(stroke: 1, first: 0, last: 4)), [0, 3]),
                (Transcript(candidates: [], words: []), [1]),
                (transcript([("b", -2), ("6", -3)], StrokeRange(stroke: 0, first: 2, last: 4)), [2]),
            ], alternatives: 2)
        #expect(reply.candidates == [.init(text: "a\nb", score: -3), .init(text: "a\n6", score: -4)])
        #expect(reply.words.map(\.line) == [0, 2])
        #expect(reply.words.map(\.ranges) == [[.init(stroke: 3, first: 0, last: 4)], [.init(stroke: 2, first: 2, last: 4)]])
        #expect(reply.words[0].graphemes?.first?.ranges == reply.words[0].ranges)
        #expect(reply.lines.map(\.strokes) == [[0, 3], [1], [2]] && reply.confidence == nil)
        #expect(RecognizerInterface.Recognize.Reply([], alternatives: 3) == .init(candidates: [], words: [], lines: []))
    }
}
