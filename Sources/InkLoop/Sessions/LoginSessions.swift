internal import CLibsystemd
internal import Glibc
package import InkWorkspace

extension LoginSessions {
    /// logind's sessions; nil where logind is unavailable.
    package static var available: LoginSessions? { SeatMonitor() == nil ? nil : .system }

    /// logind's sessions.
    static let system = LoginSessions(
        active: { seat in
            var name: UnsafeMutablePointer<CChar>?
            var user: uid_t = 0
            guard sd_seat_get_active(seat, &name, &user) >= 0, let name else { return nil }
            defer { free(name) }
            var kind: UnsafeMutablePointer<CChar>?
            // a session of an unknown class is not a user's session
            guard sd_session_get_class(name, &kind) >= 0, let kind else {
                return LoginSession(id: String(cString: name), user: user, kind: "")
            }
            defer { free(kind) }
            return LoginSession(id: String(cString: name), user: user, kind: String(cString: kind))
        },
        hasSession: { sd_uid_get_sessions($0, 0, nil) > 0 },
        seat: { user in
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
        },
        isOn: { sd_uid_is_on_seat($0, 0, $1) > 0 })
}

/// Detects changes of active sessions. Loop thread only.
final class SeatMonitor {
    private let monitor: OpaquePointer

    /// Creates a monitor of seats; nil if logind is unavailable.
    init?() {
        var monitor: OpaquePointer?
        guard sd_login_monitor_new("seat", &monitor) >= 0, let monitor else { return nil }
        self.monitor = monitor
    }

    deinit { sd_login_monitor_unref(monitor) }

    /// The descriptor, which is readable when an active session may have changed; nil if logind provides no descriptor.
    var fileDescriptor: Int32? {
        let descriptor = sd_login_monitor_get_fd(monitor)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Acknowledges a change.
    func flush() { sd_login_monitor_flush(monitor) }
}
