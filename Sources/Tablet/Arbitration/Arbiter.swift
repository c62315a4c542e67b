public import Ink

/// Keeps the writing hand's touches out while a pen is near, for a pen and a touch device that share a surface.
///
/// A pen that comes near cancels the contacts in progress. While it is near, and for a hold-off after it left (the hand leaves later
/// than the pen), new contacts are blocked. A blocked contact stays blocked until it ends, however long the pen is gone.
public struct Arbiter: Sendable {
    /// The time after the pen left in which new contacts stay blocked, in microseconds; never negative.
    public let holdOff: Int64
    private var isPenNear = false
    private var blockedUntil = Instant(microseconds: .min)
    /// The last event of every contact that was let through; all others are blocked.
    private var admitted: [PointerEvent] = []
    private static let maximumContacts = 64

    /// An arbiter that has seen no pen. 90 ms is libinput's hold-off.
    public init(holdOff microseconds: Int64 = 90_000) {
        holdOff = max(0, microseconds)
        admitted.reserveCapacity(Arbiter.maximumContacts)
    }

    /// Takes in the pen's events; appends the cancellation of contacts in progress when it comes near.
    public mutating func penEvent(_ event: PointerEvent, cancelling touches: inout [PointerEvent]) {
        switch event.phase {
        case .proximityIn:
            isPenNear = true
            for contact in admitted {
                var end = contact
                end.phase = .cancel
                // The pen's frame may be older than the contact's last one.
                end.time = max(contact.time, event.time)
                end.followsGap = false
                touches.append(end)
            }
            admitted.removeAll(keepingCapacity: true)
        case .proximityOut:
            isPenNear = false
            blockedUntil = event.time.advanced(byMicroseconds: holdOff)
        case .hover, .down, .move, .up, .cancel: break
        }
    }

    /// Removes the events of blocked contacts from a touch device's.
    public mutating func filterTouch(_ events: inout [PointerEvent]) {
        var kept = 0
        for index in events.indices where admits(events[index]) {
            events[kept] = events[index]
            kept += 1
        }
        events.removeSubrange(kept...)
    }

    private mutating func admits(_ event: PointerEvent) -> Bool {
        let known = admitted.firstIndex { $0.pointer == event.pointer && $0.device == event.device }
        switch event.phase {
        case .down:
            guard known == nil, !isPenNear, event.time >= blockedUntil, admitted.count < Arbiter.maximumContacts else { return false }
            admitted.append(event)
            return true
        case .up, .cancel:
            guard let known else { return false }
            admitted.swapAt(known, admitted.count - 1)
            admitted.removeLast()
            return true
        case .move, .hover, .proximityIn, .proximityOut:
            guard let known else { return false }
            admitted[known] = event
            return true
        }
    }
}
