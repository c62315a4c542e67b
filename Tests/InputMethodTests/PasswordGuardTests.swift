import InkProtocol
import InkTestSupport
import InputMethod
import Testing

@Suite struct PasswordGuardTests {
    private typealias Object = PasswordGuard.Object

    @Test func `Without an accessibility bus everything goes on at once`() {
        let watch = GuardedDesk(isListening: false)
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "word")
        watch.tell(.email)
        watch.tell(.password)
        #expect(watch.purposes == [.text, .email, .password])
        #expect(watch.questions.isEmpty)
    }

    @Test func `What is read waits for the role, and goes on when it is another one`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.name))
        #expect(watch.questions == ["role /name"])
        watch.read("word")
        #expect(watch.pending == "")
        watch.wait(10)
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        #expect(watch.pending == "word")
        #expect(watch.purposes == [.text])
    }

    @Test func `A password box is one for inkd, and what was read of it is nowhere`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.surround("hunter")
        watch.read("hunter2")
        watch.wait(10)
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.read("hunter22")
        watch.wait(2000)
        #expect(watch.purposes == [.text, .password])
        #expect(watch.pending == "" && watch.desk.commits.isEmpty)
        #expect(!watch.desk.composition.hasLost)
        #expect(!watch.desk.calls.contains { "\($0)".contains("hunter") })
    }

    @Test func `What was written in doubt is not read any more when the focus has gone; what was written before that is told`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.wait(51)
        watch.read("hunter")
        watch.desk.calls = []
        watch.leave()
        #expect(watch.desk.calls == [.focus(.none, language: nil, preContext: nil), .unfocus])
        watch.focus()
        watch.hear(.focused(GuardedDesk.name))
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        watch.wait(1000)
        watch.desk.calls = []
        // the next field's object is quicker
        watch.hear(.focused(GuardedDesk.other))
        watch.wait(20)
        watch.leave()
        #expect(watch.desk.calls == [.unfocus])
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        let reading = TextInputInterface.Reading.sample("fox", strokes: watch.desk.ink())
        watch.hand(.init(sequence: 0, change: .lateReading, reading: reading, field: 2))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        #expect(watch.desk.composition.hasLost && watch.pending == "")
    }

    @Test func `A late role takes back what was shown, and nothing of it is kept`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.wait(5)
        watch.hear(.focused(GuardedDesk.secret))
        watch.read("hunter2")
        watch.wait(499)
        #expect(watch.pending == "")
        // it does not answer: what is read cannot wait for ever
        watch.wait(10)
        #expect(watch.pending == "hunter2")
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        #expect(watch.pending == "" && watch.desk.text == "")
        #expect(!watch.desk.composition.hasLost)
        watch.leave()
        watch.focus()
        #expect(watch.desk.message == "")
    }

    @Test func `The focus moves between two fields of one application`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.name))
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        watch.wait(1000)
        watch.leave()
        watch.focus()
        watch.hear(.unfocused(GuardedDesk.name))
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        #expect(watch.purposes == [.text, .text, .password])
        watch.wait(1000)
        watch.leave()
        watch.questions = []
        watch.focus()
        // until it has said so, it has the focus
        #expect(watch.questions == ["focus /secret"])
        #expect(watch.purposes.last == .password)
        watch.hear(.unfocused(GuardedDesk.secret))
        watch.hear(.focused(GuardedDesk.name))
        #expect(watch.purposes.last == .password)
        watch.hear(.focus(GuardedDesk.secret, isThere: false))
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        #expect(watch.purposes.last == .text)
        watch.read("word")
        #expect(watch.pending == "word")
    }

    @Test func `The focus moves to a password box without the input method's knowledge`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.name))
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        watch.read("word")
        watch.wait(2000)
        watch.hear(.focused(GuardedDesk.secret))
        watch.read("hunter2")
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        #expect(watch.purposes == [.text, .password])
        // the word was of the field before
        #expect(watch.pending == "" && watch.desk.composition.hasLost)
        watch.hear(.focused(GuardedDesk.name))
        #expect(watch.purposes.last == .password)
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        #expect(watch.purposes.last == .text)
    }

    @Test func `Between two password boxes nothing is read`() {
        let watch = GuardedDesk()
        let again = Object(application: GuardedDesk.secret.application, path: "/again")
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.hear(.unfocused(GuardedDesk.secret))
        watch.hear(.focused(again))
        watch.hear(.focus(GuardedDesk.secret, isThere: false))
        watch.hear(.role(again, isPassword: true))
        #expect(watch.purposes == [.text, .password])
    }

    @Test func `An application that is not on the bus is waited for a moment`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.read("word")
        watch.wait(149)
        #expect(watch.pending == "")
        watch.wait(1)
        #expect(watch.pending == "word")
        watch.read("words")
        #expect(watch.pending == "words")
    }

    @Test func `Who tells another purpose would tell that of a password`() {
        let watch = GuardedDesk()
        watch.focus(.email)
        watch.read("me@example.org")
        #expect(watch.pending == "me@example.org")
    }

    @Test func `A role that comes before the focus counts`() {
        let watch = GuardedDesk()
        watch.hear(.focused(GuardedDesk.name))
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        watch.wait(20)
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "word")
        watch.leave()
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.wait(20)
        watch.focus()
        #expect(watch.purposes == [.text, .password])
    }

    @Test func `An old event says nothing of a new focus`() {
        let watch = GuardedDesk()
        watch.hear(.focused(GuardedDesk.name))
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        watch.wait(60)
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "")
    }

    @Test func `Nobody speaks for the password box of another application`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.hear(.focused(GuardedDesk.other))
        watch.hear(.role(GuardedDesk.other, isPassword: false))
        watch.hear(.unfocused(Object(application: ":1.9", path: GuardedDesk.secret.path)))
        watch.hear(.focus(Object(application: ":1.9", path: GuardedDesk.secret.path), isThere: false))
        #expect(watch.purposes == [.text, .password])
    }

    @Test func `A window that comes back has its password box still`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.leave()
        // a terminal, which is on no bus
        watch.focus()
        watch.hear(.focus(GuardedDesk.secret, isThere: false))
        #expect(watch.purposes.last == .text)
        watch.leave()
        watch.focus()
        watch.read("hunter2")
        watch.hear(.focus(GuardedDesk.secret, isThere: true))
        watch.wait(1000)
        #expect(watch.purposes.last == .password)
        #expect(watch.pending == "" && watch.desk.commits.isEmpty)
    }

    @Test func `An application that leaves the bus has no password box`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.leave()
        watch.hear(.applicationGone(GuardedDesk.secret.application))
        watch.questions = []
        watch.focus()
        #expect(watch.questions.isEmpty)
        #expect(watch.purposes.last == .text)
    }

    @Test func `A box that does not answer for its focus is gone`() {
        let watch = GuardedDesk()
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.focus()
        #expect(watch.purposes == [.password])
        watch.hear(.focus(GuardedDesk.secret, isThere: nil))
        #expect(watch.purposes == [.password, .text])
    }

    @Test func `When the bus dies a password box stays one until the focus goes`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        watch.hear(.lost)
        watch.wait(1000)
        #expect(watch.purposes == [.text, .password])
        watch.leave()
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "word")
    }

    @Test func `What waits when the bus dies is dropped, and nothing waits from then on`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.hear(.focused(GuardedDesk.secret))
        watch.read("hunter2")
        watch.hear(.lost)
        watch.wait(1000)
        #expect(watch.pending == "" && watch.desk.commits.isEmpty)
        watch.read("word")
        #expect(watch.pending == "word")
    }

    @Test func `While the bus is looked for what is read waits, and no longer if there is none`() {
        let watch = GuardedDesk(isListening: false)
        watch.hear(.connecting)
        watch.focus()
        watch.read("word")
        watch.wait(100)
        #expect(watch.pending == "")
        watch.hear(.lost)
        #expect(watch.pending == "word")
    }

    @Test func `A password box that had the focus before anybody listened is searched for`() {
        let watch = GuardedDesk(isListening: false)
        watch.hear(.connecting)
        watch.focus()
        watch.read("hunter2")
        watch.wait(300)
        watch.hear(.listening)
        watch.wait(20)
        #expect(watch.pending == "")
        watch.hear(.focused(GuardedDesk.secret))
        watch.hear(.role(GuardedDesk.secret, isPassword: true))
        #expect(watch.pending == "" && watch.purposes == [.text, .password])
    }

    @Test func `What is read does not wait for ever for the bus`() {
        let watch = GuardedDesk(isListening: false)
        watch.hear(.connecting)
        watch.focus()
        watch.read("word")
        watch.wait(1000)
        #expect(watch.pending == "word")
    }

    @Test func `What waits is dropped with the focus`() {
        let watch = GuardedDesk()
        watch.focus()
        watch.read("hunter2")
        watch.leave()
        watch.focus()
        watch.wait(1000)
        #expect(watch.pending == "" && !watch.desk.composition.hasLost)
    }

    @Test func `A password that the application tells needs no bus`() {
        let watch = GuardedDesk()
        watch.focus(.password)
        watch.hear(.focused(GuardedDesk.name))
        watch.hear(.role(GuardedDesk.name, isPassword: false))
        watch.read("hunter2")
        watch.wait(1000)
        #expect(watch.pending == "" && watch.purposes == [.password])
    }

    @Test func `Whatever happens when, nothing is shown while the last answer says password`() {
        let objects = [GuardedDesk.secret, GuardedDesk.name, GuardedDesk.other]
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            let watch = GuardedDesk()
            var isFocused = false
            for _ in 0..<80 {
                let object = objects.randomElement(using: &random) ?? GuardedDesk.secret
                switch Int.random(in: 0..<9, using: &random) {
                case 0:
                    watch.focus()
                    isFocused = true
                case 1:
                    watch.leave()
                    isFocused = false
                case 2: watch.hear(.focused(object))
                case 3: watch.hear(.unfocused(object))
                case 4: watch.hear(.role(object, isPassword: object == GuardedDesk.secret))
                case 5: watch.hear(.focus(object, isThere: Bool.random(using: &random)))
                case 6: watch.wait(Int.random(in: 0...700, using: &random))
                case 7: watch.read("word")
                default:
                    watch.hear(.focused(GuardedDesk.secret))
                    watch.hear(.role(GuardedDesk.secret, isPassword: true))
                    watch.read("hunter2")
                    #expect(!isFocused || watch.purposes.last == .password)
                    #expect(watch.pending == "", "seed \(seed)")
                }
            }
        }
    }
}
