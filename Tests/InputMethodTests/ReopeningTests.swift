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

    @Test func `is asked for where the application tells of the caret only then, and once`() {
        let desk = desk()
        let questions = desk.questions
        desk.behind = 5
        desk.send(.reset)
        #expect(desk.candidates.isEmpty && desk.questions == questions)
        desk.wait(.milliseconds(60))
        #expect(desk.questions == questions + 1 && desk.candidates == ["well", "will", "wall"])
        desk.wait(.seconds(1))
        #expect(desk.questions == questions + 1)
    }

    @Test func `is not asked for where the pen has written nothing`() {
        let typed = Desk(.tells)
        for letter in "well" { typed.type(letter) }
        let questions = typed.questions
        typed.behind = 2
        typed.send(.reset)
        typed.wait(.seconds(1))
        #expect(typed.questions == questions)
    }

    @Test func `shows its candidates where the application tells that the caret is elsewhere, and nothing of the click`() {
        let desk = desk()
        desk.behind = 5
        desk.tell()
        #expect(desk.candidates == ["well", "will", "wall"])
        #expect(desk.press(.character("2")))
        desk.wait(.seconds(1))
        #expect(desk.text == "We will go")
    }

    @Test func `stays shut where a key has moved the caret, and in a toolkit's module, which reports clicks`() {
        let desk = desk()
        #expect(!desk.press(.other))
        desk.behind = 5
        desk.tell()
        #expect(desk.candidates.isEmpty)

        let module = self.desk()
        module.send(.client(.silentGTKModule))
        module.behind = 5
        module.tell()
        #expect(module.candidates.isEmpty)
    }

    @Test func `has the candidates of its last reading`() {
        let desk = Desk(.tells)
        desk.write("cal", candidates: ["col"])
        desk.wait(.seconds(1))
        desk.touch()
        let word = TextInputInterface.Word(text: "cat", candidates: ["cat", "cut"], strokes: [1, 2, 3])
        desk.read(
            .init(
                editor: "text1", line: 1, text: "cat", final: true, stablePrefix: 3, words: [word], candidates: ["cat"], strokes: [1, 2, 3])
        )
        desk.wait(.seconds(10))
        #expect(desk.text == "cat")
        desk.click(beforeEnd: 1)
        #expect(desk.candidates == ["cat", "cut"])
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

    @Test func `is known after other fields had the focus, if the pen returns to it`() {
        let desk = returning()
        desk.returns(beforeEnd: 5)
        #expect(desk.candidates == ["well", "will", "wall"])
        desk.send(.candidate(1))
        desk.wait(.seconds(1))
        #expect(desk.text == "We will go" && desk.candidates.isEmpty)
    }

    @Test func `is asked for where the application tells of the caret only then, also after other fields`() {
        let desk = returning()
        desk.send(.client(.silentGTKModule))
        let questions = desk.questions
        desk.behind = 5
        desk.send(.focusIn(.text, id: "first"))
        #expect(desk.candidates.isEmpty && desk.questions == questions)
        desk.wait(.milliseconds(100))
        #expect(desk.candidates == ["well", "will", "wall"] && desk.questions == questions + 1)
    }

    @Test func `stays shut if the mouse or a key returns to it, and is forgotten with a lock`() {
        let mouse = returning()
        mouse.send(.penNear(false))
        mouse.wait(.seconds(3))
        mouse.returns(beforeEnd: 5)
        #expect(mouse.candidates.isEmpty)

        let tab = returning()
        #expect(!tab.press(.other))
        tab.returns(beforeEnd: 5)
        #expect(tab.candidates.isEmpty)

        let locked = returning()
        let status = TextInputInterface.Status(seat: "seat0", enabled: true, captured: false, passing: false, locked: true)
        locked.send(.event(.init(sequence: 0, change: .status, status: status)))
        locked.returns(beforeEnd: 5)
        #expect(locked.candidates.isEmpty)
    }

    @Test func `is of that field alone, and of no password box`() {
        let other = returning()
        other.returns(to: "third", beforeEnd: 5)
        #expect(other.candidates.isEmpty)

        let secret = desk()
        secret.send(.password)
        secret.send(.focusOut)
        secret.returns(beforeEnd: 5)
        #expect(secret.candidates.isEmpty)
    }

    @Test func `is one of the last eight fields`() {
        let desk = returning()
        for number in 1...8 {
            desk.send(.focusIn(.text, id: "field \(number)"))
            desk.text = ""
            desk.tell()
            desk.write("word", candidates: ["work"])
            desk.wait(.seconds(1))
        }
        desk.text = "We well go"
        desk.returns(beforeEnd: 5)
        #expect(desk.candidates.isEmpty)
    }

    /// A field with "We well go" that has lost the focus to another one.
    private func returning() -> Desk {
        let desk = Desk(.tells)
        desk.send(.focusIn(.text, id: "first"))
        desk.tell()
        desk.write("We", candidates: ["He", "Me"])
        desk.write(" well", line: 2, candidates: ["will", "wall"])
        desk.write(" go", line: 3, candidates: ["so", "90"])
        desk.wait(.seconds(10))
        #expect(desk.text == "We well go" && desk.candidates.isEmpty)
        desk.send(.focusIn(.text, id: "second"))
        desk.send(.surroundingText("", cursor: 0, anchor: 0))
        return desk
    }
}

extension Desk {
    /// A tap gives the focus to a field with the same text, and places the caret.
    fileprivate func returns(to id: String = "first", beforeEnd count: Int) {
        behind = count
        send(.focusIn(.text, id: id))
        tell()
        wait(.milliseconds(100))
    }
}
