internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import PenRelay
internal import Tablet

/// Text input with a pen that both points and writes.
extension TextInputHub {
    /// Sends the rules and the text fields to a pen's relay.
    func updateRelay(of pen: DeviceSession, on seat: TextSeat) {
        guard let relayed = pen.origin.live?.frames as? RelayedPen else { return }
        // a field without the focus can be written into as well
        var session = isOpen(seat) ? seats.holder(of: seat) ?? seats.reporter(of: seat) : nil
        if session.map(seat.excludes) == true { session = nil }
        let rules = RelayRules(
            for: session, mode: seat.mode, tablets: seats.tablets(of: seat), pen: pen.description)
        relayed.apply(rules.settings, rules.fields)
    }

    /// Sends the text fields to the relays of a seat's pens.
    func fieldsChanged(on seat: TextSeat) {
        for pen in devices.pens(of: seat.name) { updateRelay(of: pen, on: seat) }
    }

    /// Applies a decision of a pen's relay to the events that follow, and to those that were held back.
    func decide(_ decision: RelayedPen.Decision, of pen: DeviceSession, at time: Instant) {
        switch decision {
        case .status(let status): pen.service.relay?.set(status)
        case .verdict(let verdict):
            pen.service.relay?.decide(verdict, at: time)
            deliverRouted(of: pen)
        }
    }

    /// Routes the events of a pen that its relay reads.
    func writeRelayed(with pen: DeviceSession) {
        for event in pen.events {
            var event = event
            pen.service.relay?.route(event)
            // a held button makes only this contact point, not the rest of the proximity session
            event.buttons = []
            pen.service.capture.pen(event)
        }
        deliverRouted(of: pen)
    }

    /// Delivers the contacts that waited for their field to get the focus, if the field has the focus now.
    func focusArrived(on seat: TextSeat, at time: Instant) {
        for pen in devices.pens(of: seat.name) where pen.service.relay?.awaitsFocus == true {
            pen.service.relay?.focusArrived(at: time)
            deliverRouted(of: pen)
        }
    }

    private func deliverRouted(of pen: DeviceSession) {
        guard pen.service.relay?.routed.isEmpty == false else { return }
        let seat = pen.service.textSeat.flatMap { $0.target == nil ? nil : $0 }
        // without an input method the pen's own editor has the ink, as for a pen without a relay
        let editor = pen.editor.flatMap { pen.service.textSeat == nil || $0.status.hasNamedPart ? $0 : nil }
        // iterate without a copy of the array, because removing from a copied array would allocate
        for index in 0..<(pen.service.relay?.routed.count ?? 0) {
            guard let routed = pen.service.relay?.routed[index] else { continue }
            if routed.route != .field { editor?.push(routed.event) }
            guard routed.route != .device, let seat, let text = pen.textEditor else { continue }
            strokeBegins(with: routed.event, on: seat)
            text.push(routed.event)
        }
        pen.service.relay?.removeRouted()
    }
}
