import InkProtocol
import InputMethod
import Testing

/// What inkd is told of the user's choices.
@Suite struct CorrectingTests {
    private func corrections(_ desk: Desk) -> [Composition.DaemonCall] {
        desk.calls.filter { if case .correct = $0 { true } else { false } }
    }

    @Test func `A word that is exchanged in the field is corrected, with the strokes that wrote it alone`() {
        let desk = Desk(.tells)
        desk.write("say hello", candidates: ["hallo", "help"])
        #expect(corrections(desk).isEmpty)
        desk.press(.character("2"))
        #expect(desk.text == "say hallo")
        #expect(corrections(desk) == [.correct(editor: "text1", strokes: [2], text: "hallo")])
    }

    @Test func `The candidate that was read corrects nothing`() {
        for application in [Desk.Application.tells, .silent] {
            let desk = Desk(application)
            desk.write("hello", candidates: ["hallo"])
            desk.press(.character("1"))
            desk.wait(.seconds(2))
            #expect(desk.text == "hello")
            #expect(corrections(desk).isEmpty)
        }
    }

    @Test func `What arrows chose counts when it goes into the field, and not before`() {
        let desk = Desk()
        desk.write("hello", candidates: ["hallo", "help"])
        desk.press(.down)
        desk.press(.down)
        #expect(corrections(desk).isEmpty)
        desk.press(.enter)
        #expect(desk.text == "help")
        #expect(corrections(desk) == [.correct(editor: "text1", strokes: [1, 2], text: "help")])
        #expect(desk.calls.last == .take(editor: "text1", strokes: [1, 2], text: "help"))
    }

    @Test func `A choice that is taken back by a choice is corrected once more`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo", "help"])
        desk.send(.event(.init(sequence: 0, change: .action, action: .nextCandidate)))
        desk.send(.event(.init(sequence: 0, change: .action, action: .nextCandidate)))
        #expect(desk.text == "help")
        #expect(
            corrections(desk) == [
                .correct(editor: "text1", strokes: [1, 2], text: "hallo"), .correct(editor: "text1", strokes: [1, 2], text: "help"),
            ])
    }

    @Test func `A word whose ink is gone is exchanged, and nothing is said of ink`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.write(" world", line: 2, candidates: ["word"])
        desk.wait(.seconds(6))
        desk.click(beforeEnd: 8)
        #expect(desk.candidates == ["hello", "hallo"])
        desk.press(.character("2"))
        #expect(desk.text.hasPrefix("hallo"))
        #expect(corrections(desk).isEmpty)
    }
}
