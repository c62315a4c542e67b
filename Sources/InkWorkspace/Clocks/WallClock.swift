internal import Glibc
package import InkProtocol

/// The offset of the wall clock from the loop's clock, and whether the machine has slept.
package struct WallClock {
    /// The present offset of the wall clock.
    package private(set) var now = WallClock.read(CLOCK_REALTIME)
    /// CLOCK_BOOTTIME − CLOCK_MONOTONIC: the time that the machine has slept, in microseconds.
    private var asleep = WallClock.read(CLOCK_BOOTTIME).microseconds

    /// Reads the clocks.
    package init() {}

    /// The longest increase of `asleep` that does not count as sleep, in microseconds.
    private static let tolerance: Int64 = 100_000

    /// Reads the clocks again.
    package mutating func synchronize() { now = Self.read(CLOCK_REALTIME) }

    /// Returns whether the machine has slept since the last call.
    package mutating func hasSlept() -> Bool {
        let fresh = Self.read(CLOCK_BOOTTIME).microseconds
        defer { asleep = fresh }
        return fresh - asleep > Self.tolerance
    }

    /// Pretends that the machine has slept for a number of microseconds.
    package mutating func pretendSleep(_ microseconds: Int64) { asleep -= microseconds }

    /// Reads the offset of a clock from CLOCK_MONOTONIC. The thread may be preempted between two readings, so the shortest of a few
    /// attempts is used.
    private static func read(_ clock: clockid_t) -> ClockOffset {
        var best: (span: Int64, offset: Int64) = (.max, 0)
        for _ in 0..<tries {
            let before = nanoseconds(CLOCK_MONOTONIC)
            let other = nanoseconds(clock)
            let after = nanoseconds(CLOCK_MONOTONIC)
            if after - before < best.span { best = (after - before, other - before - (after - before) / 2) }
            if best.span < narrow { break }
        }
        return ClockOffset(microseconds: best.offset / 1000)
    }

    /// The maximum duration of an uninterrupted reading, in nanoseconds.
    private static let narrow: Int64 = 20_000
    /// The maximum number of attempts to get an uninterrupted reading.
    private static let tries = 5

    /// Reads a clock of the system, in nanoseconds.
    static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
