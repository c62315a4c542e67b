import InkProtocol

/// Detects password boxes that their application does not report to the input method. Holds readings back until it is known whether the
/// field is a password box.
///
/// The desktop's accessibility bus (AT-SPI) reports which objects receive the focus, and each object reports its role. The bus does not
/// report which of these objects the input method serves. Therefore a focused password box in any application counts as the field until the
/// same application reports otherwise; no other application can do so. While an answer is due, and for a moment after the field received
/// the focus, readings and the text around the caret are held back.
///
/// A state machine without a clock or bus, in front of a `Composition`. All times must come from the same clock; call `tick` at
/// `nextDeadline`.
public struct PasswordGuard: Sendable {
    let configuration: Configuration

    private var bus = Bus.absent
    /// The object that received the focus last in each application, as long as it may be a password box.
    private var candidates: [String: CandidatePasswordField] = [:]
    /// The purpose of the field as reported by its application; nil while no field has the focus.
    private var reported: TextInputInterface.Purpose?
    /// The purpose known to the composition.
    private var forwarded: TextInputInterface.Purpose?
    /// The time at which the field received the focus.
    private var focusedAt: Duration = .zero
    /// Whether the field's object is known not to be a password box.
    private var isCleared = false
    /// The time at which the object that was last found to be no password box received the focus.
    private var harmlessAt: Duration?
    /// Whether the field was a password box when the connection to the bus was lost. The field then remains a password box.
    private var isRemembered = false
    /// Inputs held back, in order.
    private var held: [Composition.Input] = []

    /// The connection to the accessibility bus.
    private enum Bus: Sendable, Hashable {
        case absent
        /// The search for the bus has started; it is unknown whether a bus exists.
        case connecting(since: Duration)
        case listening
    }

    /// Creates a guard without a connection to the accessibility bus, and without a focused field.
    public init(configuration: Configuration = .init()) { self.configuration = configuration }

    /// The latest time for the next call of `tick`; nil if no call is needed before the next input.
    public var nextDeadline: Duration? { held.isEmpty ? nil : holdsUntil }

    /// Handles an input of the composition, at once or later.
    public mutating func handle(_ input: Composition.Input, at now: Duration) -> [Output] {
        var outputs = tick(at: now)
        switch input {
        case .focusIn(let purpose, let id): outputs += focusIn(purpose, id: id, at: now)
        case .focusOut:
            outputs += dropDoubtful(at: now) + [.input(input)]
            reported = nil
            forwarded = nil
            forgetField()
        // a late reading belongs to a field that has lost the focus and was not in doubt
        case .event(let event) where event.change == .lateReading: outputs.append(.input(input))
        case .purpose(let purpose):
            if reported != nil { reported = purpose }
            outputs += forward(at: now)
        case .surroundingText, .reset, .candidate, .undo, .restore, .event, .textBelow:
            if holds(at: now) { held.append(input) } else { outputs.append(.input(input)) }
        case .focusTaken, .objectFocused, .password, .unreadable, .seesText, .client, .candidatesSeen,
            .language, .capitals, .attached, .connectionLost, .penNear, .refused:
            outputs.append(.input(input))
        }
        return outputs
    }

    /// Handles an event of the accessibility bus.
    public mutating func handle(_ event: Event, at now: Duration) -> [Output] {
        var outputs = tick(at: now)
        var isSameField = true
        switch event {
        case .connecting: bus = .connecting(since: now)
        case .listening:
            bus = .listening
            // wait for the search for an object that had the focus before
            if !isCleared { focusedAt = now }
        case .lost: loseBus(at: now)
        case .focused(let object):
            noteFocus(of: object, at: now)
            outputs.append(.ask(.role, object))
        case .unfocused(let object):
            // the application may be about to focus another object, and report that before its reply
            guard candidates[object.application]?.path == object.path else { break }
            candidates[object.application]?.askedAt = now
            outputs.append(.ask(.focus, object))
        case .role(let object, let isPassword):
            guard let candidate = candidates[object.application], candidate.path == object.path, candidate.isPassword != true else { break }
            isSameField = candidate.focusedAt <= focusedAt + configuration.delay
            answered(isPassword, by: object, candidate)
        case .focus(let object, let isThere):
            guard var candidate = candidates[object.application], candidate.path == object.path, candidate.isPassword == true else { break }
            (candidate.hasFocus, candidate.askedAt) = (isThere == true, nil)
            // an object that does not answer no longer exists; an object that answers may receive the focus again without an event,
            // together with its window
            candidates[object.application] = isThere == nil ? nil : candidate
        case .applicationGone(let name): candidates[name] = nil
        }
        return outputs + forward(at: now, isSameField: isSameField)
    }

    /// Releases held inputs that have waited long enough.
    public mutating func tick(at now: Duration) -> [Output] { forward(at: now) }

    // MARK: The field

