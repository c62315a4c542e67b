import Foundation
import Ink
import Testing

@testable import InkProtocol

@Suite struct MessageTests {
    private static let box = EditorInterface.Box(x: 1, y: 2.5, width: 3, height: 0)
    private static let state = EditorInterface.State(
        editor: "pen0", device: 1, revision: 7, canUndo: true, canRedo: false, empty: false, idle: true, strokes: 4, text: "hi\n\"you\"/é")
    private static let word = EditorInterface.Word(
        text: "hi", box: box, ranges: [.init(stroke: 1, first: 0, last: 9)], candidates: [.init(text: "hi", score: -0.5)], baseline: 1,
        xHeight: 2.5, graphemes: [.init(text: "h", ranges: [.init(stroke: 1, first: 0, last: 4)])], confidence: 0.5)
    private static let line = EditorInterface.Line(
        id: 2, text: "hi", candidates: ["hi", "hl"], final: true, stablePrefix: 1, confidence: 0.5, box: box,
        words: [word, .init(text: "x", ranges: [])])
    private static let device = DevicesInterface.Device(
        id: 1, name: "Pen", kind: .pen, bus: 3, vendor: 0x56a, product: 0xd2, display: false, virtual: true, replay: false, width: 216.5,
        height: nil, pressure: true, tilt: false, eraser: true, seat: "seat0", pairedWith: nil, editor: "pen0")

    private static let model = ModelsInterface.Model(
        tag: "en", kind: .language, format: 1, size: 7, origin: .own, inUse: true, attribution: "me", licence: "CC0", metadata: ["a": "b"])

