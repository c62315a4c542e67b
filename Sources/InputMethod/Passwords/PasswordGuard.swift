import InkProtocol

/// Finds password boxes whose application does not tell the input method of them, and holds back what is read until that is known.
///
/// The desktop's accessibility bus (AT-SPI) tells which objects get the focus, and each object tells its role. It does not tell which of them the
/// input method serves. So a password box that has the focus in any application counts for the field, until that application says otherwise:
/// no other one can speak for it. While an answer is due, and for a moment after the focus came, readings and the text around the caret wait here.
///
/// A state machine without clock or bus, in front of a `Composition`. Times are of any one clock; `nextDeadline` says when `tick` wants to be called.
public struct PasswordGuard: Sendable {
    let configuration: Configuration

    private var isListening = false
    /// When the bus was first looked for; nil once it is known whether there is one.
    private var connectingSince: Duration?
    /// By their applications: the object that got the focus last, as long as it may be a password box.
    private var suspects: [String: Suspect] = [:]
    /// The purpose of the field by its application; nil while no field has the focus.
    private var told: TextInputInterface.Purpose?
    /// The purpose that the composition knows.
    private var passedOn: TextInputInterface.Purpose?
    /// When the field got the focus.
    private var focusedAt: Duration = .zero
    /// The object that belongs to the field is no password box.
    private var isCleared = false
    /// When the object got the focus that was found harmless last.
    private var harmlessAt: Duration?
    /// The bus has gone while the field was a password box: it stays one.
    private var isRemembered = false
    /// Inputs that wait, in order.
    private var held: [Composition.Input] = []

    /// Nobody listens to the accessibility bus, and no field has the focus.
    public init(configuration: Configuration = .init()) { self.configuration = configuration }

    /// When `tick` must be called at the latest; nil: not before the next input.
    public var nextDeadline: Duration? { held.isEmpty ? nil : holdsUntil }

    /// Handles an input of the composition, at once or later.
    public mutating func handle(_ input: Composition.Input, at now: Duration) -> [Output] {
        var outputs = tick(at: now)
        switch input {
        case .focusIn(let purpose, let id): outputs += focusIn(purpose, id: id, at: now)
        case .focusOut:
            outputs += dropDoubtful(at: now) + [.input(input)]
            told = nil
            passedOn = nil
            forgetField()
        // of a field that has lost the focus, about which there was no doubt
        case .event(let event) where event.change == .lateReading: outputs.append(.input(input))
        case .purpose(let purpose):
            if told != nil { told = purpose }
            outputs += settle(at: now)
        case .surroundingText, .reset, .candidate, .undo, .restore, .event:
            if holds(at: now) { held.append(input) } else { outputs.append(.input(input)) }
        case .focusTaken, .objectFocused, .password, .unreadable, .seesText, .module, .deletesByKeys, .preeditCommit, .candidatesSeen,
            .language, .capitals, .attached, .connectionLost, .penNear, .refused:
            outputs.append(.input(input))
        }
        return outputs
    }

    /// Handles news of the accessibility bus.
    public mutating func handle(_ news: News, at now: Duration) -> [Output] {
        var outputs = tick(at: now)
        var isSameField = true
        switch news {
        case .connecting: connectingSince = now
        case .listening:
            (isListening, connectingSince) = (true, nil)
            // who has had the focus all along is being looked for
            if !isCleared { focusedAt = now }
        case .lost: loseBus(at: now)
        case .focused(let object):
            suspect(object, at: now)
            outputs.append(.ask(.role, object))
        case .unfocused(let object):
            // it may be about to get another one: the answer comes behind that event
            guard suspects[object.application]?.path == object.path else { break }
            suspects[object.application]?.askedAt = now
            outputs.append(.ask(.focus, object))
        case .role(let object, let isPassword):
            guard let suspect = suspects[object.application], suspect.path == object.path, suspect.isPassword != true else { break }
            isSameField = suspect.focusedAt <= focusedAt + configuration.delay
            answered(isPassword, by: object, suspect)
        case .focus(let object, let isThere):
            guard var suspect = suspects[object.application], suspect.path == object.path, suspect.isPassword == true else { break }
            (suspect.hasFocus, suspect.askedAt) = (isThere == true, nil)
            // one that does not answer has gone; another one may get the focus again without a word, with its window
            suspects[object.application] = isThere == nil ? nil : suspect
        case .applicationGone(let name): suspects[name] = nil
        }
        return outputs + settle(at: now, isSameField: isSameField)
    }

