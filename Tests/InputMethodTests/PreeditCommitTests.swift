import InkProtocol
import InputMethod
import Testing

/// Clients that put the preedit into their field by themselves when they are asked to, as IBus's GTK modules.
@Suite struct PreeditCommitTests {
    @Test func `The word that is pending goes into its field with the focus`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("hello")
        desk.touch()
        desk.read(" fox", line: 2, strokes: [5], final: false)
        #expect(desk.preeditMode == .commit)
        #expect(desk.leave() == "hello fox")
        #expect(desk.calls.contains(.take(editor: "text1", strokes: [5], text: " fox", keep: true)))
        // and nowhere else
        #expect(desk.text.isEmpty && desk.preedit.isEmpty && desk.message.isEmpty)
        #expect(!desk.composition.hasLost)
    }

    @Test func `A click puts it in once`() {
        let desk = Desk(.tells, isModule: true)
        desk.touch()
        let ink = desk.ink()
        desk.read("fox", strokes: ink, final: false)
        desk.wait(.seconds(1))
        desk.click()
        desk.wait(.seconds(1))
        #expect(desk.text == "fox" && desk.preedit.isEmpty)
        // a late reading of it is none of another word
        desk.read("fox", strokes: ink)
        desk.wait(.seconds(1))
        #expect(desk.text == "fox")
        desk.write("runs", line: 2)
        desk.wait(.seconds(1))
        #expect(desk.text == "fox runs")
    }

    @Test func `What is committed is the preedit no more, for Firefox resets at every commit`() {
        let desk = Desk(.tells, isModule: true)
        desk.resetsAtCommits = true
        for (index, word) in ["the", "quick", "brown", "fox"].enumerated() {
            desk.touch()
            desk.read(word, line: index + 1, strokes: [index * 2], final: false)
            desk.wait(.milliseconds(200))
            desk.read(word, line: index + 1, strokes: [index * 2])
            desk.wait(.milliseconds(60))
        }
        desk.wait(.seconds(1))
        #expect(desk.text == "the quick brown fox")
    }

    @Test func `A reset that answers a commit says nothing of the word that became pending meanwhile`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("the")
        #expect(desk.text == "the")
        desk.touch()
        desk.read("fox", line: 2, strokes: [9], final: false)
        #expect(desk.preedit == " fox")
        // it was sent when nothing was pending
        desk.send(.reset)
        desk.wait(.seconds(1))
        #expect(desk.text == "the fox")
    }

    @Test func `While a word is exchanged nothing is committed by the client`() {
        let desk = Desk(.tells, isModule: true)
        desk.lateness = .milliseconds(30)
        desk.write("cat", candidates: ["cot"])
        desk.wait(.seconds(1))
        desk.press(.character("2"))
        for _ in 0..<40 where desk.text != "cot" {
            #expect(desk.preeditMode == .clear)
            desk.wait(.milliseconds(5))
        }
        #expect(desk.text == "cot")
    }

    @Test func `Where the focus goes without a reset, Firefox has not got it`() {
        let desk = Desk(.tells, isModule: true)
        desk.send(.client(.firefoxGTKModule))
        desk.touch()
        desk.read("fox", strokes: [1], final: false)
        #expect(desk.preeditMode == .commit)
        desk.send(.focusOut)
        desk.send(.focusIn(.text))
        desk.tell()
        #expect(desk.message.contains("fox"))
        // it is shown before it is put in
        desk.send(.restore)
        #expect(desk.preedit == "fox" && desk.preeditMode == .clear && desk.commits.isEmpty)
        desk.wait(.milliseconds(100))
        #expect(desk.commits == ["fox"] && desk.preedit.isEmpty)
    }

    @Test func `No deadline lies in the past while restored text waits`() {
        let desk = Desk(.tells, isModule: true)
        desk.send(.client(.silentGTKModule))
        desk.touch()
        desk.read("fox", strokes: [1], final: false)
        _ = desk.leave()
        desk.send(.restore)
        desk.touch()
        desk.read(" runs", line: 2, strokes: [5])
        desk.send(.reset)
        #expect(desk.composition.nextDeadline.map { $0 > desk.now } == true)
        desk.wait(.seconds(1))
        #expect(desk.text == "fox runs")
    }

    @Test func `Where another field takes the focus first, the word is offered without a word`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("hello")
        desk.touch()
        desk.read(" fox", line: 2, strokes: [5], final: false)
        desk.send(.focusOut)
        #expect(!desk.composition.hasLost)
        desk.send(.focusTaken)
        desk.send(.focusIn(.text, id: "other"))
        desk.send(.surroundingText("hello", cursor: 5, anchor: 5))
        #expect(desk.composition.hasLost && desk.message.isEmpty)
        desk.send(.restore)
        desk.wait(.milliseconds(100))
        #expect(desk.commits.last == " fox" && !desk.composition.hasLost)
    }

    @Test func `It is offered no more when its field tells that it has it`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("hello")
        desk.touch()
        desk.read(" fox", line: 2, strokes: [5], final: false)
        desk.send(.focusOut)
        desk.send(.focusTaken)
        desk.send(.focusIn(.text, id: "other"))
        desk.send(.surroundingText("hello fox", cursor: 9, anchor: 9))
        #expect(desk.composition.hasLost)
        desk.send(.focusOut)
        desk.send(.focusIn(.text))
        desk.send(.surroundingText("hello", cursor: 5, anchor: 5))
        #expect(desk.composition.hasLost)
        desk.send(.surroundingText("hello fox", cursor: 9, anchor: 9))
        #expect(!desk.composition.hasLost)
    }

    @Test func `What is read late of the same field is offered together with it`() {
        let desk = Desk(.tells, isModule: true)
        desk.touch()
        let ink = desk.ink()
        desk.read("fox", strokes: ink, final: false)
        let field = desk.field
        desk.send(.focusOut)
        desk.send(.focusTaken)
        desk.send(.focusIn(.text, id: "other"))
        desk.send(.surroundingText("", cursor: 0, anchor: 0))
        desk.readLate("runs", line: 2, strokes: [9], of: field)
        desk.send(.restore)
        desk.wait(.milliseconds(100))
        #expect(desk.commits.last == "fox runs")
    }

    @Test func `Mutter reports the text after the reset`() {
        let desk = Desk(.tells)
        desk.tellsBehindReset = true
        desk.send(.client(.gnomeShell))
        desk.write("hello")
        desk.touch()
        desk.read(" fox", line: 2, strokes: [5], final: false)
        #expect(desk.preeditMode == .commit)
        desk.click()
        #expect(desk.text == "hello fox" && desk.preedit.isEmpty)
        // the focus goes: it resets once more
        desk.send(.reset)
        #expect(desk.leave() == "hello fox")
        #expect(desk.text.isEmpty && desk.commits == ["hello"] && !desk.composition.hasLost)
    }

    @Test func `What an application on mutter tells as its own text is pending all the same`() {
        let desk = Desk(.tells)
        desk.tellsBehindReset = true
        desk.send(.client(.gnomeShell))
        desk.touch()
        let ink = desk.ink()
        desk.read("fox", strokes: ink, final: false)
        desk.send(.surroundingText("fox", cursor: 3, anchor: 3))
        #expect(desk.preedit == "fox")
        desk.read("fox", strokes: ink)
        desk.wait(.seconds(1))
        #expect(desk.text == "fox" && desk.commits == ["fox"])
    }

    @Test(arguments: [ClientProfile.wayland, .gnomeShell])
    func `A first report on Wayland may count what is pending, without the space before it`(_ client: ClientProfile) {
        let desk = Desk(.silent)
        desk.send(.client(client))
        desk.touch()
        let ink = desk.ink(3)
        desk.read("presi", strokes: Array(ink.prefix(2)), final: false)
        desk.send(.surroundingText("A presi", cursor: 7, anchor: 7))
        desk.read("president", strokes: ink)
        #expect(desk.commits == ["president"])
        desk.send(.surroundingText("A president", cursor: 11, anchor: 11))
        // the caret was moved by keys that inkd does not see
        desk.touch()
        desk.read("new", line: 2, strokes: [9], final: false)
        desk.send(.surroundingText("new", cursor: 3, anchor: 3))
        desk.read("newer", line: 2, strokes: [9, 10], final: false)
        #expect(desk.preedit == "newer")
    }

    @Test func `A word that is pending elsewhere may be the one that stood before the caret`() {
        let desk = Desk(.silent)
        desk.send(.surroundingText("", cursor: 0, anchor: 0))
        desk.touch()
        desk.read("job", strokes: [1], final: false)
        desk.send(.surroundingText("job", cursor: 3, anchor: 3))
        desk.read("job", strokes: [1])
        desk.send(.surroundingText("job", cursor: 3, anchor: 3))
        // the caret was moved by keys that inkd does not see
        desk.touch()
        desk.read("job", line: 2, strokes: [9], final: false)
        desk.send(.surroundingText("jobpresident", cursor: 3, anchor: 3))
        #expect(desk.preedit == "job ")
    }

    @Test(arguments: [false, true])
    func `LibreOffice reports the sentence that the pending text begins`(isParagraph: Bool) {
        let desk = Desk(.silent)
        desk.send(.surroundingText("Steven", cursor: 6, anchor: 6))
        desk.touch()
        desk.read(" Bell.", strokes: [1], final: false)
        desk.send(.surroundingText("Steven Bell.", cursor: 12, anchor: 12))
        desk.read(" Bell.", strokes: [1])
        desk.send(.surroundingText("Steven Bell.", cursor: 12, anchor: 12))
        // Return was pressed, which inkd does not see: another paragraph is another object
        if isParagraph { desk.send(.objectFocused) }
        desk.touch()
        desk.read("Instead", line: 2, strokes: [9], final: false)
        desk.send(.surroundingText("Instead", cursor: 7, anchor: 7))
        #expect(desk.preedit == (isParagraph ? "Instead" : " Instead"))
    }

    @Test func `A first report that ends with the pending text says that it was committed, once a reset follows`() {
        let desk = Desk(.silent, isModule: true)
        desk.touch()
        desk.read("fox", strokes: [1], final: false)
        desk.send(.surroundingText("the fox", cursor: 7, anchor: 7))
        #expect(desk.preedit == "fox")
        desk.send(.reset)
        desk.wait(.seconds(1))
        #expect(desk.commits.isEmpty && desk.preedit.isEmpty)
    }

    @Test func `Others are not asked to, and what is pending is kept`() {
        let desk = Desk(.tells)
        desk.touch()
        desk.read("fox", strokes: [1], final: false)
        #expect(desk.preeditMode == .clear)
        #expect(desk.leave().isEmpty)
        #expect(desk.message.contains("fox"))
    }
}
