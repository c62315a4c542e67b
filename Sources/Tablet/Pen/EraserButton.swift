internal import Ink

/// The eraser button of a pen, if it is bound to an action like a barrel button.
///
/// The button itself is never reported: firmware makes the pen leave and an eraser enter, in one frame or two, and the reverse on release.
/// So a tool that leaves counts as in proximity for `grace` longer, in case the other end enters; the reported tool stays the pen.
/// libinput's state machine does the same (`evdev-tablet.c`, eraser button).
struct EraserButton: Sendable, Hashable {
    /// The maximum time between one end's leaving and the other end's entering proximity, in microseconds; libinput's value.
    static let grace: Int64 = 30_000

    /// Whether an action is bound to the button.
    var isBound = false
    /// Whether the button is pressed.
    private(set) var isHeld = false
    /// The time at which the pen counts as gone unless an end enters before; nil while an end is in proximity, or before the first one.
    private(set) var deadline: Instant?

    /// Returns the effective tool for the reported one.
    /// - Parameter wasNear: a tool was in effect before this frame.
    mutating func follow(_ reported: PointerTool?, wasNear: Bool, at time: Instant) -> PointerTool? {
        guard isBound else { return reported }
        if let reported {
            deadline = nil
            isHeld = reported == .eraser
            return .pen
        }
        if wasNear, deadline == nil { deadline = time.advanced(byMicroseconds: Self.grace) }
        guard let deadline, time < deadline else {
            forget()
            return nil
        }
        return .pen
    }

    /// Resets the state: the pen has left.
    mutating func forget() {
        isHeld = false
        deadline = nil
    }
}