    /// Lets time pass: what has waited long enough goes on.
    public mutating func tick(at now: Duration) -> [Output] { settle(at: now) }

    // MARK: The field

    /// Drops unread ink when the focus goes while it is not known whether the field is a password box.
    ///
    /// An object that got the focus a moment before is the next field's.
    private func dropDoubtful(at now: Duration) -> [Output] {
        guard let end = holdsUntil(besidesObjectsSince: now - configuration.lead), now < end else { return [] }
        return [.input(.unreadable)]
    }

    private mutating func focusIn(_ purpose: TextInputInterface.Purpose, id: String?, at now: Duration) -> [Output] {
        var outputs = dropDoubtful(at: now)
        forgetField()
        told = purpose
        focusedAt = now
        // the event may have been quicker than the input method's own
        isCleared = harmlessAt.map { now - $0 <= configuration.lead } ?? false
        var questions: [Output] = []
        for (application, suspect) in suspects where suspect.isPassword == true {
            suspects[application]?.askedAt = now
            questions.append(.ask(.focus, .init(application: application, path: suspect.path)))
        }
        let purpose = effective ?? purpose
        passedOn = purpose
        outputs.append(.input(.focusIn(purpose, id: id)))
        return outputs + questions
    }

    private mutating func forgetField() {
        held = []
        isCleared = false
        isRemembered = false
    }

    /// The purpose of the field, with all that is known.
    private var effective: TextInputInterface.Purpose? {
        guard let told, told.takesInk else { return told }
        return isRemembered || suspects.values.contains(where: \.countsAsPassword) ? .password : told
    }

    /// Passes on what follows from what is known now.
    private mutating func settle(at now: Duration, isSameField: Bool = true) -> [Output] {
        guard let effective else { return [] }
        var outputs: [Output] = []
        if passedOn != effective {
            // what was read in a box that was one all along belongs to the password; before the focus moved without a word it did not
            let isSecret = effective == .password && told?.takesInk == true && isSameField
            outputs.append(.input(isSecret ? .password : .purpose(effective)))
            passedOn = effective
        }
        if !effective.takesInk {
            held = []
        } else if !holds(at: now) {
            outputs += held.map { .input($0) }
            held = []
        }
        return outputs
    }

    // MARK: Waiting

    private func holds(at now: Duration) -> Bool { holdsUntil.map { now < $0 } ?? false }

    /// The end of the waiting if nothing more is heard; nil: nothing is waited for.
    private var holdsUntil: Duration? { holdsUntil(besidesObjectsSince: nil) }

    /// - Parameter start: objects that got the focus from then on do not count; nil: all do.
    private func holdsUntil(besidesObjectsSince start: Duration?) -> Duration? {
        guard let told, told.takesInk, passedOn?.takesInk == true else { return nil }
        // who tells a purpose would tell that of a password
        let mayHideOne = told == .text && !isCleared
        if let connectingSince { return mayHideOne ? connectingSince + configuration.delay : nil }
        guard isListening else { return nil }
        let counted = suspects.values.filter { suspect in start.map { suspect.focusedAt < $0 } ?? true }
        var ends = counted.compactMap { suspect in suspect.askedAt.map { $0 + configuration.answer } }
        if mayHideOne { ends.append(focusedAt + configuration.arrival) }
        return ends.max()
    }

    // MARK: The bus

