internal import InkWorkspace

/// Pauses the replay while watching clients or editors do not keep up, so that no message is dropped. A pure value.
///
/// The replay stops waiting for a client that reads nothing for `patience`, because the client may never read again.
struct ReplayPace {
    /// Microseconds without progress after which the replay stops waiting for slow clients.
    let patience: UInt64
    /// The clients for which the replay no longer waits.
    private(set) var abandoned: Set<ClientID> = []
    /// The time of the last progress; nil while no data is pending.
    private var since: UInt64?
    /// The smallest amount of pending data since the last progress.
    private var least = 0

    /// Microseconds until the amount of pending data is checked again.
    static let interval: UInt64 = 1000
    /// Maximum number of pending pointer events of an editor: those of one second of a pen with 4000 Hz.
    static let mostEvents = 4096

    init(patience: UInt64) { self.patience = patience }

    /// Returns whether the next frame may be played.
    ///
    /// - Parameters:
    ///   - amount: pending bytes and events.
    ///   - slow: the watching clients that do not keep up.
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
