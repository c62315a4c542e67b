import InkProtocol

/// The input method's logic between the pen and the focused field. Readings become pending text (the preedit) and then text in the field,
/// exactly once, in the order in which the lines were started. Words can be chosen among candidates, and replaced after their commit.
///
/// A state machine without a clock, desktop or socket. Times may come from any clock, but always the same one; call `tick` at
/// `nextDeadline`. The parts of the state are values with a deadline each; this type routes inputs to them.
public struct Composition: Sendable {
    let configuration: Configuration

    /// The known behavior of the front end's client.
    var client = ClientProfile.wayland
    /// The purpose of the focused field; nil if no field has the focus.
    var purpose: TextInputInterface.Purpose?
    /// The recognition language; nil: inkd's own.
    var language: String?
    var field = Field()
    var queue = LineQueue()
    var gate = CommitGate()
    var exchange = Exchange()
    var choices = Choices()
    var recovery = Recovery()
    var display = DisplayedState()
    var pen = PenActivity()
    /// A scratch-out whose text is being searched for; nil without such a scratch-out.
    var scratch: PendingScratch?
    /// Whether inkd is connected.
    var isAttached = false
    /// The actions collected while an input is handled.
    var actions: [Action] = []

    /// Creates the logic without a focused field and without a connection to inkd.
    public init(configuration: Configuration = .init()) { self.configuration = configuration }

    /// Whether text is pending.
    public var isComposing: Bool { !queue.isEmpty }

    /// Whether the pen is writing, or some of its text is not in the field yet.
    public var isWriting: Bool { isComposing || isChanging || pen.isWriting }

    /// Whether the text before the caret is known only from key presses: the pen has written in the field, and the application does not
    /// report surrounding text. False in terminals, where passwords are typed.
    public var followsKeys: Bool {
        field.fieldID != nil && field.reportedText == nil && purpose?.takesInk == true && purpose != .terminal
    }

    /// Whether there is uncommitted text that can be restored.
    public var hasLost: Bool { recovery.text != nil }

    /// Whether text in the field is being replaced. Keys should wait until the replacement is done.
    public var isChanging: Bool { exchange.isActive }

    /// Whether candidates are displayed.
    public var showsCandidates: Bool { !display.candidates.isEmpty }

    /// Whether candidates are visible, so that digits and arrows choose among them.
    public var choosesByKeys: Bool { showsCandidates && display.candidates.areSeen }

    /// The latest time for the next call of `tick`; nil if no call is needed before the next input.
    public var nextDeadline: Duration? {
        // pending text waits while text in the field is replaced, or lost text is restored
        let isBlocked = isChanging || recovery.restoring != nil
        return [
            display.deadline, pen.deadline, choices.deadline, recovery.deadline, exchange.deadline, scratch?.until,
            isBlocked ? nil : gate.deadline(of: queue),
        ].compactMap(\.self).min()
    }

    /// Handles an input; returns the resulting actions.
    public mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .focusIn(let purpose, let id): focusIn(purpose, id: id, at: now)
        case .purpose(let purpose): change(purpose, at: now)
        case .password: becomePassword(at: now)
        case .unreadable: dropUnread()
        case .focusOut: focusOut()
        case .focusTaken: recovery.offerUnconfirmed()
        case .objectFocused: field.caret.noteOtherObject()
        case .language(let language): read(in: language, at: now)
        case .surroundingText(let text, let cursor, let anchor): surrounding(text, cursor: cursor, anchor: anchor, at: now)
        case .seesText(let isSeen): seesText(isSeen, at: now)
        case .client(let client): self.client = client
        case .reset: reset(at: now)
        case .candidatesSeen(let areSeen): display.candidates.areSeen = areSeen
        case .candidate(let index): choose(index, at: now)
        case .undo: undo(at: now)
        case .restore: restore(at: now)
        case .capitals(let capitals): field.capitals = capitals
        case .attached: attached(at: now)
        case .connectionLost: connectionLost(at: now)
        case .penNear(let isNear): pen.note(isNear: isNear, until: now + configuration.pen.presence)
        case .event(let event): handle(event, at: now)
        case .refused(let language): refused(language, at: now)
        case .textBelow(let found): handle(found, at: now)
        }
        return finish(at: now)
    }

    /// Handles the timeouts that are due; returns the resulting actions.
    public mutating func tick(at now: Duration) -> [Action] {
        choices.tick(at: now)
        pen.tick(at: now)
        if display.isMessageOver(at: now) { showMessage("", at: now) }
        if let due = recovery.undo?.due, due <= now { undoWaiting(at: now) }
        commitRestored(at: now)
        tickClick(at: now)
        tickExchange(at: now)
        tickScratch(at: now)
        return finish(at: now)
    }

    /// Commits and shows the results of an input.
    mutating func finish(at now: Duration) -> [Action] {
        gate.tick(at: now)
        commitDueLines(at: now)
        show(at: now)
        sendContext(at: now)
        defer { actions = [] }
        return actions
    }

    mutating func showMessage(_ message: String, at now: Duration) {
        actions += display.show(message, until: now + configuration.display.message)
    }

    private mutating func handle(_ event: TextInputInterface.Event, at now: Duration) {
        if event.change == .lateReading, let reading = event.reading, let field = event.field {
            return handleLate(reading, of: field, at: now)
        }
        guard purpose?.takesInk == true else { return }
        if event.change == .strokeBegan || event.change == .reading { field.fieldID = event.field ?? field.fieldID }
        if event.change == .strokeBegan || event.change == .reading || event.change == .gesture {
            pen.note(until: now + configuration.pen.presence)
        }
        switch event.change {
        case .strokeBegan: strokeBegan(at: now)
        case .reading:
            if event.reading?.final == true { pen.noteResult() }
            if let reading = event.reading { handle(reading, at: now) }
        case .gesture:
            pen.noteResult()
            queue.endHold(by: now + hold)
            if let gesture = event.gesture { handle(gesture, at: now) }
        case .action: if let action = event.action { handle(action, at: now) }
        case .chosen: if let index = event.selected { choose(index, at: now) }
        case .status:
            // in this state, pending text gets no further readings
            if let status = event.status, !status.enabled || status.locked {
                queue.commitAll(at: now)
                choices.forgetEarlierFields()
            }
        case .present, .caret, .taken, .lateReading, .candidates, .message, .mapping: break
        }
    }
}