    private mutating func suspect(_ object: Object, at now: Duration) {
        if suspects.count >= configuration.limit, suspects[object.application] == nil {
            let others = suspects.filter { !$0.value.countsAsPassword }
            if let oldest = others.min(by: { $0.value.focusedAt < $1.value.focusedAt }) { suspects[oldest.key] = nil }
        }
        let wasPassword = suspects[object.application]?.countsAsPassword ?? false
        suspects[object.application] = Suspect(path: object.path, focusedAt: now, askedAt: now, followsPassword: wasPassword)
    }

    private mutating func answered(_ isPassword: Bool?, by object: Object, _ suspect: Suspect) {
        guard isPassword == true else {
            suspects[object.application] = nil
            guard isPassword == false else { return }
            harmlessAt = suspect.focusedAt
            if told != nil, suspect.focusedAt >= focusedAt - configuration.lead { isCleared = true }
            return
        }
        suspects[object.application]?.isPassword = true
        suspects[object.application]?.hasFocus = true
        suspects[object.application]?.askedAt = nil
    }

    private mutating func loseBus(at now: Duration) {
        isRemembered = told != nil && passedOn == .password
        // nobody will say what they were
        if isListening, holds(at: now) { held = [] }
        (isListening, connectingSince) = (false, nil)
        suspects = [:]
        harmlessAt = nil
    }
}

/// An object that got the focus in its application.
private struct Suspect: Sendable {
    let path: String
    let focusedAt: Duration
    /// When it was asked something that it has not answered; it may yet.
    var askedAt: Duration?
    /// nil: it has not said.
    var isPassword: Bool?
    var hasFocus = true
    /// The one that had the focus before it in this application was a password box.
    var followsPassword = false

    init(path: String, focusedAt: Duration, askedAt: Duration, followsPassword: Bool) {
        (self.path, self.focusedAt, self.askedAt, self.followsPassword) = (path, focusedAt, askedAt, followsPassword)
    }

    var countsAsPassword: Bool { hasFocus && (isPassword ?? followsPassword) }
}

extension PasswordGuard {
    /// Timeouts and bounds.
    public struct Configuration: Sendable, Hashable {
        /// The time after the focus in which an application that is on the accessibility bus says which object has it.
        public var arrival: Duration = .milliseconds(150)
        /// The time that an object has for its answer before what is read is no longer held back. A later answer still counts.
        public var answer: Duration = .milliseconds(500)
        /// How much later than the input method a busy application may tell the accessibility bus of the same focus, and how long the search for
        /// that bus may take, before what is read is no longer held back.
        public var delay: Duration = .seconds(1)
        /// How much earlier than the input method the accessibility bus may tell of the same focus.
        public var lead: Duration = .milliseconds(50)
        /// The most applications of which an object is remembered that is no password box, or not the one with the focus.
        public var limit = 32

        /// With the values above.
        public init() {}
    }

    /// An object on the accessibility bus.
    public struct Object: Sendable, Hashable {
        /// The unique name of the application's connection.
        public let application: String
        /// An object path.
        public let path: String

        /// The object at `path` of the connection `application`.
        public init(application: String, path: String) { (self.application, self.path) = (application, path) }
    }

    /// News of the accessibility bus.
    public enum News: Sendable, Hashable {
        /// The bus is being looked for, for the first time.
        case connecting
        /// From now on applications tell of their focus.
        case listening
        /// The connection has gone, or there is no such bus.
        case lost
        case focused(Object)
        case unfocused(Object)
        /// The answer to a question for the role; nil: none came.
        case role(Object, isPassword: Bool?)
        /// The answer to a question for the focus; nil: none came.
        case focus(Object, isThere: Bool?)
        /// An application has left the bus.
        case applicationGone(String)
    }

    /// A question for an object.
    public enum Question: Sendable, Hashable {
        /// Whether it is a password box.
        case role
        /// Whether it has the focus.
        case focus
    }

    /// What follows, in order.
    public enum Output: Sendable {
        /// For the composition.
        case input(Composition.Input)
        /// To be answered by `News.role` or `News.focus`.
        case ask(Question, Object)
    }
}
