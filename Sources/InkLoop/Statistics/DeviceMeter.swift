internal import Evdev
internal import Ink
internal import InkWorkspace

/// The frame counts of the last seconds, one per second. Times are microseconds of any monotonic clock. A pure value.
struct RateWindow: Sendable {
    /// The number of frames by second. It has one more element than `seconds`, because the current second is incomplete.
    private var counts = [Int](repeating: 0, count: Self.seconds + 1)
    /// The second of the last count.
    private var present: UInt64 = 0

    /// Number of whole seconds that a rate covers.
    static let seconds = 5

    /// Counts a frame. Allocates nothing.
    mutating func add(at now: UInt64) {
        move(to: now / 1_000_000)
        counts[slot(present)] += 1
    }

    /// Returns the frames per second over the last whole seconds.
    func rate(at now: UInt64) -> Double {
        var window = self
        window.move(to: now / 1_000_000)
        let all = window.counts.reduce(0, +) - window.counts[window.slot(window.present)]
        return Double(all) / Double(Self.seconds)
    }

    private func slot(_ second: UInt64) -> Int { Int(second % UInt64(counts.count)) }

    private mutating func move(to second: UInt64) {
        guard second > present else { return }
        // the seconds in between had no frames
        for passed in 0..<min(second - present, UInt64(counts.count)) { counts[slot(second - passed)] = 0 }
        present = second
    }
}

/// Measurements of one device's frames, not of their content. Allocates no memory after its creation. Loop thread only.
final class DeviceMeter {
    /// Number of reported frames.
    private(set) var frames = 0
    /// Number of input events in these frames.
    private(set) var events = 0
    /// Number of times that the kernel dropped frames.
    private(set) var drops = 0
    /// Durations from the kernel's timestamps to delivery.
    private(set) var latency = LatencyHistogram()
    private var rate = RateWindow()
    /// Timestamps of frames that are still to be delivered. The storage is reused.
    private var undelivered: [Instant] = []

    /// Maximum number of stored timestamps. It exceeds the number of frames of one device that are read in one iteration of the loop.
    private static let mostUndelivered = 2048

    init() { undelivered.reserveCapacity(Self.mostUndelivered) }

    /// Counts a frame.
    /// - Parameters:
    ///   - now: microseconds of CLOCK_MONOTONIC.
    ///   - isTimed: whether the frame has a timestamp of the kernel and is about to be delivered.
    func count(_ frame: borrowing Frame, at now: UInt64, isTimed: Bool) {
        frames += 1
        events += frame.events.count
        if frame.followsDrop { drops += 1 }
        rate.add(at: now)
        if isTimed, undelivered.count < Self.mostUndelivered { undelivered.append(frame.time) }
    }

    /// Records the delivery of the counted frames.
    /// - Parameter now: microseconds of CLOCK_MONOTONIC.
    func delivered(at now: UInt64) {
        let now = Instant(microseconds: Int64(clamping: now))
        for time in undelivered {
            // a stream may have timestamps of another clock, which cannot be compared
            guard let latency = UInt64(exactly: now.since(time)), latency <= LatencyHistogram.limit else { continue }
            self.latency.add(latency)
        }
        undelivered.removeAll(keepingCapacity: true)
    }

    /// Returns the frames per second over the last whole seconds.
    /// - Parameter now: microseconds of CLOCK_MONOTONIC.
    func rate(at now: UInt64) -> Double { rate.rate(at: now) }
}
