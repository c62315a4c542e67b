internal import Glibc
internal import InkProtocol
internal import InkWorkspace

/// The known state of a seat's session, and whether the seat's devices may be read. A pure value.
struct SeatState: Equatable {
    /// The lock state of the active session, from logind's `LockedHint`.
    enum Lock: Equatable {
        /// The query has not been answered yet.
        case unknown
        /// logind cannot be queried, or did not answer.
        case unavailable
        case unlocked
        case locked
    }

    /// Whether logind is available.
    var hasLogind: Bool
    /// The active session; nil without one.
    private(set) var session: LoginSession?
    private(set) var lock = Lock.unlocked
    /// Whether the machine sleeps, or is about to.
    var isAsleep = false

    init(hasLogind: Bool) { self.hasLogind = hasLogind }

    /// Sets the active session. The lock state of another session than before is unknown.
    mutating func use(_ session: LoginSession?) {
        guard session != self.session else { return }
        self.session = session
        forgetLock()
    }

    /// Discards the lock state, which may be outdated. Without a session nothing is locked.
    mutating func forgetLock() { lock = session == nil ? .unlocked : .unknown }

    /// Sets the lock state of a session. Ignores a state of a session that is no longer active.
    mutating func use(_ lock: Lock, of session: String?) {
        guard session == self.session?.id else { return }
        self.lock = lock
    }

    /// The reason why the seat's devices must not be read; nil if they may be read. An unknown lock state counts as locked.
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
