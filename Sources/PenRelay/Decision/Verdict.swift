public import Ink

/// The decision about a contact of the tip.
public enum Verdict: UInt8, Sendable, Hashable {
    /// Points: programs get the contact.
    case passes = 0
    /// Taps: programs get the contact after the tip was lifted.
    case tap = 1
    /// Writes: programs see the pen hover.
    case writes = 2
    /// Writes into a field that received the focus by a tap at the place of the contact.
    case writesAfterTap = 3
    /// Neither: the contact was cut off, or could not be reported.
    case canceled = 4
}

/// A verdict about a contact, with the time at which the contact began.
public struct ContactVerdict: Sendable, Hashable {
    /// The verdict.
    public var verdict: Verdict
    /// The time of the frame in which the tip came down.
    public var began: Instant

    /// Creates a verdict about the contact that began at a time.
    public init(_ verdict: Verdict, began: Instant) {
        self.verdict = verdict
        self.began = began
    }
}

/// The state of the contact in a frame, as reported with the frame.
public enum ContactStatus: UInt8, Sendable, Hashable {
    /// No contact, or one that points.
    case passes = 0
    /// A contact that is not decided yet.
    case held = 1
    /// A contact that writes, or the end of one.
    case writes = 2
}

/// The result of a step of the decision.
public struct DecisionStep: Sendable, Hashable {
    /// The state of the contact in the frame that was processed.
    public var status = ContactStatus.passes
    /// The verdict that was reached in this step, to be reported before the frame; nil without a verdict.
    public var verdict: ContactVerdict?

    /// Creates a step without a verdict.
    public init() {}
}
