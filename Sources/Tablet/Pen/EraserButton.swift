internal import Ink

/// A pen's eraser button as a button like the others, where one is bound to an action.
///
/// There is no report of that button itself: firmware has the pen leave and an eraser come, in one frame or two, and the other way when the
/// button is let go. So what leaves counts as near for another moment, in which the other end may come. The tool is the pen all along.
/// libinput's state machine does the same (`evdev-tablet.c`, eraser button).
struct EraserButton: Sendable, Hashable {
    /// The longest time from one end's leaving to the other's coming, in microseconds; libinput's.
    static let grace: Int64 = 30_000

    /// An action is bound to it.
    var isBound = false
    /// It is pressed.
    private(set) var isHeld = false
    /// When the pen counts as gone unless an end comes before; nil while one is near, or none was.
    private(set) var deadline: Instant?

    /// The tool that counts, of the one that was reported.
    /// - Parameter wasNear: a tool counted before this frame.
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

    /// The pen has gone.
    mutating func forget() {
        isHeld = false
        deadline = nil
    }
}
