public import Ink

/// Decides when a pen is grabbed and when it is released.
///
/// A state machine: a compositor must see a tool that came near also go away, or it keeps a stuck tool. So nothing changes hands while
/// the pen is near, and that includes every contact and every button held. It follows the pen whether or not anybody wants it.
public struct PenCapture: Sendable, Hashable {
    /// A change of capture that the owner of the device has to carry out.
    public enum Change: Sendable, Hashable {
        /// Grab the pen.
        case take
        /// Give it back.
        case release
    }

    /// The progress of a pen that shall point once.
    public enum Passing: Sendable, Hashable {
        /// It was not asked to.
        case no
        /// The button was pressed: the pen's events until it goes away are dropped.
        case asked
        /// It has gone, and is to be given back.
        case due
        /// It points the next time it is near, or does so now.
        case granted
        /// It has pointed, and is to be taken again.
        case spent
    }

    /// Nobody else gets the pen's events.
    public private(set) var isCaptured = false
    /// Whether the lower barrel button asked for the pen to point.
    public private(set) var passing = Passing.no
    /// The pen is within the tablet's range.
    public private(set) var isNear = false
    private var isWanted = false
    private var isTouching = false
    private var held: PointerButtons = []

    /// A pen that is not captured and not near.
    public init() {}

    /// Whether the pen writes now.
    public var writes: Bool { isCaptured && passing == .no }

    /// Sets whether an input method wants the pen. ``settle()`` applies it.
    public mutating func want(_ isWanted: Bool) {
        self.isWanted = isWanted
        if !isWanted { passing = .no }
    }

    /// Takes in an event of the pen.
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
        // a button pressed in mid-stroke was pressed by the hand that writes
        if isCaptured, isNear, !isTouching, passing == .no, pressed.contains(.lower) { passing = .asked }
        guard event.phase == .proximityOut else { return }
        switch passing {
        case .asked: passing = .due
        case .granted: passing = .spent
        case .no, .due, .spent: break
        }
    }

    /// The change to carry out, now that all that the pen did is known; it counts as carried out.
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

    /// Reverts a change that failed: another program has the pen, or it came near that very moment. It is tried again when the pen has gone.
    public mutating func failed() { isCaptured.toggle() }
}
