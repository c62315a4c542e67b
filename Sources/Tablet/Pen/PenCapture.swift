public import Ink

/// When a pen is taken away from everybody else, and when it is given back.
///
/// A state machine: what a compositor has seen come near it must also see go away, or it keeps a stuck tool. So nothing changes hands while
/// the pen is near, and that includes every contact and every button held. It follows the pen whether or not anybody wants it.
public struct PenCapture: Sendable, Hashable {
    /// What the owner of the device has to do.
    public enum Change: Sendable, Hashable {
        /// Take the pen from everybody else.
        case take
        /// Give it back.
        case release
    }

    /// How far a pen that shall point for once has come.
    public enum Passing: Sendable, Hashable {
        /// It was not asked to.
        case no
        /// The button was pressed: what the pen does until it goes away is nobody's.
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
    private var isWanted = false
    private var isNear = false
    private var isTouching = false
    private var held: PointerButtons = []

    /// A pen that is everybody's and not near.
    public init() {}

    /// Whether what the pen does now may be taken for writing.
    public var writes: Bool { isCaptured && passing == .no }

    /// Somebody wants the pen, or nobody does any more. ``settle()`` has it happen.
    public mutating func want(_ isWanted: Bool) {
        self.isWanted = isWanted
        if !isWanted { passing = .no }
    }

    /// Takes in what the pen did.
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

    /// What is to be done now that all is known of the pen that there is to know; it is taken for done.
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

    /// What was to be done could not be: somebody else has the pen, or it came near that very moment. It is tried again when the pen has gone.
    public mutating func failed() { isCaptured.toggle() }
}
