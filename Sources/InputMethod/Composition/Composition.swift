public import InkProtocol

/// The input method's logic between the pen and the field with the focus: readings become pending text (the preedit) and then text in the
/// field, once and in the order in which the lines were begun; words can be chosen among candidates and exchanged afterwards.
///
/// A state machine without clock, desktop or socket. Times are of any one clock; `nextDeadline` says when `tick` wants to be called.
public struct Composition: Sendable {
    let configuration: Configuration

    /// The purpose of the field that has the focus; nil while none has.
    var purpose: TextInputInterface.Purpose?
    var language: String?
    var field = Field()

    /// Lines that are not in the field yet, in the order in which they were begun.
    var lines: [PendingLine] = []
    var taken = TakenStrokes()
    /// The words of the last line that are in the field and can be carried on.
    var kept: KeptLine?
    /// They cannot be carried on any more once what is pending is in the field.
    var releasesKept = false
    /// A stroke was begun that no final reading has told of.
    var mayBeWriting = false
    /// Until when a stroke that was begun may be going on that nothing was read of yet.
    var strokeUntil: Duration?
    var correction: Correction?
    /// Words of the field, for when the caret is placed in one.
    var written = WrittenWords()
    /// There was a click into the field, and nothing was written or typed since.
    var click: CaretClick?
    /// When the application got a key last.
    var typedAt: Duration?
    var change: Change?
    /// An exchange without an answer of the application: should its text still hold both words, keys delete there.
    var unconfirmed: (removed: String, inserted: String)?
    /// When text was put into the field last.
    var committedAt: Duration?
    /// Since when there is a preedit without a commit in between.
    var preeditSince: Duration?
    /// The field is served by an input method module of the toolkit (IBus's for GTK, fcitx5's): it deletes as it is asked to, but presses keys later than
    /// it puts text in.
    var isModule = false
    /// The front end's client drops requests to delete: Backspace does it.
    var deletesByKeys = false
    /// Whether the front end's client commits the preedit by itself.
    var preeditCommit = PreeditCommit.never
    /// When the application was asked last to delete text.
    var deletedAt: Duration?
    /// Until when the focus may go that was announced.
    var quietUntil: Duration?
    /// Until when the focus may go with a key that the application has got.
    var keyUntil: Duration?
    /// When the next one may follow, which is ready.
    var waitsUntil: Duration?
    /// The field that had the focus before.
    var left = Field()
    /// What was pending when its field lost the focus.
    var lost: LostText?
    /// The writing of the last field that lost the focus.
    var leftWriting: LeftWriting?
    var presumed: PresumedCommit?
    /// inkd's number of the field, once the pen has written for it.
    var number: Int?
    var restoring: RestoredText?
    /// A wish to take back the last word waits for the focus: menus have it while they are used.
    var undo: WaitingUndo?

    var isAttached = false
    /// A pen is within a tablet's range, as inkd reports.
    var isPenNear = false
    /// Until when a pen that has gone away, or did something, counts as there.
    var penUntil: Duration = .zero

    /// The state that the user sees.
    var shown = Shown()
    /// Somebody shows the candidates to the user.
    var areCandidatesSeen = true
    /// When candidates that are not shown yet will be.
    var candidatesDue: Duration?
    /// When the message goes.
    var messageUntil: Duration?

    /// The actions collected while an input is handled.
    var actions: [Action] = []

    /// Nothing has the focus, and inkd is not there yet.
    public init(configuration: Configuration = .init()) { self.configuration = configuration }

    /// Text is pending.
    public var isComposing: Bool { !lines.isEmpty }

    /// The pen writes, or what it wrote is not in the field yet.
    public var isWriting: Bool { isComposing || isChanging || strokeUntil != nil }

    /// Key presses are the only way to know the text before the caret: the pen has written in the field, and its application reports no surrounding
    /// text. False in terminals, where passwords are typed.
    public var followsKeys: Bool { number != nil && field.told == nil && purpose?.takesInk == true && purpose != .terminal }

    /// There is text that no field took, and that can be put in again.
    public var hasLost: Bool { lost != nil }

    /// Text in the field is being exchanged: keys had better wait until it is.
    public var isChanging: Bool { change.map { !$0.isLate } ?? false }

    /// Candidates are shown.
    public var showsCandidates: Bool { !shown.candidates.isEmpty }

    /// Candidates can be seen: digits and arrows mean them.
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

