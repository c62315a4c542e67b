public import Ink

/// Decides when a pen is grabbed and when it is released.
///
/// A compositor must receive a proximity-out for every proximity-in, otherwise its tool stays in proximity. So the pen is neither grabbed
/// nor released while it is in proximity, and never while the tip touches or a button is held. The state machine follows the pen even if no
/// client wants it.
public struct PenCapture: Sendable, Hashable {
    /// A grab or release for the device's owner to perform.
    public enum Change: Sendable, Hashable {
        /// Grab the pen.
        case take
        /// Release the pen.
        case release
    }

    /// State of a one-shot "let this pen point instead of write" request.
    public enum Passing: Sendable, Hashable {
        /// No request is pending.
        case no
        /// The button was pressed: events are dropped until the pen leaves proximity.
        case asked
        /// The pen left proximity; release the grab now.
        case due
        /// The request is granted: the pen is not grabbed until it next leaves proximity.
        case granted
        /// The pointing session has ended; grab the pen again.
        case spent
    }

    /// Whether the pen is grabbed: no other program gets its events.
    public private(set) var isCaptured = false
    /// The state of the request, made with the lower barrel button, that the pen points.
    public private(set) var passing = Passing.no
    /// Whether the pen is in proximity.
    public private(set) var isNear = false
    private var isWanted = false
    private var isTouching = false
    private var held: PointerButtons = []

    /// Creates the state of a pen that is neither captured nor in proximity.
    public init() {}

    /// Whether the pen's events are ink now.
    public var writes: Bool { isCaptured && passing == .no }

    /// Sets whether an input method wants the pen. ``settle()`` applies it.
    public mutating func want(_ isWanted: Bool) {
        self.isWanted = isWanted
        if !isWanted { passing = .no }
    }

    /// Processes an event of the pen.
    public mutating func pen(_ event: PointerEvent) {
        switch event.phase {
        case .proximityIn: isNear = true
        case .down: isTouching = true
        case .up, .cancel: isTouching = false
        case .proximityOut: (isNear, isTouching) = (false, false)
        case .hover, .move: break
        }
        let pressed = event.buttons.subtracting(held)
        held = isNear ? event.buttons : []
        // a button pressed during a stroke was pressed by the writing hand, unintentionally
        if isCaptured, isNear, !isTouching, passing == .no, pressed.contains(.lower) { passing = .asked }
        guard event.phase == .proximityOut else { return }
        switch passing {
        case .asked: passing = .due
        case .granted: passing = .spent
        case .no, .due, .spent: break
        }
    }

    /// Returns the change to perform after all of the pen's events are processed; from then on it counts as performed.
    public mutating func settle() -> Change? {
        guard !isNear else { return nil }
        switch passing {
        case .due: passing = .granted
        case .spent: passing = .no
        case .no, .asked, .granted: break
        }
        let shall = isWanted && passing == .no
        guard shall != isCaptured else { return nil }
        isCaptured = shall
        return shall ? .take : .release
    }

    /// Reverts a change that failed because another program has grabbed the pen, or the pen has just entered proximity. The change is tried
    /// again when the pen has left.
    public mutating func failed() { isCaptured.toggle() }
}
