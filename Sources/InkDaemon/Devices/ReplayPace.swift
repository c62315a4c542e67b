/// Holds what is played back while those who watch it, or read it, do not keep up: nothing of it may be left out. A pure value.
///
/// A watcher that takes nothing for as long as `patience` is not waited for any more, as it may never read again.
struct ReplayPace {
    /// Microseconds without progress after which watchers are not waited for.
    let patience: UInt64
    /// Watchers that were given up.
    private(set) var abandoned: Set<ClientID> = []
    /// When there was progress last, while something is waited for.
    private var since: UInt64?
    /// The least that waited since then.
    private var least = 0

    /// Microseconds after which it is looked again.
    static let interval: UInt64 = 1000
    /// Pointer events that editors may have before them: a second of a pen of 4000 Hz.
    static let mostEvents = 4096

    init(patience: UInt64) { self.patience = patience }

    /// Whether the next frame may be played.
    ///
    /// - Parameters:
    ///   - amount: what waits: bytes and events.
    ///   - slow: the watchers that it waits for.
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
