import InkProtocol
import InkTestSupport
import InputMethod
import Testing

@Suite struct ParagraphTests {
    @Test(arguments: [Desk.Application.tells, .silent])
    func `A word goes into the field as soon as the next has begun, and only the last is pending`(application: Desk.Application) {
        let desk = Desk(application)
        let writer = Writer(desk)
        for word in ["quick", "brown", "fox"] { writer.write(word, in: 3) }
        #expect(desk.text == "quick brown")
        #expect(desk.preedit == " fox")
        writer.rest()
        desk.wait(.milliseconds(400))
        #expect(desk.text == "quick brown fox")
        #expect(desk.preedit.isEmpty)
    }

    @Test func `A full stop after a rest stands behind its word`() {
        for application in [Desk.Application.tells, .silent] {
            let desk = Desk(application)
            let writer = Writer(desk)
            writer.write("quick")
            writer.rest()
            desk.wait(.seconds(3))
            #expect(desk.text == "quick")
            writer.stroke(".")
            writer.rest()
            desk.wait(.milliseconds(400))
            #expect(desk.text == "quick.")
        }
    }

    @Test func `A letter that is written over changes the word in the field`() {
        let desk = Desk(.tells)
        let writer = Writer(desk)
        writer.write("on")
        writer.write("hand", in: 4)
        writer.rest()
        #expect(desk.text == "on hand")
        desk.wait(.seconds(3))
        writer.overwrite(5, with: "g")
        #expect(desk.text == "on hang")
        desk.wait(.seconds(1))
        writer.overwrite(3, with: "u")
        #expect(desk.text == "on hung")
        // the same letter once more
        writer.overwrite(3, with: "u")
        #expect(desk.text == "on hung" && desk.preedit.isEmpty)
        writer.write("up")
        writer.rest()
        #expect(desk.text == "on hung up")
    }

    @Test func `Where the application tells nothing a letter that is written over is read for itself`() {
        let desk = Desk(.silent)
        let writer = Writer(desk)
        writer.write("hand", in: 4)
        writer.rest()
        desk.wait(.seconds(3))
        writer.overwrite(3, with: "g")
        desk.wait(.milliseconds(400))
        #expect(desk.text == "hand")
        // its line is read without what was in the field
        writer.read(final: true)
        desk.wait(.milliseconds(400))
        #expect(desk.text == "hand g")
    }

    @Test func `Letters that are written with long lifts are one word`() {
        for application in [Desk.Application.tells, .silent] {
            let desk = Desk(application)
            let writer = Writer(desk)
            writer.space()
            for letter in "quick" {
                writer.stroke(String(letter))
                writer.rest()
                desk.wait(.milliseconds(300))
            }
            writer.space()
            writer.stroke("fox")
            writer.rest()
            desk.wait(.milliseconds(400))
            #expect(desk.text == "quick fox")
        }
    }

    @Test func `A word that later strokes make another of is exchanged where the application tells its text`() {
        let desk = Desk(.tells)
        desk.read("say he1", strokes: [1, 2])
        #expect(desk.text == "say he1")
        desk.touch()
        desk.read("say hello", strokes: [1, 2, 3], final: false)
        #expect(desk.text == "say he1", "not before it is sure")
        desk.read("say hello", strokes: [1, 2, 3])
        #expect(desk.text == "say hello")
        desk.send(.undo)
        #expect(desk.text == "say")
    }

    @Test func `Where nothing can be exchanged, later strokes are read for themselves`() {
        let desk = Desk(.silent)
        desk.read("he1", strokes: [1, 2])
        desk.wait(.milliseconds(400))
        desk.read("hello", strokes: [1, 2, 3])
        #expect(desk.calls.last == .take(editor: "text1", strokes: [1, 2], text: "", keep: false))
        desk.read("lo", strokes: [3])
        desk.wait(.milliseconds(400))
        #expect(desk.text == "he1 lo")
    }

    @Test func `A dot that is written late changes nothing and is not read for itself`() {
        let desk = Desk(.tells)
        desk.read("hi there", strokes: [1, 2], final: true)
        #expect(desk.text == "hi there")
        desk.read(
            .init(
                editor: "text1", line: 1, text: "hi there", final: true, stablePrefix: 8,
                words: [
                    .init(text: "hi", candidates: ["hi"], strokes: [1, 3]), .init(text: "there", candidates: ["there"], strokes: [2]),
                ],
                candidates: [], strokes: [1, 2, 3]))
        #expect(desk.text == "hi there" && desk.preedit.isEmpty)
        #expect(desk.calls.last == .take(editor: "text1", strokes: [3], text: ""))
    }

    @Test func `A chosen word stays chosen when a full stop follows`() {
        let desk = Desk(.tells)
        desk.write("hello", candidates: ["hallo"])
        desk.press(.character("2"))
        #expect(desk.text == "hallo")
        desk.touch()
        desk.read("hello.", strokes: [1, 2, 3])
        #expect(desk.text == "hallo.")
    }

