internal import Glibc
internal import Ink
internal import InkProtocol
internal import InkWorkspace

/// An input method on a seat, for as long as its connection exists. Loop thread only.
final class SeatSession {
    /// The session as workspaces see it, with the field that has the focus.
    let session: TextSession
    let client: ClientID
    /// The name of the input method.
    let name: String
    var capture = TextInputInterface.Capture.automatic
    /// The rotation of the built-in display as the session reported it; nil if not reported.
    var displayRotation: TabletArea.Rotation?
    /// The text fields of the focused window, and the mapping of tablets.
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

/// The input methods that write text with the pens of a seat. Loop thread only.
final class TextSeat {
    let name: String
    /// The mode of pens, of the user whose session is active.
    var mode = PenMode.pointsAndWrites
    /// The applications in which the pen of the same user only points.
    var excluded = PenSettings().excluded
    /// Whether the user's session is locked.
    var isLocked = false
    /// Whether the lock state is known, or there is no logind.
    var isLockKnown = false
    /// The sessions in the order they attached, except that the last to get the focus comes last.
    var sessions: [SeatSession] = []
    /// The last applied target of ink; nil if no field is written into.
    var target: TextTarget?
    /// The number of the last field.
    var lastField = 0
    /// The number of the field that the pen last touched down for.
    var writtenField: Int?
    /// The field whose last readings may still arrive; at most one.
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

    /// Applies the lock state of the session. An unknown state counts as unlocked, because devices are then closed, unless the
    /// configuration allows reading them without sessions.
    func take(_ lock: SeatState.Lock) { (isLocked, isLockKnown) = (lock == .locked, lock != .unknown) }

    /// Returns the session that has the seat: the one whose field has the focus; without a focused field, one that captures exclusively.
    /// Skips sessions of users who may not use the seat now, and sessions that do not read their events.
    func holder(permitted: (uid_t) -> Bool) -> SeatSession? {
        func mayHold(_ session: SeatSession) -> Bool { !session.pulse.isStuck && permitted(session.user) }
        return sessions.last { $0.field != nil && mayHold($0) } ?? sessions.last { $0.capture == .exclusive && mayHold($0) }
    }
}

extension TextSeat {
    /// Whether the pen only points in the application of a session's focused window.
    func excludes(_ session: SeatSession) -> Bool {
        session.capture == .automatic && excluded.contains(session.fieldMap.application)
    }
}

extension SeatSession {
    /// Whether the session accepts ink: its focused field, if any, must accept it; a session that captures exclusively needs no field.
    var takesInk: Bool { field?.purpose.takesInk ?? (capture == .exclusive) }

    /// Whether the pen's events should go to no program but this session.
    var wantsPen: Bool {
        switch capture {
        case .automatic: field?.purpose.takesInk ?? false
        case .exclusive: true
        case .passive: false
        }
    }
}
