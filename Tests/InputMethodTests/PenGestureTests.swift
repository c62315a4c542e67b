import InkProtocol
import InputMethod
import Testing

@Suite struct PenGestureTests {
    @Test(arguments: [Desk.Application.tells, .silent])
    func `A newline puts the last word in and presses Return behind it`(application: Desk.Application) {
        let desk = Desk(application)
        desk.write("hello")
        desk.gesture("newline")
        #expect(desk.text == "hello\n" && desk.keys == [.enter] && desk.preedit.isEmpty)
        desk.write("world")
        desk.wait(.seconds(1))
        #expect(desk.text == "hello\nworld", "a line begins without a space")
    }

    @Test(arguments: [Desk.Application.tells, .silent])
    func `A backspace goes to the application, behind what is pending, and the word begins anew`(application: Desk.Application) {
        let desk = Desk(application)
        desk.write("hello")
        desk.gesture("backspace")
        #expect(desk.text == "hell" && desk.keys == [.backspace])
        #expect(desk.calls.contains { if case .take(_, _, "", false) = $0 { true } else { false } }, "its ink carries nothing on")
        desk.gesture("backspace")
        #expect(desk.text == "hel")
    }

    @Test(arguments: [Desk.Application.tells, .silent])
    func `A space parts words, and is not doubled by the next word's own`(application: Desk.Application) {
        let desk = Desk(application)
        desk.write("over")
        desk.gesture("space")
        #expect(desk.text == "over ")
        desk.write("look")
        desk.wait(.seconds(1))
        #expect(desk.text == "over look")
    }

    @Test func `An undo takes back the last word, and then the one before`() {
        let desk = Desk(.tells)
        desk.write("one")
        desk.write(" two", line: 2)
        desk.wait(.seconds(1))
        desk.gesture("undo")
        #expect(desk.text == "one")
        desk.gesture("undo")
        #expect(desk.text.isEmpty)
    }

    @Test func `A join takes the space between the last two words away, and a split puts one in`() {
        let desk = Desk(.tells)
        desk.write("well over look")
        desk.gesture("join", ["over", "look"])
        #expect(desk.text == "well overlook")
        desk.gesture("split", ["over", "look"])
        #expect(desk.text == "well over look")
        desk.gesture("join", ["well", "over"])
        #expect(desk.text == "well over look" && desk.message.contains("Only the last word"))
    }

    @Test func `A gesture over ink that is still pending is the editor's own`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.send(.event(.init(sequence: 0, change: .gesture, gesture: .init(kind: "join", words: ["he", "llo"], taken: false))))
        #expect(desk.preedit == "hello" && desk.text.isEmpty)
    }

    @Test(arguments: ["newline", "backspace", "space", "undo", "join", "split", "scratch-out", "unheard-of"])
    func `Nothing is done in a field that takes no ink, nor when nothing was written`(kind: String) {
        let secret = Desk(.tells, purpose: .password)
        secret.gesture(kind, ["a", "b"])
        #expect(secret.text.isEmpty && secret.keys.isEmpty)
        let empty = Desk(.tells)
        empty.gesture(kind, ["a", "b"])
        #expect(empty.text == (kind == "newline" ? "\n" : kind == "space" ? " " : ""))
    }
}

extension Desk {
    /// The pen draws a gesture about text in the field.
    fileprivate func gesture(_ kind: String, _ words: [String] = []) {
        touch()
        send(.event(.init(sequence: 0, change: .gesture, gesture: .init(kind: kind, words: words, taken: true))))
        wait(.milliseconds(10))
    }
}
