internal import CLibsystemd
internal import Glibc
internal import Logging

/// Whether the sessions that are active on seats are locked, as logind's `LockedHint` says. Loop thread only.
///
/// Everything is asked without waiting: logind may be busy, and pens are not to feel it.
final class SessionLock {
    private let loop: EventLoop
    private let logger: Logger
    private var bus: OpaquePointer?
    private var hasComplained = false
    private let changed: (_ seat: String, _ isLocked: Bool?) -> Void
    /// The observed seats.
    private var seats: Set<String> = []

    private static let match =
        "type='signal',sender='org.freedesktop.login1',interface='org.freedesktop.DBus.Properties',"
        + "member='PropertiesChanged',arg0='org.freedesktop.login1.Session'"

    /// The subject of a question.
    private final class Question {
        weak var asker: SessionLock?
        let seat: String

        init(asker: SessionLock, seat: String) {
            self.asker = asker
            self.seat = seat
        }
    }

    /// - Parameter changed: called on the loop with a seat's lock state whenever it may have changed; nil: unchanged.
    init(loop: EventLoop, logger: Logger, changed: @escaping (_ seat: String, _ isLocked: Bool?) -> Void) {
        self.loop = loop
        self.logger = logger
        self.changed = changed
    }

    /// Whether there is a connection to the bus, made anew if the last one was lost. Without one nothing is ever locked.
    private func isConnected() -> Bool {
        if bus != nil, sd_bus_is_open(bus) > 0 { return true }
        if bus != nil, !hasComplained {
            hasComplained = true
            logger.notice(
                "the system bus does not speak with us, so nobody says when a session is locked: run systemd-sysusers, then start inkd again"
            )
        }
        close()
        let noticed: sd_bus_message_handler_t = { _, context, _ in
            guard let context else { return 0 }
            Unmanaged<SessionLock>.fromOpaque(context).takeUnretainedValue().askAll()
            return 0
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        if sd_bus_open_system(&bus) >= 0, sd_bus_attach_event(bus, loop.event, 0) >= 0,
            sd_bus_add_match_async(bus, nil, Self.match, noticed, nil, context) >= 0
        {
            return true
        }
        logger.debug("there is no system bus: nobody says when a session is locked")
        close()
        return false
    }

    deinit { close() }

    private func close() {
        guard bus != nil else { return }
        sd_bus_detach_event(bus)
        sd_bus_close(bus)
        sd_bus_unref(bus)
        bus = nil
    }

    /// Asks for the state of a seat's session, and again whenever a session changes.
    /// - Returns: whether `changed` will tell.
    func watch(_ seat: String) -> Bool {
        seats.insert(seat)
        return ask(seat)
    }

    /// Asks again: another session may be active.
    func askAll() { for seat in seats { ask(seat) } }

    @discardableResult
    private func ask(_ seat: String) -> Bool {
        guard isConnected() else { return false }
        var name: UnsafeMutablePointer<CChar>?
        guard sd_seat_get_active(seat, &name, nil) >= 0, let name else {
            changed(seat, false)
            return true
        }
        defer { free(name) }
        var path: UnsafeMutablePointer<CChar>?
        guard sd_bus_path_encode("/org/freedesktop/login1/session", name, &path) >= 0, let path else { return false }
        defer { free(path) }
        var message: OpaquePointer?
        guard
            sd_bus_message_new_method_call(
                bus, &message, "org.freedesktop.login1", path, "org.freedesktop.DBus.Properties", "Get") >= 0
        else { return false }
        defer { sd_bus_message_unref(message) }
        let type = CChar(UInt8(ascii: "s"))
        for text in ["org.freedesktop.login1.Session", "LockedHint"] {
            guard text.withCString({ sd_bus_message_append_basic(message, type, $0) }) >= 0 else { return false }
        }
        let question = Unmanaged.passRetained(Question(asker: self, seat: seat))
        let answered: sd_bus_message_handler_t = { reply, context, _ in
            guard let context else { return 0 }
            let question = Unmanaged<Question>.fromOpaque(context).takeRetainedValue()
            question.asker?.changed(question.seat, SessionLock.flag(in: reply))
            return 0
        }
        guard sd_bus_call_async(bus, nil, message, answered, question.toOpaque(), 0) >= 0 else {
            question.release()
            return false
        }
        return true
    }

    /// The flag that an answer carries; nil where it carries none, as for a session that has ended meanwhile.
    private static func flag(in reply: OpaquePointer?) -> Bool? {
        var value: Int32 = 0
        let variant = CChar(UInt8(ascii: "v"))
        guard sd_bus_message_is_method_error(reply, nil) == 0, sd_bus_message_enter_container(reply, variant, "b") > 0,
            sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "b")), &value) > 0
        else { return nil }
        return value != 0
    }
}
