import InkProtocol

/// What an input method does between the pen and the field with the focus: readings become pending text (the preedit) and then text in the field,
/// once and in the order in which the lines were begun; words can be chosen among candidates and exchanged afterwards.
///
/// A state machine without clock, desktop or socket. Times are of any one clock; `nextDeadline` says when `tick` wants to be called.
public struct Composition: Sendable {
    let configuration: Configuration

    /// What the field that has the focus is for; nil while none has.
    var purpose: TextInputInterface.Purpose?
    var language: String?
    var field = Field()

    /// Lines that are not in the field yet, in the order in which they were begun.
    var lines: [PendingLine] = []
    var taken = TakenStrokes()
    var correction: Correction?
    var change: Change?
    /// When text was put into the field last.
    var committedAt: Duration?
    /// Until when the focus may go that was announced.
    var quietUntil: Duration?
    /// When the next one may follow, which is ready.
    var waitsUntil: Duration?
    /// The field that had the focus before.
    var left = Field()
    /// A wish to take back the last word waits for the focus: menus have it while they are used.
    var undo: WaitingUndo?

    var isAttached = false

    /// What the user sees.
    var shown = Shown()
    /// When candidates that are not shown yet will be.
    var candidatesDue: Duration?
    /// When the message goes.
    var messageUntil: Duration?

    /// What is collected while an input is handled.
    var actions: [Action] = []

    /// Nothing has the focus, and inkd is not there yet.
    public init(configuration: Configuration = .init()) { self.configuration = configuration }

    /// Text is pending.
    public var isComposing: Bool { !lines.isEmpty }

    /// Text in the field is being exchanged: keys had better wait until it is.
    public var isChanging: Bool { change.map { !$0.isLate } ?? false }

    /// Candidates can be seen, and digits and arrows mean them.
    public var showsCandidates: Bool { !shown.candidates.isEmpty }

    /// When `tick` must be called at the latest; nil: not before the next input.
    public var nextDeadline: Duration? {
        var deadlines = [candidatesDue, messageUntil, correction?.until, undo?.due]
        if let change, !change.isLate {
            deadlines.append(change.deadline)
        } else if let waitsUntil {
            deadlines.append(waitsUntil)
        } else {
            deadlines += lines.map(\.due)
        }
        return deadlines.compactMap(\.self).min()
    }

    /// What an input leads to.
    public mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .focusIn(let purpose, let id): focusIn(purpose, id: id, at: now)
        case .purpose(let purpose): change(purpose, at: now)
        case .focusOut: focusOut()
        case .language(let language): read(in: language)
        case .surroundingText(let text, let cursor, let anchor): surrounding(text, cursor: cursor, anchor: anchor, at: now)
        case .reset: reset(at: now)
        case .candidate(let index): choose(index, at: now)
        case .undo: undo(at: now)
        case .attached: attached()
        case .connectionLost: connectionLost(at: now)
        case .event(let event): take(event, at: now)
        case .refused(let language): refused(language, at: now)
        }
        return finish(at: now)
    }

    /// Lets time pass.
    public mutating func tick(at now: Duration) -> [Action] {
        if let until = correction?.until, until <= now { correction = nil }
        if let until = messageUntil, until <= now { tell("", at: now) }
        if let due = undo?.due, due <= now { undoWaiting(at: now) }
        if let change, !change.isLate, change.deadline <= now { changeFailed(at: now) }
        return finish(at: now)
    }

    mutating func finish(at now: Duration) -> [Action] {
        settle(at: now)
        show(at: now)
        tellContext()
        defer { actions = [] }
        return actions
    }

    mutating func tell(_ message: String, at now: Duration) {
        guard shown.message != message else { return }
        shown.message = message
        messageUntil = message.isEmpty ? nil : now + configuration.message
        actions.append(.tell(message))
    }

    private mutating func take(_ event: TextInputInterface.Event, at now: Duration) {
        guard purpose?.takesInk == true else { return }
        switch event.change {
        case .strokeBegan: strokeBegan(at: now)
        case .reading: if let reading = event.reading { take(reading, at: now) }
        case .gesture: if let gesture = event.gesture { take(gesture, at: now) }
        case .status:
            // nothing more is read of what is pending
            if let status = event.status, !status.enabled || status.locked { commitAll(at: now) }
        case .present, .caret, .taken: break
        }
    }
}
