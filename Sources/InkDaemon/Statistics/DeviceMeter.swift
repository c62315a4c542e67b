internal import Evdev
internal import Ink

/// The frames of the last seconds, by the second. Times are microseconds of any clock that does not go back. A pure value.
struct RateWindow: Sendable {
    /// One more than are counted in: the present second is not over.
    private var counts = [Int](repeating: 0, count: Self.seconds + 1)
    /// The second that was counted in last.
    private var present: UInt64 = 0

    /// Whole seconds that a rate is of.
    static let seconds = 5

    /// Counts a frame. Allocates nothing.
    mutating func add(at now: UInt64) {
        move(to: now / 1_000_000)
        counts[slot(present)] += 1
    }

    /// Frames a second over the last whole seconds.
    func rate(at now: UInt64) -> Double {
        var window = self
        window.move(to: now / 1_000_000)
        let all = window.counts.reduce(0, +) - window.counts[window.slot(window.present)]
        return Double(all) / Double(Self.seconds)
    }

    private func slot(_ second: UInt64) -> Int { Int(second % UInt64(counts.count)) }

    private mutating func move(to second: UInt64) {
        guard second > present else { return }
        // those in between had no frames
        for passed in 0..<min(second - present, UInt64(counts.count)) { counts[slot(second - passed)] = 0 }
        present = second
    }
}

/// What is measured of one device's frames; nothing of what is in them. Allocates nothing once it is made. Loop thread only.
final class DeviceMeter {
    /// Frames that it reported.
    private(set) var frames = 0
    /// Input events in these frames.
    private(set) var events = 0
    /// Times that the kernel dropped frames.
    private(set) var drops = 0
    /// From the kernel's timestamps to delivery.
    private(set) var latency = LatencyHistogram()
    private var rate = RateWindow()
    /// Timestamps of frames that were not delivered yet; its storage is used again.
    private var undelivered: [Instant] = []

    /// Timestamps that are held at a time: more than a device's frames are read in one turn of the loop.
    private static let mostUndelivered = 2048

    init() { undelivered.reserveCapacity(Self.mostUndelivered) }

    /// Counts a frame.
    /// - Parameters:
    ///   - now: microseconds of CLOCK_MONOTONIC.
    ///   - isTimed: the kernel has stamped it, and it is delivered next.
    func count(_ frame: borrowing Frame, at now: UInt64, isTimed: Bool) {
        frames += 1
        events += frame.events.count
        if frame.followsDrop { drops += 1 }
        rate.add(at: now)
        if isTimed, undelivered.count < Self.mostUndelivered { undelivered.append(frame.time) }
    }

    /// The frames that were counted have been delivered.
    /// - Parameter now: microseconds of CLOCK_MONOTONIC.
    func delivered(at now: UInt64) {
        let now = Instant(microseconds: Int64(clamping: now))
        for time in undelivered {
            // a stream may be stamped by another clock: such times say nothing
            guard let latency = UInt64(exactly: now.since(time)), latency <= LatencyHistogram.limit else { continue }
            self.latency.add(latency)
        }
        undelivered.removeAll(keepingCapacity: true)
    }

    /// Frames a second over the last whole seconds.
    /// - Parameter now: microseconds of CLOCK_MONOTONIC.
    func rate(at now: UInt64) -> Double { rate.rate(at: now) }
}
