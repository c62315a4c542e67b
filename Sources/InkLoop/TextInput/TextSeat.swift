internal import Glibc
internal import Ink
internal import InkProtocol
internal import InkWorkspace

/// An input method that is attached to a seat. It exists as long as its connection. Loop thread only.
final class SeatSession {
    /// The session as workspaces use it, with the focused field.
    let session: TextSession
    let client: ClientID
    /// The name of the input method.
    let name: String
    var capture = TextInputInterface.Capture.automatic
    /// The rotation of the built-in display that the session reported; nil before the first report.
    var displayRotation: TabletArea.Rotation?
    /// The text fields of the focused window, and the mapping of tablets to the screen.
    var fieldMap = FieldMap()
    /// The check whether the session reads its events.
    var pulse = ReadingPulse()

    init(_ session: TextSession, client: ClientID, name: String) {
        self.session = session
        self.client = client
        self.name = name
    }

    var number: Int { session.number }
    var user: uid_t { session.user }
    var field: TextField? { session.field }
}

/// The input methods for which the pens of a seat write text. Loop thread only.
final class TextSeat {
    let name: String
    /// The mode of the pens, from the settings of the user whose session is active.
    var mode = PenMode.pointsAndWrites
    /// The applications in which the pens only point, from the settings of the same user.
    var excluded = PenSettings().excluded
    /// Whether the user's session is locked.
    var isLocked = false
    /// Whether the lock state is known. True without logind.
    var isLockKnown = false
    /// The sessions. A new session is inserted at the beginning, and a session that gets the focus moves to the end.
    var sessions: [SeatSession] = []
    /// The target of ink that was last applied; nil if no field is written into.
    var target: TextTarget?
    /// The number that was last assigned to a field.
    var lastField = 0
    /// The number of the field in which the pen last began a stroke; nil without one.
    var writtenField: Int?
    /// The field that has lost the focus and whose last readings may still arrive; nil without one.
    var late: LateField?
    /// The last status sent.
    var publishedStatus: TextInputInterface.Status?
    /// The last mapping of tablets sent.
    var publishedTablets: [TextInputInterface.TabletMapping] = []

    /// Maximum number of input methods attached to one seat.
    static let limit = 16

    init(name: String) { self.name = name }

    /// Applies the settings of the user whose session is active.
    func apply(_ settings: PenSettings) { (mode, excluded) = (settings.mode, settings.excluded) }

    /// Returns whether these settings are applied.
    func follows(_ settings: PenSettings) -> Bool { (mode, excluded) == (settings.mode, settings.excluded) }

    /// Applies the lock state of the active session. An unknown state counts as unlocked here, because the devices are closed meanwhile.
    /// They may be open only if the configuration allows reading devices without sessions.
    func take(_ lock: SeatState.Lock) { (isLocked, isLockKnown) = (lock == .locked, lock != .unknown) }

    /// Returns the session that has the seat: the session of the focused field, or otherwise a session that captures exclusively. Skips
    /// sessions whose users may not use the seat now, and sessions that do not read their events.
    func holder(permitted: (uid_t) -> Bool) -> SeatSession? {
        func mayHold(_ session: SeatSession) -> Bool { !session.pulse.isStuck && permitted(session.user) }
        return sessions.last { $0.field != nil && mayHold($0) } ?? sessions.last { $0.capture == .exclusive && mayHold($0) }
    }
}

extension TextSeat {
    /// Whether the pen only points in the application of a session's focused window, because the user has excluded the application.
    func excludes(_ session: SeatSession) -> Bool {
        session.capture == .automatic && excluded.contains(session.fieldMap.application)
    }
}

extension SeatSession {
    /// Whether the session accepts ink. A focused field decides for its session. A session that captures exclusively accepts ink without a
    /// field.
    var takesInk: Bool { field?.purpose.takesInk ?? (capture == .exclusive) }

    /// Whether only this session, and no other program, should receive the pen's events.
    var wantsPen: Bool {
        switch capture {
        case .automatic: field?.purpose.takesInk ?? false
        case .exclusive: true
        case .passive: false
        }
    }
}
