public import Ink

/// One event of the kernel's input protocol (`struct input_event`), its time on CLOCK_MONOTONIC.
public struct InputEvent: Sendable, Hashable {
    /// When the kernel stamped it.
    public var time: Instant
    /// EV_SYN, EV_KEY, EV_ABS, …
    public var type: UInt16
    /// Meaning depends on the type; see `Code`.
    public var code: UInt16
    /// Meaning depends on the code.
    public var value: Int32

    /// An event as the kernel reports it.
    @inlinable public init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}

/// Everything a device reported up to one SYN_REPORT. Hold one and refill it: its storage is reused.
public struct Frame: Sendable, Hashable {
    /// The time of its SYN_REPORT.
    public var time: Instant
    /// The events in order, without the closing SYN_REPORT.
    public var events: [InputEvent]
    /// The kernel's buffer overflowed before it: frames were lost and `events` is the difference to the state after the loss.
    public var followsDrop: Bool

    /// A frame of these events.
    @inlinable public init(time: Instant = Instant(microseconds: 0), events: [InputEvent] = [], followsDrop: Bool = false) {
        self.time = time
        self.events = events
        self.followsDrop = followsDrop
    }
}