    /// Drops unread ink if the focus leaves before it is known whether the field is a password box.
    ///
    /// An object that received the focus just before (`Configuration.lead`) belongs to the next field, and is not considered.
    private func dropDoubtful(at now: Duration) -> [Output] {
        guard let end = holdsUntil(besidesObjectsSince: now - configuration.lead), now < end else { return [] }
        return [.input(.unreadable)]
    }

    private mutating func focusIn(_ purpose: TextInputInterface.Purpose, id: String?, at now: Duration) -> [Output] {
        var outputs = dropDoubtful(at: now)
        forgetField()
        reported = purpose
        focusedAt = now
        // the bus's event may have been faster than the input method's
        isCleared = harmlessAt.map { now - $0 <= configuration.lead } ?? false
        var questions: [Output] = []
        for (application, candidate) in candidates where candidate.isPassword == true {
            candidates[application]?.askedAt = now
            questions.append(.ask(.focus, .init(application: application, path: candidate.path)))
        }
        let purpose = effective ?? purpose
        forwarded = purpose
        outputs.append(.input(.focusIn(purpose, id: id)))
        return outputs + questions
    }

    private mutating func forgetField() {
        held = []
        isCleared = false
        isRemembered = false
    }

    /// The purpose of the field, considering everything known.
    private var effective: TextInputInterface.Purpose? {
        guard let reported, reported.takesInk else { return reported }
        return isRemembered || candidates.values.contains(where: \.countsAsPassword) ? .password : reported
    }

    /// Returns the outputs that follow from the current knowledge: a changed purpose, and held inputs that need not wait any longer.
    private mutating func forward(at now: Duration, isSameField: Bool = true) -> [Output] {
        guard let effective else { return [] }
        var outputs: [Output] = []
        if forwarded != effective {
            // if the field was a password box all along, its readings belong to the password; readings from before an unreported focus
            // change do not
            let isSecret = effective == .password && reported?.takesInk == true && isSameField
            outputs.append(.input(isSecret ? .password : .purpose(effective)))
            forwarded = effective
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

    /// The end of the wait if no further event arrives; nil if readings need not wait.
    private var holdsUntil: Duration? { holdsUntil(besidesObjectsSince: nil) }

    /// - Parameter start: objects that received the focus from this time on are ignored; nil considers all objects.
    private func holdsUntil(besidesObjectsSince start: Duration?) -> Duration? {
        guard let reported, reported.takesInk, forwarded?.takesInk == true else { return nil }
        // an application that reports other purposes would also report password fields
        let mayHideOne = reported == .text && !isCleared
        switch bus {
        case .absent: return nil
        case .connecting(let since): return mayHideOne ? since + configuration.delay : nil
        case .listening: break
        }
        let counted = candidates.values.filter { candidate in start.map { candidate.focusedAt < $0 } ?? true }
        var ends = counted.compactMap { candidate in candidate.askedAt.map { $0 + configuration.answer } }
        if mayHideOne { ends.append(focusedAt + configuration.arrival) }
        return ends.max()
    }

    // MARK: The bus

    private mutating func noteFocus(of object: Object, at now: Duration) {
        if candidates.count >= configuration.limit, candidates[object.application] == nil {
            let others = candidates.filter { !$0.value.countsAsPassword }
            if let oldest = others.min(by: { $0.value.focusedAt < $1.value.focusedAt }) { candidates[oldest.key] = nil }
        }
        let wasPassword = candidates[object.application]?.countsAsPassword ?? false
        candidates[object.application] = CandidatePasswordField(
            path: object.path, focusedAt: now, askedAt: now, followsPassword: wasPassword)
    }

    private mutating func answered(_ isPassword: Bool?, by object: Object, _ candidate: CandidatePasswordField) {
        guard isPassword == true else {
            candidates[object.application] = nil
            guard isPassword == false else { return }
            harmlessAt = candidate.focusedAt
            if reported != nil, candidate.focusedAt >= focusedAt - configuration.lead { isCleared = true }
            return
        }
        candidates[object.application]?.isPassword = true
        candidates[object.application]?.hasFocus = true
        candidates[object.application]?.askedAt = nil
    }

    private mutating func loseBus(at now: Duration) {
        isRemembered = reported != nil && forwarded == .password
        // without the bus it remains unknown whether the held inputs belong to a password
        if bus == .listening, holds(at: now) { held = [] }
        bus = .absent
        candidates = [:]
        harmlessAt = nil
    }
}

/// An object that received the focus in its application.
private struct CandidatePasswordField: Sendable {
    let path: String
    let focusedAt: Duration
    /// The time at which a question was sent that is still unanswered; the answer may still arrive.
    var askedAt: Duration?
    /// Whether the object is a password box; nil if it has not answered yet.
    var isPassword: Bool?
    var hasFocus = true
    /// Whether the previously focused object in this application was a password box.
    var followsPassword = false

    init(path: String, focusedAt: Duration, askedAt: Duration, followsPassword: Bool) {
        (self.path, self.focusedAt, self.askedAt, self.followsPassword) = (path, focusedAt, askedAt, followsPassword)
    }

    var countsAsPassword: Bool { hasFocus && (isPassword ?? followsPassword) }
}
