public import InkProtocol

/// The input method's logic between the pen and the focused field: readings become pending text (the preedit) and then text in the field,
/// once and in the order in which the lines were started; words can be chosen among candidates and replaced afterwards.
///
/// A state machine without a clock, desktop or socket. Times may come from any one clock; call `tick` at `nextDeadline`.
public struct Composition: Sendable {
    let configuration: Configuration

    /// The purpose of the focused field; nil if no field has the focus.
    var purpose: TextInputInterface.Purpose?
    var language: String?
    var field = Field()

    /// Lines not committed yet, in the order in which they were started.
    var lines: [PendingLine] = []
    var taken = TakenStrokes()
    /// The committed words of the last line that strokes can still continue or revise.
    var kept: KeptLine?
    /// Whether `kept` must be released once the pending text is committed.
    var releasesKept = false
    /// Whether a stroke has started whose final reading may not have arrived yet.
    var mayBeWriting = false
    /// Deadline until which a started stroke with no reading yet counts as still being written.
    var strokeUntil: Duration?
    var correction: Correction?
    /// Words of the field, offered again when the caret is placed in one.
    var written = WrittenWords()
    /// A click into the field, with no writing or typing since.
    var click: CaretClick?
    /// The time at which the application last received a key.
    var typedAt: Duration?
    var change: Change?
    /// An unconfirmed replacement: if the application's text still contains both words, Backspace is used for deletions there.
    var unconfirmed: (removed: String, inserted: String)?
    /// The time of the last commit.
    var committedAt: Duration?
    /// The time since which there is a preedit without a commit in between.
    var preeditSince: Duration?
    /// The known behavior of the front end's client.
    var client = ClientProfile.wayland
    /// The time of the last request to the application to delete text.
    var deletedAt: Duration?
    /// Grace period after a reset: the focus may be about to change.
    var quietUntil: Duration?
    /// After Tab or Return: hold preedit and commits until this time, because the focus may move.
    var keyUntil: Duration?
    /// Earliest time at which the next (ready) commit may be sent.
    var waitsUntil: Duration?
    /// The last field that lost the focus with committed words.
    var left = Field()
    /// The uncommitted text of a field that lost the focus.
    var lost: LostText?
    /// The writing of the last field that lost the focus.
    var leftWriting: LeftWriting?
    var presumed: PresumedCommit?
    /// inkd's number of the field, once the pen has written for it.
    var number: Int?
    var restoring: RestoredText?
    /// An undo request that waits for the field to regain focus (the menu has it while open).
    var undo: WaitingUndo?

    var isAttached = false
    /// Whether a pen is in proximity of a tablet, as reported by inkd.
    var isPenNear = false
    /// Deadline until which a pen that left, or did something, counts as present.
    var penUntil: Duration = .zero

    /// The state shown to the user.
    var shown = Shown()
    /// Whether the candidate list is visible (some client displays it).
    var areCandidatesSeen = true
    /// When candidates that are not displayed yet will be.
    var candidatesDue: Duration?
    /// When the message is removed.
    var messageUntil: Duration?

    /// The actions collected while an input is handled.
    var actions: [Action] = []

    /// Creates the logic without a focused field and without a connection to inkd.
    public init(configuration: Configuration = .init()) { self.configuration = configuration }

    /// Whether text is pending.
    public var isComposing: Bool { !lines.isEmpty }

    /// Whether the pen is writing, or its text is not in the field yet.
    public var isWriting: Bool { isComposing || isChanging || strokeUntil != nil }

    /// Whether key presses are the only source for the text before the caret: the pen has written in the field, and its application reports
    /// no surrounding text. False in terminals, where passwords are typed.
    public var followsKeys: Bool { number != nil && field.told == nil && purpose?.takesInk == true && purpose != .terminal }

    /// Whether there is uncommitted text that can be restored.
    public var hasLost: Bool { lost != nil }

    /// Whether text in the field is being replaced: keys should wait until it is done.
    public var isChanging: Bool { change.map { !$0.isLate } ?? false }

    /// Whether candidates are displayed.
    public var showsCandidates: Bool { !shown.candidates.isEmpty }

    /// Whether candidates are visible, so that digits and arrows choose among them.
    public var choosesByKeys: Bool { showsCandidates && areCandidatesSeen }

    /// When `tick` must be called at the latest; nil: not before the next input.
    public var nextDeadline: Duration? {
        var deadlines = [candidatesDue, messageUntil, strokeUntil, correction?.until, undo?.due, click?.question, restoring?.due]
        if let due = change?.due {
            deadlines.append(due)
        } else if let waitsUntil {
            deadlines.append(waitsUntil)
        } else if let keyUntil, !lines.isEmpty {
            deadlines.append(keyUntil)
        } else {
            deadlines += lines.map(\.due)
        }
        return deadlines.compactMap(\.self).min()
    }