    /// Encodes a call and a reply, holds both against the interface, and decodes them again.
    private func check<M: VarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters, _ reply: M.Reply) throws
    where M.Parameters: Equatable, M.Reply: Equatable {
        let name = M.name.split(separator: ".").last.map(String.init) ?? ""
        let interface = try #require(Interfaces.definitions[String(M.name.dropLast(name.count + 1))])
        let streams = method is any StreamingVarlinkMethod.Type
        let call = try Call(decoding: Call.encode(method, parameters, more: streams).dropLast())
        #expect(call.method == M.name && call.more == streams && !call.oneway)
        #expect(interface.check(message: call.parameters, as: .input(of: name)) == nil)
        #expect(try call.parameters(as: M.Parameters.self) == parameters)
        let answer = try Reply(decoding: Reply.encode(method, reply, continues: streams).dropLast())
        #expect(answer.error == nil && answer.continues == streams)
        #expect(interface.check(message: answer.parameters, as: .output(of: name)) == nil)
        #expect(try answer.parameters(as: M.Reply.self) == reply)
        if let known = MethodName(rawValue: M.name) { #expect(known.streams == streams) }
    }

    private func check<E: VarlinkError>(_ error: E) throws {
        let name = E.name.split(separator: ".").last.map(String.init) ?? ""
        let interface = try #require(Interfaces.definitions[String(E.name.dropLast(name.count + 1))])
        let reply = try Reply(decoding: Reply.encode(any: error as any Error).dropLast())
        #expect(reply.error == E.name)
        #expect(interface.check(message: reply.parameters, as: .error(name)) == nil)
        #expect(try reply.parameters(as: E.self) == error)
    }

    @Test("every method's messages fit the interface and decode to themselves")
    func methods() throws {
        try check(
            ServiceInterface.GetInfo.self, .init(), .init(vendor: "v", product: "p", version: "1", url: "u", interfaces: ["a.b"]))
        try check(ServiceInterface.GetInterfaceDescription.self, .init(interface: "a.b"), .init(description: "interface a.b\n"))
        try check(DevicesInterface.List.self, .init(), .init(devices: [Self.device]))
        for change in DevicesInterface.Change.allCases {
            try check(DevicesInterface.Watch.self, .init(), .init(sequence: 1, change: change, device: Self.device))
        }
        let event = PointerInterface.Event(
            PointerEvent(phase: .hover, tool: .finger, device: DeviceID(1), time: Instant(microseconds: 1)),
            clock: ClockOffset(microseconds: 5))
        try check(PointerInterface.Watch.self, .init(device: 1), .init(sequence: 1, device: 1, events: [event]))
        try check(PointerInterface.Watch.self, .init(), .init(sequence: 1, device: 1, events: []))
        try check(EditorInterface.List.self, .init(), .init(editors: [Self.state]))
        try check(EditorInterface.GetState.self, .init(editor: "pen0"), .init(state: Self.state, lines: [Self.line]))
        for change in EditorInterface.Change.allCases {
            try check(
                EditorInterface.Watch.self, .init(editor: "pen0"), .init(sequence: 3, change: change, state: Self.state, line: Self.line))
        }
        try check(EditorInterface.Watch.self, .init(), .init(sequence: 3, change: .idle, state: Self.state))
        try check(EditorInterface.Undo.self, .init(editor: "pen0"), .init(state: Self.state))
        try check(EditorInterface.Redo.self, .init(editor: "pen0"), .init(state: Self.state))
        try check(EditorInterface.Clear.self, .init(editor: "pen0"), .init(state: Self.state))
        let stroke = EditorInterface.Stroke(id: 1, x: [1, 2.5], y: [0, 0], force: [0.5, 1], time: [1, 2])
        try check(EditorInterface.Strokes.self, .init(editor: "pen0"), .init(revision: 1, strokes: [stroke]))
        let box = RecognizerInterface.Box(x: 0, y: 0, width: 1, height: 1)
        let range = RecognizerInterface.Range(stroke: 0, first: 0, last: 1)
        let word = RecognizerInterface.Word(
            text: "hi", box: box, ranges: [range], line: 0, candidates: [.init(text: "hi", score: -0.5)], baseline: 1.5, xHeight: 2,
            graphemes: [.init(text: "h", ranges: [range]), .init(text: "i", ranges: [])], confidence: 0.5)
        let ink = RecognizerInterface.InkStroke(x: [1, 2], y: [3, 4.5])
        for layout in RecognizerInterface.Layout.allCases {
            for type in RecognizerInterface.RecognitionType.allCases {
                try check(
                    RecognizerInterface.Recognize.self,
                    .init(
                        strokes: [ink], alternatives: 2, language: "en", layout: layout, recognitionType: type, preContext: "a",
                        writingArea: .init(width: 1, height: 2), graphemeSet: ["a"], userWords: [.init(text: "a", weight: 1)]),
                    .init(
                        candidates: [.init(text: "hi", score: -0.5), .init(text: "hl")], words: [word, .init(text: "x", ranges: [])],
                        confidence: 0.5, lines: [.init(text: "hi", candidates: [.init(text: "hi")], confidence: 0.5, strokes: [0])]))
            }
        }
        try check(
            RecognizerInterface.Query.self, .init(),
            .init(
                language: "", languages: ["en"], kinds: RecognizerInterface.Kind.allCases, hints: ["language"],
                recognitionTypes: RecognizerInterface.RecognitionType.allCases,
                limits: .init(points: 1, alternatives: 2, preContext: 3, userWords: 4)))
        try check(
            RecognizerInterface.RecognizeSymbol.self, .init(strokes: [ink], alternatives: 3, among: ["7"]),
            .init(candidates: [.init(command: "\\alpha", character: "α", score: 0.5), .init(command: "\\x", score: 0)]))
        for kind in RecognizerInterface.GeometryKind.allCases {
            let geometry = RecognizerInterface.Geometry(
                kind: kind, points: [.init(x: 1, y: 2)], width: 1, height: 2, radii: [1], rotation: 0.5, tips: 5)
            try check(
                RecognizerInterface.RecognizeShape.self, .init(strokes: [ink], among: ["line"]),
                .init(candidates: [.init(name: "line", score: 1, geometry: geometry), .init(name: "x", score: 0)], ambiguous: true))
        }
        for kind in RecognizerInterface.GestureKind.allCases {
            let gesture = RecognizerInterface.Gesture(
                kind: kind, score: 1, words: [.init(word: 0, coverage: 1)], ranges: [range],
                insertion: .init(word: 1, grapheme: 0, x: 1, y: 2))
            try check(
                RecognizerInterface.RecognizeGesture.self, .init(stroke: ink, strokes: [ink], words: [word]), .init(gesture: gesture))
        }
        try check(RecognizerInterface.RecognizeGesture.self, .init(stroke: ink, strokes: []), .init())
        let example = AdaptationInterface.Example(strokes: [ink], text: "hi")
        let adaptation = AdaptationInterface.State(adapted: true, examples: 12, lossBefore: 1.5, lossAfter: 0.5)
        try check(AdaptationInterface.Adapt.self, .init(examples: [example]), .init(progress: 1, state: adaptation))
        try check(AdaptationInterface.Adapt.self, .init(examples: []), .init(progress: 0.5))
        try check(AdaptationInterface.Status.self, .init(), .init(state: .init(adapted: false)))
        try check(AdaptationInterface.Reset.self, .init(), .init(state: .init(adapted: false)))
        try check(ModelsInterface.List.self, .init(), .init(models: [Self.model]))
        try check(ModelsInterface.Resolve.self, .init(tag: "en-US"), .init(model: Self.model))
        try check(ModelsInterface.IsInstalled.self, .init(tag: "en"), .init(installed: true))
        try check(ModelsInterface.Remove.self, .init(tag: "en"), .init())
        for progress in ModelsInterface.Progress.allCases {
            try check(ModelsInterface.Install.self, .init(size: 7), .init(upload: 1, progress: progress, received: 7, model: Self.model))
        }
        try check(ModelsInterface.Write.self, .init(upload: 1, data: "AAE="), .init(received: 2))
    }

    @Test("every error fits the interface and decodes to itself")
    func errors() throws {
        try check(ServiceInterface.InterfaceNotFound(interface: "a.b"))
        try check(ServiceInterface.MethodNotFound(method: "a.b.C"))
        try check(ServiceInterface.MethodNotImplemented(method: "a.b.C"))
        try check(ServiceInterface.InvalidParameter(parameter: "x"))
        try check(ServiceInterface.PermissionDenied())
        try check(ServiceInterface.ExpectedMore())
        try check(ClientInterface.TooSlow(limit: 5))
        try check(PointerInterface.NoSuchDevice(device: 5))
        try check(EditorInterface.NoSuchEditor(editor: "pen0"))
        try check(EditorInterface.NothingToUndo(editor: "pen0"))
        try check(EditorInterface.NothingToRedo(editor: "pen0"))
        try check(RecognizerInterface.InvalidInk(stroke: 0, reason: "1 x and 2 y"))
        try check(RecognizerInterface.InkTooLarge(points: 6, limit: 5))
        try check(RecognizerInterface.InvalidHint(hint: "preContext", reason: "no"))
        try check(RecognizerInterface.NoLanguage(language: "fr", available: ["en"]))
        try check(RecognizerInterface.NoModel(reason: "none"))
        try check(RecognizerInterface.Busy())
        try check(AdaptationInterface.InvalidExample(example: 3, reason: "no"))
        try check(AdaptationInterface.TooFewExamples(usable: 3, needed: 10))
        try check(AdaptationInterface.NothingGained())
        try check(AdaptationInterface.Unusable(reason: "no"))
        try check(AdaptationInterface.Busy())
        try check(ModelsInterface.InvalidTag(tag: "e", reason: "no"))
        try check(ModelsInterface.NoModel(tag: "fr", available: ["en"]))
        try check(ModelsInterface.InvalidModel(reason: "no"))
        try check(ModelsInterface.TooLarge(size: 6, limit: 5))
        try check(ModelsInterface.InvalidData(upload: 1))
        try check(ModelsInterface.NoSuchUpload(upload: 1))
        try check(ModelsInterface.InUse(tag: "en"))
        try check(ModelsInterface.SystemModel(tag: "en"))
        try check(ModelsInterface.Unusable(reason: "no"))
        try check(ModelsInterface.Busy())
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
        #expect(
            try text(Reply.encode(EditorInterface.Watch.self, .init(sequence: 1, change: .present, state: Self.state), continues: true))
                == #"{"continues":true,"parameters":{"change":"present","sequence":1,"state":{"canRedo":false,"canUndo":true,"device":1,"#
                + #""editor":"pen0","empty":false,"idle":true,"revision":7,"strokes":4,"text":"hi\n\"you\"/é"}}}"# + "\0")
        #expect(
            try text(Reply.encode(EditorInterface.NoSuchEditor(editor: "pen9")))
                == #"{"error":"org.inkd.Editor.NoSuchEditor","parameters":{"editor":"pen9"}}"# + "\0")
        #expect(try text(Reply.encode(RecognizerInterface.Busy())) == #"{"error":"org.inkd.Recognizer.Busy","parameters":{}}"# + "\0")
    }

    @Test("a number that JSON lacks is an error, and so is an error that is none of Varlink's")
    func unencodable() {
        let box = RecognizerInterface.Word(text: "", box: .init(x: .nan, y: 0, width: 0, height: 0), ranges: [])
        #expect(throws: ProtocolError.self) { try Reply.encode(RecognizerInterface.Recognize.self, .init(candidates: [], words: [box])) }
        #expect(throws: ProtocolError.self) { try Reply.encode(any: CancellationError()) }
    }

    @Test("ink that cannot be is refused with the stroke's index")
    func invalidInk() throws {
        func ink(_ strokes: RecognizerInterface.InkStroke...) throws -> [Stroke] {
            try strokes.ink()
        }
        let good = RecognizerInterface.InkStroke(x: [1, 2], y: [3, 4])
        #expect(try ink(good).first?.points.last?.y == 4)
        for bad in [RecognizerInterface.InkStroke(x: [1], y: []), .init(x: [], y: []), .init(x: [.infinity], y: [0])] {
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
        #expect(RecognizerInterface.Recognize.Reply([], alternatives: 3) == .init(candidates: [], words: []))
    }

    @Test("ink becomes messages with the editor's stroke numbers and times since 1970")
    func conversions() {
        let point = InkPoint(x: 1, y: 2, time: Instant(microseconds: 1500), force: 0.5)
        let stroke = EditorInterface.Stroke(Stroke(id: StrokeID(.max), points: [point]), clock: ClockOffset(microseconds: 1_000_000))
        #expect(stroke == .init(id: .max, x: [1], y: [2], force: [0.5], time: [1001.5]))
        let clock = ClockOffset(microseconds: 77)
        #expect(clock.instant(milliseconds: clock.milliseconds(Instant(microseconds: 123_456))) == Instant(microseconds: 123_456))
        #expect(clock.instant(milliseconds: .nan) == Instant(microseconds: 0))
    }
}
