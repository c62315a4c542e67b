import Evdev
import Ink

/// Decides when a pen that sends no reports counts as gone.
///
/// If a device has never reported proximity-out, its pen may leave without a report. After the first proximity-out report the device is
/// trusted, because a pen that is held still sends no reports, either.
struct SilenceTimeout: Hashable {
    /// The reliability of proximity-out reports.
    private enum ProximityOut {
        /// The device has not reported proximity-out yet: silence may mean that the pen left.
        case unseen
        /// The device reports proximity-out.
        case reliable
        /// According to the quirks, a report may be missing at any time.
        case unreliable
    }

    private var proximityOut: ProximityOut
    /// The time of the last report, by the kernel's clock.
    private(set) var lastReport = Instant(microseconds: 0)
    /// Whether the pen counts as gone because it has sent no reports.
    private(set) var isExpired = false

    init(_ quirks: Quirks?) { proximityOut = quirks?.proximity == .missingOut ? .unreliable : .unseen }

    /// The time at which the pen counts as gone if no report follows; nil if silence has no effect.
    var deadline: Instant? { proximityOut == .reliable ? nil : lastReport.advanced(byMicroseconds: PenTracker.silence) }

    /// Records a report; returns the microseconds since the previous one.
    mutating func restart(at time: Instant) -> Int64 {
        defer { (lastReport, isExpired) = (time, false) }
        return time.since(lastReport)
    }

    /// Records that the device reported proximity-out.
    mutating func proximityOutReported() { if proximityOut == .unseen { proximityOut = .reliable } }

    /// Handles the deadline: the pen counts as gone until its next report.
    mutating func expire() { isExpired = true }
}
