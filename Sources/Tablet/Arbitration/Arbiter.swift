internal import Glibc
public import Ink

/// Palm rejection: blocks the writing hand's touches while a pen is in proximity, for the pens and the touch device that share a surface.
///
/// A pen that enters proximity cancels the contacts in progress. New contacts are blocked while a pen is in proximity, and for a hold-off
/// time after the last pen has left, because the hand leaves later than the pen. A blocked contact stays blocked until it ends, even if the
/// pen has left long ago.
///
/// A pen that leans sideways shows where the hand rests. Then only contacts within ``HandRest`` are blocked or canceled, and the fingers of
/// the other hand continue. During the hold-off time contacts are blocked everywhere.
public struct Arbiter: Sendable {
    /// The time after the pen has left during which new contacts are blocked, in microseconds; never negative.
    public let holdOff: Int64
    /// The pens in proximity. Two at a time are rare.
    private var near: [NearPen] = []
    private var blockedUntil = Instant(microseconds: .min)
    /// The last event of each contact that is not blocked.
    private var admitted: [PointerEvent] = []
    private static let maximumContacts = 64

    /// A pen in proximity, and the position of the hand that holds it.
    private struct NearPen {
        let device: DeviceID
        var hand: HandRest
    }

    /// Creates an arbiter without a pen. The default of 90 ms is libinput's hold-off time.
    public init(holdOff microseconds: Int64 = 90_000) {
        holdOff = max(0, microseconds)
        admitted.reserveCapacity(Arbiter.maximumContacts)
        near.reserveCapacity(4)
    }

    /// Processes a pen's event. Appends the cancellations of contacts that the hand covers to `touches`.
    public mutating func penEvent(_ event: PointerEvent, cancelling touches: inout [PointerEvent]) {
        let known = near.firstIndex { $0.device == event.device }
        guard event.phase != .proximityOut else {
            if let known { near.remove(at: known) }
            blockedUntil = max(blockedUntil, event.time.advanced(byMicroseconds: holdOff))
            return
        }
        let hand: HandRest
        if let known {
            near[known].hand.follow(event)
            hand = near[known].hand
        } else if event.phase == .proximityIn {
            hand = HandRest(event)
            near.append(NearPen(device: event.device, hand: hand))
        } else {
            return
        }
        guard !admitted.isEmpty else { return }
        var kept = 0
        for index in admitted.indices {
            guard hand.covers(admitted[index]) else {
                admitted[kept] = admitted[index]
                kept += 1
                continue
            }
            var end = admitted[index]
            end.phase = .cancel
            // The pen's frame may be older than the contact's last frame.
            end.time = max(end.time, event.time)
            end.followsGap = false
            touches.append(end)
        }
        admitted.removeSubrange(kept...)
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
        // a contact of a passive pen on a touchscreen is not made by the hand
        guard event.tool == .finger else { return true }
        let known = admitted.firstIndex { $0.pointer == event.pointer && $0.device == event.device }
        switch event.phase {
        case .down:
            guard known == nil, !near.contains(where: { $0.hand.covers(event) }), event.time >= blockedUntil,
                admitted.count < Arbiter.maximumContacts
            else { return false }
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

/// The rectangle in which the hand that holds a pen rests. The hand is on the side to which the pen leans, as in libinput. While the pen
/// does not lean sideways, the rectangle is the whole surface.
struct HandRest: Hashable {
    /// Width and height of the rectangle, in millimeters.
    private static let (width, height) = (200.0, 250.0)
    /// The margins in millimeters by which the rectangle extends beyond the pen: on the side opposite the hand, and upward.
    private static let (beyond, above) = (20.0, 50.0)
    /// Thresholds as fractions of a full sideways lean. Below `upright` the side of the hand is unknown. The hand changes sides only above
    /// `lean`, so that rolling the pen between the fingers has no effect.
    private static let (lean, upright) = (Float(0.17), Float(0.05))

    /// 1 if the hand is on the right of the pen, −1 if on the left; 0 if unknown.
    private var side = 0
    private var x = 0.0
    private var y = 0.0
    private var isUnitless = false

    /// Creates the hand that holds a pen which has entered proximity.
    init(_ event: PointerEvent) { follow(event) }

    /// Updates the position and the lean of the pen.
    mutating func follow(_ event: PointerEvent) {
        (x, y, isUnitless) = (event.x, event.y, event.isUnitless)
        // the sideways part of the pen's lean
        let across = cosf(event.altitude) * cosf(event.azimuth)
        if abs(across) >= HandRest.lean {
            side = across > 0 ? 1 : -1
        } else if abs(across) < HandRest.upright {
            side = 0
        }
    }

    /// Whether a contact may come from the hand.
    func covers(_ contact: PointerEvent) -> Bool {
        guard side != 0, !isUnitless, !contact.isUnitless else { return true }
        let across = (contact.x - x) * Double(side)
        let down = contact.y - y
        return across >= -HandRest.beyond && across <= HandRest.width - HandRest.beyond && down >= -HandRest.above
            && down <= HandRest.height - HandRest.above
    }
}
