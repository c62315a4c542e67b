internal import CLibsystemd
internal import Glibc
internal import InkWorkspace
internal import Logging

/// The polkit authority, which decides whether a client may perform actions that concern all users. Loop thread only.
///
/// Queries never block. Without polkit, or without a bus, every query is refused.
final class PolicyAuthority {
    /// An action that polkit can permit; `config/polkit/org.inkd.policy` describes each.
    enum Action: String {
        /// Installing and removing models for all users.
        case installModels = "org.inkd.models.install"
    }

    private let loop: EventLoop
    private let logger: Logger
    private var bus: OpaquePointer?
    /// The callers that wait for polkit's answer, by the number of their request.
    private var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    private var lastQuestion: UInt64 = 0

    /// Microseconds for entering a password.
    private static let patience: UInt64 = 120_000_000
    /// polkit's AllowUserInteraction.
    private static let interaction: UInt32 = 1

    /// The context of a pending answer.
    private final class Question {
        weak var asker: PolicyAuthority?
        let number: UInt64

        init(asker: PolicyAuthority, number: UInt64) {
            self.asker = asker
            self.number = number
        }
    }

    init(loop: EventLoop, logger: Logger) {
        self.loop = loop
        self.logger = logger
    }

    deinit { close() }

    /// Returns whether polkit permits an action to the process at the other end of a connection. False if the process has ended
    /// meanwhile, because polkit may have checked another process with the same ID.
    /// - Parameter isInteractive: whether polkit may ask for a password.
    func permits(_ action: Action, to process: PeerProcess, isInteractive: Bool) async -> Bool {
        let isPermitted = await withCheckedContinuation { continuation in
            lastQuestion += 1
            waiting[lastQuestion] = continuation
            if !ask(lastQuestion, action, process: process.number, user: process.user, isInteractive: isInteractive) {
                answer(lastQuestion, false)
            }
        }
        return isPermitted && process.isThere
    }

    /// Refuses all pending requests and makes no more, because the daemon ends.
    func close() {
        for question in waiting.keys { answer(question, false) }
        guard bus != nil else { return }
        sd_bus_detach_event(bus)
        sd_bus_close(bus)
        sd_bus_unref(bus)
        bus = nil
    }

    private func answer(_ question: UInt64, _ isPermitted: Bool) { waiting.removeValue(forKey: question)?.resume(returning: isPermitted) }

    /// Returns whether the bus is connected. Reconnects if the connection was lost.
    private func isConnected() -> Bool {
        if bus != nil, sd_bus_is_open(bus) > 0 { return true }
        close(keeping: lastQuestion)
        if sd_bus_open_system(&bus) >= 0, sd_bus_attach_event(bus, loop.event, 0) >= 0 { return true }
        logger.debug("no system bus: polkit cannot be asked")
        close(keeping: lastQuestion)
        return false
    }

    /// Closes a lost connection. Refuses all requests that are pending on it except one.
    private func close(keeping question: UInt64) {
        let kept = waiting.removeValue(forKey: question)
        close()
        waiting[question] = kept
    }

    /// Sends a request to polkit.
    /// - Returns: whether a reply will arrive.
    private func ask(_ number: UInt64, _ action: Action, process: Int32, user: UInt32, isInteractive: Bool) -> Bool {
        guard isConnected(), let message = Self.message(bus, action, process: process, user: user, isInteractive: isInteractive) else {
            return false
        }
        defer { sd_bus_message_unref(message) }
        return BusQuestion.ask(bus, message, for: Question(asker: self, number: number), timeout: Self.patience) { reply, context, _ in
            guard let context else { return 0 }
            let question = Unmanaged<Question>.fromOpaque(context).takeUnretainedValue()
            question.asker?.answer(question.number, PolicyAuthority.isPermitted(reply))
            return 0
        }
    }

    /// Builds a call of polkit's CheckAuthorization, `(sa{sv})sa{ss}us`: the process with its ID, start time (0: polkit looks it up) and
    /// user; the action; no details; flags; no cancellation ID.
    private static func message(
        _ bus: OpaquePointer?, _ action: Action, process: Int32, user: UInt32, isInteractive: Bool
    ) -> OpaquePointer? {
        var made: OpaquePointer?
        guard
            sd_bus_message_new_method_call(
                bus, &made, "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.PolicyKit1.Authority",
                "CheckAuthorization") >= 0, let message = made
        else { return nil }
        let isComplete =
            open(message, "r", "sa{sv}") && append(message, "unix-process") && open(message, "a", "{sv}")
            && append(message, "pid", "u", UInt32(bitPattern: process)) && append(message, "start-time", "t", UInt64(0))
            && append(message, "uid", "i", Int32(bitPattern: user)) && close(message) && close(message)
            && append(message, action.rawValue) && open(message, "a", "{ss}") && close(message)
            && append(message, "u", isInteractive ? interaction : 0) && append(message, "")
        guard isComplete else {
            sd_bus_message_unref(message)
            return nil
        }
        return message
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }

    private static func open(_ message: OpaquePointer, _ container: Unicode.Scalar, _ contents: String) -> Bool {
        sd_bus_message_open_container(message, type(container), contents) >= 0
    }

    private static func close(_ message: OpaquePointer) -> Bool { sd_bus_message_close_container(message) >= 0 }

    private static func append(_ message: OpaquePointer, _ text: String) -> Bool {
        text.withCString { sd_bus_message_append_basic(message, type("s"), $0) } >= 0
    }

    private static func append<Number: FixedWidthInteger>(_ message: OpaquePointer, _ letter: Unicode.Scalar, _ number: Number) -> Bool {
        withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type(letter), $0) } >= 0
    }

    /// Appends an entry of a dictionary of variants.
    private static func append<Number: FixedWidthInteger>(
        _ message: OpaquePointer, _ key: String, _ letter: Unicode.Scalar, _ number: Number
    ) -> Bool {
        open(message, "e", "sv") && append(message, key) && open(message, "v", String(letter)) && append(message, letter, number)
            && close(message) && close(message)
    }

    /// Decodes an answer, `(bba{ss})`; false for an error, such as that of a bus without polkit.
    private static func isPermitted(_ reply: OpaquePointer?) -> Bool {
        var value: Int32 = 0
        guard sd_bus_message_is_method_error(reply, nil) == 0, sd_bus_message_enter_container(reply, type("r"), "bba{ss}") > 0,
            sd_bus_message_read_basic(reply, type("b"), &value) > 0
        else { return false }
        return value != 0
    }
}
