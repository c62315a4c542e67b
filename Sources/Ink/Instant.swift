/// A moment on CLOCK_MONOTONIC, in microseconds. It stands still while the machine is suspended.
public struct Instant: Sendable, Hashable, Comparable {
    /// Microseconds since the clock's (arbitrary) start.
    public var microseconds: Int64

    /// A moment so many microseconds after the clock's start.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Earlier than.
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }

    /// The moment `duration` microseconds later; saturates instead of overflowing.
    @inlinable public func advanced(byMicroseconds duration: Int64) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(duration)
        return Instant(microseconds: overflow ? (duration > 0 ? .max : .min) : sum)
    }

    /// Microseconds from `earlier` to this moment; saturates instead of overflowing.
    @inlinable public func since(_ earlier: Instant) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        return overflow ? (microseconds > earlier.microseconds ? .max : .min) : difference
    }
}
