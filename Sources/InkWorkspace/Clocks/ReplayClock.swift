package import Ink

/// Maps times of a recording to the loop's clock. Replayed events keep the intervals of the recording, and the loop can compute the time
/// until the next event.
///
/// For connected devices the clock is the identity map, so that other code need not distinguish devices from recordings.
package struct ReplayClock: Sendable {
    private let start: Int64
    private let speed: Double

    /// The identity: the device's time is the loop's.
    package static let live = ReplayClock(start: 0, speed: 1)

    /// Creates a clock whose device time runs `speed` times as fast as the loop's, from `start` of CLOCK_MONOTONIC on.
    package init(start: Int64, speed: Double) {
        self.start = start
        self.speed = speed
    }

    /// Returns the device's time at the loop's time `loop`, which is in microseconds.
    package func deviceTime(atLoop loop: UInt64) -> Instant {
        let elapsed = Double(Int64(clamping: loop) &- start) * speed
        return Instant(microseconds: start).advanced(byMicroseconds: Int64(exactly: elapsed.rounded()) ?? .max)
    }

    /// Returns the loop's time, in microseconds, at which the device's time is `time`.
    package func loopTime(at time: Instant) -> UInt64 {
        let elapsed = Double(time.since(Instant(microseconds: start))) / speed
        return UInt64(
            clamping: Instant(microseconds: start).advanced(byMicroseconds: Int64(exactly: elapsed.rounded(.up)) ?? .max).microseconds)
    }
}
