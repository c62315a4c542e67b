/// Whether an input method reads its stream, judged by what the kernel still has for it.
///
/// One that is stopped or stuck would keep the pen for ever, and what is written would go nowhere. A state machine without a clock; times are
/// microseconds of any one clock.
struct ReadingPulse {
    /// Microseconds between two looks at what is unread.
    static let interval: UInt64 = 1_000_000

    /// Since when something is unread; nil while nothing is.
    private var unreadSince: UInt64?
    /// It has left something unread for too long, and reads nothing since.
    private(set) var isStuck = false

    /// Whether to look again after `interval`. An input method that is told nothing costs nothing.
    var isWaiting: Bool { unreadSince != nil }

    /// Something is sent.
    /// - Parameter hasUnread: What was sent before has not been read completely.
    mutating func sends(hasUnread: Bool, at now: UInt64) {
        if !hasUnread || unreadSince == nil { unreadSince = now }
    }

    /// Looks at what is unread.
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
