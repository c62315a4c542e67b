internal import Glibc
internal import InkProtocol

/// How the loop's time runs against the clock on the wall, and whether the machine has slept.
struct WallClock {
    /// What holds now.
    private(set) var now = WallClock.read(CLOCK_REALTIME)
    /// CLOCK_BOOTTIME − CLOCK_MONOTONIC: how long the machine has slept, in microseconds.
    private var asleep = WallClock.read(CLOCK_BOOTTIME).microseconds

    /// A shorter sleep is none, in microseconds.
    private static let tolerance: Int64 = 100_000

    /// Reads the clocks again.
    mutating func synchronise() { now = Self.read(CLOCK_REALTIME) }

    /// Whether the machine has slept since this was asked last.
    mutating func hasSlept() -> Bool {
        let fresh = Self.read(CLOCK_BOOTTIME).microseconds
        defer { asleep = fresh }
        return fresh - asleep > Self.tolerance
    }

    /// As if the machine had slept so many microseconds.
    mutating func pretendSleep(_ microseconds: Int64) { asleep -= microseconds }

    /// How far a clock is ahead of CLOCK_MONOTONIC, both read now.
    private static func read(_ clock: clockid_t) -> ClockOffset {
        var other = timespec()
        var monotonic = timespec()
        clock_gettime(clock, &other)
        clock_gettime(CLOCK_MONOTONIC, &monotonic)
        return ClockOffset(microseconds: Int64((other.tv_sec - monotonic.tv_sec) * 1_000_000 + (other.tv_nsec - monotonic.tv_nsec) / 1000))
    }
}
