import InkProtocol
import InputMethod
import Testing

@Suite struct ChangingTests {
    @Test func `A module that deletes after all, too late, gets the other word`() {
        let desk = Desk(.ignoresDeletion, isModule: true)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.tell()
        desk.wait(.milliseconds(500))
        #expect(desk.message.contains("did not change the word") && desk.text == "hello")
        desk.text = ""
        desk.tell()
        #expect(desk.preedit == "hallo")
        desk.wait(.milliseconds(50))
        #expect(desk.text == "hallo" && desk.preedit.isEmpty)
    }

    @Test func `An application that ignores deletions keeps the word, once, and the user is told`() {
        let desk = Desk(.ignoresDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.tell()
        desk.wait(.milliseconds(300))
        #expect(desk.text == "hello")
        desk.wait(.milliseconds(200))
        #expect(desk.message.contains("did not change the word"))
        desk.write(" world", candidates: ["word"])
        #expect(desk.preedit == " world", "from now on words are held, for they cannot be corrected")
        desk.press(.character("2"))
        #expect(desk.text == "hello word")
    }

    @Test(arguments: [1, 50, 120, 250, 390, 1000, 9600])
    func `A late application still gets the other word, once`(milliseconds: Int) {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.lateness = .milliseconds(milliseconds)
        desk.press(.character("2"))
        #expect(desk.text.isEmpty)
        desk.wait(.milliseconds(440))
        #expect(desk.text == "hallo")
        desk.wait(.seconds(10))
        #expect(desk.text == "hallo" && desk.message.isEmpty)
    }

    @Test func `An application that tells nothing after a deletion gets the other word`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        #expect(desk.text.isEmpty)
        desk.wait(.milliseconds(400))
        #expect(desk.text == "hallo")
        desk.write(" world")
        desk.wait(.seconds(1))
        #expect(desk.text == "hallo world")
    }

