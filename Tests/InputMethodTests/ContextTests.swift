import InkProtocol
import InputMethod
import Testing

/// Which text of a field inkd learns, and when.
@Suite struct ContextTests {
    private func type(_ text: String, at desk: Desk) {
        for character in text { desk.type(character) }
    }

    @Test func `Without a pen nothing that is typed is sent`() {
        for application in [Desk.Application.tells, .silent] {
            for purpose in [TextInputInterface.Purpose.text, .terminal, .email, .password] {
                let desk = Desk(application, purpose: purpose, isPenNear: false)
                type("sudo ls", at: desk)
                desk.press(.enter)
                type("hunter2secret", at: desk)
                desk.press(.backspace)
                desk.wait(.seconds(10))
                #expect(desk.calls.isEmpty, "\(application) \(purpose)")
            }
        }
    }

    @Test func `After the pen has left, the first key releases the ink of its words, and no other key calls inkd`() {
        for application in [Desk.Application.tells, .silent] {
            let desk = Desk(application)
            desk.write("hello")
            desk.wait(.seconds(1))
            desk.send(.penNear(false))
            desk.wait(.seconds(3))
            desk.calls = []
            type(", how are you?", at: desk)
            desk.press(.backspace)
            desk.press(.enter)
            desk.wait(.seconds(5))
            // the stroke's end was never reported
            #expect(desk.calls == [.cancelStroke, .take(editor: "text1", strokes: [1, 2], text: "", keep: false)], "\(application)")
        }
    }

    @Test func `When the pen comes inkd learns once what stands before the caret`() {
        let desk = Desk(.tells, isPenNear: false)
        type("Dear Ann,", at: desk)
        desk.send(.penNear(true))
        #expect(desk.calls == [.setContext("Dear Ann,")])
        desk.send(.penNear(true))
        desk.tell()
        #expect(desk.calls.count == 1)
    }

    @Test func `Two seconds after the pen has left nothing is sent any more`() {
        let desk = Desk(.tells)
        desk.send(.penNear(false))
        desk.wait(.milliseconds(1999))
        desk.type("a")
        #expect(desk.calls == [.setContext("a")])
        desk.wait(.milliseconds(1))
        desk.type("b")
        #expect(desk.calls.count == 1)
        desk.send(.penNear(true))
        #expect(desk.calls == [.setContext("a"), .setContext("ab")])
    }

    @Test func `An inkd that does not report pens gets the context when a stroke begins`() {
        let desk = Desk(.tells, isPenNear: false)
        type("Dear", at: desk)
        desk.touch()
        #expect(desk.calls == [.setContext("Dear")])
        desk.wait(.seconds(2))
        desk.type("s")
        #expect(desk.calls == [.setContext("Dear"), .cancelStroke])
    }

    @Test func `A focus tells no text without a pen`() {
        let desk = Desk(.tells, isPenNear: false)
        type("user@", at: desk)
        desk.send(.purpose(.email))
        desk.send(.language("de"))
        desk.send(.attached)
        #expect(desk.calls.count == 3)
        for call in desk.calls {
            guard case .focus(_, _, let context) = call else { Issue.record("\(call)"); continue }
            #expect(context == nil)
        }
    }

    @Test func `In a terminal, and where nothing is reported, only the pen's own words are context`() {
        for (application, purpose) in [
            (Desk.Application.silent, TextInputInterface.Purpose.text), (.tells, .terminal), (.silent, .terminal),
        ] {
            let desk = Desk(application, purpose: purpose)
            type("secret", at: desk)
            desk.press(.enter)
            desk.text = ""
            desk.tell()
            #expect(desk.calls.isEmpty, "\(application) \(purpose)")
            desk.write("git")
            desk.wait(.seconds(1))
            #expect(desk.calls == [.take(editor: "text1", strokes: [1, 2], text: "git")], "\(application) \(purpose)")
            // the pen's word is not what stands before the caret any more
            type(" status", at: desk)
            #expect(desk.calls.last == .setContext(""), "\(application) \(purpose)")
            #expect(!desk.calls.contains { "\($0)".contains("stat") || "\($0)".contains("secret") })
        }
    }

    @Test func `The keyboard's Backspace behind the pen's own words shortens the context`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.wait(.seconds(1))
        desk.press(.backspace)
        #expect(desk.calls.last == .setContext("hell"))
    }

    @Test func `An application that has stopped reporting its text counts as one that reports none once a key has come`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.send(.seesText(false))
        desk.calls = []
        desk.send(.event(.init(sequence: 0, change: .strokeBegan, field: desk.field)))
        #expect(desk.calls.isEmpty)
        _ = desk.press(.character("x"))
        #expect(desk.calls == [.cancelStroke, .take(editor: "text1", strokes: [1, 2], text: "", keep: false), .setContext("")])
    }

    @Test func `A word behind a typed one that inkd does not know begins with a space`() {
        let desk = Desk(.silent)
        type("git", at: desk)
        desk.write("status")
        desk.wait(.seconds(1))
        #expect(desk.text == "git status")
        type(" -", at: desk)
        desk.write("s")
        desk.wait(.seconds(1))
        #expect(desk.text == "git status -s")
        let terminal = Desk(.silent, purpose: .terminal)
        type("cd /home/", at: terminal)
        terminal.write("ann")
        terminal.wait(.seconds(1))
        #expect(terminal.text == "cd /home/ann")
    }

    @Test func `Nothing is sent for a field that the pen has left, though another inkd comes`() {
        let desk = Desk(.tells)
        type("Dear", at: desk)
        desk.send(.connectionLost)
        desk.calls = []
        desk.send(.attached)
        type(" Ann", at: desk)
        #expect(desk.calls == [.focus(.text, language: nil, preContext: nil)])
    }
}