    /// Handles an input; returns the resulting actions.
    public mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .focusIn(let purpose, let id): focusIn(purpose, id: id, at: now)
        case .purpose(let purpose): change(purpose, at: now)
        case .password: becomePassword(at: now)
        case .unreadable: dropUnread()
        case .focusOut: focusOut()
        case .focusTaken: offerPresumed()
        case .objectFocused: field.isOtherObject = true
        case .language(let language): read(in: language, at: now)
        case .surroundingText(let text, let cursor, let anchor): surrounding(text, cursor: cursor, anchor: anchor, at: now)
        case .seesText(let isSeen): seesText(isSeen, at: now)
        case .client(let client): self.client = client
        case .reset: reset(at: now)
        case .candidatesSeen(let areSeen): areCandidatesSeen = areSeen
        case .candidate(let index): choose(index, at: now)
        case .undo: undo(at: now)
        case .restore: restore(at: now)
        case .capitals(let capitals): field.capitals = capitals
        case .attached: attached(at: now)
        case .connectionLost: connectionLost(at: now)
        case .penNear(let isNear): notePen(isNear: isNear, at: now)
        case .event(let event): take(event, at: now)
        case .refused(let language): refused(language, at: now)
        }
        return finish(at: now)
    }

    /// Handles the timeouts that are due; returns the resulting actions.
    public mutating func tick(at now: Duration) -> [Action] {
        if let until = correction?.until, until <= now { correction = nil }
        if let until = strokeUntil, until <= now { strokeUntil = nil }
        if let until = messageUntil, until <= now { tell("", at: now) }
        if let due = undo?.due, due <= now { undoWaiting(at: now) }
        tickRestoring(at: now)
        tickClick(at: now)
        tickChange(at: now)
        return finish(at: now)
    }

    mutating func finish(at now: Duration) -> [Action] {
        if let until = keyUntil, until <= now { keyUntil = nil }
        settle(at: now)
        show(at: now)
        sendContext(at: now)
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
        if event.change == .lateReading, let reading = event.reading, let field = event.field {
            return takeLate(reading, of: field, at: now)
        }
        guard purpose?.takesInk == true else { return }
        if event.change == .strokeBegan || event.change == .reading { number = event.field ?? number }
        if event.change == .strokeBegan || event.change == .reading || event.change == .gesture { notePen(at: now) }
        switch event.change {
        case .strokeBegan: strokeBegan(at: now)
        case .reading:
            if event.reading?.final == true { strokeUntil = nil }
            if let reading = event.reading { take(reading, at: now) }
        case .gesture:
            strokeUntil = nil
            if let gesture = event.gesture { take(gesture, at: now) }
        case .action: if let action = event.action { take(action, at: now) }
        case .status:
            // pending text gets no further readings
            if let status = event.status, !status.enabled || status.locked { commitAll(at: now) }
        case .present, .caret, .taken, .lateReading, .candidates, .message: break
        }
    }
}

extension Composition {
    /// Timeouts.
    public struct Configuration: Sendable, Hashable {
        /// From a line's final reading to its commit, if the application allows no later corrections: time to choose a candidate. It ends
        /// when the next stroke begins.
        public var hold: Duration = .milliseconds(400)
        /// The time in which a committed word can be replaced, and the timeout for choosing an alternative.
        public var correction: Duration = .seconds(5)
        /// When an application that was asked to delete text is asked whether it did.
        public var questions: [Duration] = [.milliseconds(50), .milliseconds(120), .milliseconds(250)]
        /// When to stop waiting for it: the new text follows without an answer.
        public var confirmation: Duration = .milliseconds(400)
        /// The time an application has to report its text after its field received the focus.
        public var telling: Duration = .milliseconds(300)
        /// From a click to the question where the caret is now, for applications that do not report it by themselves.
        public var locating: Duration = .milliseconds(50)
        /// The delay of the candidates after the preedit: a popup is placed at the caret, which moves with the preedit.
        public var tableDelay: Duration = .milliseconds(20)
        /// The time after a reset, or a change of the field's purpose, for which pending text is held back: GNOME reports these first when
        /// the focus moves, and the text would be committed to the next field.
        public var burst: Duration = .milliseconds(20)
        /// The time after Tab, Return and similar keys for which readings are neither shown nor committed: the application may move the
        /// focus with them and reports that later; a preedit shown meanwhile would reach the next field, even a password box (seen in
        /// Firefox).
        public var following: Duration = .milliseconds(150)
        /// The time that a commit may take to reach the application.
        public var delivery: Duration = .milliseconds(200)
        /// The time for which a reset counts as the answer to a deletion, and to a commit if the application reports no text.
        public var echo: Duration = .milliseconds(100)
        /// The minimum time for which text is the preedit in IBus's GTK modules before its commit. The modules ask for the text after each
        /// commit; Firefox fails if no preedit preceded it, because it learns of its text a moment later than of the caret, and then stops
        /// reporting it. Others need no such time, and with Wayland's text-input-v3 GTK 3 drops a commit that crosses with its answer to
        /// the preedit.
        public var settling: Duration = .milliseconds(40)
        /// From Backspace to the text that replaces the deleted text; `typingKey` is added for each key.
        public var typing: Duration = .milliseconds(80)
        /// The additional time for each key; see `typing`.
        public var typingKey: Duration = .milliseconds(6)
        /// The delay of the next commit after one that the application has not confirmed yet.
        public var pace: Duration = .milliseconds(50)
        /// The maximum time from a stroke's beginning to its first reading, or to a gesture. Cursive writing may take as long as that.
        public var stroke: Duration = .seconds(2)
        /// The time after the pen left for which the text before the caret is still sent to inkd: its last words are read then.
        public var penAway: Duration = .seconds(2)
        /// The time for which a message is shown.
        public var message: Duration = .seconds(5)

