import InkProtocol
import InkTestSupport
import InputMethod
import Testing

/// A guard in front of a desk's composition, with a bus whose objects answer when they are told to.
private final class Watch {
    typealias Object = PasswordGuard.Object

    static let secret = Object(application: ":1.7", path: "/secret")
    static let name = Object(application: ":1.7", path: "/name")
    static let other = Object(application: ":1.9", path: "/other")

    var passwords = PasswordGuard()
    let desk = Desk()
    /// Questions that nobody has answered, as "role /secret".
    var questions: [String] = []
    /// Purposes that the composition was told.
    var purposes: [TextInputInterface.Purpose] = []

    init(isListening: Bool = true) {
        leave()
        wait(1000)
        if isListening { hear(.listening) }
    }

    /// What is pending in the field.
    var pending: String { desk.preedit }

    func focus(_ purpose: TextInputInterface.Purpose = .text) { perform(passwords.handle(.focusIn(purpose), at: desk.now)) }
    func leave() { perform(passwords.handle(.focusOut, at: desk.now)) }
    func hear(_ event: PasswordGuard.Event) { perform(passwords.handle(event, at: desk.now)) }
    func tell(_ purpose: TextInputInterface.Purpose) { perform(passwords.handle(.purpose(purpose), at: desk.now)) }

    /// inkd reads a word, which is not final.
    func read(_ text: String) {
        let reading = TextInputInterface.Reading.sample(text, strokes: desk.ink(), final: false)
        hand(.init(sequence: 0, change: .reading, reading: reading))
    }

    func hand(_ event: TextInputInterface.Event) { perform(passwords.handle(.event(event), at: desk.now)) }

    func surround(_ text: String) {
        perform(passwords.handle(.surroundingText(text, cursor: text.count, anchor: text.count), at: desk.now))
    }

    func wait(_ milliseconds: Int) {
        let end = desk.now + .milliseconds(milliseconds)
        while let next = passwords.nextDeadline, next <= end {
            desk.wait(max(.zero, next - desk.now))
            perform(passwords.tick(at: desk.now))
            // what is due is gone
            if passwords.nextDeadline == next { Issue.record("the deadline stays") }
        }
        desk.wait(end - desk.now)
        perform(passwords.tick(at: desk.now))
    }

    private func perform(_ outputs: [PasswordGuard.Output]) {
        for output in outputs {
            switch output {
            case .ask(let question, let object): questions.append("\(question) \(object.path)")
            case .input(let input):
                switch input {
                case .focusIn(let purpose, _), .purpose(let purpose): purposes.append(purpose)
                case .password: purposes.append(.password)
                default: break
                }
                desk.send(input)
            }
        }
    }
}

@Suite struct PasswordGuardTests {
    private typealias Object = PasswordGuard.Object

