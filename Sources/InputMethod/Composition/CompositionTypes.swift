public import InkProtocol

extension Composition {
    /// How long things wait.
    public struct Configuration: Sendable, Hashable {
        /// From a line's final reading to its commit where the application lets nothing be corrected afterwards: time to choose a candidate.
        public var hold: Duration = .milliseconds(800)
        /// How long a committed word can be exchanged, and how long one waits for somebody who is choosing.
        public var correction: Duration = .seconds(5)
        /// How soon an application must show that it has deleted what it was asked to.
        public var confirmation: Duration = .milliseconds(300)
        /// How long after the preedit the candidates appear: a popup is placed at the caret, which moves with the preedit.
        public var tableDelay: Duration = .milliseconds(20)
        /// How long after a reset, or a change of what the field is for, pending text is still held back: GNOME says so first when the focus
        /// goes, and the text would come into the next field.
        public var burst: Duration = .milliseconds(20)
        /// How soon the next text follows one of which the application has not told yet.
        public var pace: Duration = .milliseconds(50)
        /// How long a message stays.
        public var message: Duration = .seconds(5)

        /// With the values above.
        public init() {}
    }

    /// What a key press means to an input method. Releases mean nothing.
    public enum Key: Sendable, Hashable {
        /// Without Ctrl, Alt or Super.
        case character(Character)
        case up, down, pageUp, pageDown, enter, escape, backspace
        /// Shift, Ctrl, … alone: nothing happens.
        case modifier
        /// Everything else, shortcuts too.
        case other
    }

    /// What happens around the composition.
    public enum Input: Sendable {
        /// Another field has the focus; `id`, where there is one, is the same whenever this very field has it, and perhaps when another one has.
        case focusIn(TextInputInterface.Purpose, id: String? = nil)
        /// What the field is for was told later.
        case purpose(TextInputInterface.Purpose)
        /// No field has the focus; what is pending cannot reach it any more and is dropped.
        case focusOut
        /// The language to read in, a BCP-47 tag; nil: inkd's own.
        case language(String?)
        /// The text around the caret; positions in code points. Only from applications that support it.
        case surroundingText(String, cursor: Int, anchor: Int)
        /// A click into the field, or the application changed its text itself.
        case reset
        /// A candidate was clicked; the first is 0.
        case candidate(Int)
        /// Take back the last word.
        case undo
        /// inkd is there and the session is attached.
        case attached
        /// inkd has gone, or is not there.
        case connectionLost
        /// What inkd tells the session.
        case event(TextInputInterface.Event)
        /// inkd reads no such language.
        case refused(language: String)
    }

    /// What is to be done, in this order.
    public enum Action: Sendable, Hashable {
        /// Shows pending text at the caret, which belongs at its end; "" removes it. `stable` code points of it are firm.
        case setPreedit(String, stable: Int)
        /// Puts text into the field.
        case commit(String)
        /// Deletes this text, which stands directly before the caret.
        case deleteBefore(String)
        /// At most 9.
        case showCandidates([String], selected: Int)
        case hideCandidates
        /// A sentence for the user; "" removes it.
        case tell(String)
        /// For inkd. A front end never sees it: `InputMethodSession` carries it out.
        case call(DaemonCall)
    }

    /// What is said to inkd.
    public enum DaemonCall: Sendable, Hashable {
        case focus(TextInputInterface.Purpose, language: String?, preContext: String?)
        case unfocus
        case setContext(String)
        case take(editor: String, strokes: [Int], text: String)
    }
}
