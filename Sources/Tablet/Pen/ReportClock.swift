import Evdev
import Ink

/// The times of a device's reports, by its own clock where it has one (MSC_TIMESTAMP), on the kernel's.
///
/// Some devices hand over several reports at once: the kernel stamps four within a tenth of a millisecond, then none for twenty, and a pen that moves
/// steadily would jump and stand. Their own stamps step evenly. The report that was least delayed says how the two clocks lie; a
/// time is never after the kernel's, and never before the last one. Until `StampScale` knows the stamps' unit, and for stamps that make no
/// sense, the kernel's times hold.
struct ReportClock {
    /// The last report with a stamp; nil before the first.
    private var last: Report?
    private var scale = StampScale()
    /// The time of the last report by the device's clock, as far as that is known.
    private var estimate: Int64 = 0
    private var latest = Int64.min

    /// A report's stamp, and the kernel's time of it in microseconds.
    struct Report {
        let stamp: UInt32
        let kernel: Int64
    }

    /// Microseconds. What is later than that, or steps by more than that otherwise than the kernel's time, is a clock that was set anew.
    static let longestDelay: Int64 = 50_000
    /// Of a report that seems late, this part is taken for the drift of the clocks.
    private static let driftShare: Int64 = 256

    /// The time of a frame; the kernel's where the device does not say.
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
