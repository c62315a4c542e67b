/// The unit of a device's time stamps, and where they begin again at 0, learned from the kernel's times of the same reports.
///
/// The kernel's document calls MSC_TIMESTAMP microseconds in 32 bits (`Documentation/input/event-codes.rst`). Its wacom driver passes HID's
/// scan time on as it is (`wacom_wac_pen_usage_mapping`): units of 100 µs in a field that mostly has 16 bits. Drivers that convert such a
/// field get microseconds that begin again every 6.5536 s. hid-multitouch adds up differences, in microseconds, and begins at 0 after a
/// second of silence (`mt_compute_timestamp`).
struct StampScale: Hashable {
    /// Microseconds of one unit.
    enum Unit: Int64, CaseIterable {
        case microsecond = 1
        case scanTime = 100
    }

    /// nil while it is not known, and for stamps that make no sense.
    private(set) var unit: Unit?
    /// The largest stamp: a field of 16 bits has none beyond its range.
    private var highest: UInt32 = 0
    private var window = Window()

    /// Reports that are compared with the kernel's times.
    private struct Window: Hashable {
        var reports = 0
        /// Stamps that were smaller than the one before.
        var backward = 0
        /// Microseconds of the kernel, of reports whose stamps went forward.
        var elapsed: Int64 = 0
        /// Units of the device, of the same reports.
        var stamped: Int64 = 0
    }

    /// The window while no unit is known: a fifth of a second or less at the rates that pens have.
    private static let first = (reports: 20, elapsed: Int64(100_000))
    /// While one is known: longer, since what is known does not change for a few late reports.
    private static let later = (reports: 100, elapsed: Int64(1_000_000))
    /// Reports after which stamps that do not go forward are given up.
    private static let patience = 400
    /// A clock begins again at 0 once in six seconds; more often in one window is nonsense.
    private static let mostBackward = 2
    /// Microseconds. A device's clock may stand while it is silent for longer.
    private static let longestPause: Int64 = 250_000
    /// Microseconds by which the first or the last report of a window may be late.
    private static let burst: Int64 = 20_000
    /// Microseconds after which a scan time of 16 bits begins again.
    private static let scanTimePeriod: Int64 = 6_553_600
    /// Microseconds that make no sum overflow: 35 years.
    private static let longest: Int64 = 1 << 50

    /// Microseconds from one report to the next by their stamps; nil where the kernel's time has to do.
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

    /// The difference between the clocks without whole periods, the nearest to 0.
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
