import Ink

/// Holds back a sample that no hand can have made until the next report says whether the pen stays there.
///
/// Ordinary samples pass at once. One that is held back is left out if the pen is back where it was; it is told if the pen stays, and if
/// nothing more is reported: the kernel reports only changes. It holds its samples in itself: nothing is allocated.
struct SampleGate {
    /// A sample that waits, and the tip's place, which smoothing does not move.
    struct Held {
        var event: PointerEvent
        var sample: TimedPlace
        /// When it is told unless a report comes before, by the kernel's time.
        var deadline: Instant
    }

    /// Microseconds that a sample waits at most; longer than from one report to the next.
    private static let patience: Int64 = 40_000

    /// The sample that waits; nil for none.
    private(set) var held: Held?
    /// Samples that were left out.
    private(set) var leftOut = 0
    private var last: TimedPlace?
    private var prior: TimedPlace?

    /// The pen has left: where it comes again says nothing.
    mutating func reset() { (held, last, prior) = (nil, nil, nil) }

    /// Notes a sample that was told.
    mutating func pass(_ sample: TimedPlace) { (last, prior) = (sample, last) }

    /// Whether a sample has to wait; it does then.
    /// - Parameter time: the report's, by the kernel.
    mutating func hold(_ event: PointerEvent, _ sample: TimedPlace, at time: Instant, unit: Double) -> Bool {
        guard let last, HandMotion.isDoubtful(sample, after: last, prior, unit: unit) else { return false }
        held = Held(event: event, sample: sample, deadline: time.advanced(byMicroseconds: Self.patience))
        return true
    }

    /// The waiting sample, if it is to be told; it waits no more.
    /// - Parameter next: the sample of the next report; nil if that says nothing of a place.
    mutating func release(before next: TimedPlace?, unit: Double) -> Held? {
        defer { held = nil }
        guard let held, let last, let next, HandMotion.isStray(held.sample, between: last, and: next, unit: unit) else { return held }
        leftOut += 1
        return nil
    }

    /// Leaves the waiting sample out: nothing bears it out.
    mutating func drop() {
        if held != nil { leftOut += 1 }
        held = nil
    }
}
