internal import InkProtocol
internal import InkWorkspace

/// Sends events about fields and pens to input methods and watchers. Loop thread only.
final class TextInputPublisher {
    private let clients: ClientHub
    private let seats: TextSeatRegistry
    private let access: Access
    private let pulses: ReadingPulses

    init(clients: ClientHub, seats: TextSeatRegistry, access: Access, pulses: ReadingPulses) {
        self.clients = clients
        self.seats = seats
        self.access = access
        self.pulses = pulses
    }

    /// Sends the status of a seat to all streams, if it has changed.
    func publish(_ status: TextInputInterface.Status, of seat: TextSeat) {
        guard status != seat.publishedStatus else { return }
        seat.publishedStatus = status
        for session in seat.sessions where !session.pulse.isStuck { send(status, of: seat, to: session) }
        sendToWatches(of: seat, .init(sequence: 0, change: .status, status: status))
    }

    /// Sends a session the status of its seat. The focused field is left out unless the user owns the seat.
    func send(_ status: TextInputInterface.Status, of seat: TextSeat, to session: SeatSession) {
        guard access.permits(session.user, seat: seat.name), let client = clients[session.client] else { return }
        let status = seats.owns(session.user, seat) ? status : status.withoutField
        send(.init(sequence: 0, change: .status, status: status), to: client)
    }

    /// Sends an event about the focused field to the session that has the seat, and to watching clients.
    func sendToHolder(of seat: TextSeat, _ event: TextInputInterface.Event, of editor: EditorID? = nil) {
        guard let target = seat.target, let holder = seat.sessions.first(where: { $0.number == target.session }) else { return }
        var event = event
        event.field = target.field
        if let client = clients[holder.client] { send(event, to: client, of: editor) }
        sendToWatches(of: seat, event, of: editor)
    }

    func sendToWatches(of seat: TextSeat, _ event: TextInputInterface.Event, of editor: EditorID? = nil) {
        for client in watches(of: seat, where: { _ in true }) { send(event, to: client, of: editor) }
    }

    /// Sends an event to clients that display the content which input methods cannot display themselves. Returns whether such a client
    /// exists.
    func sendToDisplays(of seat: TextSeat, _ event: TextInputInterface.Event) -> Bool {
        let clients = watches(of: seat) { $0 }
        for client in clients { send(event, to: client) }
        return !clients.isEmpty
    }

    /// Returns the clients that watch a seat and are permitted to.
    private func watches(of seat: TextSeat, where isMeant: (_ isDisplay: Bool) -> Bool) -> [Client] {
        clients.watching { if case .textInput(seat.name, let isDisplay) = $0 { isMeant(isDisplay) } else { false } }
            .filter { seats.owns($0.peer.user, seat) }
    }

    /// Sends one client an event, with its own number.
    func send(_ event: TextInputInterface.Event, to client: Client, of editor: EditorID? = nil) {
        // a newer unfinished reading replaces an older one of the same line in the queue. The same applies to caret positions, candidates
        // and mappings
        let kind: MessageClass =
            switch (event.change, event.reading) {
            case (.caret, _): .partial(key: .max)
            case (.candidates, _): .partial(key: .max - 1)
            case (.message, _): .partial(key: .max - 2)
            case (.mapping, _): .partial(key: .max - 3)
            case (_, let reading?) where !reading.final:
                .partial(key: (editor?.value ?? 0) << 32 ^ UInt64(truncatingIfNeeded: reading.line))
            case (_, .some): .final
            default: .boundary
            }
        pulses.follow(client)
        clients.stream(TextInputInterface.Watch.self, to: client, as: kind) { sequence in
            var event = event
            event.sequence = sequence
            return event
        }
    }
}

extension TextInputInterface.Status {
    /// The status for users who do not own the seat: without the focused field and its input method.
    var withoutField: Self {
        var status = self
        (status.inputMethod, status.purpose, status.field) = (nil, nil, nil)
        return status
    }
}
