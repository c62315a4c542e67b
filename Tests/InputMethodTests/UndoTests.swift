import InkProtocol
import InputMethod
import Testing

@Suite struct UndoTests {
    @Test func `Undo takes back word after word, with their spaces`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.write(" wide world")
        desk.send(.undo)
        #expect(desk.text == "hello wide")
        desk.send(.undo)
        desk.send(.undo)
        #expect(desk.text.isEmpty)
        desk.send(.undo)
        #expect(desk.message == "There is no word to undo.")
    }

    @Test func `Undo after an exchange takes back the other word with its space`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.write(" world", candidates: ["word"])
        desk.press(.character("2"))
        #expect(desk.text == "hello word")
        desk.send(.undo)
        #expect(desk.text == "hello")
    }

    @Test(arguments: [true, false])
    func `Undo from a menu waits until the very field has the focus again, whether it tells its text anew or not`(tells: Bool) {
        let desk = Desk(.tells)
        desk.send(.focusIn(.text, id: "entry"))
        desk.tell()
        desk.write("hello world")
        desk.tell()
        desk.send(.focusOut)
        desk.send(.undo)
        desk.send(.focusIn(.text, id: "entry"))
        #expect(desk.text == "hello world")
        if tells { desk.tell() }
        desk.wait(.milliseconds(300))
        #expect(desk.text == "hello")
    }

    @Test(arguments: ["another", nil])
    func `Undo from a menu leaves every other field alone, even if it ends in the word`(id: String?) {
        let desk = Desk(.tells)
        desk.send(.focusIn(.text, id: "entry"))
        desk.tell()
        desk.write("is")
        desk.tell()
        desk.send(.focusOut)
        desk.send(.undo)
        desk.send(.focusIn(.text, id: id))
        desk.text = "this"
        desk.tell()
        desk.wait(.seconds(1))
        #expect(desk.text == "this")
    }

    @Test func `Undo does not take the end off a longer word behind which the cursor was put`() {
        let desk = Desk(.tells)
        desk.write("a")
        desk.tell()
        desk.click()
        desk.text = "a banana"
        desk.tell()
        desk.send(.undo)
        #expect(desk.text == "a banana")
        #expect(desk.message.contains("is not directly before the cursor"))
    }

    @Test func `A chosen word is scratched out as well as a read one`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.tell()
        #expect(desk.text == "hallo")
        desk.send(.event(.init(sequence: 0, change: .gesture, gesture: .init(kind: "scratch-out", words: ["hello"], taken: true))))
        desk.wait(.milliseconds(10))
        #expect(desk.text.isEmpty)
    }

    @Test func `Text that merely differs is no proof that the only word is gone`() {
        let desk = Desk(.ignoresDeletion)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        desk.send(.surroundingText("Hello", cursor: 5, anchor: 5))
        desk.wait(.seconds(1))
        #expect(desk.text == "hello")
    }

    @Test func `Undo of a held word drops it`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.send(.undo)
        desk.wait(.seconds(1))
        #expect(desk.text.isEmpty)
    }

    @Test func `Undo is refused where the application tells nothing of its text`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.wait(.seconds(1))
        desk.send(.undo)
        #expect(desk.text == "hello")
        #expect(desk.message.contains("does not allow changes to “hello”"))
    }

    @Test func `Scratching out the last word deletes it from the field`() {
        let desk = Desk(.tells)
        desk.write("hello world")
        desk.send(.event(.init(sequence: 0, change: .gesture, gesture: .init(kind: "scratch-out", words: ["world"], taken: true))))
        #expect(desk.text == "hello")
    }

    @Test func `Scratching out a word further back is refused`() {
        let desk = Desk(.tells)
        desk.write("hello world")
        desk.send(.event(.init(sequence: 0, change: .gesture, gesture: .init(kind: "scratch-out", words: ["hello"], taken: true))))
        #expect(desk.text == "hello world")
        #expect(desk.message.contains("Only the last word"))
    }

    @Test func `Letters of several code points are deleted as a whole`() {
        let desk = Desk(.tells)
        desk.write("cafe\u{301}", candidates: ["cafes"])
        desk.press(.character("2"))
        #expect(desk.text == "cafes")
    }

    @Test func `A message goes after a while`() {
        let desk = Desk(.tells)
        desk.send(.undo)
        #expect(!desk.message.isEmpty)
        desk.wait(.seconds(5))
        #expect(desk.message.isEmpty)
    }
}