        /// Creates a configuration with the values above.
        public init() {}
    }

    /// The meaning of a key press to an input method. Key releases have no meaning.
    public enum Key: Sendable, Hashable {
        /// Without Ctrl, Alt or Super.
        case character(Character)
        case up, down, pageUp, pageDown, enter, escape, backspace
        /// Shift or a lock alone; ignored.
        case modifier
        /// Ctrl, Alt or Super alone: the focus may move with the next key, so pending text is committed.
        case chord
        /// Every other key, including shortcuts.
        case other
    }

    /// The treatment of the preedit on a focus change or a click (IBusPreeditFocusMode).
    public enum PreeditMode: Sendable, Hashable { case clear, commit }

    /// A key that the pen presses in the application, by a long stroke.
    public enum PenKey: Sendable, Hashable {
        case backspace, enter
    }

    /// An input of the composition.
    public enum Input: Sendable {
        /// Another field has the focus; `id`, if given, is the same whenever this very field has it, and perhaps for other fields, too.
        case focusIn(TextInputInterface.Purpose, id: String? = nil)
        /// The purpose of the field arrived later.
        case purpose(TextInputInterface.Purpose)
        /// The field turns out to have been a password box since it received the focus: its readings are discarded.
        case password
        /// The focus is leaving, and the field may have been a password box: ink written for it must not be read any more.
        case unreadable
        /// No field has the focus; pending text, the last word at most, cannot reach it any more and is dropped.
        case focusOut
        /// The focus loss reported last happened because another field took the focus, not because the client released it.
        case focusTaken
        /// The accessibility bus reports that an object of some application received the focus; the field may be the same.
        case objectFocused
        /// The recognition language, a BCP-47 tag; nil: inkd's own.
        case language(String?)
        /// The text around the caret; positions in code points. Only from applications that support it.
        case surroundingText(String, cursor: Int, anchor: Int)
        /// Whether the application reports its surrounding text.
        case seesText(Bool)
        /// The client of the fields from now on; `ClientProfile.wayland` by default.
        case client(ClientProfile)
        /// A click into the field, or the application changed its text itself.
        case reset
        /// Whether the user can see the candidates, so that keys choose among them; true by default.
        case candidatesSeen(Bool)
        /// A candidate was clicked; the first is 0.
        case candidate(Int)
        /// A request to undo the last word.
        case undo
        /// A request to insert the uncommitted text.
        case restore
        /// The capitalization that the field asks for; as written by default.
        case capitals(InsertionPlace.Capitals)
        /// inkd is running and the session is attached.
        case attached
        /// inkd has stopped, or is not running.
        case connectionLost
        /// A pen has entered a tablet's proximity, or left it. Without a pen inkd receives no text of the field.
        case penNear(Bool)
        /// An event from inkd.
        case event(TextInputInterface.Event)
        /// inkd does not support this language.
        case refused(language: String)
    }

    /// An action to carry out; lists of actions are in order.
    public enum Action: Sendable, Hashable {
        /// Shows the preedit, with the caret at its end; "" removes it. `stable` code points of it are firm.
        case setPreedit(String, stable: Int, mode: PreeditMode = .clear)
        /// Puts text into the field.
        case commit(String)
        /// Deletes text directly before and after the caret.
        case delete(before: String, behind: String)
        /// Sends a key to the application, after all committed text.
        case press(PenKey)
        /// Asks the application to report its surrounding text again.
        case askForText
        /// Shows at most 9 candidates.
        case showCandidates([String], selected: Int)
        case hideCandidates
        /// Shows a sentence to the user; "" removes it.
        case tell(String)
        /// A call to inkd. A front end never receives it: `InputMethodSession` carries it out.
        case call(DaemonCall)
    }

    /// A request to inkd.
    public enum DaemonCall: Sendable, Hashable {
        case focus(TextInputInterface.Purpose, language: String?, preContext: String?)
        case unfocus
        case setContext(String)
        /// With `keep`, the ink stays for strokes that continue it.
        case take(editor: String, strokes: [Int], text: String, keep: Bool = true)
        /// The user chose this text in place of the reading.
        case correct(editor: String, strokes: [Int], text: String)
        /// The stroke under way is void.
        case cancelStroke
    }
}

extension Composition.Key {
    /// True if applications may move the focus to another field on receiving the key.
    var mayMoveFocus: Bool { self == .enter || self == .other }
}
