internal import CLibsystemd
internal import Glibc
internal import Synchronization

/// The rights to seats' devices: root, the daemon's own user, users that the configuration names, and the user whose session is
/// active on the seat, as logind says. Where logind cannot be asked, no session is active. May be asked from any thread.
final class Access: Sendable {
    private struct State {
        var allowed: Set<uid_t>
        /// By seat; nil without an active session.
        var owners: [String: uid_t?] = [:]
        /// Whether a user has a session, active or not.
        var sessions: [uid_t: Bool] = [:]
    }

    private let state: Mutex<State>
    private let hasLogind: Bool
    private let own = geteuid()

    /// Methods that even users without a session may call: they cost nothing, and show nothing of others.
    static let forEverybody: Set<String> = [
        "org.inkd.Recognizer.Query", "org.inkd.Models.List", "org.inkd.Models.Resolve", "org.inkd.Models.IsInstalled",
        "org.inkd.Devices.List", "org.inkd.Editor.List",
    ]

    /// - Parameters:
    ///   - allowed: users who may use every seat, besides root and the daemon's own.
    ///   - hasLogind: whether logind can be asked.
    init(allowed: Set<uid_t>, hasLogind: Bool) {
        state = Mutex(State(allowed: allowed))
        self.hasLogind = hasLogind
    }

    /// Users who may use every seat, besides root and the daemon's own.
    var allowed: Set<uid_t> {
        get { state.withLock { $0.allowed } }
        set { state.withLock { $0.allowed = newValue } }
    }

    /// Forgets logind's answers.
    func refresh() { state.withLock { ($0.owners, $0.sessions) = ([:], [:]) } }

    /// Whether this is root, the daemon's own user, or one whom the configuration names.
    func isTrusted(_ user: uid_t) -> Bool { user == 0 || user == own || state.withLock { $0.allowed.contains(user) } }

    /// Whether this is root or the daemon's own user.
    func isPrivileged(_ user: uid_t) -> Bool { user == 0 || user == own }

    /// Whether this user may use the seat's devices. Allocates nothing for a seat that was asked for since the last change.
    func permits(_ user: uid_t, seat: String) -> Bool { isTrusted(user) || owner(of: seat) == user }

    /// Whether this user may use more than the public calls: trusted, or with a session, be it active or not.
    func isMember(_ user: uid_t) -> Bool {
        if isTrusted(user) { return true }
        if let known = state.withLock({ $0.sessions[user] }) { return known }
        let hasSession = hasLogind && sd_uid_get_sessions(user, 0, nil) > 0
        state.withLock { $0.sessions[user] = hasSession }
        return hasSession
    }

    /// Whether this user may change the models, which all users share. As for devices, with an active session on any seat.
    func permitsManaging(_ user: uid_t) -> Bool { isTrusted(user) || (hasLogind && sd_uid_get_seats(user, 1, nil) > 0) }

    /// A seat that the user has an active session on; nil if there is none, or no logind.
    static func seat(of user: uid_t) -> String? {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        guard sd_uid_get_seats(user, 1, &names) > 0, let names else { return nil }
        defer {
            var index = 0
            while let name = names[index] {
                free(name)
                index += 1
            }
            free(names)
        }
        return names[0].map { String(cString: $0) }
    }

    /// The user whose session is active on the seat; nil if there is none, or no logind.
    func owner(of seat: String) -> uid_t? {
        guard hasLogind else { return nil }
        if let known = state.withLock({ $0.owners[seat] }) { return known }
        var current: uid_t = 0
        let owner: uid_t? = sd_seat_get_active(seat, nil, &current) >= 0 ? current : nil
        state.withLock { $0.owners[seat] = .some(owner) }
        return owner
    }

    /// The numbers of users given by name or number.
    /// - Throws: `DaemonError.configuration` for an unknown name.
    static func users(_ names: [String]) throws(DaemonError) -> Set<uid_t> {
        var users: Set<uid_t> = []
        for name in names {
            if let number = uid_t(name) {
                users.insert(number)
            } else if let entry = getpwnam(name) {
                users.insert(entry.pointee.pw_uid)
            } else {
                throw .configuration("access.users names \"\(name)\", whom this system does not know: give a user's name or number")
            }
        }
        return users
    }
}

/// Notices when another user's session becomes active. Loop thread only.
final class SeatMonitor {
    private let monitor: OpaquePointer

    /// nil where logind cannot be asked.
    init?() {
        var monitor: OpaquePointer?
        guard sd_login_monitor_new("seat", &monitor) >= 0, let monitor else { return nil }
        self.monitor = monitor
    }

    deinit { sd_login_monitor_unref(monitor) }

    /// Readable when an active session may have changed; nil if the system gives none.
    var fileDescriptor: Int32? {
        let descriptor = sd_login_monitor_get_fd(monitor)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Takes note of a change.
    func flush() { sd_login_monitor_flush(monitor) }
}
