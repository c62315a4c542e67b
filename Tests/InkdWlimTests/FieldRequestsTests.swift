import InputMethod
import Testing

@testable import inkd_wlim

@Suite("What the field is asked for")
struct FieldRequestsTests {
    private var requests = FieldRequests(to: 6)
    private let commit = WireMessage(to: 6, 3).with(9)
    private let preedit = WireMessage(to: 6, 1).with("né").with(3).with(3)

    private mutating func messages(_ action: Composition.Action) -> [WireMessage] { requests.messages(for: action, serial: 9) }

    @Test("pending text is shown, and goes when there is none")
    mutating func pending() {
        #expect(messages(.setPreedit("né", stable: 0)) == [preedit, commit])
        #expect(messages(.setPreedit("", stable: 0)) == [commit])
        #expect(messages(.commit("a")) == [WireMessage(to: 6, 0).with("a"), commit])
    }

    @Test("what is still pending is shown again with a deletion, which would take it away, and text takes its place")
    mutating func pendingStays() {
        _ = messages(.setPreedit("né", stable: 0))
        #expect(messages(.delete(before: "é!", behind: "ö")) == [WireMessage(to: 6, 2).with(3).with(2), preedit, commit])
        #expect(messages(.commit("a")) == [WireMessage(to: 6, 0).with("a"), commit])
    }

    @Test("the text is asked for by a change that changes nothing")
    mutating func asking() {
        #expect(messages(.askForText) == [WireMessage(to: 6, 0).with(""), commit])
        _ = messages(.setPreedit("né", stable: 0))
        #expect(messages(.askForText) == [WireMessage(to: 6, 0).with(""), preedit, commit])
    }

    @Test("a long text goes in pieces, and what a field cannot show goes nowhere")
    mutating func longText() {
        let long = messages(.commit(String(repeating: "é", count: 3000)))
        #expect(long.count == 4 && long.allSatisfy { $0.bytes.count <= 4096 })
        #expect(messages(.showMessage("no")).isEmpty && messages(.hideCandidates).isEmpty)
    }
}
