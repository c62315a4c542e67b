internal import InkProtocol

/// Sends events about fields and pens to input methods and watchers. Loop thread only.
final class TextInputPublisher {
    private unowned let hubs: Hubs

    init(_ hubs: Hubs) { self.hubs = hubs }

    /// Sends the status of a seat to all streams, if it has changed.
    func publish(_ status: TextInputInterface.Status, of seat: TextSeat) {
        guard status != seat.publishedStatus else { return }
        seat.publishedStatus = status
        let event = TextInputInterface.Event(sequence: 0, change: .status, status: status)
        for session in seat.sessions where hubs.shared.access.permits(session.user, seat: seat.name) {
            if let client = hubs.clients[session.client] { send(event, to: client) }
        }
        sendToWatches(of: seat, event)
    }

    /// Sends an event about the field to the session that has the seat, and to watchers.
    func sendToHolder(of seat: TextSeat, _ event: TextInputInterface.Event, of editor: EditorID? = nil) {
        guard let target = seat.target, let holder = seat.sessions.first(where: { $0.number == target.session }) else { return }
        var event = event
        event.field = target.field
        if let client = hubs.clients[holder.client] { send(event, to: client, of: editor) }
        sendToWatches(of: seat, event, of: editor)
    }

    func sendToWatches(of seat: TextSeat, _ event: TextInputInterface.Event, of editor: EditorID? = nil) {
        let watching = hubs.clients.watching { if case .textInput(seat.name) = $0 { true } else { false } }
        for client in watching where hubs.shared.access.permits(client.peer.user, seat: seat.name) {
            send(event, to: client, of: editor)
        }
    }

    /// Sends one client an event, with its own number.
    func send(_ event: TextInputInterface.Event, to client: Client, of editor: EditorID? = nil) {
        // an unfinished reading is worth nothing once there is a newer one of the same line, nor is where the caret was
        let kind: MessageClass =
            switch (event.change, event.reading) {
            case (.caret, _): .partial(key: .max)
            case (_, let reading?) where !reading.final:
                .partial(key: (editor?.value ?? 0) << 32 ^ UInt64(truncatingIfNeeded: reading.line))
            case (_, .some): .final
            default: .boundary
            }
        hubs.clients.stream(TextInputInterface.Watch.self, to: client, as: kind) { sequence in
            var event = event
            event.sequence = sequence
            return event
        }
    }
}
