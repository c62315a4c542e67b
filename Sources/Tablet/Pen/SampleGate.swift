import Ink

/// Holds back a sample that may be a fault of the device, because no hand moves that way. The next report shows whether the pen stays at
/// the position.
///
/// Ordinary samples pass immediately. A held sample is dropped if the pen returns to its previous position. A held sample is sent if the
/// pen stays at its position, or if no report follows, because the kernel reports only changes. Samples are stored inline, without
/// allocation.
struct SampleGate {
    /// A held event, and its position before smoothing.
    struct Held {
        var event: PointerEvent
        var sample: TimedPlace
        /// The time on the kernel's clock at which the sample is sent, unless a report arrives before.
        var deadline: Instant
    }

    /// The maximum time that a sample is held, in microseconds; longer than the interval between reports.
    private static let patience: Int64 = 40_000

    /// The held sample; nil if no sample is held.
    private(set) var held: Held?
    /// Number of samples that were dropped.
    private(set) var leftOut = 0
    private var last: TimedPlace?
    private var prior: TimedPlace?

    /// Forgets all samples, because the pen may be anywhere when it returns.
    mutating func reset() { (held, last, prior) = (nil, nil, nil) }

    /// Records a sample that was sent.
    mutating func pass(_ sample: TimedPlace) { (last, prior) = (sample, last) }

    /// Holds a sample if it may be a fault. Returns whether it does so.
    /// - Parameter time: the kernel's time of the report.
    mutating func hold(_ event: PointerEvent, _ sample: TimedPlace, at time: Instant, unit: Double) -> Bool {
        guard let last, HandMotion.isDoubtful(sample, after: last, prior, unit: unit) else { return false }
        held = Held(event: event, sample: sample, deadline: time.advanced(byMicroseconds: Self.patience))
        return true
    }

    /// Ends the hold. Returns the held sample if it must be sent.
    /// - Parameter next: the sample of the next report; nil if the next position does not help to decide.
    mutating func release(before next: TimedPlace?, unit: Double) -> Held? {
        defer { held = nil }
        guard let held, let last, let next, HandMotion.isStray(held.sample, between: last, and: next, unit: unit) else { return held }
        leftOut += 1
        return nil
    }

    /// Drops the held sample, because no other sample confirms it.
    mutating func drop() {
        if held != nil { leftOut += 1 }
        held = nil
    }
}