    /// Handles an input; gives the actions that follow.
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
        case .module(let isModule): self.isModule = isModule
        case .deletesByKeys(let deletesByKeys): self.deletesByKeys = deletesByKeys
        case .preeditCommit(let commit): preeditCommit = commit
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

    /// Lets time pass.
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
            // nothing more is read of what is pending
            if let status = event.status, !status.enabled || status.locked { commitAll(at: now) }
        case .present, .caret, .taken, .lateReading, .candidates, .message: break
        }
    }
}

extension Composition {
    /// Timeouts.
    public struct Configuration: Sendable, Hashable {
        /// From a line's final reading to its commit where the application lets nothing be corrected afterwards: time to choose a candidate. It
        /// ends when the next stroke begins.
        public var hold: Duration = .milliseconds(400)
        /// The time in which a committed word can be exchanged, and the timeout for choosing an alternative.
        public var correction: Duration = .seconds(5)
        /// When an application that was asked to delete text is asked whether it did.
        public var questions: [Duration] = [.milliseconds(50), .milliseconds(120), .milliseconds(250)]
        /// When it is no longer waited for: the new text follows without an answer.
        public var confirmation: Duration = .milliseconds(400)
        /// The time in which an application whose field gets the focus tells its text.
        public var telling: Duration = .milliseconds(300)
        /// From a click to the question where the caret is now, for applications that do not tell it by themselves.
        public var locating: Duration = .milliseconds(50)
        /// The delay of the candidates after the preedit: a popup is placed at the caret, which moves with the preedit.
        public var tableDelay: Duration = .milliseconds(20)
        /// The time after a reset, or a change of the field's purpose, for which pending text is still held back: GNOME says so first when
        /// the focus goes, and the text would come into the next field.
        public var burst: Duration = .milliseconds(20)
        /// The time after Tab, Return and the like for which what is read is neither shown nor put in: the application may move the focus with
        /// them, which it tells later, and what was shown meanwhile came into the next field, a password box too (seen in Firefox).
        public var following: Duration = .milliseconds(150)
        /// The time that a commit may take to reach the application.
        public var delivery: Duration = .milliseconds(200)
        /// The time for which a reset is taken for an answer to a deletion, and to a commit where the application tells no text.
        public var echo: Duration = .milliseconds(100)
        /// For so long at least text is the preedit in IBus's GTK modules before it is put in. The modules ask for the text behind each commit;
        /// Firefox fails where no preedit went before it, for it learns of its text a moment later than of the caret, and tells it no more. Others
        /// need no such time, and by Wayland's text-input-v3 GTK 3 drops a commit that crosses with its answer to the preedit.
        public var settling: Duration = .milliseconds(40)
        /// From Backspace to the text that takes the place of what it deletes, and the time for each key besides.
        public var typing: Duration = .milliseconds(80)
        /// See `typing`.
        public var typingKey: Duration = .milliseconds(6)
        /// The delay of the next commit after one that the application has not confirmed yet.
        public var pace: Duration = .milliseconds(50)
        /// From a stroke's beginning to the first reading of it, or a gesture, at the longest. Joined-up writing may take as long as that.
        public var stroke: Duration = .seconds(2)
        /// The time after the pen left for which the text before the caret is still sent to inkd: its last words are read then.
        public var penAway: Duration = .seconds(2)
        /// The time for which a message is shown.
        public var message: Duration = .seconds(5)

        /// With the values above.
        public init() {}
    }

    /// The meaning of a key press to an input method. Releases have none.
    public enum Key: Sendable, Hashable {
        /// Without Ctrl, Alt or Super.
        case character(Character)
        case up, down, pageUp, pageDown, enter, escape, backspace
        /// Shift or a lock alone: nothing happens.
        case modifier
        /// Ctrl, Alt or Super alone: the focus may go with the next key, so what is pending goes into the field.
        case chord
        /// Everything else, shortcuts too.
        case other
    }

    /// What becomes of the preedit when the focus goes, or somebody clicks (IBusPreeditFocusMode).
    public enum PreeditMode: Sendable, Hashable { case clear, commit }

