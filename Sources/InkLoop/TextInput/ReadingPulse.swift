/// Whether an input method reads its stream, judged by its unread data in the kernel.
///
/// A stopped or stuck input method would keep the pen for ever, and ink would be lost. A state machine without a clock; times are
/// microseconds of any one clock.
struct ReadingPulse {
    /// Microseconds between two checks for unread data.
    static let interval: UInt64 = 1_000_000

    /// The time since which data is unread; nil if all data is read.
    private var unreadSince: UInt64?
    /// Whether it has left data unread for too long, and has read nothing since.
    private(set) var isStuck = false

    /// Whether to check again after `interval`. An input method that receives nothing costs nothing.
    var isWaiting: Bool { unreadSince != nil }

    /// Notes that data is sent.
    /// - Parameter hasUnread: Whether earlier data has not been read completely.
    mutating func sends(hasUnread: Bool, at now: UInt64) {
        if !hasUnread || unreadSince == nil { unreadSince = now }
    }

    /// Checks for unread data.
    /// - Parameter patience: Microseconds after which it counts as stuck.
    /// - Returns: Whether `isStuck` has changed.
    mutating func look(hasUnread: Bool, patience: UInt64, at now: UInt64) -> Bool {
        guard hasUnread else {
            unreadSince = nil
            defer { isStuck = false }
            return isStuck
        }
        let since = unreadSince ?? now
        unreadSince = since
        guard !isStuck, now >= since &+ patience else { return false }
        isStuck = true
        return true
    }
}
