import InkProtocol
import InputMethod
import Testing

@Suite struct DaemonTests {
    @Test func `inkd learns what stands before the caret, once`() {
        let desk = Desk(.tells)
        desk.type("a")
        #expect(desk.calls == [.setContext("a")])
        desk.tell()
        desk.write(" word")
        #expect(desk.calls == [.setContext("a"), .take(editor: "text1", strokes: [1, 2], text: " word")])
    }

    @Test func `Only the end of a long text is told`() {
        let desk = Desk(.tells)
        desk.text = String(repeating: "abcdefghij", count: 50)
        desk.tell()
        #expect(desk.calls == [.setContext("abcdefghijabcdefghij")])
    }

    @Test func `What is typed into a password field is not even remembered`() {
        let desk = Desk(.silent, purpose: .password)
        desk.type("s")
        desk.send(.purpose(.text))
        #expect(desk.calls == [.focus(.text, language: nil, preContext: nil)])
    }

    @Test func `When inkd goes, what the user saw is in the field`() {
        let desk = Desk(.silent)
        desk.read("hello", strokes: [1, 2], final: false)
        desk.send(.connectionLost)
        #expect(desk.text == "hello")
        #expect(desk.message.contains("inkd stopped"))
        #expect(desk.calls.isEmpty)
    }

    @Test func `When inkd is back it is told of the focus, and nothing is doubled`() {
        let desk = Desk(.silent)
        desk.read("hello", strokes: [1, 2], final: false)
        desk.send(.connectionLost)
        desk.send(.penNear(true))
        desk.send(.attached)
        #expect(desk.calls == [.focus(.text, language: nil, preContext: "hello")])
        desk.wait(.seconds(1))
        #expect(desk.text == "hello")
    }

    @Test func `A new inkd may number its strokes from the beginning`() {
        let desk = Desk(.silent)
        desk.read("hello", strokes: [1, 2])
        desk.send(.connectionLost)
        desk.send(.attached)
        desk.read(" world", strokes: [1, 2])
        desk.wait(.seconds(1))
        #expect(desk.text == "hello world")
    }

    @Test func `A focus that came while inkd was away is told when it is back`() {
        let desk = Desk(.silent)
        desk.send(.connectionLost)
        desk.send(.focusIn(.email))
        #expect(desk.calls.isEmpty)
        desk.send(.attached)
        #expect(desk.calls == [.focus(.email, language: nil, preContext: nil)])
    }

    @Test func `A language goes along with the focus, and one that inkd does not know is left out`() {
        let desk = Desk(.silent)
        desk.send(.language("de"))
        #expect(desk.calls == [.focus(.text, language: "de", preContext: nil)])
        desk.send(.refused(language: "de"))
        #expect(desk.calls.last == .focus(.text, language: nil, preContext: nil))
        #expect(desk.message.contains("No model is installed for “de”") && desk.message.contains("Install the package inkd-models-de"))
        desk.send(.language("tlh"))
        desk.send(.refused(language: "tlh"))
        #expect(desk.message.contains("No model is installed for “tlh”") && desk.message.contains("inkctl models list"))
    }
}
