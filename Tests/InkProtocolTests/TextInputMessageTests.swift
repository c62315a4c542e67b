import Testing

@testable import InkProtocol

@Suite("Messages about text for a field")
struct TextInputMessageTests {
    typealias Interface = TextInputInterface

    private let status = Interface.Status(
        seat: "seat0", enabled: true, capture: .automatic, captured: true, passing: false, locked: false, inputMethod: "ibus",
        purpose: .text, field: 4)
    private let mapping = Interface.TabletMapping(vendor: 0x056a, product: 0x0333, matrix: [1920, 0, 0, 0, 1080, 0], millimeter: 3.6)
    private let reading = Interface.Reading(
        editor: "text1", line: 3, text: " we met", final: true, stablePrefix: 7,
        words: [
            .init(text: "we", candidates: ["we", "me"], strokes: [5, 6], confidence: 0.9), .init(text: "met", candidates: [], strokes: [7]),
        ],
        candidates: [" we met"], strokes: [5, 6, 7])

    @Test("fit the interface and decode to themselves")
    func calls() throws {
        try checkMessages(
            Interface.Focus.self, .init(session: 1, purpose: .email, language: "de", preContext: "a"), .init(status: status, field: 4))
        for purpose in Interface.Purpose.allCases {
            try checkMessages(Interface.Focus.self, .init(session: 1, purpose: purpose), .init(status: status, field: 5))
        }
        try checkMessages(Interface.Unfocus.self, .init(session: 1), .init(status: status))
        try checkMessages(Interface.SetContext.self, .init(session: 1, preContext: "ab"), .init())
        try checkMessages(Interface.SetCaret.self, .init(session: 1, caret: .init(x: 1, y: -2, width: 0, height: 18)), .init())
        let field = Interface.Field(x: 1.5, y: -2, width: 200, height: 30, focused: true, secret: false)
        try checkMessages(Interface.SetFields.self, .init(session: 1, fields: [field], tablets: [mapping]), .init())
        try checkMessages(
            Interface.ShowCandidates.self, .init(session: 1, candidates: ["we", "me"], selected: 1), .init(shown: true))
        try checkMessages(Interface.ShowMessage.self, .init(session: 1, message: "So it is."), .init(shown: false))
        for action in Interface.Action.allCases {
            try checkMessages(Interface.Ask.self, .init(seat: nil, action: action), .init(status: status))
        }
        try checkMessages(Interface.Choose.self, .init(seat: nil, index: 2), .init(status: status))
        try checkMessages(Interface.Take.self, .init(session: 1, editor: "text1", strokes: [5, 6], text: "we"), .init())
        for capture in Interface.Capture.allCases {
            try checkMessages(Interface.SetCapture.self, .init(session: 1, capture: capture), .init(status: status))
        }
        let nobody = Interface.Status(seat: "seat1", enabled: false, captured: false, passing: true, locked: true)
        try checkMessages(Interface.GetStatus.self, .init(seat: "seat1"), .init(status: nobody))
        try checkMessages(Interface.GetStatus.self, .init(seat: nil), .init(status: status))
        try checkMessages(Interface.SetEnabled.self, .init(seat: nil, enabled: nil), .init(status: status))
        try checkMessages(Interface.SetEnabled.self, .init(seat: "seat0", enabled: false), .init(status: status))
        for mode in Interface.PenMode.allCases {
            try checkMessages(Interface.SetMode.self, .init(seat: nil, mode: mode), .init(status: status))
        }
    }

    @Test("that come in a stream carry each kind of change")
    func streams() throws {
        let scratch = Interface.Gesture(
            kind: "scratch-out", words: [], taken: false, area: .init(x: 1, y: 2.5, width: 30, height: 4), editor: "text1", strokes: [5])
        let events: [Interface.Event] = [
            .init(sequence: 1, change: .present, session: 7, status: status), .init(sequence: 2, change: .status, status: status),
            .init(sequence: 3, change: .strokeBegan), .init(sequence: 4, change: .reading, reading: reading, field: 4),
            .init(sequence: 5, change: .gesture, gesture: .init(kind: "scratch-out", words: ["met"], taken: true)),
            .init(sequence: 6, change: .caret, caret: .init(x: 1, y: 2, width: 3, height: 4)),
            .init(sequence: 7, change: .taken, text: "we met"), .init(sequence: 8, change: .action, action: .undo, field: 4),
            .init(sequence: 9, change: .action, action: .nextCandidate), .init(sequence: 10, change: .action, action: .previousCandidate),
            .init(sequence: 11, change: .lateReading, reading: reading, field: 3),
            .init(sequence: 12, change: .candidates, candidates: ["we", "me"], selected: 1),
            .init(sequence: 13, change: .message, text: "So it is."), .init(sequence: 14, change: .mapping, tablets: [mapping]),
            .init(sequence: 15, change: .chosen, selected: 1, field: 4), .init(sequence: 16, change: .gesture, gesture: scratch),
        ]
        #expect(Set(events.map(\.change)) == Set(Interface.Change.allCases))
        for event in events {
            try checkMessages(Interface.Attach.self, .init(name: "ibus"), event)
            try checkMessages(Interface.Watch.self, .init(seat: "seat0", display: true), event)
        }
    }
}
