import InkProtocol
import InkTestSupport
import InputMethod
import Testing

/// A guard in front of a desk's composition, with a bus whose objects answer when they are told to.
final class GuardedDesk {
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
