public import InkProtocol

extension Composition {
    /// The meaning of a key press to an input method. Key releases have no meaning.
    public enum Key: Sendable, Hashable {
        /// A character typed without Ctrl, Alt or Super.
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
        /// Another field has received the focus. A given `id` is the same each time this field has the focus, but it may also be the `id`
        /// of other fields.
        case focusIn(TextInputInterface.Purpose, id: String? = nil)
        /// The purpose of the field arrived later.
        case purpose(TextInputInterface.Purpose)
        /// The field turns out to be a password box, and has been one since it received the focus: its readings are discarded.
        case password
        /// The focus is leaving, and the field may have been a password box: ink written for it must no longer be recognized.
        case unreadable
        /// No field has the focus. Pending text, the last word at most, can no longer reach its field and is dropped.
        case focusOut
        /// The last reported focus loss happened because another field received the focus, not because the client released it.
        case focusTaken
        /// The accessibility bus reports that an object of some application has received the focus. The object may be this field.
        case objectFocused
        /// The recognition language, a BCP-47 tag; nil: inkd's own.
        case language(String?)
        /// The text around the caret, from applications that support surrounding text. Positions are in code points.
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
        /// The answer to `findText`.
        case textBelow(TextBelow)
    }

    /// An action to carry out; lists of actions are in order.
    public enum Action: Sendable, Hashable {
        /// Shows the preedit, with the caret at its end; "" removes the preedit. The first `stable` code points will not change.
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
        /// Shows a message to the user; "" removes the message.
        case showMessage(String)
        /// Asks for the text of the field in a rectangle of the screen. `InputMethodSession` performs it; front ends never receive it.
        case findText(TextInputInterface.Area)
        /// A call to inkd. `InputMethodSession` performs it; front ends never receive it.
        case call(DaemonCall)
    }

    /// A request to inkd.
    public enum DaemonCall: Sendable, Hashable {
        case focus(TextInputInterface.Purpose, language: String?, preContext: String?)
        case unfocus
        case setContext(String)
        /// Reports strokes as committed with this text. With `keep`, inkd retains their ink for strokes that continue it.
        case take(editor: String, strokes: [Int], text: String, keep: Bool = true)
        /// The user chose this text in place of the reading.
        case correct(editor: String, strokes: [Int], text: String)
        /// Discards the stroke in progress.
        case cancelStroke
    }
}

extension Composition.Key {
    /// True if applications may move the focus to another field on receiving the key.
    var mayMoveFocus: Bool { self == .enter || self == .other }
}
