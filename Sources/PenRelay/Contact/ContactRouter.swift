public import Ink

/// Routes the pointer events of a relayed pen: a contact that writes is routed to the text field, other contacts to the pen's own editor.
///
/// A state machine for one pen. Events of a contact that is not decided yet are held back. If a contact writes into a field without the
/// focus, its events are held back until the field has received the focus. Proximity and hover events are routed to both targets, because
/// they frame the contacts of each.
public struct ContactRouter: Sendable {
    /// The route of an event.
    public enum Route: Sendable, Hashable {
        /// To the text field.
        case field
        /// To the pen's own editor.
        case device
        /// To both, while the pen hovers, and when it enters or leaves proximity.
        case both
    }

    /// A routed event.
    public struct Routed: Sendable, Hashable {
        /// The event.
        public var event: PointerEvent
        /// The route of the event.
        public var route: Route
    }

    /// The state of the contact in progress.
    private enum State: Hashable {
        /// No contact.
        case none
        /// A contact that is not decided yet.
        case held
        /// A contact that writes.
        case writes
        /// A contact that writes into a field, which must receive the focus before this time.
        case awaitsFocus(until: Instant)
        /// A contact that points.
        case points
        /// A contact that neither writes nor points: its events are dropped.
        case dropped
    }

    /// Maximum number of events that are held back: two seconds at 1000 Hz, four times as long as a contact is held.
    static let limit = 2048
    /// The microseconds that a field has to receive the focus after a tap; GTK, Qt and sway need 1 to 3 ms.
    static let focusTime: Int64 = 500_000

    private var state = State.none
    private var held: [PointerEvent] = []
    private var status = ContactStatus.passes
    /// The last event of the contact that was routed to the field.
    private var last: PointerEvent?

    /// Creates a router without a contact.
    public init() { held.reserveCapacity(512) }

    /// Sets the state of the contact as reported by the relay. The state applies to contacts that begin from now on.
    public mutating func set(_ status: ContactStatus) { self.status = status }

    /// Routes an event. Allocates memory only for contacts that are held back for long.
    public mutating func route(_ event: PointerEvent, into events: inout [Routed]) {
        switch state {
        case .awaitsFocus(let end) where event.time <= end: return hold(event)
        case .awaitsFocus: drop()
        default: break
        }
        switch event.phase {
        case .proximityIn, .proximityOut, .hover:
            if state != .none, event.phase != .hover { endContact() }
            events.append(Routed(event: event, route: .both))
        case .down:
            begin()
            follow(event, into: &events)
        case .move: follow(event, into: &events)
        case .up, .cancel:
            follow(event, into: &events)
            endContact()
        }
    }

    /// Applies the relay's verdict about the contact in progress.
    /// - Parameter time: the current time.
    public mutating func decide(_ verdict: Verdict, at time: Instant, into events: inout [Routed]) {
        switch (verdict, state) {
        case (.writes, .held): release(as: .writes, to: .field, into: &events)
        case (.writesAfterTap, .held), (.writesAfterTap, .none): state = .awaitsFocus(until: time.advanced(byMicroseconds: Self.focusTime))
        case (.passes, .held), (.tap, .held): release(as: .points, to: .device, into: &events)
        case (.canceled, .held): drop()
        case (.canceled, .writes):
            if var event = last {
                event.phase = .cancel
                events.append(Routed(event: event, route: .field))
            }
            drop()
        case (.canceled, .awaitsFocus): drop()
        default: break
        }
    }

    /// Releases the events of a contact whose field has received the focus.
    public mutating func focusArrived(at time: Instant, into events: inout [Routed]) {
        guard case .awaitsFocus(let end) = state else { return }
        guard time <= end else { return drop() }
        let (waiting, next) = (held, status)
        held.removeAll(keepingCapacity: true)
        (state, status) = (.none, .writes)
        for event in waiting { route(event, into: &events) }
        status = next
    }

    /// Drops the current contact and its held events, because nothing may be written any more.
    public mutating func reset() {
        if state != .none { drop() }
    }

    /// Whether a contact waits for its field's focus.
    public var awaitsFocus: Bool {
        if case .awaitsFocus = state { true } else { false }
    }

    private mutating func begin() {
        last = nil
        held.removeAll(keepingCapacity: true)
        state =
            switch status {
            case .passes: .points
            case .held: .held
            case .writes: .writes
            }
    }

    private mutating func follow(_ event: PointerEvent, into events: inout [Routed]) {
        switch state {
        case .held: hold(event)
        case .writes:
            last = event
            events.append(Routed(event: event, route: .field))
        case .points: events.append(Routed(event: event, route: .device))
        case .none, .dropped, .awaitsFocus: break
        }
    }

    private mutating func endContact() {
        if case .held = state { held.removeAll(keepingCapacity: true) }
        (state, last) = (.none, nil)
    }

    private mutating func hold(_ event: PointerEvent) {
        guard held.count < Self.limit else { return drop() }
        held.append(event)
    }

    private mutating func release(as next: State, to route: Route, into events: inout [Routed]) {
        state = next
        for event in held { events.append(Routed(event: event, route: route)) }
        if route == .field { last = held.last }
        held.removeAll(keepingCapacity: true)
    }

    private mutating func drop() {
        held.removeAll(keepingCapacity: true)
        (state, last) = (.dropped, nil)
    }
}
