package import Glibc
internal import Synchronization

/// The right to use seats' devices: granted to root, the daemon's own user, users named in the configuration, and the user whose session
/// is active on the seat according to logind. A greeter's session grants no rights. Without logind there are no active sessions. Usable
/// from any thread.
package final class Access: Sendable {
    private struct State {
        var allowed: Set<uid_t>
        var administrators: Set<uid_t>
        /// The owner of each seat; nil if the seat has no active session.
        var owners: [String: uid_t?] = [:]
        /// Whether each user has a session, active or not.
        var sessions: [uid_t: Bool] = [:]
    }

    private let state: Mutex<State>
    /// nil where logind is unavailable.
    private let login: LoginSessions?
    /// The daemon's own user, who owns the devices of seats without a known user.
    package let own = geteuid()

    /// Methods that users without a session may also call. These methods cost nothing, and reveal nothing about other users.
    static let forEverybody: Set<String> = [
        "org.inkd.Recognizer.Query", "org.inkd.Models.List", "org.inkd.Models.Resolve", "org.inkd.Models.IsInstalled",
        "org.inkd.Devices.List", "org.inkd.Editor.List",
    ]

    /// - Parameters:
    ///   - allowed: users who may use every seat, besides root and the daemon's own user.
    ///   - administrators: users who may change the shared models, besides root and the daemon's own user.
    ///   - login: the sessions that logind knows; nil where logind is unavailable.
    package init(allowed: Set<uid_t>, administrators: Set<uid_t> = [], login: LoginSessions?) {
        state = Mutex(State(allowed: allowed, administrators: administrators))
        self.login = login
    }

    /// Users who may use every seat, besides root and the daemon's own user.
    package var allowed: Set<uid_t> {
        get { state.withLock { $0.allowed } }
        set { state.withLock { $0.allowed = newValue } }
    }

    /// Users who may change shared state, besides root and the daemon's own user.
    package var administrators: Set<uid_t> {
        get { state.withLock { $0.administrators } }
        set { state.withLock { $0.administrators = newValue } }
    }

    /// Discards the cached answers of logind.
    package func refresh() { state.withLock { ($0.owners, $0.sessions) = ([:], [:]) } }

    /// Whether the user is root, the daemon's own user, or a user that the configuration names.
    package func isTrusted(_ user: uid_t) -> Bool { isPrivileged(user) || state.withLock { $0.allowed.contains(user) } }

    /// Whether this user may change shared state, such as models, without authentication.
    package func isAdministrator(_ user: uid_t) -> Bool { isPrivileged(user) || state.withLock { $0.administrators.contains(user) } }

    /// Whether the user is root or the daemon's own user.
    package func isPrivileged(_ user: uid_t) -> Bool { user == 0 || user == own }

    /// Whether this user may use the seat's devices. Does not allocate for a seat that was queried since the last ``refresh()``.
    package func permits(_ user: uid_t, seat: String) -> Bool { isTrusted(user) || owner(of: seat) == user }

    /// Whether this user may make calls that are not public: trusted users, administrators, and users with a session, active or not.
    package func isMember(_ user: uid_t) -> Bool {
        if isTrusted(user) || isAdministrator(user) { return true }
        if let known = state.withLock({ $0.sessions[user] }) { return known }
        let hasSession = login?.hasSession(user) ?? false
        state.withLock { $0.sessions[user] = hasSession }
        return hasSession
    }

    /// Returns a seat on which the user has an active session; nil without such a seat, or without logind.
    package func seat(of user: uid_t) -> String? { login?.seat(user) }

    /// Whether the user has a session on the seat, or may use its devices. Such a user may know why the devices are not read.
    package func concerns(_ user: uid_t, seat: String) -> Bool { permits(user, seat: seat) || login?.isOn(user, seat) ?? false }

    /// Returns the user whose session is active on the seat; nil without a session, or without logind.
    package func owner(of seat: String) -> uid_t? {
        guard let login else { return nil }
        if let known = state.withLock({ $0.owners[seat] }) { return known }
        let owner: uid_t? = login.active(seat).flatMap { $0.isUsers ? $0.user : nil }
        state.withLock { $0.owners[seat] = .some(owner) }
        return owner
    }

    /// Returns the IDs of users given by name or number.
    /// - Parameter key: the key of the setting with these names, for the error.
    /// - Throws: `DaemonError.configuration` for an unknown name.
    package static func users(_ names: [String], in key: String = "access.users") throws(DaemonError) -> Set<uid_t> {
        var users: Set<uid_t> = []
        for name in names {
            if let number = uid_t(name) {
                users.insert(number)
            } else if let entry = getpwnam(name) {
                users.insert(entry.pointee.pw_uid)
            } else {
                throw .configuration("\(key) names \"\(name)\", which is not a user of this system: give a user's name or number")
            }
        }
        return users
    }
}
