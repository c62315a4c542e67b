import InkProtocol
import InputMethod
import Testing

/// Words in the field that inkd reads otherwise once more stands behind them.
@Suite struct RevisingTests {
    /// The field has "Jones." and " Lee", and a third word is read behind them: the line as it is read then.
    private func third(_ desk: Desk, _ text: String, final: Bool = true) {
        desk.read("Jones.", strokes: [1, 2])
        desk.read("Jones. Lee", strokes: [1, 2, 3, 4])
        #expect(desk.text == "Jones. Lee")
        desk.read(text, strokes: [1, 2, 3, 4, 5, 6], final: final)
    }

    @Test func `The word before a new one is exchanged together with it`() {
        let desk = Desk(.tells)
        desk.read("Jones.", strokes: [1, 2])
        #expect(desk.text == "Jones.")
        desk.read("Jones Lee", strokes: [1, 2, 3, 4])
        desk.wait(.milliseconds(10))
        #expect(desk.text == "Jones Lee" && desk.preedit.isEmpty)
        desk.read("Jones Lee Moore", strokes: [1, 2, 3, 4, 5, 6])
        desk.wait(.milliseconds(10))
        #expect(desk.text == "Jones Lee Moore")
    }

    @Test func `Two words back, and no farther`() {
        let desk = Desk(.tells)
        third(desk, "Jones Lee Moore")
        desk.wait(.milliseconds(10))
        #expect(desk.text == "Jones Lee Moore")
        desk.read("James Lee Moore Ng", strokes: [1, 2, 3, 4, 5, 6, 7, 8])
        desk.wait(.milliseconds(10))
        #expect(desk.text == "Jones Lee Moore Ng")
    }

    @Test func `Not while the reading may still change, where nothing can be exchanged, and behind a click`() {
        let desk = Desk(.tells)
        third(desk, "Jones Lee Moo", final: false)
        desk.wait(.milliseconds(10))
        #expect(desk.text == "Jones. Lee")
        let terminal = Desk(.silent)
        terminal.read("Jones.", strokes: [1, 2])
        terminal.wait(.seconds(1))
        terminal.read("Jones Lee", strokes: [1, 2, 3, 4])
        terminal.wait(.seconds(1))
        #expect(terminal.text == "Jones. Lee")
    }

    @Test func `What the user chose stays`() {
        let desk = Desk(.tells)
        desk.read("Jones.", strokes: [1, 2], candidates: ["Jonas"])
        desk.press(.character("2"))
        desk.wait(.milliseconds(100))
        #expect(desk.text == "Jonas")
        desk.read("Jones Lee", strokes: [1, 2, 3, 4])
        desk.wait(.milliseconds(100))
        #expect(desk.text == "Jonas Lee")
    }

    @Test func `A letter that went to the wrong word comes back`() {
        let desk = Desk(.tells)
        func word(_ text: String, _ strokes: [Int]) -> TextInputInterface.Word { .init(text: text, candidates: [text], strokes: strokes) }
        func read(_ words: TextInputInterface.Word...) {
            let text = words.map(\.text).joined(separator: " ")
            desk.read(
                .init(
                    editor: "text1", line: 1, text: text, final: true, stablePrefix: text.count, words: words, candidates: [text],
                    strokes: words.flatMap(\.strokes)))
            desk.wait(.milliseconds(10))
        }
        read(word("Thoma", [1]))
        read(word("Thoma", [1]), word("\"Rose", [2, 3]))
        #expect(desk.text == "Thoma \"Rose")
        read(word("Thomas", [1, 2]), word("Rose", [3]), word("Fox", [4]))
        #expect(desk.text == "Thomas Rose Fox")
    }
}
