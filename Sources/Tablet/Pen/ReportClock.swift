import Evdev
import Ink

/// Timestamps of reports from the device's own clock (MSC_TIMESTAMP), if it has one, converted to the kernel's clock.
///
/// Some devices deliver reports in bursts: the kernel timestamps four reports within 0.1 ms, then none for 20 ms. A pen that moves steadily
/// then seems to jump and stop. The devices' own timestamps are evenly spaced.
///
/// The report with the smallest delay determines the offset between the two clocks. A time is never later than the kernel's time, and never
/// earlier than the previous time. The kernel's times are used until `StampScale` knows the unit of the timestamps, and whenever the
/// timestamps are implausible.
struct ReportClock {
    /// The last report with a timestamp; nil before the first.
    private var last: Report?
    private var scale = StampScale()
    /// The estimated time of the last report, in microseconds of the kernel's clock.
    private var estimate: Int64 = 0
    private var latest = Int64.min

    /// A report's timestamp, and its kernel time in microseconds.
    struct Report {
        let stamp: UInt32
        let kernel: Int64
    }

    /// The maximum delay in microseconds. A longer delay, or a step that differs by more from the kernel's step, means that the device's
    /// clock was reset.
    static let longestDelay: Int64 = 50_000
    /// Divisor of the delay of a late report: this fraction of it is attributed to clock drift.
    private static let driftShare: Int64 = 256

    /// Returns the time of a frame. Without a usable timestamp, returns the kernel's time.
    mutating func time(of frame: borrowing Frame) -> Instant {
        let kernel = frame.time.microseconds
        guard let stamp = Self.stamp(of: frame) else {
            latest = max(latest, kernel)
            return frame.time
        }
        let report = Report(stamp: stamp, kernel: kernel)
        if let last, !frame.followsDrop, let step = scale.step(from: last, to: report) {
            let delay = kernel - (estimate + step)
            if delay > Self.longestDelay || delay <= 0 { estimate = kernel } else { estimate += step + delay / Self.driftShare }
        } else {
            estimate = kernel
        }
        last = report
        latest = max(latest, estimate)
        return Instant(microseconds: min(latest, kernel))
    }

    private static func stamp(of frame: borrowing Frame) -> UInt32? {
        for event in frame.events where event.type == EventType.msc && event.code == Misc.timestamp {
            return UInt32(bitPattern: event.value)
        }
        return nil
    }
}
