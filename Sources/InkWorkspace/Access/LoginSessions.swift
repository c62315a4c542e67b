package import Glibc

/// A session that logind calls active on a seat.
package struct LoginSession: Hashable, Sendable {
    /// The session's ID in logind. IDs are reused only after a restart of the machine.
    package let id: String
    /// The session's user.
    package let user: uid_t
    /// logind's class, such as "user" or "greeter".
    let kind: String

    /// Creates a session with logind's name and class.
    package init(id: String, user: uid_t, kind: String) {
        self.id = id
        self.user = user
        self.kind = kind
    }

    /// Whether this is a user's session, not that of a greeter or a lock screen.
    package var isUsers: Bool { Self.usersKinds.contains(kind) }

    private static let usersKinds: Set<String> = ["user", "user-early", "user-light", "user-early-light"]
}

/// The source of login sessions: logind's files, which are read without waiting. Tests provide their own.
package struct LoginSessions: Sendable {
    /// The active session of a seat; nil without an active session.
    package let active: @Sendable (_ seat: String) -> LoginSession?
    /// Whether a user has a session, active or not.
    package let hasSession: @Sendable (_ user: uid_t) -> Bool
    /// A seat on which the user has an active session; nil without such a seat.
    package let seat: @Sendable (_ user: uid_t) -> String?
    /// Whether the user has a session on the seat, active or not.
    package let isOn: @Sendable (_ user: uid_t, _ seat: String) -> Bool
    /// Requests the lock state of a session, and returns whether a notification will follow. If nil, the lock state is queried over the
    /// system bus.
    package var askLock: (@Sendable (_ session: String) -> Bool)?

    /// Creates a source of login sessions from its queries.
    package init(
        active: @escaping @Sendable (_ seat: String) -> LoginSession?, hasSession: @escaping @Sendable (_ user: uid_t) -> Bool,
        seat: @escaping @Sendable (_ user: uid_t) -> String?, isOn: @escaping @Sendable (_ user: uid_t, _ seat: String) -> Bool,
        askLock: (@Sendable (_ session: String) -> Bool)? = nil
    ) {
        self.active = active
        self.hasSession = hasSession
        self.seat = seat
        self.isOn = isOn
        self.askLock = askLock
    }
}
