import Evdev
import Ink

/// Timestamps of reports from the device's own clock (MSC_TIMESTAMP), if it has one, converted to the kernel's clock.
///
/// Some devices deliver reports in bursts: the kernel timestamps four within 0.1 ms, then none for 20 ms, so that a steadily moving pen
/// seems to jump and stop. Their own timestamps are evenly spaced. The report with the smallest delay determines the offset between both
/// clocks; a time is never after the kernel's, and never before the previous one. The kernel's times are used until `StampScale` knows
/// the unit of the timestamps, and whenever they are implausible.
struct ReportClock {
    /// The last report with a stamp; nil before the first.
    private var last: Report?
    private var scale = StampScale()
    /// The estimated time of the last report, in microseconds of the kernel's clock.
    private var estimate: Int64 = 0
    private var latest = Int64.min

    /// A report's stamp, and its kernel time in microseconds.
    struct Report {
        let stamp: UInt32
        let kernel: Int64
    }

    /// In microseconds. A longer delay, or a step that differs by more from the kernel's, means that the clock was reset.
    static let longestDelay: Int64 = 50_000
    /// Divisor of the delay of a late report: this fraction of it is attributed to clock drift.
    private static let driftShare: Int64 = 256

    /// Returns the time of a frame; the kernel's time if the device does not report a usable one.
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
