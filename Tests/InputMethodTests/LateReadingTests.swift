import InkProtocol
import InputMethod
import Testing

/// What was finished in a field and not read when that lost the focus.
@Suite struct LateReadingTests {
    @Test func `It can be put in again, and goes nowhere by itself`() {
        let desk = Desk(.tells)
        desk.touch()
        #expect(desk.leave().isEmpty && !desk.composition.hasLost)
        desk.readLate("fox", strokes: [1, 2], of: 1)
        desk.wait(.seconds(1))
        #expect(desk.text.isEmpty && desk.preedit.isEmpty && desk.candidates.isEmpty)
        #expect(desk.composition.hasLost && desk.message.contains("“fox” was not inserted"))
        desk.send(.restore)
        #expect(desk.text == "fox")
        // it may come once more, or with a stroke of before
        desk.readLate("fox", strokes: [1, 2], of: 1)
        #expect(!desk.composition.hasLost)
    }

    @Test func `It is offered when a field is there that takes text`() {
        let desk = Desk(.tells)
        desk.touch()
        desk.send(.focusOut)
        desk.readLate("fox", strokes: [1], of: 1)
        #expect(desk.composition.hasLost && desk.message.isEmpty)
        desk.send(.focusIn(.password))
        #expect(desk.message.isEmpty)
        desk.send(.restore)
        #expect(desk.commits.isEmpty && desk.composition.hasLost)
        desk.send(.focusIn(.text))
        #expect(desk.message.contains("“fox”"))
    }

    @Test func `It takes the place of what was kept of its line, among the others`() {
        let desk = Desk(.tells)
        desk.touch()
        desk.read("quick", line: 1, strokes: [1, 2], final: false)
        desk.read(" bro", line: 2, strokes: [3, 4], final: false)
        _ = desk.leave()
        #expect(desk.message.contains("“quick bro”"))
        desk.readLate(" brown", line: 2, strokes: [3, 4, 5], of: 1)
        #expect(desk.message.contains("“quick brown”"))
        desk.readLate(" fox", line: 3, strokes: [6], of: 1)
        // what the application had already been told of
        desk.readLate("quick", line: 1, strokes: [1, 2], of: 1)
        #expect(desk.message.contains("“quick brown fox”"))
        desk.send(.restore)
        #expect(desk.text == "quick brown fox")
    }

    @Test func `What was chosen for the same ink stays chosen`() {
        let desk = Desk(.silent)
        desk.write("cat", candidates: ["cot"])
        desk.press(.down)
        _ = desk.leave()
        #expect(desk.message.contains("“cot”"))
        desk.readLate("cat", strokes: [1, 2], of: 1)
        #expect(desk.message.contains("“cot”"))
    }

    @Test func `Of what the client has put in by itself nothing comes again`() {
        let desk = Desk(.tells, isModule: true)
        desk.touch()
        desk.read("quick", strokes: [1, 2], final: false)
        #expect(desk.leave() == "quick")
        // inkd has not heard of it yet
        desk.readLate("quick brown", strokes: [1, 2, 3, 4], of: 1)
        #expect(desk.message.contains("“brown” was not inserted"))
        desk.readLate("quick", strokes: [1, 2], of: 1)
        desk.send(.restore)
        desk.wait(.seconds(1))
        #expect(desk.text == "brown")
        // a last stroke that changes nothing, or makes another word of what is in the field, is none to be put in
        for text in ["quick", "quack"] {
            let desk = Desk(.tells, isModule: true)
            desk.touch()
            desk.read("quick", strokes: [1, 2], final: false)
            #expect(desk.leave() == "quick")
            desk.readLate(text, strokes: [1, 2, 3], of: 1)
            #expect(!desk.composition.hasLost)
        }
    }

    /// A field with this text in it, which lost the focus after the pen had touched once more.
    private func leftBehind(_ text: String) -> Desk {
        let desk = Desk(.tells)
        desk.write(text)
        desk.wait(.seconds(1))
        desk.touch()
        _ = desk.leave()
        return desk
    }

    @Test func `Words that are in the field are left out; one that goes on is put in from there`() {
        let desk = Desk(.tells)
        desk.write("the")
        desk.wait(.seconds(1))
        desk.write(" hell", line: 2)
        desk.wait(.seconds(1))
        #expect(desk.text == "the hell")
        desk.touch()
        _ = desk.leave()
        desk.readLate(" hello", line: 2, strokes: [3, 4, 5], of: 1)
        #expect(desk.message.contains("“o” was not inserted"))
        let again = leftBehind("hell")
        again.readLate("hell fox", strokes: [1, 2, 3, 4], of: 1)
        #expect(again.message.contains("“fox” was not inserted"))
        // a word in the field became another one: the field cannot be changed any more
        let other = leftBehind("hell")
        other.readLate("bell", strokes: [1, 2, 3], of: 1)
        #expect(!other.composition.hasLost)
        // but if only its beginning is there, as another word, all of it can be put in
        let beginning = leftBehind("gui")
        beginning.readLate("quick", strokes: [1, 2, 3], of: 1)
        #expect(beginning.message.contains("“quick” was not inserted"))
        beginning.send(.restore)
        beginning.wait(.seconds(1))
        #expect(beginning.text.hasSuffix("quick"))
    }

    @Test func `A field in between that nothing was written in changes nothing; what came later wins`() {
        let desk = Desk(.tells)
        desk.touch()
        desk.read("quick", line: 1, strokes: [1], final: false)
        _ = desk.leave()
        _ = desk.leave()
        desk.readLate(" brown", line: 2, strokes: [2], of: 1)
        #expect(desk.message.contains("“quick brown”"))
        desk.touch()
        desk.read("fox", line: 3, strokes: [3], final: false)
        _ = desk.leave()
        #expect(desk.message.contains("“fox”"))
        desk.readLate(" brown", line: 2, strokes: [2], of: 1)
        #expect(desk.message.contains("“fox”"))
        desk.readLate("fox runs", line: 3, strokes: [3, 4], of: 3)
        #expect(desk.message.contains("“fox runs”"))
    }

    @Test func `The pen writes on in the next field meanwhile, where only that is pending`() {
        let desk = Desk(.tells)
        desk.touch()
        _ = desk.leave()
        desk.touch()
        desk.read("jumps", line: 2, strokes: [5], final: false)
        desk.readLate("fox", strokes: [1], of: 1)
        #expect(desk.preedit == "jumps")
        desk.read("jumps", line: 2, strokes: [5])
        desk.wait(.seconds(1))
        #expect(desk.text == "jumps" && desk.composition.hasLost)
        desk.send(.restore)
        #expect(desk.text == "jumps fox")
    }

    @Test func `Another inkd may count fields from the beginning`() {
        let desk = Desk(.tells)
        desk.touch()
        _ = desk.leave()
        desk.touch()
        _ = desk.leave()
        desk.send(.connectionLost)
        desk.send(.attached)
        desk.readLate("fox", strokes: [1], of: 1)
        #expect(desk.message.contains("“fox”"))
    }
}
