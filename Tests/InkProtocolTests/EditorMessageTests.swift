import Testing

@testable import InkProtocol

@Suite struct EditorMessageTests {
    private static let box = EditorInterface.Box(x: 1, y: 2.5, width: 3, height: 0)
    private static let state = EditorInterface.State(
        editor: "pen0", device: 1, revision: 7, canUndo: true, canRedo: false, undoCount: 2, redoCount: 0, empty: false, idle: true,
        strokes: 4, text: "hi\n\"you\"/é")
    private static let own = EditorInterface.State(
        editor: "e1", package: "notes", part: 3, type: "Text", revision: 7, canUndo: false, canRedo: true, undoCount: 0, redoCount: 9,
        empty: true, idle: false, strokes: 0)
    private static let word = EditorInterface.Word(
        text: "hi", box: box, ranges: [.init(stroke: 1, first: 0, last: 9)], candidates: [.init(text: "hi", score: -0.5)], baseline: 1,
        xHeight: 2.5, graphemes: [.init(text: "h", ranges: [.init(stroke: 1, first: 0, last: 4)])], confidence: 0.5)
    private static let line = EditorInterface.Line(
        id: 2, text: "hi", candidates: ["hi", "hl"], final: true, stablePrefix: 1, confidence: 0.5, box: box,
        words: [word, .init(text: "x", ranges: [], candidates: [], graphemes: [])])

    @Test("the messages about editors fit the interface and decode to themselves", arguments: [state, own])
    func editors(state: EditorInterface.State) throws {
        try checkMessages(EditorInterface.List.self, .init(), .init(editors: [state]))
        try checkMessages(EditorInterface.Create.self, .init(), .init(editor: "e1"))
        try checkMessages(EditorInterface.Close.self, .init(editor: "e1"), .init())
        try checkMessages(EditorInterface.SetViewSize.self, .init(editor: "e1", width: 100.5, height: 50), .init(state: state))
        try checkMessages(EditorInterface.SetPart.self, .init(editor: "e1", package: "notes", part: 3), .init(state: state))
        try checkMessages(EditorInterface.SetPart.self, .init(editor: "e1"), .init(state: state))
        try checkMessages(EditorInterface.GetState.self, .init(editor: "pen0"), .init(state: state, lines: [Self.line]))
        try checkMessages(EditorInterface.Undo.self, .init(editor: "pen0"), .init(state: state))
        try checkMessages(EditorInterface.Redo.self, .init(editor: "pen0"), .init(state: state))
        try checkMessages(EditorInterface.Clear.self, .init(editor: "pen0"), .init(state: state))
        try checkMessages(EditorInterface.WaitForIdle.self, .init(editor: "e1", timeout: 5), .init(state: state))
        try checkMessages(EditorInterface.WaitForIdle.self, .init(editor: "e1"), .init(state: state))
        try checkMessages(EditorInterface.SelectCandidate.self, .init(editor: "e1", line: 1, word: 0, text: "x"), .init(state: state))
    }

    @Test("what a watch tells fits the interface and decodes to itself", arguments: EditorInterface.Change.allCases)
    func watch(change: EditorInterface.Change) throws {
        let gesture = EditorInterface.Gesture(kind: "join", stroke: 1, words: ["a", "b"], strokes: [2], fallbackText: "u")
        let problem = EditorInterface.Problem(reason: "RecognitionUnavailable", message: "No model.", block: "root")
        try checkMessages(
            EditorInterface.Watch.self, .init(editor: "pen0"),
            .init(
                sequence: 3, change: change, state: Self.own, line: Self.line, blocks: ["root"],
                strokes: .init(added: [7, 8], removed: [2], changed: [], replaced: [.init(old: [2], new: [7, 8])]), gesture: gesture,
                error: problem))
        try checkMessages(EditorInterface.Watch.self, .init(), .init(sequence: 3, change: change, state: Self.state))
    }

    @Test("pointers of every kind, tool and phase fit the interface and decode to themselves")
    func pointers() throws {
        for kind in EditorInterface.PointerKind.allCases {
            let events = EditorInterface.PointerPhase.allCases.map {
                EditorInterface.PointerEvent(phase: $0, x: 1, y: 2.5, time: 1_700_000_000_000.5, force: 0.5, kind: kind, pointer: -1)
            }
            try checkMessages(
                EditorInterface.PointerEvents.self, .init(editor: "e1", events: events, processGestures: false), .init(state: Self.own))
            for tool in EditorInterface.Tool.allCases {
                try checkMessages(EditorInterface.SetTool.self, .init(editor: "e1", kind: kind, tool: tool), .init(state: Self.own))
            }
        }
        try checkMessages(
            EditorInterface.PointerEvents.self, .init(editor: "e1", events: [.init(phase: .down, x: 1, y: 2)]),
            .init(state: Self.own, strokes: [3, 4]))
        try checkMessages(EditorInterface.PointerCancel.self, .init(editor: "e1"), .init(state: Self.own))
    }

    @Test("a value of the configuration is exactly one of three")
    func configuration() throws {
        for content in [EditorInterface.Value.Content.text("mm"), .number(1.5), .flag(false)] {
            let value = EditorInterface.Value(content)
            #expect(value.content == content)
            let setting = EditorInterface.Setting(key: "k", value: value, own: true, summary: "what for")
            try checkMessages(EditorInterface.GetConfiguration.self, .init(editor: "e1"), .init(settings: [setting]))
            try checkMessages(EditorInterface.SetConfiguration.self, .init(editor: "e1", key: "k", value: value), .init())
            try checkMessages(EditorInterface.SetConfiguration.self, .init(key: "k", value: value), .init())
        }
        try checkMessages(EditorInterface.UnsetConfiguration.self, .init(editor: "e1", key: "k"), .init())
        #expect(EditorInterface.Value().content == nil && EditorInterface.Value(text: "a", flag: true).content == nil)
    }
}
