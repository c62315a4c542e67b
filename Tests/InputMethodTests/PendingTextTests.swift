import InkProtocol
import InputMethod
import Testing

/// Text that waits, in fields that lose the focus or change their purpose.
@Suite struct PendingTextTests {
    @Test func `Pending text does not follow the focus into another field`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.send(.focusOut)
        desk.send(.focusIn(.text))
        desk.wait(.seconds(2))
        #expect(desk.text.isEmpty)
        #expect(desk.preedit.isEmpty)
        #expect(desk.calls == [.unfocus, .focus(.text, language: nil, preContext: nil)])
    }

    @Test func `A field that turns out to be for a password gets nothing, and inkd is told`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.send(.purpose(.password))
        desk.write("secret")
        desk.wait(.seconds(2))
        #expect(desk.text.isEmpty)
        #expect(desk.preedit.isEmpty)
        #expect(desk.calls == [.focus(.password, language: nil, preContext: nil)])
    }

    @Test func `A field that turns out to be for numbers gets what was pending first`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.send(.purpose(.number))
        #expect(desk.calls.last == .focus(.number, language: nil, preContext: nil))
        desk.wait(.milliseconds(20))
        #expect(desk.text == "hello")
    }

    @Test func `After a pause another word begins, even if inkd reads it as the rest of the last one`() {
        let desk = Desk(.tells)
        desk.write("job")
        desk.tell()
        desk.write("kelle", line: 2)
        #expect(desk.text == "job kelle")
        desk.type("x")
        desk.tell()
        desk.write("y", line: 3)
        #expect(desk.text == "job kellexy", "what was typed may be the beginning of a word")
    }

    @Test func `Behind a number no word begins`() {
        let desk = Desk(.tells, purpose: .number)
        desk.write("12")
        desk.tell()
        desk.write("34", line: 2)
        #expect(desk.text == "1234")
    }

    @Test func `A final reading within the announcement of the focus's loss goes nowhere either`() {
        let desk = Desk(.tells)
        desk.read("hel", strokes: [1, 2], final: false)
        desk.send(.reset)
        desk.wait(.milliseconds(5))
        desk.read("hello", strokes: [1, 2])
        desk.touch()
        desk.send(.focusOut)
        desk.send(.focusIn(.password))
        desk.wait(.seconds(2))
        #expect(desk.text.isEmpty)
    }

    @Test func `A partial reading does not undo a click's order`() {
        let desk = Desk(.silent)
        desk.read("hel", strokes: [1, 2], final: false)
        desk.send(.reset)
        desk.wait(.milliseconds(10))
        desk.read("hell", strokes: [1, 2], final: false)
        desk.wait(.milliseconds(10))
        #expect(desk.text == "hell")
    }

    @Test(arguments: [("well-", "known"), ("l'", "eau"), ("/tmp/", "x")])
    func `No space parts what belongs together`(first: String, second: String) {
        let desk = Desk(.tells)
        desk.write(first)
        desk.tell()
        desk.write(second, line: 2)
        #expect(desk.text == first + second)
    }

    @Test func `What is pending goes into the field when the pen is switched off`() {
        let desk = Desk(.silent)
        desk.read("hel", strokes: [1, 2], final: false)
        let status = TextInputInterface.Status(seat: "seat0", enabled: false, captured: false, passing: false, locked: false)
        desk.send(.event(.init(sequence: 0, change: .status, status: status)))
        #expect(desk.text == "hel" && desk.preedit.isEmpty)
    }

    @Test func `A word that was chosen before it went into the field is not offered again`() {
        let desk = Desk(.tells)
        desk.read("hello", strokes: [1, 2], final: false, candidates: ["hallo"])
        desk.press(.character("2"))
        desk.tell()
        desk.type("2")
        #expect(desk.text == "hallo2")
    }
}
