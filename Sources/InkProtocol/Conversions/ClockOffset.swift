public import Ink

/// How far 1970 lies from the start of CLOCK_MONOTONIC: turns the times inside the daemon into those on the wire.
public struct ClockOffset: Sendable, Hashable {
    /// CLOCK_REALTIME − CLOCK_MONOTONIC in microseconds, both read at the same moment.
    public var microseconds: Int64

    /// So many microseconds.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Microseconds since 1970; saturates.
    @inlinable public func microsecondsSince1970(_ instant: Instant) -> Int64 {
        instant.advanced(byMicroseconds: microseconds).microseconds
    }

    /// Milliseconds since 1970, with fractions.
    @inlinable public func milliseconds(_ instant: Instant) -> Double { Double(microsecondsSince1970(instant)) / 1000 }

    /// The moment so many milliseconds after 1970; the clock's start if that is not finite or far out of range.
    @inlinable public func instant(milliseconds: Double) -> Instant {
        guard let since1970 = Int64(exactly: (milliseconds * 1000).rounded()) else { return Instant(microseconds: 0) }
        return Instant(microseconds: Instant(microseconds: since1970).since(Instant(microseconds: microseconds)))
    }
}
