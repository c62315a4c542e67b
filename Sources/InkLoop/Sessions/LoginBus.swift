internal import CLibsystemd
internal import Glibc
internal import InkWorkspace
internal import Logging

/// A notification from logind, or the loss of the connection to it.
enum LoginNotice {
    /// Whether a session is locked; nil if logind did not answer.
    case lock(seat: String, session: String, isLocked: Bool?)
    /// A session has changed: query again.
    case sessionsChanged
    /// Whether the machine is about to sleep; false if it has woken up.
    case sleep(Bool)
    /// logind has started, or the connection has ended. Earlier information may be outdated.
    case restarted
}

/// The connection to logind on the system bus, for state that logind's files do not contain: locked sessions, and sleep. Loop thread only.
///
/// All calls are asynchronous: logind may be busy, and must not delay pens.
final class LoginBus {
    private let loop: EventLoop
    private let logger: Logger
    private var bus: OpaquePointer?
    private var hasComplained = false
    private let told: (LoginNotice) -> Void
    /// The descriptor that delays sleep while it is open, for 5 s at most; negative if sleep is not delayed.
    private var inhibitor: Int32 = -1
    private var isInhibitorWanted = false

    private static let service = "org.freedesktop.login1"
    private static let manager = (path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager")
    /// The signals to subscribe to, and the handlers that convert each signal into a notification.
    private static let matches: [(rule: String, handler: sd_bus_message_handler_t)] = [
        (
            "type='signal',sender='org.freedesktop.login1',interface='org.freedesktop.DBus.Properties',"
                + "member='PropertiesChanged',arg0='org.freedesktop.login1.Session'",
            { _, context, _ in LoginBus.tell(context) { _ in .sessionsChanged } }
        ),
        (
            "type='signal',sender='org.freedesktop.login1',interface='org.freedesktop.login1.Manager',member='PrepareForSleep'",
            { message, context, _ in LoginBus.tell(context) { _ in LoginBus.flag(in: message).map { .sleep($0) } } }
        ),
        (
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
                + "arg0='org.freedesktop.login1'",
            { _, context, _ in LoginBus.tell(context) { _ in .restarted } }
        ),
        (
            "type='signal',sender='org.freedesktop.DBus.Local',interface='org.freedesktop.DBus.Local',member='Disconnected'",
            { _, context, _ in LoginBus.tell(context) { _ in .restarted } }
        ),
    ]

    /// The context of a pending call, with the handler of its reply.
    private final class Question {
        weak var asker: LoginBus?
        let answered: (LoginBus, OpaquePointer?) -> Void

        init(_ asker: LoginBus, _ answered: @escaping (LoginBus, OpaquePointer?) -> Void) {
            self.asker = asker
            self.answered = answered
        }
    }

    /// - Parameter told: called on the loop with each notification.
    init(loop: EventLoop, logger: Logger, told: @escaping (LoginNotice) -> Void) {
        self.loop = loop
        self.logger = logger
        self.told = told
    }

    deinit { close() }

    private static func tell(_ context: UnsafeMutableRawPointer?, _ notice: (LoginBus) -> LoginNotice?) -> Int32 {
        guard let context else { return 0 }
        let bus = Unmanaged<LoginBus>.fromOpaque(context).takeUnretainedValue()
        if let notice = notice(bus) { bus.told(notice) }
        return 0
    }

    // MARK: Connection

    /// Whether there is a connection to the bus.
    private var isOpen: Bool { bus != nil && sd_bus_is_open(bus) > 0 }

    /// Connects to the bus if not connected.
    /// - Returns: whether it is connected.
    private func connect() -> Bool {
        if isOpen { return true }
        if bus != nil, !hasComplained {
            hasComplained = true
            logger.notice(
                "cannot connect to the system bus (permission denied): the lock state is unknown. Run systemd-sysusers, then restart inkd"
            )
        }
        close()
        guard sd_bus_open_system(&bus) >= 0, sd_bus_attach_event(bus, loop.event, 0) >= 0 else { return giveUp() }
        let context = Unmanaged.passUnretained(self).toOpaque()
        for match in Self.matches {
            guard sd_bus_add_match_async(bus, nil, match.rule, match.handler, nil, context) >= 0 else { return giveUp() }
        }
        if isInhibitorWanted { takeInhibitor() }
        // the machine may be about to sleep already
        ask(Self.manager.path, Self.manager.interface, "PreparingForSleep") { bus, reply in
            if let isSleeping = Self.variant(in: reply) { bus.told(.sleep(isSleeping)) }
        }
        return true
    }

    private func giveUp() -> Bool {
        logger.debug("no system bus: the lock state of sessions is unknown")
        close()
        return false
    }

    private func close() {
        releaseInhibitor()
        guard bus != nil else { return }
        sd_bus_detach_event(bus)
        sd_bus_close(bus)
        sd_bus_unref(bus)
        bus = nil
    }

    // MARK: Sleep

    /// Delays sleep until `releaseInhibitor` is called. A new connection delays sleep, too.
    func wantInhibitor() {
        isInhibitorWanted = true
        if isOpen { takeInhibitor() }
    }

    private func takeInhibitor() {
        guard inhibitor < 0 else { return }
        let arguments = ["sleep", "inkd", "Tablets are closed before the machine sleeps", "delay"]
        let isAsked = call(Self.manager.path, Self.manager.interface, "Inhibit", arguments) { bus, reply in
            var descriptor: Int32 = -1
            guard sd_bus_message_is_method_error(reply, nil) == 0,
                sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "h")), &descriptor) > 0
            else {
                return bus.logger.notice("logind refused to delay sleep: tablets are closed while sleep begins")
            }
            bus.releaseInhibitor()
            // the original descriptor is closed together with the message
            bus.inhibitor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        }
        if !isAsked { logger.debug("cannot ask logind to delay sleep") }
    }

    /// Allows the machine to sleep.
    func releaseInhibitor() {
        guard inhibitor >= 0 else { return }
        Glibc.close(inhibitor)
        inhibitor = -1
    }

    // MARK: Questions

    /// Queries whether a session is locked.
    /// - Returns: whether a notification will follow.
    func askLock(of session: String, seat: String) -> Bool {
        guard connect() else { return false }
        var path: UnsafeMutablePointer<CChar>?
        guard sd_bus_path_encode("/org/freedesktop/login1/session", session, &path) >= 0, let path else { return false }
        defer { free(path) }
        return ask(String(cString: path), "org.freedesktop.login1.Session", "LockedHint") { bus, reply in
            bus.told(.lock(seat: seat, session: session, isLocked: Self.variant(in: reply)))
        }
    }

    @discardableResult
    private func ask(
        _ path: String, _ interface: String, _ property: String, _ answered: @escaping (LoginBus, OpaquePointer?) -> Void
    ) -> Bool {
        call(path, "org.freedesktop.DBus.Properties", "Get", [interface, property], answered)
    }

    private func call(
        _ path: String, _ interface: String, _ method: String, _ arguments: [String],
        _ answered: @escaping (LoginBus, OpaquePointer?) -> Void
    ) -> Bool {
        var message: OpaquePointer?
        guard sd_bus_message_new_method_call(bus, &message, Self.service, path, interface, method) >= 0 else { return false }
        defer { sd_bus_message_unref(message) }
        let type = CChar(UInt8(ascii: "s"))
        for text in arguments {
            guard text.withCString({ sd_bus_message_append_basic(message, type, $0) }) >= 0 else { return false }
        }
        guard let message else { return false }
        return BusQuestion.ask(bus, message, for: Question(self, answered), timeout: 0) { reply, context, _ in
            guard let context else { return 0 }
            let question = Unmanaged<Question>.fromOpaque(context).takeUnretainedValue()
            if let asker = question.asker { question.answered(asker, reply) }
            return 0
        }
    }

    /// Returns the Boolean in a variant of a reply; nil without a Boolean, as for a session that has ended.
    private static func variant(in reply: OpaquePointer?) -> Bool? {
        guard sd_bus_message_is_method_error(reply, nil) == 0,
            sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "v")), "b") > 0
        else { return nil }
        return flag(in: reply)
    }

    /// Returns the next Boolean in a message; nil without a Boolean.
    private static func flag(in message: OpaquePointer?) -> Bool? {
        var value: Int32 = 0
        guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "b")), &value) > 0 else { return nil }
        return value != 0
    }
}
