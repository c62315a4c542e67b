internal import Glibc
internal import InkProtocol
internal import Recognition

/// A field that has the focus.
struct TextField {
    var purpose: TextInputInterface.Purpose
    /// The requested tag; nil for the daemon's language.
    var language: String?
    /// Text before the caret, as much of it as counts.
    var preContext: String { didSet { preContext = Self.end(of: preContext) } }
    /// Another field has another number.
    let number: Int
    /// The caret's place on the screen, if known.
    var caret: TextInputInterface.Caret?

    init(purpose: TextInputInterface.Purpose, language: String?, preContext: String, number: Int, caret: TextInputInterface.Caret? = nil) {
        self.purpose = purpose
        self.language = language
        self.preContext = Self.end(of: preContext)
        self.number = number
        self.caret = caret
    }

    /// The last graphemes that count, which may have any number of marks on them.
    private static func end(of text: String) -> String {
        let scalars = text.unicodeScalars.suffix(10 * RecognitionHints.longestPreContext)
        return String(String(String.UnicodeScalarView(scalars)).suffix(RecognitionHints.longestPreContext))
    }
}

/// The input method and the field that ink is for.
struct TextTarget: Equatable, Sendable {
    let session: Int
    let field: Int?
    let capture: TextInputInterface.Capture
}

/// A field that has lost the focus. What was finished in it and not read by then is still read for its session, for a moment.
struct LateField: Equatable, Sendable {
    /// As it was while the field had the focus.
    let target: TextTarget
    /// Nothing of it is read any more then; microseconds of CLOCK_MONOTONIC.
    let until: UInt64
}

/// An input method, for as long as its connection lives.
final class TextSession {
    let number: Int
    let client: ClientID
    let user: uid_t
    /// Its name.
    let name: String
    var capture = TextInputInterface.Capture.automatic
    /// nil while no field of its has the focus.
    var field: TextField?
    /// Whether it reads what it is sent.
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
    /// The user's session is locked.
    var isLocked = false
    /// Whether the lock state is known, or there is no logind.
    var isLockKnown = false
    /// In the order they attached, but the one that got the focus last comes last.
    var sessions: [TextSession] = []
    /// The target of ink as it was last applied; nil: nothing is written.
    var target: TextTarget?
    /// The number of the last field.
    var lastField = 0
    /// The number of the field that the pen touched for last.
    var writtenField: Int?
    /// The field whose last readings may still come: one at most.
    var late: LateField?
    /// The status that was sent last.
    var publishedStatus: TextInputInterface.Status?

    /// Input methods that may attach to one seat.
    static let limit = 16

    init(name: String) { self.name = name }

    /// Takes over what is known of the session's lock. Without anybody who says so it is not locked: its devices are closed anyway, unless the
    /// configuration has them read without sessions.
    func take(_ lock: SeatState.Lock) { (isLocked, isLockKnown) = (lock == .locked, lock != .unknown) }

    /// The session that has the seat: whose field has the focus, or else one that captures exclusively. Users who may not use the
    /// seat now do not count, nor do sessions that do not read what they are sent.
    func holder(permitted: (uid_t) -> Bool) -> TextSession? {
        func mayHold(_ session: TextSession) -> Bool { !session.pulse.isStuck && permitted(session.user) }
        return sessions.last { $0.field != nil && mayHold($0) } ?? sessions.last { $0.capture == .exclusive && mayHold($0) }
    }
}

extension TextSession {
    /// Its field, if any, may be written into: a session that captures exclusively without one writes whatever it likes.
    var takesInk: Bool { field?.purpose.takesInk ?? (capture == .exclusive) }

    /// It wants the pen for itself.
    var wantsPen: Bool {
        switch capture {
        case .automatic: field?.purpose.takesInk ?? false
        case .exclusive: true
        case .passive: false
        }
    }
}
