internal import InkWorkspace

/// Pauses the replay while watching clients or editors do not keep up, so that no frame is dropped. A pure value.
///
/// A client that reads nothing for `patience` is no longer waited for, because it may never read again.
struct ReplayPace {
    /// Microseconds without progress after which clients are no longer waited for.
    let patience: UInt64
    /// Abandoned watchers.
    private(set) var abandoned: Set<ClientID> = []
    /// The time of the last progress, while data is pending.
    private var since: UInt64?
    /// The smallest pending amount since then.
    private var least = 0

    /// Microseconds until the next check.
    static let interval: UInt64 = 1000
    /// Maximum number of pointer events pending for editors: a second of a pen of 4000 Hz.
    static let mostEvents = 4096

    init(patience: UInt64) { self.patience = patience }

    /// Returns whether the next frame may be played.
    ///
    /// - Parameters:
    ///   - amount: pending bytes and events.
    ///   - slow: the watchers that are behind.
    mutating func mayGoOn(_ amount: Int, _ slow: some Sequence<ClientID>, at now: UInt64) -> Bool {
        guard amount > 0 else {
            since = nil
            return true
        }
        guard let last = since, amount >= least else {
            (since, least) = (now, amount)
            return false
        }
        guard now >= last &+ patience else { return false }
        abandoned.formUnion(slow)
        since = nil
        return true
    }
}
