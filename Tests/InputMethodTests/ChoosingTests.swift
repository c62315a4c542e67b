import InkProtocol
import InputMethod
import Testing

@Suite struct ChoosingTests {
    @Test func `Candidates come a moment after the pending text`() {
        let desk = Desk(tableDelay: .milliseconds(20))
        desk.write("hello", candidates: ["hallo"])
        #expect(desk.preedit == "hello")
        #expect(desk.candidates.isEmpty)
        desk.wait(.milliseconds(20))
        #expect(desk.candidates == ["hello", "hallo"])
    }

    @Test func `A digit chooses a candidate of a held word`() {
        let desk = Desk()
        desk.write("say hello", candidates: ["hallo", "help"])
        #expect(desk.candidates == ["hello", "hallo", "help"])
        #expect(desk.press(.character("2")))
        #expect(desk.text == "say hallo")
        #expect(desk.candidates.isEmpty)
        #expect(
            desk.calls == [
                .take(editor: "text1", strokes: [1], text: "say"), .correct(editor: "text1", strokes: [2], text: "hallo"),
                .take(editor: "text1", strokes: [2], text: " hallo"),
            ])
    }

    @Test func `A digit without a candidate is typed`() {
        let desk = Desk()
        desk.write("hello", candidates: ["hallo"])
        desk.type("7")
        #expect(desk.text == "hello7")
    }

    @Test func `Where nobody sees the candidates their keys are typed`() {
        let desk = Desk(.tells)
        desk.send(.candidatesSeen(false))
        desk.write("hello", candidates: ["hallo"])
        desk.wait(.seconds(1))
        #expect(desk.candidates == ["hello", "hallo"] && !desk.composition.choosesByKeys)
        desk.type("2")
        #expect(desk.text == "hello2")
        let untold = Desk()
        untold.send(.candidatesSeen(false))
        untold.write("hello", candidates: ["hallo"])
        untold.wait(.milliseconds(1))
        #expect(untold.text == "hello", "nothing is gained by waiting")
        desk.send(.candidatesSeen(true))
        desk.write(" we", candidates: ["me"])
        desk.wait(.seconds(1))
        #expect(desk.composition.choosesByKeys)
        #expect(desk.press(.character("2")))
        #expect(desk.text == "hello2 me")
    }

    @Test func `Arrows show another candidate, and Return takes it`() {
        let desk = Desk()
        desk.write("hello", candidates: ["hallo", "help"])
        #expect(desk.press(.down))
        #expect(desk.press(.down))
        #expect(desk.preedit == "help")
        #expect(desk.selected == 2)
        desk.wait(.seconds(2))
        #expect(desk.text.isEmpty, "somebody is choosing")
        #expect(desk.press(.up))
        #expect(desk.press(.enter))
        #expect(desk.text == "hallo")
    }

    @Test func `What was chosen stays when the same ink is read again`() {
        let desk = Desk()
        desk.read("hello", strokes: [1, 2], final: false, candidates: ["hallo"])
        desk.press(.down)
        desk.read("hello", strokes: [1, 2], candidates: ["hallo"])
        #expect(desk.preedit == "hallo")
        desk.wait(.seconds(5))
        #expect(desk.text == "hallo")
    }

    @Test func `A click chooses a candidate`() {
        let desk = Desk()
        desk.write("hello", candidates: ["hallo"])
        desk.send(.candidate(1))
        #expect(desk.text == "hallo")
        desk.send(.candidate(7))
        #expect(desk.text == "hallo")
    }

    @Test func `Escape ends a held word, which is not lost, and only then is the application's`() {
        let desk = Desk()
        desk.write("hello", candidates: ["hallo"])
        #expect(desk.press(.escape))
        #expect(desk.text == "hello")
        #expect(!desk.press(.escape))
        #expect(desk.calls.first == .take(editor: "text1", strokes: [1, 2], text: "hello"))
    }

    @Test func `A word in the field is exchanged for another candidate`() {
        let desk = Desk(.tells)
        desk.write("say hello", candidates: ["hallo"])
        #expect(desk.text == "say hello")
        #expect(desk.candidates == ["hello", "hallo"])
        #expect(desk.press(.character("2")))
        #expect(desk.text == "say hallo")
        #expect(desk.candidates.isEmpty)
    }

    @Test func `Return is the application's while nothing was chosen in the field`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        #expect(!desk.press(.enter))
        #expect(desk.candidates.isEmpty)
    }

    @Test func `A word can be exchanged for five seconds, or until the next stroke`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.wait(.seconds(5))
        #expect(desk.candidates.isEmpty)
        desk.write(" world", candidates: ["word"])
        desk.touch()
        #expect(desk.candidates.isEmpty)
    }

    @Test func `The line that inkd reports as gone leaves the candidates open`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.read("", strokes: [])
        #expect(desk.candidates == ["hello", "hallo"])
    }

    @Test func `At most nine candidates are offered, the one that was read among them`() {
        let desk = Desk()
        let many = (1...12).map { "w\($0)" }
        desk.read(
            .init(
                editor: "text1", line: 1, text: "w11", final: true, stablePrefix: 0,
                words: [.init(text: "w11", candidates: many, strokes: [1])],
                candidates: [], strokes: [1]))
        #expect(desk.candidates == (1...8).map { "w\($0)" } + ["w11"])
        #expect(desk.selected == 8)
    }

    @Test func `Behind a number that is in the field a digit is a digit`() {
        let desk = Desk(.tells, purpose: .number)
        desk.write("12", candidates: ["17"])
        desk.tell()
        desk.type("2")
        #expect(desk.text == "122")
    }
}

@Suite struct ActionTests {
    @Test func `A button steps through the candidates of pending text, which waits for more`() {
        let desk = Desk()
        desk.write("hello", candidates: ["hallo", "help"])
        desk.ask(.nextCandidate)
        #expect(desk.preedit == "hallo")
        desk.wait(.seconds(2))
        #expect(desk.text.isEmpty, "somebody is choosing")
        desk.ask(.previousCandidate)
        desk.ask(.previousCandidate)
        #expect(desk.preedit == "help")
        desk.wait(.seconds(6))
        #expect(desk.text == "help")
    }

    @Test func `A button exchanges a word in the field at once, and again`() {
        let desk = Desk(.tells)
        desk.write("say hello", candidates: ["hallo", "help"])
        #expect(desk.text == "say hello")
        desk.ask(.nextCandidate)
        #expect(desk.text == "say hallo")
        desk.ask(.nextCandidate)
        #expect(desk.text == "say help")
        desk.ask(.nextCandidate)
        #expect(desk.text == "say hello")
        desk.wait(.seconds(6))
        desk.ask(.nextCandidate)
        #expect(desk.text == "say hello", "the time for choosing is over")
    }

    @Test func `A button takes back the last word`() {
        let desk = Desk(.tells)
        desk.write("say")
        desk.write(" hello", line: 2)
        desk.ask(.undo)
        #expect(desk.text == "say")
    }

    @Test func `A button does nothing where nothing can be chosen, and nothing in a password`() {
        let desk = Desk(.tells)
        desk.ask(.nextCandidate)
        desk.write("hello")
        desk.ask(.nextCandidate)
        #expect(desk.text == "hello")
        let secret = Desk(.tells, purpose: .password)
        secret.ask(.undo)
        #expect(secret.text.isEmpty && secret.message.isEmpty)
    }
}

extension Desk {
    /// A button of the pen or a key of the tablet.
    fileprivate func ask(_ action: TextInputInterface.Action) { send(.event(.init(sequence: 0, change: .action, action: action))) }
}