    @Test(arguments: [Composition.Key.escape, .other, .character("x"), .chord])
    func `A key puts what is finished into the field and voids the stroke under way`(key: Composition.Key) {
        let desk = Desk(.tells)
        let writer = Writer(desk)
        writer.write("quick")
        writer.write("bro", in: 1)
        desk.touch()
        let isKept = desk.press(key)
        #expect(isKept == (key == .escape))
        #expect(desk.text == "quick bro")
        #expect(desk.calls.contains(.cancelStroke))
        #expect(desk.preedit.isEmpty)
    }

    @Test func `Shift voids nothing`() {
        let desk = Desk(.tells)
        desk.touch()
        desk.press(.modifier)
        #expect(desk.calls.isEmpty)
    }

    @Test func `What was typed is carried on by nothing`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.type("!")
        #expect(desk.calls.contains(.take(editor: "text1", strokes: [1, 2], text: "", keep: false)))
        desk.read("hello there", strokes: [1, 2, 3])
        #expect(desk.text == "hello!", "late")
    }

    @Test func `Where the caret was put elsewhere nothing is carried on`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.wait(.seconds(1))
        desk.send(.surroundingText("hello", cursor: 2, anchor: 2))
        #expect(desk.calls.contains(.take(editor: "text1", strokes: [1, 2], text: "", keep: false)))
    }

    @Test func `A new word gets the spaces of its place`() {
        let desk = Desk(.tells)
        desk.text = "one two"
        desk.send(.surroundingText("one two", cursor: 4, anchor: 4))
        desk.write("and")
        #expect(desk.commits == ["and "])
    }

    @Test func `What was pending when the focus went is offered to the next field, and goes nowhere by itself`() {
        let desk = Desk(.tells)
        desk.text = "one"
        desk.tell()
        desk.touch()
        desk.read(" fox", strokes: [1], final: false)
        #expect(desk.leave() == "one")
        #expect(desk.text.isEmpty && desk.message.contains("“fox” was not inserted"))
        desk.send(.restore)
        #expect(desk.text == "fox")
        desk.send(.restore)
        #expect(desk.text == "fox" && desk.message == "There is no lost text to insert.")
    }

    @Test(arguments: [false, true])
    func `A new word is offered, too, that was read together with a change of the last one`(isFinal: Bool) {
        let desk = Desk(.tells)
        desk.write("cal")
        desk.wait(.seconds(1))
        // the application answers a moment later
        desk.lateness = .milliseconds(200)
        desk.touch()
        let words = [
            TextInputInterface.Word(text: "cat", candidates: ["cat"], strokes: [1, 2]),
            .init(text: "sat", candidates: ["sat"], strokes: [3]),
        ]
        desk.read(
            .init(
                editor: "text1", line: 1, text: "cat sat", final: isFinal, stablePrefix: 0, words: words, candidates: ["cat sat"],
                strokes: [1, 2, 3]))
        let text = desk.leave()
        desk.wait(.seconds(1))
        #expect((text + desk.message).contains("sat"), "“\(text)”, “\(desk.message)”")
    }

    @Test func `A new word stays pending where the one before it cannot be carried on any more`() {
        let desk = Desk(.tells)
        desk.write("hello")
        desk.wait(.seconds(1))
        desk.touch()
        let words = [
            TextInputInterface.Word(text: "hello.", candidates: ["hello."], strokes: [1, 2, 3]),
            .init(text: "You", candidates: ["You"], strokes: [4]),
        ]
        desk.read(
            .init(
                editor: "text1", line: 1, text: "hello. You", final: false, stablePrefix: 0, words: words, candidates: ["hello. You"],
                strokes: [1, 2, 3, 4]))
        desk.send(.surroundingText("hello", cursor: 2, anchor: 2))
        #expect(desk.preedit.contains("You"))
    }

    @Test(arguments: [Desk.Application.tells, .silent])
    func `Text that Qt commits by itself at a click goes nowhere else`(application: Desk.Application) {
        let desk = Desk(application)
        desk.send(.client(.qtModule))
        desk.write("one")
        desk.wait(.seconds(1))
        desk.touch()
        desk.read(" fox", line: 2, strokes: [5], final: false)
        #expect(desk.preedit == " fox")
        // Qt tells its text, says that it has reset, and serves another field of the window
        desk.text += desk.preedit
        desk.tell()
        desk.send(.reset)
        desk.text = ""
        desk.tell()
        desk.wait(.seconds(2))
        #expect(desk.text.isEmpty && desk.preedit.isEmpty && desk.commits == ["one"])
        #expect(desk.calls.contains(.take(editor: "text1", strokes: [5], text: " fox", keep: false)))
        desk.send(.focusOut)
        desk.send(.focusIn(.text))
        #expect(desk.message.isEmpty)
        // a key goes as ever
        desk.write("two", line: 3)
        desk.type("!")
        #expect(desk.text == "two!")
    }

    @Test func `Nothing of what was pending is offered to a password`() {
        let desk = Desk(.tells)
        desk.touch()
        desk.read("fox", strokes: [1], final: false)
        desk.send(.focusOut)
        desk.send(.focusIn(.password))
        #expect(desk.message.isEmpty)
        desk.send(.restore)
        #expect(desk.text.isEmpty)
    }

    @Test func `A field that asks for capitals gets them, in the candidates as well`() {
        let desk = Desk(.tells)
        desk.send(.capitals(.sentences))
        desk.write("hello", candidates: ["hallo"])
        #expect(desk.text == "Hello")
        #expect(desk.candidates == ["Hello", "Hallo"])
        desk.press(.character("2"))
        #expect(desk.text == "Hallo")
    }

    @Test(arguments: [Desk.Application.tells, .silent])
    func `Lines of a paragraph follow one another with a space`(application: Desk.Application) {
        let desk = Desk(application)
        let writer = Writer(desk)
        for text in ["the quick", "brown fox", "jumps"] {
            for word in text.split(separator: " ") { writer.write(String(word)) }
            writer.newLine()
        }
        desk.wait(.seconds(1))
        #expect(desk.text == "the quick brown fox jumps")
    }

    @Test func `Words that are read otherwise as they grow are right in the end, with whatever rests between their letters`() {
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed))
            let desk = Desk(.tells, tableDelay: .milliseconds(20))
            let writer = Writer(desk)
            writer.misreads = true
            var words: [String] = []
            for number in 0..<40 {
                words.append("abcdef\(number)")
                writer.write(words[words.count - 1], in: Int.random(in: 1...4, using: &random)) {
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: desk.wait(.milliseconds(Int.random(in: 1...290, using: &random)))
                    case 1: writer.rest()
                    case 2:
                        desk.lateness =
                            [.zero, .milliseconds(5), .milliseconds(30), .milliseconds(200)].randomElement(using: &random) ?? .zero
                    default: break
                    }
                    return true
                }
                if Int.random(in: 0..<12, using: &random) == 0 {
                    // a line is over when the next one is begun
                    writer.rest()
                    desk.wait(.seconds(1))
                    writer.newLine()
                }
            }
            writer.rest()
            desk.wait(.seconds(2))
            writer.rest()
            desk.wait(.seconds(2))
            #expect(desk.text == words.joined(separator: " "), "seed \(seed)")
        }
    }

    /// The focus may go at any moment, in the middle of a word as well.
    @Test(arguments: [Desk.Application.tells, .silent])
    func `Of a paragraph that the focus leaves nothing is lost but the last word, and nothing is doubled`(application: Desk.Application) {
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed))
            let desk = Desk(application, tableDelay: .milliseconds(20))
            let writer = Writer(desk)
            var words: [String] = []
            for number in 0..<60 {
                var isGone = false
                words.append("abcdef\(number)")
                writer.write(words[words.count - 1], in: Int.random(in: 1...4, using: &random)) {
                    switch Int.random(in: 0..<16, using: &random) {
                    case 0...3: desk.wait(.milliseconds(Int.random(in: 1...290, using: &random)))
                    case 4, 5: writer.rest()
                    case 6:
                        writer.rest()
                        desk.wait(.milliseconds(Int.random(in: 1...600, using: &random)))
                    case 7: desk.lateness = [.zero, .milliseconds(5), .milliseconds(30)].randomElement(using: &random) ?? .zero
                    case 8 where number.isMultiple(of: 3):
                        // applications are given one text after the other
                        desk.wait(.milliseconds(50))
                        isGone = true
                        return false
                    default: break
                    }
                    return true
                }
                if isGone {
                    let all = words.joined(separator: " ")
                    let left = desk.leave()
                    #expect(all.hasPrefix(left), "seed \(seed): \(left)")
                    // where nothing can be corrected the next word must be sure, too
                    #expect(
                        left.hasPrefix(words.dropLast(application == .silent ? 2 : 1).joined(separator: " ")),
                        "lost: seed \(seed): \(left) of \(all)")
                    #expect(desk.text.isEmpty && desk.preedit.isEmpty, "in another field: seed \(seed)")
                    writer.forget()
                    words = []
                } else if Int.random(in: 0..<12, using: &random) == 0 {
                    writer.newLine()
                } else if Int.random(in: 0..<12, using: &random) == 0 {
                    desk.click()
                    desk.wait(.milliseconds(30))
                }
            }
            writer.rest()
            desk.wait(.seconds(1))
            #expect(desk.text == words.joined(separator: " "), "seed \(seed)")
        }
    }
}
