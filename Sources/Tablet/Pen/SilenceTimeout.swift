import Evdev
import Ink

/// Decides when a pen that reports nothing counts as gone.
///
/// A device that never reported proximity-out may leave silently. After its first proximity-out report it is trusted: a pen that is held
/// still is silent, too.
struct SilenceTimeout: Hashable {
    /// The reliability of proximity-out reports.
    private enum ProximityOut {
        /// The device has not reported it yet: silence may mean that the pen left.
        case unseen
        /// The device reports it.
        case reliable
        /// The report may be missing at any time, as the quirks say.
        case unreliable
    }

    private var proximityOut: ProximityOut
    /// The time of the last report, by the kernel's clock.
    private(set) var lastReport = Instant(microseconds: 0)
    /// Whether the pen counts as gone because it has been silent.
    private(set) var isExpired = false

    init(_ quirks: Quirks?) { proximityOut = quirks?.proximity == .missingOut ? .unreliable : .unseen }

    /// The time at which the pen counts as gone if no report follows; nil if its silence means nothing.
    var deadline: Instant? { proximityOut == .reliable ? nil : lastReport.advanced(byMicroseconds: PenTracker.silence) }

    /// Records a report; returns the microseconds since the one before.
    mutating func restart(at time: Instant) -> Int64 {
        defer { (lastReport, isExpired) = (time, false) }
        return time.since(lastReport)
    }

    /// Records that the device reported proximity-out.
    mutating func proximityOutReported() { if proximityOut == .unseen { proximityOut = .reliable } }

    /// Handles the deadline: the pen counts as gone until its next report.
    mutating func expire() { isExpired = true }
}
