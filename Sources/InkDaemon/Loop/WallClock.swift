internal import Glibc
internal import Ink
internal import InkProtocol

/// Turns the device's times into times since 1970, also those from before the machine slept or the clock was set.
struct WallClock {
    /// What holds now.
    private(set) var now = WallClock.read(CLOCK_REALTIME)
    /// What held before, and until when.
    private var earlier: [(until: Instant, offset: ClockOffset)] = []
    /// CLOCK_BOOTTIME − CLOCK_MONOTONIC: how long the machine has slept, in microseconds.
    private var asleep = WallClock.read(CLOCK_BOOTTIME).microseconds

    /// A smaller change is the clock being kept right, not another time.
    private static let tolerance: Int64 = 1_000_000
    private static let mostRemembered = 1_000

    /// Reads the clocks again.
    mutating func synchronise(at time: Instant) {
        let fresh = Self.read(CLOCK_REALTIME)
        if abs(fresh.microseconds &- now.microseconds) > Self.tolerance {
            earlier.append((time, now))
            if earlier.count > Self.mostRemembered { earlier.removeFirst() }
        }
        now = fresh
    }

    /// What held at a moment.
    func offset(at time: Instant) -> ClockOffset { earlier.first { time < $0.until }?.offset ?? now }

    /// Whether the machine has slept since this was asked last.
    mutating func hasSlept() -> Bool {
        let fresh = Self.read(CLOCK_BOOTTIME).microseconds
        defer { asleep = fresh }
        return fresh - asleep > Self.tolerance / 10
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
