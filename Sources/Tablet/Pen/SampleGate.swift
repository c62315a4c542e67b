import Ink

/// Holds back a sample that no hand can have made until the next report shows whether the pen stays there.
///
/// Ordinary samples pass at once. A held sample is dropped if the pen is back at its previous position; it is sent if the pen stays, and if
/// no report follows: the kernel reports only changes. Samples are stored inline: nothing is allocated.
struct SampleGate {
    /// A held sample, and the tip's position, which smoothing does not move.
    struct Held {
        var event: PointerEvent
        var sample: TimedPlace
        /// Time at which it is sent unless a report comes before, by the kernel's clock.
        var deadline: Instant
    }

    /// The longest time that a sample is held, in microseconds; longer than from one report to the next.
    private static let patience: Int64 = 40_000

    /// The held sample, if any.
    private(set) var held: Held?
    /// Number of samples that were dropped.
    private(set) var leftOut = 0
    private var last: TimedPlace?
    private var prior: TimedPlace?

    /// Forgets all samples: the pen has left, and may return anywhere.
    mutating func reset() { (held, last, prior) = (nil, nil, nil) }

    /// Records a sample that was sent.
    mutating func pass(_ sample: TimedPlace) { (last, prior) = (sample, last) }

    /// Holds a sample if it is doubtful; returns whether it does.
    /// - Parameter time: the report's time, by the kernel.
    mutating func hold(_ event: PointerEvent, _ sample: TimedPlace, at time: Instant, unit: Double) -> Bool {
        guard let last, HandMotion.isDoubtful(sample, after: last, prior, unit: unit) else { return false }
        held = Held(event: event, sample: sample, deadline: time.advanced(byMicroseconds: Self.patience))
        return true
    }

    /// Ends the hold; returns the sample if it is to be sent.
    /// - Parameter next: the sample of the next report; nil if that has no meaningful position.
    mutating func release(before next: TimedPlace?, unit: Double) -> Held? {
        defer { held = nil }
        guard let held, let last, let next, HandMotion.isStray(held.sample, between: last, and: next, unit: unit) else { return held }
        leftOut += 1
        return nil
    }

    /// Drops the held sample: no other sample confirms it.
    mutating func drop() {
        if held != nil { leftOut += 1 }
        held = nil
    }
}
