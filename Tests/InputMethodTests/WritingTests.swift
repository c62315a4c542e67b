import InkProtocol
import InputMethod
import Testing

@Suite struct WritingTests {
    @Test func `The pen writes from the first stroke until the word is in the field`() {
        let desk = Desk()
        #expect(!desk.composition.isWriting)
        desk.touch()
        #expect(desk.composition.isWriting)
        desk.write("hello")
        #expect(desk.composition.isWriting)
        desk.wait(.seconds(1))
        #expect(desk.text == "hello" && !desk.composition.isWriting)
    }

    @Test(arguments: [Desk.Application.silent, .tells])
    func `Keys are followed where the application tells no text and the pen has written`(
        _ application: Desk.Application
    ) {
        let desk = Desk(application)
        #expect(!desk.composition.followsKeys)
        desk.write("hello")
        desk.wait(.seconds(1))
        #expect(desk.composition.followsKeys == (application == .silent))
        _ = desk.leave()
        #expect(!desk.composition.followsKeys, "another field")
        let terminal = Desk(purpose: .terminal)
        terminal.write("hello")
        #expect(!terminal.composition.followsKeys, "secrets are typed there")
    }

    @Test func `A stroke that nothing is read of keeps nothing waiting`() {
        let desk = Desk(.tells)
        desk.touch()
        desk.wait(.milliseconds(1900))
        #expect(desk.composition.isWriting)
        desk.wait(.milliseconds(200))
        #expect(!desk.composition.isWriting)
        desk.touch()
        desk.press(.character("x"))
        #expect(!desk.composition.isWriting)
    }

    @Test func `In a toolkit's module text is shown for a moment before it goes in, unless a key comes`() {
        let desk = Desk(.tells, isModule: true)
        desk.touch()
        desk.read("one", strokes: [1])
        #expect(desk.preedit == "one" && desk.text.isEmpty)
        desk.wait(.milliseconds(50))
        #expect(desk.preedit.isEmpty && desk.text == "one")

        // no pause where it has been seen
        desk.touch()
        desk.read(" two", line: 2, strokes: [3], final: false)
        desk.wait(.milliseconds(100))
        desk.read(" two", line: 2, strokes: [3])
        #expect(desk.text == "one two")

        // what would have taken the place of other words was not seen
        desk.touch()
        desk.read(
            .init(
                editor: "text1", line: 2, text: " too ox", final: false, stablePrefix: 0,
                words: [
                    .init(text: "too", candidates: ["too"], strokes: [3, 5]), .init(text: "ox", candidates: ["ox"], strokes: [6]),
                ], candidates: ["too ox"], strokes: [3, 5, 6]))
        desk.wait(.milliseconds(100))
        #expect(desk.preedit.isEmpty)
        desk.read(
            .init(
                editor: "text1", line: 2, text: " two ox", final: true, stablePrefix: 0,
                words: [
                    .init(text: "two", candidates: ["two"], strokes: [3]), .init(text: "ox", candidates: ["ox"], strokes: [5, 6]),
                ], candidates: ["two ox"], strokes: [3, 5, 6]))
        #expect(desk.text == "one two" && desk.preedit == " ox")
        desk.wait(.milliseconds(50))
        #expect(desk.text == "one two ox")

        desk.touch()
        desk.read(" six", line: 3, strokes: [9])
        desk.type("!")
        #expect(desk.text == "one two ox six!")
    }

    @Test func `What is being written is shown and not yet in the field`() {
        let desk = Desk()
        desk.touch()
        desk.read("hel", strokes: [1, 2], final: false, stable: 2)
        #expect(desk.preedit == "hel")
        #expect(desk.stable == 2)
        #expect(desk.text.isEmpty)
    }

