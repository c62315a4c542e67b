/// Limits the average rate per second, and bursts to the amount of one second. Times are microseconds of any monotonic clock.
struct TokenBucket {
    private var used = 0.0
    private var time: UInt64 = 0

    /// Returns the tokens used and not earned back by `now`, rounded up.
    /// - Parameter rate: the units that are earned back per second.
    func level(at now: UInt64, rate: Int) -> Int {
        let seconds = now > time ? Double(now - time) / 1_000_000 : 0
        let left = max(0, used - seconds * Double(max(0, rate)))
        return Int(min(left.rounded(.up), Double(Int32.max)))
    }

    /// Uses a number of tokens.
    mutating func add(_ amount: Int, at now: UInt64, rate: Int) {
        used = Double(level(at: now, rate: rate)) + Double(amount)
        time = now
    }
}
