internal import Logging

/// Lets through so much a second on average, and no more than one second's share at once. Times are microseconds of any clock that does not
/// go back.
struct TokenBucket {
    private var used = 0.0
    private var time: UInt64 = 0

    /// Tokens used and not earned back by `now`, rounded up.
    /// - Parameter rate: the units that are earned back in a second.
    func level(at now: UInt64, rate: Int) -> Int {
        let seconds = now > time ? Double(now - time) / 1_000_000 : 0
        let left = max(0, used - seconds * Double(max(0, rate)))
        return Int(min(left.rounded(.up), Double(Int32.max)))
    }

    /// Uses so much more.
    mutating func add(_ amount: Int, at now: UInt64, rate: Int) {
        used = Double(level(at: now, rate: rate)) + Double(amount)
        time = now
    }
}

/// Counts lines within one minute. Times are microseconds of any clock that does not go back.
struct NoticeWindow {
    private let start: UInt64
    private var count = 0
    /// Lines that were refused.
    private(set) var omitted = 0

    private static let length: UInt64 = 60_000_000

    init(at now: UInt64) { start = now }

    /// When the minute is over.
    var end: UInt64 { start &+ Self.length }

    /// Counts a line; false if it is one too many.
    mutating func admit(limit: Int) -> Bool {
        guard count < limit else {
            omitted += 1
            return false
        }
        count += 1
        return true
    }
}

/// Lines of the journal that users' calls cause: `quotas.notices` a minute of each user; of more, their number. Loop thread only.
final class UserNotices {
    private unowned let hubs: Hubs
    private let subject: String
    private var windows: [UInt32: NoticeWindow] = [:]
    /// Fires when a minute is over in which lines were left out.
    private var timer: EventSource?

    /// - Parameter subject: in the plural.
    init(about subject: String, _ hubs: Hubs) {
        self.subject = subject
        self.hubs = hubs
    }

    /// Logs a line, if the user has not caused too many.
    func log(_ line: @autoclosure () -> String, of user: UInt32, level: Logger.Level = .notice) {
        let now = hubs.loop.now
        if let window = windows[user], window.end <= now { close(user, window) }
        var window = windows[user] ?? NoticeWindow(at: now)
        let isAdmitted = window.admit(limit: hubs.settings.quotas.notices)
        windows[user] = window
        if isAdmitted {
            hubs.shared.logger.log(level: level, "\(line())")
        } else if timer == nil {
            timer = try? hubs.loop.timer { [unowned self] in closeWindows() }
            timer?.fire(at: window.end)
        }
    }

    private func closeWindows() {
        timer = nil
        let now = hubs.loop.now
        for (user, window) in windows where window.end <= now { close(user, window) }
        guard let next = windows.values.filter({ $0.omitted > 0 }).map(\.end).min() else { return }
        timer = try? hubs.loop.timer { [unowned self] in closeWindows() }
        timer?.fire(at: next)
    }

    private func close(_ user: UInt32, _ window: NoticeWindow) {
        windows[user] = nil
        guard window.omitted > 0 else { return }
        hubs.shared.logger.notice("\(window.omitted) more lines about \(subject) of user \(user) in a minute were left out")
    }
}