    @Test func `A final reading is held where nothing can be corrected, and then goes into the field`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.wait(.milliseconds(399))
        #expect(desk.preedit == "hello")
        #expect(desk.text.isEmpty)
        desk.wait(.milliseconds(1))
        #expect(desk.preedit.isEmpty)
        #expect(desk.text == "hello")
        #expect(desk.calls == [.take(editor: "text1", strokes: [1, 2], text: "hello")])
    }

    @Test func `A final reading goes into the field at once where it can be corrected`() {
        let desk = Desk(.tells)
        desk.write("hello")
        #expect(desk.text == "hello")
        #expect(desk.preedit.isEmpty)
    }

    @Test func `A word that an application had before it told its text is in the field, and the next one is parted from it`() {
        let desk = Desk(.silent)
        desk.touch()
        desk.read("hello", strokes: desk.ink(1), final: false)
        desk.press(.escape)
        #expect(desk.text == "hello")
        desk.send(.surroundingText("hello", cursor: 5, anchor: 5))
        desk.write("jar")
        desk.wait(.seconds(1))
        #expect(desk.text == "hello jar")
    }

    @Test func `What is read right after Tab is not shown before the focus has had its time to go`() {
        let desk = Desk(.tells)
        let strokes = desk.ink(1)
        desk.press(.other)
        desk.read("hello", strokes: strokes)
        #expect(desk.preedit.isEmpty && desk.text.isEmpty && desk.candidates.isEmpty)
        desk.wait(.milliseconds(200))
        #expect(desk.text == "hello")
        let other = Desk(.tells)
        let last = other.ink(1)
        other.press(.other)
        other.read("hello", strokes: last)
        _ = other.leave()
        #expect(other.text.isEmpty && other.composition.hasLost, "it is in neither field, and kept")
    }

    @Test func `An application that tells only the sentence before the caret has it where it was`() {
        let desk = Desk(.silent)
        func tell(_ text: String) { desk.send(.surroundingText(text, cursor: text.count, anchor: text.count)) }
        tell("")
        desk.write("Hi.")
        desk.wait(.seconds(1))
        tell("Hi.")
        desk.write("39")
        desk.wait(.seconds(1))
        tell("39")
        desk.write("17")
        desk.wait(.seconds(1))
        #expect(desk.text == "Hi. 39 17", "numbers that were written one after the other stand apart")
    }

    @Test func `A word that begins the sentence that is told is exchanged, and what stands before it is left alone`() {
        let desk = Desk(.silent)
        func tell(_ text: String) { desk.send(.surroundingText(text, cursor: text.count, anchor: text.count)) }
        tell("")
        desk.touch()
        desk.read("PAST.", strokes: [1, 2])
        tell("PAST.")
        desk.touch()
        desk.read("PAST. Fn", strokes: [1, 2, 3, 4])
        #expect(desk.text == "PAST. Fn")
        tell("Fn")
        desk.touch()
        desk.read("PASr. Engi", strokes: [1, 2, 3, 4, 5], words: [("PASr.", [1, 2]), ("Engi", [3, 4, 5])])
        tell("")
        desk.wait(.seconds(1))
        #expect(desk.text.hasPrefix("PAST. ") && desk.commits.last == "Engi")
    }

    @Test func `A quotation mark that the application made round is the one that was written`() {
        let desk = Desk(.silent)
        func tell(_ text: String) { desk.send(.surroundingText(text, cursor: text.count, anchor: text.count)) }
        tell("")
        desk.touch()
        desk.read("Wa'", strokes: [1, 2])
        tell("Wa’")
        desk.touch()
        desk.read("Water", strokes: [1, 2, 3])
        tell("")
        desk.wait(.seconds(1))
        #expect(desk.commits.last == "Water")
    }

    @Test func `A key goes on to the application after what was pending`() {
        let desk = Desk(.silent)
        desk.touch()
        desk.read("hello", strokes: [1], final: false)
        desk.type("!")
        #expect(desk.text == "hello!")
        #expect(desk.preedit.isEmpty)
    }

    @Test func `Shift alone puts nothing into the field`() {
        let desk = Desk(.silent)
        desk.write("hello")
        #expect(!desk.press(.modifier))
        #expect(desk.text.isEmpty)
    }

    @Test func `A click puts what was pending into the field`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.send(.reset)
        desk.wait(.milliseconds(20))
        #expect(desk.text == "hello")
    }

    @Test func `A reset that only announces the loss of the focus puts nothing anywhere`() {
        let desk = Desk(.silent, purpose: .email)
        desk.write("hello")
        // as GNOME Shell says it
        desk.send(.purpose(.text))
        desk.send(.reset)
        desk.send(.focusOut)
        desk.send(.focusIn(.password))
        desk.wait(.seconds(2))
        #expect(desk.text.isEmpty && desk.preedit.isEmpty)
    }

    @Test func `Late readings of ink that was taken say nothing`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.read("hello", strokes: [1, 2])
        desk.read("hello w", strokes: [1, 2, 3], final: false)
        #expect(desk.text == "hello")
        #expect(desk.preedit == " w", "but what follows says something")
    }

    @Test func `Several lines go into the field in the order in which they were begun, with a space between them`() {
        let desk = Desk(.silent)
        desk.read("one", line: 1, strokes: [1], final: false)
        desk.read("two", line: 2, strokes: [2], final: false)
        #expect(desk.preedit == "one two")
        desk.read("two", line: 2, strokes: [2])
        desk.wait(.milliseconds(400))
        desk.read("one", line: 1, strokes: [1])
        desk.wait(.milliseconds(400))
        #expect(desk.text == "one two")
    }

    @Test func `Lines that go into the field together are one text: of two at once a Wayland application heeds the last`() {
        let desk = Desk(.silent)
        desk.read("one", line: 1, strokes: [1], final: false)
        desk.read("two", line: 2, strokes: [2], final: false)
        desk.press(.enter)
        #expect(desk.commits == ["one two"])
    }

    @Test func `What an application tells of the pending text is none of its own`() {
        let desk = Desk(.tells)
        desk.write("one")
        desk.touch()
        let ink = desk.ink()
        desk.read(" two", line: 2, strokes: ink, final: false)
        desk.send(.surroundingText("onetwo", cursor: 6, anchor: 6))
        #expect(desk.preedit == " two")
        desk.read(" two", line: 2, strokes: ink)
        #expect(desk.text == "one two")
        // too late
        desk.send(.surroundingText("one two", cursor: 7, anchor: 7))
        desk.write(" three", line: 3, candidates: ["tree"])
        #expect(desk.text == "one two three")
        desk.press(.character("2"))
        desk.wait(.milliseconds(150))
        #expect(desk.text == "one two tree" && desk.keys.count == 5, "what it says of deletions is not true: keys delete")
    }

    @Test func `By IBus's GTK modules what such an application says of deletions is true`() {
        let desk = Desk(.tells, isModule: true)
        desk.write("one")
        let ink = desk.ink()
        desk.read(" two", line: 2, strokes: ink, final: false)
        desk.send(.surroundingText("one two", cursor: 7, anchor: 7))
        #expect(desk.preedit == " two")
        desk.read(" two", line: 2, strokes: ink, candidates: ["too"])
        desk.press(.character("2"))
        #expect(desk.text == "one too" && desk.keys.isEmpty)
    }

    @Test func `The next text waits until the application has told of the one before, but not for long`() {
        let desk = Desk(.tells)
        desk.lateness = .milliseconds(30)
        desk.write("one")
        desk.write(" two", line: 2)
        #expect(desk.commits == ["one"])
        desk.wait(.milliseconds(30))
        #expect(desk.commits == ["one", " two"])
        desk.lateness = .seconds(1)
        desk.write(" three", line: 3)
        desk.wait(.milliseconds(30))
        #expect(desk.commits.count == 3)
        // a commit may take 200 ms to come there
        desk.write(" four", line: 4)
        desk.wait(.milliseconds(150))
        #expect(desk.commits.count == 3)
        desk.wait(.milliseconds(50))
        #expect(desk.commits.last == " four")
        // a key does not wait for so long
        desk.write(" five", line: 5)
        desk.press(.other)
        desk.wait(.milliseconds(50))
        #expect(desk.commits.last == " five")
    }

    @Test(arguments: [("好", "字", "好字"), ("one", ", two", "one, two"), ("(", "two", "(two"), ("one", " two", "one two")])
    func `No space comes where none belongs`(first: String, second: String, both: String) {
        let desk = Desk(.silent)
        desk.read(first, line: 1, strokes: [1])
        desk.read(second, line: 2, strokes: [2])
        desk.wait(.seconds(1))
        #expect(desk.text == both)
    }

    @Test func `Ink that was erased takes its text along`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.read("", strokes: [])
        #expect(desk.preedit.isEmpty)
        desk.wait(.seconds(1))
        #expect(desk.text.isEmpty)
    }
}
