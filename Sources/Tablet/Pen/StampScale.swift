/// The unit and the wraparound of a device's timestamps, learned from the kernel's times of the same reports.
///
/// The kernel's documentation defines MSC_TIMESTAMP as microseconds in 32 bits (`Documentation/input/event-codes.rst`). Drivers differ. The
/// wacom driver forwards HID's scan time unchanged (`wacom_wac_pen_usage_mapping`): units of 100 µs in a field that usually has 16 bits.
/// Drivers that convert such a field get microseconds that wrap around every 6.5536 s. hid-multitouch adds up differences in microseconds,
/// and starts again at 0 after a second of silence (`mt_compute_timestamp`).
struct StampScale: Hashable {
    /// Microseconds per unit.
    enum Unit: Int64, CaseIterable {
        case microsecond = 1
        case scanTime = 100
    }

    /// The unit of the timestamps; nil while unknown, and for timestamps that are not plausible.
    private(set) var unit: Unit?
    /// The largest timestamp so far: it shows whether the field has 16 bits.
    private var highest: UInt32 = 0
    private var window = Window()

    /// A number of reports whose timestamps are compared with the kernel's times.
    private struct Window: Hashable {
        var reports = 0
        /// Number of timestamps that were smaller than the previous one.
        var backward = 0
        /// The sum of the kernel's intervals in microseconds, for reports whose timestamps did not decrease.
        var elapsed: Int64 = 0
        /// The sum of the device's intervals in the device's units, for the same reports.
        var stamped: Int64 = 0
    }

    /// The size of the window while the unit is unknown: at most a fifth of a second at usual report rates.
    private static let first = (reports: 20, elapsed: Int64(100_000))
    /// The size of the window while the unit is known. It is larger, so that a few late reports do not change the unit.
    private static let later = (reports: 100, elapsed: Int64(1_000_000))
    /// Maximum number of reports in a window. It ends the window of a device whose timestamps do not increase.
    private static let patience = 400
    /// Maximum number of wraparounds in one window; real clocks wrap around at most once in six seconds.
    private static let mostBackward = 2
    /// The longest interval between two compared reports, in microseconds. A device's clock may stop during a longer silence.
    private static let longestPause: Int64 = 250_000
    /// Microseconds by which the first or the last report of a window may be late.
    private static let burst: Int64 = 20_000
    /// Microseconds after which a scan time of 16 bits wraps around.
    private static let scanTimePeriod: Int64 = 6_553_600
    /// Largest interval in microseconds (35 years), so that sums do not overflow.
    private static let longest: Int64 = 1 << 50

    /// Returns the microseconds between two reports by their timestamps; nil if the kernel's times must be used.
    mutating func step(from last: ReportClock.Report, to next: ReportClock.Report) -> Int64? {
        let (elapsed, overflow) = next.kernel.subtractingReportingOverflow(last.kernel)
        guard !overflow, (0...Self.longest).contains(elapsed) else { return nil }
        highest = max(highest, next.stamp)
        let stamped = Int64(next.stamp) - Int64(last.stamp)
        observe(stamped, elapsed)
        guard let unit else { return nil }
        let error = residue(elapsed - stamped * unit.rawValue, unit)
        return abs(error) <= ReportClock.longestDelay ? elapsed - error : nil
    }

    /// Returns the difference between the clocks modulo the period of the timestamps, as the value nearest to 0.
    private func residue(_ difference: Int64, _ unit: Unit) -> Int64 {
        let isNarrow = Int64(highest) * unit.rawValue < Self.scanTimePeriod
        let period = isNarrow ? Self.scanTimePeriod : (1 << 32) * unit.rawValue
        let rest = difference % period
        return rest > period / 2 ? rest - period : rest < -period / 2 ? rest + period : rest
    }

    private mutating func observe(_ stamped: Int64, _ elapsed: Int64) {
        guard elapsed <= Self.longestPause else { return }
        window.reports += 1
        if stamped < 0 {
            window.backward += 1
        } else {
            window.elapsed += elapsed
            window.stamped += stamped
        }
        let size = unit == nil ? Self.first : Self.later
        let isNonsense = window.backward > Self.mostBackward
        let isFull = window.reports >= size.reports && window.elapsed >= size.elapsed || window.reports >= Self.patience
        guard isNonsense || isFull else { return }
        unit = isNonsense ? nil : Unit.allCases.first(where: fits)
        window = Window()
    }

    private func fits(_ unit: Unit) -> Bool {
        abs(window.stamped * unit.rawValue - window.elapsed) <= window.elapsed / 20 + Self.burst
    }
}