    @Test func `Without an accessibility bus everything goes on at once`() {
        let watch = Watch(isListening: false)
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "word")
        watch.tell(.email)
        watch.tell(.password)
        #expect(watch.purposes == [.text, .email, .password])
        #expect(watch.questions.isEmpty)
    }

    @Test func `What is read waits for the role, and goes on when it is another one`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.name))
        #expect(watch.questions == ["role /name"])
        watch.read("word")
        #expect(watch.pending == "")
        watch.wait(10)
        watch.hear(.role(Watch.name, isPassword: false))
        #expect(watch.pending == "word")
        #expect(watch.purposes == [.text])
    }

    @Test func `A password box is one for inkd, and what was read of it is nowhere`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.surround("hunter")
        watch.read("hunter2")
        watch.wait(10)
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.read("hunter22")
        watch.wait(2000)
        #expect(watch.purposes == [.text, .password])
        #expect(watch.pending == "" && watch.desk.commits.isEmpty)
        #expect(!watch.desk.composition.hasLost)
        #expect(!watch.desk.calls.contains { "\($0)".contains("hunter") })
    }

    @Test func `What was written in doubt is not read any more when the focus has gone; what was written before that is told`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.wait(51)
        watch.read("hunter")
        watch.desk.calls = []
        watch.leave()
        #expect(watch.desk.calls == [.focus(.none, language: nil, preContext: nil), .unfocus])
        watch.focus()
        watch.hear(.focused(Watch.name))
        watch.hear(.role(Watch.name, isPassword: false))
        watch.wait(1000)
        watch.desk.calls = []
        // the next field's object is quicker
        watch.hear(.focused(Watch.other))
        watch.wait(20)
        watch.leave()
        #expect(watch.desk.calls == [.unfocus])
        watch.focus()
        watch.hear(.focused(Watch.secret))
        let reading = TextInputInterface.Reading.sample("fox", strokes: watch.desk.ink())
        watch.hand(.init(sequence: 0, change: .lateReading, reading: reading, field: 2))
        watch.hear(.role(Watch.secret, isPassword: true))
        #expect(watch.desk.composition.hasLost && watch.pending == "")
    }

    @Test func `A late role takes back what was shown, and nothing of it is kept`() {
        let watch = Watch()
        watch.focus()
        watch.wait(5)
        watch.hear(.focused(Watch.secret))
        watch.read("hunter2")
        watch.wait(499)
        #expect(watch.pending == "")
        // it does not answer: what is read cannot wait for ever
        watch.wait(10)
        #expect(watch.pending == "hunter2")
        watch.hear(.role(Watch.secret, isPassword: true))
        #expect(watch.pending == "" && watch.desk.text == "")
        #expect(!watch.desk.composition.hasLost)
        watch.leave()
        watch.focus()
        #expect(watch.desk.message == "")
    }

    @Test func `The focus moves between two fields of one application`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.name))
        watch.hear(.role(Watch.name, isPassword: false))
        watch.wait(1000)
        watch.leave()
        watch.focus()
        watch.hear(.unfocused(Watch.name))
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        #expect(watch.purposes == [.text, .text, .password])
        watch.wait(1000)
        watch.leave()
        watch.questions = []
        watch.focus()
        // until it has said so, it has the focus
        #expect(watch.questions == ["focus /secret"])
        #expect(watch.purposes.last == .password)
        watch.hear(.unfocused(Watch.secret))
        watch.hear(.focused(Watch.name))
        #expect(watch.purposes.last == .password)
        watch.hear(.focus(Watch.secret, isThere: false))
        watch.hear(.role(Watch.name, isPassword: false))
        #expect(watch.purposes.last == .text)
        watch.read("word")
        #expect(watch.pending == "word")
    }

    @Test func `The focus moves to a password box without the input method's knowledge`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.name))
        watch.hear(.role(Watch.name, isPassword: false))
        watch.read("word")
        watch.wait(2000)
        watch.hear(.focused(Watch.secret))
        watch.read("hunter2")
        watch.hear(.role(Watch.secret, isPassword: true))
        #expect(watch.purposes == [.text, .password])
        // the word was of the field before
        #expect(watch.pending == "" && watch.desk.composition.hasLost)
        watch.hear(.focused(Watch.name))
        #expect(watch.purposes.last == .password)
        watch.hear(.role(Watch.name, isPassword: false))
        #expect(watch.purposes.last == .text)
    }

    @Test func `Between two password boxes nothing is read`() {
        let watch = Watch()
        let again = Object(application: Watch.secret.application, path: "/again")
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.hear(.unfocused(Watch.secret))
        watch.hear(.focused(again))
        watch.hear(.focus(Watch.secret, isThere: false))
        watch.hear(.role(again, isPassword: true))
        #expect(watch.purposes == [.text, .password])
    }

    @Test func `An application that is not on the bus is waited for a moment`() {
        let watch = Watch()
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
        let watch = Watch()
        watch.focus(.email)
        watch.read("me@example.org")
        #expect(watch.pending == "me@example.org")
    }

    @Test func `A role that comes before the focus counts`() {
        let watch = Watch()
        watch.hear(.focused(Watch.name))
        watch.hear(.role(Watch.name, isPassword: false))
        watch.wait(20)
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "word")
        watch.leave()
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.wait(20)
        watch.focus()
        #expect(watch.purposes == [.text, .password])
    }

    @Test func `An old event says nothing of a new focus`() {
        let watch = Watch()
        watch.hear(.focused(Watch.name))
        watch.hear(.role(Watch.name, isPassword: false))
        watch.wait(60)
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "")
    }

    @Test func `Nobody speaks for the password box of another application`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.hear(.focused(Watch.other))
        watch.hear(.role(Watch.other, isPassword: false))
        watch.hear(.unfocused(Object(application: ":1.9", path: Watch.secret.path)))
        watch.hear(.focus(Object(application: ":1.9", path: Watch.secret.path), isThere: false))
        #expect(watch.purposes == [.text, .password])
    }

    @Test func `A window that comes back has its password box still`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.leave()
        // a terminal, which is on no bus
        watch.focus()
        watch.hear(.focus(Watch.secret, isThere: false))
        #expect(watch.purposes.last == .text)
        watch.leave()
        watch.focus()
        watch.read("hunter2")
        watch.hear(.focus(Watch.secret, isThere: true))
        watch.wait(1000)
        #expect(watch.purposes.last == .password)
        #expect(watch.pending == "" && watch.desk.commits.isEmpty)
    }

    @Test func `An application that leaves the bus has no password box`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.leave()
        watch.hear(.applicationGone(Watch.secret.application))
        watch.questions = []
        watch.focus()
        #expect(watch.questions.isEmpty)
        #expect(watch.purposes.last == .text)
    }

    @Test func `A box that does not answer for its focus is gone`() {
        let watch = Watch()
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.focus()
        #expect(watch.purposes == [.password])
        watch.hear(.focus(Watch.secret, isThere: nil))
        #expect(watch.purposes == [.password, .text])
    }

    @Test func `When the bus dies a password box stays one until the focus goes`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        watch.hear(.lost)
        watch.wait(1000)
        #expect(watch.purposes == [.text, .password])
        watch.leave()
        watch.focus()
        watch.read("word")
        #expect(watch.pending == "word")
    }

    @Test func `What waits when the bus dies is dropped, and nothing waits from then on`() {
        let watch = Watch()
        watch.focus()
        watch.hear(.focused(Watch.secret))
        watch.read("hunter2")
        watch.hear(.lost)
        watch.wait(1000)
        #expect(watch.pending == "" && watch.desk.commits.isEmpty)
        watch.read("word")
        #expect(watch.pending == "word")
    }

    @Test func `While the bus is looked for what is read waits, and no longer if there is none`() {
        let watch = Watch(isListening: false)
        watch.hear(.connecting)
        watch.focus()
        watch.read("word")
        watch.wait(100)
        #expect(watch.pending == "")
        watch.hear(.lost)
        #expect(watch.pending == "word")
    }

    @Test func `A password box that had the focus before anybody listened is searched for`() {
        let watch = Watch(isListening: false)
        watch.hear(.connecting)
        watch.focus()
        watch.read("hunter2")
        watch.wait(300)
        watch.hear(.listening)
        watch.wait(20)
        #expect(watch.pending == "")
        watch.hear(.focused(Watch.secret))
        watch.hear(.role(Watch.secret, isPassword: true))
        #expect(watch.pending == "" && watch.purposes == [.text, .password])
    }

    @Test func `What is read does not wait for ever for the bus`() {
        let watch = Watch(isListening: false)
        watch.hear(.connecting)
        watch.focus()
        watch.read("word")
        watch.wait(1000)
        #expect(watch.pending == "word")
    }

    @Test func `What waits is dropped with the focus`() {
        let watch = Watch()
        watch.focus()
        watch.read("hunter2")
        watch.leave()
        watch.focus()
        watch.wait(1000)
        #expect(watch.pending == "" && !watch.desk.composition.hasLost)
    }

    @Test func `A password that the application tells needs no bus`() {
        let watch = Watch()
        watch.focus(.password)
        watch.hear(.focused(Watch.name))
        watch.hear(.role(Watch.name, isPassword: false))
        watch.read("hunter2")
        watch.wait(1000)
        #expect(watch.pending == "" && watch.purposes == [.password])
    }

    @Test func `Whatever happens when, nothing is shown while the last answer says password`() {
        let objects = [Watch.secret, Watch.name, Watch.other]
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            let watch = Watch()
            var isFocused = false
            for _ in 0..<80 {
                let object = objects.randomElement(using: &random) ?? Watch.secret
                switch Int.random(in: 0..<9, using: &random) {
                case 0:
                    watch.focus()
                    isFocused = true
                case 1:
                    watch.leave()
                    isFocused = false
                case 2: watch.hear(.focused(object))
                case 3: watch.hear(.unfocused(object))
                case 4: watch.hear(.role(object, isPassword: object == Watch.secret))
                case 5: watch.hear(.focus(object, isThere: Bool.random(using: &random)))
                case 6: watch.wait(Int.random(in: 0...700, using: &random))
                case 7: watch.read("word")
                default:
                    watch.hear(.focused(Watch.secret))
                    watch.hear(.role(Watch.secret, isPassword: true))
                    watch.read("hunter2")
                    #expect(!isFocused || watch.purposes.last == .password)
                    #expect(watch.pending == "", "seed \(seed)")
                }
            }
        }
    }
}
