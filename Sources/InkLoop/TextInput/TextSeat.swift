internal import Glibc
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Recognition

/// A field that has the focus.
struct TextField {
    var purpose: TextInputInterface.Purpose
    /// The requested tag; nil for the daemon's language.
    var language: String?
    /// The text before the caret, as much of it as recognition uses.
    var preContext: String { didSet { preContext = Self.end(of: preContext) } }
    /// The number, different for every field.
    let number: Int
    /// The position of the caret on the screen, if known.
    var caret: TextInputInterface.Caret?

    init(purpose: TextInputInterface.Purpose, language: String?, preContext: String, number: Int, caret: TextInputInterface.Caret? = nil) {
        self.purpose = purpose
        self.language = language
        self.preContext = Self.end(of: preContext)
        self.number = number
        self.caret = caret
    }

    /// Returns the last graphemes that recognition uses, which may have any number of marks on them.
    private static func end(of text: String) -> String {
        let scalars = text.unicodeScalars.suffix(10 * RecognitionHints.longestPreContext)
        return String(String(String.UnicodeScalarView(scalars)).suffix(RecognitionHints.longestPreContext))
    }
}

/// An input method, for as long as its connection exists.
final class TextSession {
    let number: Int
    let client: ClientID
    let user: uid_t
    /// The name of the input method.
    let name: String
    var capture = TextInputInterface.Capture.automatic
    /// The field that has the focus; nil if no field of the session has it.
    var field: TextField?
    /// The rotation of the built-in display; nil if the session has not reported it.
    var displayRotation: TabletArea.Rotation?
    /// The check whether it reads its events.
    var pulse = ReadingPulse()

    init(number: Int, client: ClientID, user: uid_t, name: String) {
        self.number = number
        self.client = client
        self.user = user
        self.name = name
    }
}

/// The input methods that write text with the pens of a seat. Loop thread only.
final class TextSeat {
    let name: String
    /// "Pen writes text", the switch of the user whose session is active.
    var isEnabled = true
    /// Whether the user's session is locked.
    var isLocked = false
    /// Whether the lock state is known, or there is no logind.
    var isLockKnown = false
    /// The sessions in the order they attached, except that the last to get the focus comes last.
    var sessions: [TextSession] = []
    /// The target of ink as it was last applied; nil if nothing is written.
    var target: TextTarget?
    /// The number of the last field.
    var lastField = 0
    /// The number of the field that the pen last touched down for.
    var writtenField: Int?
    /// The field whose last readings may still arrive; at most one.
    var late: LateField?
    /// The last status sent.
    var publishedStatus: TextInputInterface.Status?

    /// Maximum number of input methods attached to one seat.
    static let limit = 16

    init(name: String) { self.name = name }

    /// Applies the lock state of the session. An unknown state counts as unlocked: the devices are closed anyway, unless the configuration
    /// allows reading them without sessions.
    func take(_ lock: SeatState.Lock) { (isLocked, isLockKnown) = (lock == .locked, lock != .unknown) }

    /// Returns the session that has the seat: the one whose field has the focus, or else one that captures exclusively. Sessions of users
    /// who may not use the seat now do not count, nor do sessions that do not read their events.
    func holder(permitted: (uid_t) -> Bool) -> TextSession? {
        func mayHold(_ session: TextSession) -> Bool { !session.pulse.isStuck && permitted(session.user) }
        return sessions.last { $0.field != nil && mayHold($0) } ?? sessions.last { $0.capture == .exclusive && mayHold($0) }
    }
}

extension TextSession {
    /// Whether it accepts ink: its field, if any, must accept it; a session that captures exclusively needs no field.
    var takesInk: Bool { field?.purpose.takesInk ?? (capture == .exclusive) }

    /// Whether it wants the pen for itself.
    var wantsPen: Bool {
        switch capture {
        case .automatic: field?.purpose.takesInk ?? false
        case .exclusive: true
        case .passive: false
        }
    }
}
