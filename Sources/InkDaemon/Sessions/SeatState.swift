internal import Glibc
internal import InkProtocol

/// A session that logind calls active on a seat.
struct LoginSession: Hashable, Sendable {
    /// logind's name for it; used again after a restart of the machine only.
    let id: String
    let user: uid_t
    /// logind's class, such as "user" or "greeter".
    let kind: String

    /// Somebody has logged in: it is neither a greeter nor a screen that locks.
    var isUsers: Bool { Self.usersKinds.contains(kind) }

    private static let usersKinds: Set<String> = ["user", "user-early", "user-light", "user-early-light"]
}

/// What is known of a seat's session, and what follows for reading its devices. Pure.
struct SeatState: Equatable {
    /// What logind says of the active session's `LockedHint`.
    enum Lock: Equatable {
        /// It was asked and has not answered yet.
        case unknown
        /// It cannot be asked.
        case unavailable
        case unlocked
        case locked
    }

    /// logind can be asked whose session is active.
    var hasLogind: Bool
    /// nil while none is active.
    private(set) var session: LoginSession?
    private(set) var lock = Lock.unlocked
    /// The machine sleeps, or is about to.
    var isAsleep = false

    init(hasLogind: Bool) { self.hasLogind = hasLogind }

    /// Another session may be active: whether that one is locked is not known yet.
    mutating func use(_ session: LoginSession?) {
        guard session != self.session else { return }
        self.session = session
        forgetLock()
    }

    /// What was said of the session's lock may be old. Where there is no session none is locked.
    mutating func forgetLock() { lock = session == nil ? .unlocked : .unknown }

    /// logind has answered, or cannot: of a session that is not active any more it means nothing.
    mutating func use(_ lock: Lock, of session: String?) {
        guard session == self.session?.id else { return }
        self.lock = lock
    }

    /// Why the seat's devices are not to be read; nil if they are. What is not known counts as the worse.
    var pause: DevicesInterface.Pause? {
        if isAsleep { return .asleep }
        guard hasLogind else { return .noLogind }
        guard let session else { return .inactive }
        guard session.isUsers else { return .greeter }
        return switch lock {
        case .unknown: .inactive
        case .unavailable: .noLogind
        case .locked: .locked
        case .unlocked: nil
        }
    }
}
