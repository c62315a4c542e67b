internal import Ink

/// The state of a pen's eraser button, if the button has an action like a barrel button.
///
/// No device reports the button itself. When it is pressed, the firmware makes the pen leave and an eraser enter, in one frame or two; on
/// release, it does the reverse. So a tool that leaves counts as in proximity for `grace` longer, in case the other end enters. The
/// reported tool stays the pen.
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

    /// Returns the tool in effect, given the reported tool.
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
