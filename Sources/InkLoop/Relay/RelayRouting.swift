internal import Ink
internal import InkProtocol
internal import PenRelay

/// The routing of a pen's events if a relay reads the pen, with the events that were routed last.
struct RelayRouting {
    private var router = ContactRouter()
    private var status = ContactStatus.passes
    /// The events that were routed and not delivered yet. The storage is reused.
    private(set) var routed: [ContactRouter.Routed] = []

    /// Whether a contact waits until its field has the focus.
    var awaitsFocus: Bool { router.awaitsFocus }

    /// The state of the contact, for clients that watch pointers.
    var contact: PointerInterface.Contact {
        switch status {
        case .passes: .points
        case .held: .undecided
        case .writes: .writes
        }
    }

    mutating func set(_ status: ContactStatus) {
        self.status = status
        router.set(status)
    }

    mutating func route(_ event: PointerEvent) { router.route(event, into: &routed) }

    mutating func decide(_ verdict: Verdict, at time: Instant) { router.decide(verdict, at: time, into: &routed) }

    mutating func focusArrived(at time: Instant) { router.focusArrived(at: time, into: &routed) }

    mutating func removeRouted() { routed.removeAll(keepingCapacity: true) }
}
