import InkProtocol
import InputMethod
import Testing

@Suite("A word of the pen's at which the caret is placed") struct ReopeningTests {
    /// A field with "We well go".
    private func desk(_ application: Desk.Application = .tells) -> Desk {
        let desk = Desk(application)
        desk.write("We", candidates: ["He", "Me"])
        desk.write(" well", line: 2, candidates: ["will", "wall"])
        desk.write(" go", line: 3, candidates: ["so", "90"])
        desk.wait(.seconds(10))
        #expect(desk.text == "We well go" && desk.candidates.isEmpty)
        return desk
    }

    @Test(arguments: [3, 4, 6, 7])
    func `shows its candidates again, and the one that is chosen takes its place`(beforeEnd: Int) {
        let desk = desk()
        desk.click(beforeEnd: beforeEnd)
        #expect(desk.candidates == ["well", "will", "wall"])
        #expect(desk.press(.character("2")))
        desk.wait(.seconds(1))
        #expect(desk.text == "We will go" && desk.behind == 3)
        #expect(desk.candidates.isEmpty)
    }

    @Test func `is known by what was chosen, too, and by the mouse`() {
        let desk = desk()
        desk.click(beforeEnd: 5)
        desk.send(.candidate(2))
        desk.wait(.seconds(1))
        #expect(desk.text == "We wall go")
        desk.click(beforeEnd: 5)
        #expect(desk.candidates == ["wall", "well", "will"])
        desk.send(.candidate(1))
        desk.wait(.seconds(1))
        #expect(desk.text == "We well go")
    }

    @Test func `counts without the signs around it, unless the caret is among them`() {
        let desk = desk()
        desk.text = "(We) “well”, go"
        desk.click(beforeEnd: 7)
        #expect(desk.candidates == ["well", "will", "wall"])
        #expect(desk.press(.character("3")))
        desk.wait(.seconds(1))
        #expect(desk.text == "(We) “wall”, go")
        desk.click(beforeEnd: 3)
        #expect(desk.candidates.isEmpty)
    }

    @Test func `leaves arrows and Return to the application, and is closed by any key`() {
        for key in [Composition.Key.up, .down, .pageUp, .pageDown, .enter, .other, .character("x")] {
            let desk = desk()
            desk.click(beforeEnd: 5)
            #expect(!desk.candidates.isEmpty)
            #expect(!desk.press(key))
            desk.tell()
            #expect(desk.candidates.isEmpty, "after \(key)")
        }
        let desk = desk()
        desk.click(beforeEnd: 5)
        #expect(desk.press(.escape))
        desk.tell()
        #expect(desk.candidates.isEmpty && desk.text == "We well go")
    }

    @Test func `is closed when the caret goes on, and when the pen writes`() {
        let desk = desk()
        desk.click(beforeEnd: 5)
        desk.click(beforeEnd: 9)
        #expect(desk.candidates == ["We", "He", "Me"])
        desk.touch()
        #expect(desk.candidates.isEmpty)
        desk.tell()
        #expect(desk.candidates.isEmpty)
    }

    @Test func `is none that was typed, none in a field that tells nothing, and none of the field before`() {
        let typed = Desk(.tells)
        for letter in "well" { typed.type(letter) }
        typed.click(beforeEnd: 2)
        #expect(typed.candidates.isEmpty)

        let silent = desk(.silent)
        silent.click(beforeEnd: 5)
        #expect(silent.candidates.isEmpty)

        let desk = desk()
        _ = desk.leave()
        desk.text = "We well go"
        desk.click(beforeEnd: 5)
        #expect(desk.candidates.isEmpty)
    }

    @Test func `stays as it is where the application does not delete it, and that is said`() {
        let desk = desk(.ignoresDeletion)
        desk.click(beforeEnd: 5)
        #expect(desk.press(.character("2")))
        desk.wait(.seconds(2))
        #expect(desk.text == "We well go" && desk.message.contains("did not change"))
    }
}