    /// Whether the program that shows the preedit puts it into its field when somebody clicks, or the focus goes.
    public enum PreeditCommit: Sendable, Hashable {
        case never
        /// If `PreeditMode` says so: IBus's GTK modules (ibus_im_context_clear_preedit_text), and fcitx5.
        case ifAsked
        /// The same, but when the focus goes only if a reset comes first: Firefox throws away what comes when the focus has gone.
        case ifAskedAtReset
        /// If `PreeditMode` says so, at any reset: mutter (clutter_input_focus_reset), and Qt's plugin for fcitx5.
        case ifAskedAtAnyReset
        /// At a reset, whatever it is told, and not when its window loses the focus: Qt (QIBusPlatformInputContext::commit).
        case always
    }

    /// A key that the pen presses in the application, by a long stroke.
    public enum PenKey: Sendable, Hashable {
        case backspace, enter
    }

    /// An input of the composition.
    public enum Input: Sendable {
        /// Another field has the focus; `id`, where there is one, is the same whenever this very field has it, and perhaps when another one has.
        case focusIn(TextInputInterface.Purpose, id: String? = nil)
        /// The purpose of the field arrived later.
        case purpose(TextInputInterface.Purpose)
        /// The field turns out to have been a password box since it has the focus: what was read in it is thrown away.
        case password
        /// The focus goes, and the field may have been a password box: nothing is to be read any more of what was written for it.
        case unreadable
        /// No field has the focus; what is pending, the last word at most, cannot reach it any more and is dropped.
        case focusOut
        /// The focus went, as was said last, because another field took it, and not because the client let it go.
        case focusTaken
        /// An object of some application has got the focus, says the accessibility bus; the field may be the same.
        case objectFocused
        /// The language to read in, a BCP-47 tag; nil: inkd's own.
        case language(String?)
        /// The text around the caret; positions in code points. Only from applications that support it.
        case surroundingText(String, cursor: Int, anchor: Int)
        /// Whether the application says that it tells its text.
        case seesText(Bool)
        /// Whether the field is served by an input method module of the toolkit, IBus's for GTK or fcitx5's; false until it is told.
        case module(Bool)
        /// Whether the client drops requests to delete, so that Backspace has to do it; false by default.
        case deletesByKeys(Bool)
        /// Whether the client commits the preedit by itself; never by default.
        case preeditCommit(PreeditCommit)
        /// A click into the field, or the application changed its text itself.
        case reset
        /// The user can, or cannot, see the candidates, so that keys choose among them; true by default.
        case candidatesSeen(Bool)
        /// A candidate was clicked; the first is 0.
        case candidate(Int)
        /// Take back the last word.
        case undo
        /// Put in what no field took.
        case restore
        /// The capitals that the field asks for; as they are written until it does.
        case capitals(InsertionPlace.Capitals)
        /// inkd is there and the session is attached.
        case attached
        /// inkd has gone, or is not there.
        case connectionLost
        /// A pen has come within a tablet's range, or has left it. Without one inkd learns nothing of the field's text.
        case penNear(Bool)
        /// An event from inkd.
        case event(TextInputInterface.Event)
        /// inkd reads no such language.
        case refused(language: String)
    }

    /// An action to carry out; lists of actions are in order.
    public enum Action: Sendable, Hashable {
        /// Shows pending text at the caret, which belongs at its end; "" removes it. `stable` code points of it are firm.
        case setPreedit(String, stable: Int, mode: PreeditMode = .clear)
        /// Puts text into the field.
        case commit(String)
        /// Deletes text that stands directly before and behind the caret.
        case delete(before: String, behind: String)
        /// Sends the application a key, behind all that was put into the field.
        case press(PenKey)
        /// Asks the application to tell the text around the caret again.
        case askForText
        /// At most 9.
        case showCandidates([String], selected: Int)
        case hideCandidates
        /// A sentence for the user; "" removes it.
        case tell(String)
        /// For inkd. A front end never sees it: `InputMethodSession` carries it out.
        case call(DaemonCall)
    }

    /// A request to inkd.
    public enum DaemonCall: Sendable, Hashable {
        case focus(TextInputInterface.Purpose, language: String?, preContext: String?)
        case unfocus
        case setContext(String)
        /// With `keep` the ink stays for strokes that carry it on.
        case take(editor: String, strokes: [Int], text: String, keep: Bool = true)
        /// The user chose this text for what was read as another one.
        case correct(editor: String, strokes: [Int], text: String)
        /// The stroke under way is void.
        case cancelStroke
    }
}

extension Composition.Key {
    /// Applications may give the focus to another field when they get it.
    var mayMoveFocus: Bool { self == .enter || self == .other }
}
