internal import CLibsystemd
internal import Glibc

/// Who may use which seat's devices: root, the daemon's own user, users that the configuration names, and the user whose session is
/// active on the seat, as logind says. Where logind cannot be asked, nobody has an active session.
final class Access {
    /// Users who may use every seat.
    var allowed: Set<uid_t>
    private let own = geteuid()
    private var active: [String: uid_t] = [:]
    private let monitor: OpaquePointer?

    /// - Parameter allowed: users who may use every seat, besides root and the daemon's own.
    init(allowed: Set<uid_t>) {
        self.allowed = allowed
        var monitor: OpaquePointer?
        self.monitor = sd_login_monitor_new("seat", &monitor) >= 0 ? monitor : nil
    }

    deinit { sd_login_monitor_unref(monitor) }

    /// Readable when an active session may have changed; nil without logind.
    var fileDescriptor: Int32? {
        guard let monitor else { return nil }
        let descriptor = sd_login_monitor_get_fd(monitor)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Asks logind again.
    func refresh() {
        sd_login_monitor_flush(monitor)
        active.removeAll()
    }

    /// Whether this user may use the seat's devices. Allocates nothing for a seat that was asked for since the last change.
    func permits(_ user: uid_t, seat: String) -> Bool {
        if user == 0 || user == own || allowed.contains(user) { return true }
        return owner(of: seat) == user
    }

    /// Whether this user may change what all users share: the models. As for devices, with an active session on any seat.
    func permitsManaging(_ user: uid_t) -> Bool {
        if user == 0 || user == own || allowed.contains(user) { return true }
        return sd_uid_get_seats(user, 1, nil) > 0
    }

    /// A seat that the user has an active session on; nil if there is none, or nobody to ask.
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

    /// The user whose session is active on the seat; nil if there is none, or nobody to ask.
    func owner(of seat: String) -> uid_t? {
        guard monitor != nil else { return nil }
        if let known = active[seat] { return known == .max ? nil : known }
        var current: uid_t = 0
        let isKnown = sd_seat_get_active(seat, nil, &current) >= 0
        // nobody's number stands for "no session"
        active[seat] = isKnown ? current : .max
        return isKnown ? current : nil
    }

    /// The numbers of users given by name or number.
    /// - Throws: `DaemonError.configuration` for a name that nobody has.
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
