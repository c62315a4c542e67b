package import Logging
internal import Synchronization
package import Tablet

/// The subject of journal lines that any client or device can cause in large numbers. Each subject has its own limit.
package enum NoticeSubject: Hashable, Sendable {
    /// A user who may use more than the public calls.
    case user(UInt32)
    /// All other users together: a program with many user IDs, as in a container, gets no larger limit.
    case strangers
    /// All devices of a model, because a device gets a new number each time it is plugged in.
    case device(HardwareID)
    /// The devices of a seat, which each lock of a session closes.
    case seat(String)
    /// The daemon itself, when the system refuses it a resource.
    case daemon

    /// The name for the end of a sentence.
    var name: String {
        switch self {
        case .user(let user): "user \(user)"
        case .strangers: "users without a session"
        case .device(let hardware): "devices of vendor \(hardware.vendor), product \(hardware.product)"
        case .seat(let name): name
        case .daemon: "the daemon and other subjects"
        }
    }
}

/// Counts journal lines within one minute. Times are microseconds of any monotonic clock.
struct NoticeWindow {
    private let start: UInt64
    /// Number of admitted lines.
    private(set) var count = 0
    /// Number of omitted lines.
    private(set) var omitted = 0

    private static let length: UInt64 = 60_000_000

    init(at now: UInt64) { start = now }

    /// The end of the minute.
    var end: UInt64 { start &+ Self.length }

    /// Counts a line; false if it exceeds the limit.
    mutating func admit(limit: Int) -> Bool {
        guard count < limit else {
            omitted += 1
            return false
        }
        count += 1
        return true
    }
}

/// Counts of the journal lines of the last minute, by subject. Times are microseconds of any monotonic clock. A pure value.
struct NoticeWindows {
    /// The number of lines about a subject that were omitted in a past minute.
    struct Omission: Equatable {
        var subject: NoticeSubject
        var count: Int
    }

    private var windows: [NoticeSubject: NoticeWindow] = [:]

    /// Maximum number of subjects counted separately; further ones are counted together as `daemon`. A program may create devices of any
    /// number of models.
    static let mostSubjects = 256

    /// Limits the rate of journal lines: counts a line about the subject, and returns false if there are too many.
    /// - Parameter limit: maximum number of lines about a subject per minute.
    mutating func admit(_ subject: NoticeSubject, at now: UInt64, limit: Int) -> Bool {
        let subject = windows[subject] != nil || windows.count < Self.mostSubjects ? subject : .daemon
        var window = windows[subject] ?? NoticeWindow(at: now)
        defer { windows[subject] = window }
        return window.admit(limit: limit)
    }

    /// Forgets past minutes.
    /// - Returns: the lines omitted in them.
    mutating func close(at now: UInt64) -> [Omission] {
        let over = windows.filter { $0.value.end <= now }
        for subject in over.keys { windows[subject] = nil }
        return over.filter { $0.value.omitted > 0 }.map { Omission(subject: $0.key, count: $0.value.omitted) }
            .sorted { $0.subject.name < $1.subject.name }
    }

    /// The end of the first minute in which lines were omitted; nil if no lines were omitted.
    var nextOmission: UInt64? { windows.values.filter { $0.omitted > 0 }.map(\.end).min() }

    /// Returns the number of lines about a subject in its present minute.
    func count(of subject: NoticeSubject, at now: UInt64) -> Int {
        guard let window = windows[subject], window.end > now else { return 0 }
        return window.count
    }
}

/// Logs the journal lines that clients and devices can cause, at most `quotas.notices` per minute and subject. Of further lines only the
/// number is logged. Usable from any thread.
package final class Notices: Sendable {
    private struct State {
        var windows = NoticeWindows()
        var limit: Int
        var isTimed = false
    }

    private let logger: Logger
    private let now: @Sendable () -> UInt64
    private let state: Mutex<State>
    /// Schedules a call of `close` at a time; nil until there is a loop.
    private let callLater = Mutex<(@Sendable (UInt64) -> Void)?>(nil)

    /// - Parameters:
    ///   - limit: maximum number of lines about each subject per minute.
    ///   - now: microseconds of CLOCK_MONOTONIC.
    init(_ logger: Logger, limit: Int, now: @escaping @Sendable () -> UInt64) {
        self.logger = logger
        self.now = now
        state = Mutex(State(limit: limit))
    }

    /// Sets the limit of lines about each subject per minute.
    func use(limit: Int) { state.withLock { $0.limit = limit } }

    /// Sets the function that schedules calls of `close`. It receives the time of the call.
    package func start(_ callLater: @escaping @Sendable (UInt64) -> Void) { self.callLater.withLock { $0 = callLater } }

    /// Logs a line, unless there are too many about its subject.
    package func log(_ level: Logger.Level, about subject: NoticeSubject, _ line: @autoclosure () -> String) {
        guard logger.logLevel <= level else { return }
        let time = now()
        let (isAdmitted, omissions) = state.withLock { state in
            let omissions = state.windows.close(at: time)
            return (state.windows.admit(subject, at: time, limit: state.limit), omissions)
        }
        say(omissions)
        if isAdmitted { logger.log(level: level, "\(line())") }
        armTimer()
    }

    /// Logs the number of omitted lines; called at the time given to `callLater`.
    package func close() {
        let time = now()
        say(
            state.withLock { state in
                state.isTimed = false
                return state.windows.close(at: time)
            })
        armTimer()
    }

    /// Returns the number of lines about a subject in its present minute.
    package func count(of subject: NoticeSubject) -> Int {
        let time = now()
        return state.withLock { $0.windows.count(of: subject, at: time) }
    }

    private func armTimer() {
        guard let callLater = callLater.withLock({ $0 }) else { return }
        let end = state.withLock { state -> UInt64? in
            guard !state.isTimed, let end = state.windows.nextOmission else { return nil }
            state.isTimed = true
            return end
        }
        if let end { callLater(end) }
    }

    private func say(_ omissions: [NoticeWindows.Omission]) {
        for omission in omissions {
            logger.notice("\(omission.count) more lines about \(omission.subject.name) were omitted in the last minute")
        }
    }
}
