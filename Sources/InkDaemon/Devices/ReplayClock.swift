internal import Ink

/// How the time in a recording runs against the loop's clock: events keep the recording's intervals, the loop is told how long to wait.
///
/// Live devices use the identity, so that nothing else needs to know the difference.
struct ReplayClock {
    private let start: Int64
    private let speed: Double

    /// The device's time is the loop's.
    static let live = ReplayClock(start: 0, speed: 1)

    /// From `start` of CLOCK_MONOTONIC on the device's time runs `speed` times as fast as the loop's.
    init(start: Int64, speed: Double) {
        self.start = start
        self.speed = speed
    }

    /// The device's time at this moment of the loop, in microseconds.
    func deviceTime(atLoop loop: UInt64) -> Instant {
        let elapsed = Double(Int64(clamping: loop) &- start) * speed
        return Instant(microseconds: start).advanced(byMicroseconds: Int64(exactly: elapsed.rounded()) ?? .max)
    }

    /// The loop's time, in microseconds, at which the device's time is `time`.
    func loopTime(at time: Instant) -> UInt64 {
        let elapsed = Double(time.since(Instant(microseconds: start))) / speed
        return UInt64(
            clamping: Instant(microseconds: start).advanced(byMicroseconds: Int64(exactly: elapsed.rounded(.up)) ?? .max).microseconds)
    }
}
