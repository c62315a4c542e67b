internal import Glibc
internal import InkProtocol
internal import InkWorkspace

/// The known state of a seat's session, and its consequence for reading the seat's devices. Pure.
struct SeatState: Equatable {
    /// The `LockedHint` of the active session, according to logind.
    enum Lock: Equatable {
        /// The query has not been answered yet.
        case unknown
        /// The query is impossible.
        case unavailable
        case unlocked
        case locked
    }

    /// Whether logind can be queried for the active session.
    var hasLogind: Bool
    /// The active session; nil without one.
    private(set) var session: LoginSession?
    private(set) var lock = Lock.unlocked
    /// Whether the machine sleeps, or is about to.
    var isAsleep = false

    init(hasLogind: Bool) { self.hasLogind = hasLogind }

    /// Sets the active session. If it is a different one, its lock state is still unknown.
    mutating func use(_ session: LoginSession?) {
        guard session != self.session else { return }
        self.session = session
        forgetLock()
    }

    /// Discards the lock state, which may be outdated. Without a session nothing is locked.
    mutating func forgetLock() { lock = session == nil ? .unlocked : .unknown }

    /// Sets the lock state from logind's answer, or from its absence; ignores answers for a session that is no longer active.
    mutating func use(_ lock: Lock, of session: String?) {
        guard session == self.session?.id else { return }
        self.lock = lock
    }

    /// The reason why the seat's devices are not read; nil if they are. Unknown states count as locked.
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
