internal import InkProtocol
internal import InkWorkspace

extension TextInputHub {
    /// Sends the mapping of a seat's tablets to a client that has begun to watch, if the client is a display and a mapping is known.
    func sendMapping(of seat: TextSeat, to client: Client) {
        guard case .textInput(_, isDisplay: true) = client.watch else { return }
        let tablets = seats.tablets(of: seat)
        if !tablets.isEmpty { publisher.send(.init(sequence: 0, change: .mapping, tablets: tablets), to: client) }
    }

    /// Sends the mapping of tablets to displays, if it has changed.
    func publishMapping(of seat: TextSeat) {
        let tablets = seats.tablets(of: seat)
        guard tablets != seat.publishedTablets else { return }
        seat.publishedTablets = tablets
        _ = publisher.sendToDisplays(of: seat, .init(sequence: 0, change: .mapping, tablets: tablets))
    }
}

extension TextSeatRegistry {
    /// Returns the mapping of a seat's tablets to the screen; empty if unknown. The last session that reported a mapping, and may have the
    /// seat now, provides it.
    func tablets(of seat: TextSeat) -> [TextInputInterface.TabletMapping] {
        seat.sessions.last { !$0.fieldMap.tablets.isEmpty && mayHold(seat, $0.user) }?.fieldMap.tablets ?? []
    }

    /// Returns the last session that reported text fields and may have the seat now; nil without such a session.
    func reporter(of seat: TextSeat) -> SeatSession? {
        seat.sessions.last { !$0.fieldMap.fields.isEmpty && mayHold(seat, $0.user) }
    }

    /// Returns the text fields on a seat's screen, as reported by the session that has the seat.
    func fields(of seat: TextSeat) -> [TextInputInterface.Field] { holder(of: seat)?.fieldMap.fields ?? [] }
}