    @Test func `An application is asked three times, and believed when its first answer was of a moment ago`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.send(.surroundingText("hello", cursor: 5, anchor: 5))
        desk.questions = 0
        desk.wait(.milliseconds(250))
        #expect(desk.questions == 3)
        #expect(desk.text.isEmpty)
        desk.send(.surroundingText("", cursor: 0, anchor: 0))
        desk.wait(.milliseconds(40))
        #expect(desk.text == "hallo")
    }

    @Test func `An application that gives up telling its text when it is asked to delete gets the other word at once, and digits`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.send(.seesText(false))
        #expect(desk.text == "hallo")
        desk.type("2")
        #expect(desk.text == "hallo2")
        desk.write("world", candidates: ["word"])
        #expect(!desk.preedit.isEmpty, "from now on words are held")
    }

    @Test func `No candidate swallows a digit once something was typed and the application tells its text no more`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.type("!")
        desk.send(.seesText(false))
        #expect(desk.candidates.isEmpty)
        desk.type("2")
        #expect(desk.text == "hello!2")
    }

    @Test func `An application that stops telling its text behind a commit has the caret where that left it`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.send(.seesText(false))
        desk.send(.reset)
        desk.press(.character("2"))
        desk.wait(.milliseconds(400))
        #expect(desk.text == "hallo")
        desk.send(.undo)
        desk.wait(.milliseconds(400))
        #expect(desk.text.isEmpty)
    }

    @Test func `A reset that answers a deletion voids no stroke; a later one does`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("hello", candidates: ["hallo"])
        desk.lateness = .milliseconds(30)
        desk.press(.character("2"))
        desk.touch()
        desk.calls = []
        desk.send(.reset)
        #expect(!desk.calls.contains(.cancelStroke))
        desk.wait(.milliseconds(200))
        #expect(desk.text == "hallo" && desk.preedit.isEmpty)
        desk.send(.reset)
        #expect(desk.calls.contains(.cancelStroke))
    }

    @Test func `Nor does one that comes when the other word is there already`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        #expect(desk.text == "hallo")
        desk.touch()
        desk.wait(.milliseconds(20))
        desk.calls = []
        desk.send(.reset)
        #expect(!desk.calls.contains(.cancelStroke))
    }

    @Test func `Where an application had to be asked whether a word is gone, the other one is its preedit before it is text`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("hello", candidates: ["hallo"])
        desk.lateness = .milliseconds(60)
        desk.press(.character("2"))
        desk.wait(.milliseconds(60))
        #expect(desk.text.isEmpty && desk.preedit == "hallo")
        desk.read(" world", strokes: desk.ink(), final: false)
        #expect(desk.preedit == "hallo world")
        desk.wait(.milliseconds(40))
        #expect(desk.text == "hallo" && desk.preedit == " world")
    }

    @Test func `An application that tells nothing after a commit has its caret behind it, unless a key came`() {
        let desk = Desk(.tells)
        desk.lateness = .seconds(10)
        desk.write("hello", candidates: ["hallo"])
        desk.send(.candidate(1))
        desk.wait(.milliseconds(110))
        #expect(desk.keys.isEmpty && desk.text == "hello")
        desk.wait(.milliseconds(20))
        #expect(desk.keys == Array(repeating: .backspace, count: 5) && desk.text.isEmpty)
        desk.wait(.milliseconds(110))
        #expect(desk.text == "hallo")
        desk.write(" world", candidates: ["word"])
        desk.wait(.milliseconds(300))
        _ = desk.composition.press(.other, at: desk.now)
        desk.send(.undo)
        desk.wait(.milliseconds(900))
        #expect(desk.text == "hallo world")
    }

    @Test func `Where a deletion is ignored in silence, both words go by Backspace, and from then on keys delete at once`() {
        let desk = Desk(.deaf)
        desk.write("say")
        desk.write(" hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.wait(.milliseconds(700))
        #expect(desk.text == "say hallo")
        desk.write(" world", candidates: ["word"])
        desk.keys = []
        desk.send(.candidate(1))
        desk.wait(.milliseconds(120))
        #expect(desk.text == "say hallo word" && desk.keys.count == 5)
        for _ in 1...2 {
            desk.send(.undo)
            desk.wait(.milliseconds(150))
        }
        #expect(desk.text == "say" && desk.message.isEmpty)
    }

    @Test func `Where the client passes no deletion on, keys delete from the first word on`() {
        let desk = Desk(.deaf)
        desk.send(.client(.plasma))
        desk.write("say")
        desk.write(" hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.wait(.milliseconds(150))
        #expect(desk.text == "say hallo" && desk.keys == Array(repeating: .backspace, count: 5))
        // it may be a word that the caret stands in
        desk.click(beforeEnd: 2)
        desk.wait(.milliseconds(200))
        desk.send(.candidate(1))
        desk.wait(.milliseconds(900))
        #expect(desk.text == "say hallo" && desk.keys.count == 5)
    }

    @Test func `No key deletes in IBus's GTK modules, where it would come behind the other word`() {
        let desk = Desk(.deaf, isModule: true)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.wait(.milliseconds(500))
        #expect(desk.text == "hellohallo" && desk.keys.isEmpty)
        desk.send(.undo)
        desk.wait(.milliseconds(900))
        #expect(desk.text == "hellohallo" && desk.keys.isEmpty && !desk.message.isEmpty)
    }

    @Test func `Nothing is exchanged behind a click that was not told of`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.send(.seesText(false))
        desk.wait(.milliseconds(200))
        desk.send(.reset)
        #expect(desk.candidates.isEmpty)
        desk.send(.undo)
        desk.wait(.milliseconds(400))
        #expect(desk.text == "hello")
    }

    @Test func `Behind a key that moves the caret nothing is known of a text that is told no more`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello")
        desk.send(.seesText(false))
        desk.press(.other)
        #expect(desk.calls.last == .setContext(""))
    }

    @Test func `An application is asked for its text when a word begins behind a key`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.lateness = .seconds(1)
        desk.type("!")
        desk.questions = 0
        desk.read("w", strokes: [9], final: false)
        #expect(desk.questions == 1)
    }

    @Test func `A key that comes before the answer comes after the other word`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.type("!")
        #expect(desk.text == "hallo!")
    }

    @Test func `A word is exchanged when the application tells late of its commit`() {
        let desk = Desk(.tells)
        desk.lateness = .milliseconds(100)
        desk.write("hello", candidates: ["hallo"])
        desk.read("hello", strokes: [1, 2])
        desk.send(.candidate(1))
        #expect(desk.text == "hello")
        desk.wait(.milliseconds(250))
        #expect(desk.text == "hallo")
    }

    @Test func `Where a deletion turns out to have been ignored, nothing more is exchanged`() {
        let desk = Desk(.silentAfterDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.wait(.milliseconds(400))
        desk.send(.surroundingText("hellohallo", cursor: 10, anchor: 10))
        desk.write(" world", candidates: ["word"])
        #expect(desk.preedit == " world")
    }

    @Test func `After a key nothing more is put in the place of a deleted word`() {
        let desk = Desk(.ignoresDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.type("x")
        desk.wait(.seconds(1))
        #expect(desk.text == "hellox")
    }

    @Test func `A word that was written while another is exchanged comes after it`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.lateness = .milliseconds(200)
        desk.press(.character("2"))
        desk.write(" world")
        #expect(desk.text.isEmpty)
        desk.wait(.milliseconds(600))
        #expect(desk.text == "hallo world")
    }

    @Test func `A word that does not stand before the cursor any more stays`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("hello", candidates: ["hallo"])
        desk.send(.surroundingText("hello", cursor: 2, anchor: 2))
        desk.press(.character("2"))
        #expect(desk.text == "hello")
        #expect(desk.message.contains("is not directly before the cursor"))
    }

    @Test func `Nothing is exchanged while text is selected`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.send(.surroundingText("hello", cursor: 5, anchor: 0))
        desk.press(.character("2"))
        #expect(desk.text == "hello")
    }
}
