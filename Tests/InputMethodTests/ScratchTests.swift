import InkProtocol
import InputMethod
import Testing

@Suite("A scratch-out over text that an application shows") struct ScratchTests {
    /// A field with "We well go".
    private func desk(_ application: Desk.Application = .tells) -> Desk {
        let desk = Desk(application)
        desk.write("We")
        desk.write(" well", line: 2)
        desk.write(" go", line: 3)
        desk.wait(.seconds(10))
        #expect(desk.text == "We well go")
        desk.calls = []
        return desk
    }

    @Test func `deletes the words below it, with one of the spaces, and takes its stroke`() {
        let desk = desk()
        desk.scratch()
        #expect(desk.searches == [Desk.area])
        desk.send(.textBelow(.words(StruckText("well", start: -7))))
        desk.wait(.seconds(1))
        #expect(desk.text == "We go" && desk.behind == 0)
        #expect(desk.calls.contains(.take(editor: "text1", strokes: [99], text: "", keep: false)))
        #expect(desk.message.isEmpty)
    }

    @Test(arguments: [
        ("We", -10, "well go"), ("go", -2, "We well"), ("We well", -10, "go"), ("We well go", -10, ""),
    ])
    func `deletes the first words, the last ones and all`(words: String, start: Int, rest: String) {
        let desk = desk()
        desk.scratch()
        desk.send(.textBelow(.words(StruckText(words, start: start))))
        desk.wait(.seconds(1))
        #expect(desk.text == rest)
    }

    @Test(arguments: [("well", 7, 0, "We go", 3), ("We", 7, -3, "well go", 7), ("well", 5, -2, "We go", 3), ("go", 10, 8, "We well", 0)])
    func `deletes words behind the caret and around it`(word: String, behind: Int, start: Int, rest: String, left: Int) {
        let desk = desk()
        desk.click(beforeEnd: behind)
        desk.wait(.seconds(1))
        desk.scratch()
        desk.send(.textBelow(.words(StruckText(word, start: start))))
        desk.wait(.seconds(1))
        #expect(desk.text == rest && desk.behind == left)
    }

    @Test func `is undone like other changes, unless something was typed`() {
        let desk = desk()
        desk.scratch()
        desk.send(.textBelow(.words(StruckText("well", start: -7))))
        desk.wait(.seconds(1))
        desk.send(.undo)
        desk.wait(.seconds(1))
        #expect(desk.text == "We well go")

        let typed = self.desk()
        typed.scratch()
        typed.send(.textBelow(.words(StruckText("go", start: -2))))
        typed.wait(.seconds(1))
        typed.type("x")
        typed.send(.undo)
        typed.wait(.seconds(1))
        #expect(typed.text == "We wellx")
    }

    @Test func `is writing if there is no text below it, or its place is unknown, or unknown in time`() {
        for found in [TextBelow.nothing, .unknown, nil] {
            let desk = desk()
            desk.scratch()
            desk.read(" mm", line: 4, strokes: [99], final: false)
            if let found { desk.send(.textBelow(found)) }
            desk.wait(.milliseconds(250))
            desk.read(" mm", line: 4, strokes: [99])
            desk.wait(.seconds(1))
            #expect(desk.text == "We well go mm" && desk.message.isEmpty)
        }
    }

    @Test func `takes its reading back`() {
        let desk = desk()
        desk.scratch()
        desk.read(" mm", line: 4, strokes: [99], final: false)
        #expect(desk.preedit == " mm")
        desk.send(.textBelow(.words(StruckText("well", start: -7))))
        desk.wait(.seconds(1))
        #expect(desk.text == "We go" && desk.preedit.isEmpty)
        desk.read(" mm", line: 4, strokes: [99])
        desk.wait(.seconds(1))
        #expect(desk.text == "We go")
    }

    @Test func `changes nothing while other words are not committed`() {
        let desk = desk()
        desk.read(" now", line: 4, strokes: [98], final: false)
        desk.scratch()
        desk.send(.textBelow(.words(StruckText("well", start: -7))))
        desk.wait(.milliseconds(100))
        #expect(desk.text == "We well go" && desk.preedit == " now")
    }

    @Test func `changes nothing if the field does not report that text there`() {
        let desk = desk()
        let elsewhere = [
            StruckText("will", start: -7), .init("well", start: -8), .init("go", start: 3), .init("go", start: -400), .init("", start: 0),
        ]
        for struck in elsewhere {
            desk.scratch()
            desk.send(.textBelow(.words(struck)))
            desk.wait(.seconds(1))
            #expect(desk.text == "We well go" && !desk.message.isEmpty)
        }
        let silent = Desk(.silent)
        silent.write("well")
        silent.wait(.seconds(1))
        silent.scratch()
        silent.send(.textBelow(.words(StruckText("well", start: -4))))
        silent.wait(.seconds(1))
        #expect(silent.text == "well")
    }

    @Test func `over committed ink deletes the text at its place, or else the last word, or nothing`() {
        for (found, text) in [
            (TextBelow.words(StruckText("We", start: -10)), "well go"), (.unknown, "We well"), (.nothing, "We well go"),
        ] {
            let desk = desk()
            desk.touch()
            desk.send(
                .event(
                    .init(
                        sequence: 0, change: .gesture, gesture: .init(kind: "scratch-out", words: ["go"], taken: true, area: Desk.area))))
            desk.send(.textBelow(found))
            desk.wait(.seconds(1))
            #expect(desk.text == text)
        }
    }

    @Test func `searches for nothing in a password box, and an answer without a question is ignored`() {
        let secret = Desk(.tells, purpose: .password)
        secret.scratch()
        #expect(secret.searches.isEmpty)
        let desk = desk()
        desk.send(.textBelow(.words(StruckText("well", start: -7))))
        desk.wait(.seconds(1))
        #expect(desk.text == "We well go")
        desk.scratch()
        desk.send(.focusOut)
        desk.send(.focusIn(.text))
        desk.tell()
        desk.send(.textBelow(.words(StruckText("well", start: -7))))
        desk.wait(.seconds(1))
        #expect(desk.text == "We well go")
    }
}

extension Desk {
    fileprivate static let area = TextInputInterface.Area(x: 100, y: 200, width: 60, height: 12)

    /// A stroke, which touches no ink, moves back and forth.
    fileprivate func scratch() {
        touch()
        let gesture = TextInputInterface.Gesture(
            kind: "scratch-out", words: [], taken: false, area: Self.area, editor: "text1", strokes: [99])
        send(.event(.init(sequence: 0, change: .gesture, gesture: gesture)))
    }
}
