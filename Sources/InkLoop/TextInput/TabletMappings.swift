internal import InkProtocol
internal import InkWorkspace

extension TextInputHub {
    /// Sends a new watcher the mapping of tablets, if it displays and a mapping is known.
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
    /// Returns the mapping of a seat's tablets, as the last session reported it whose user may have the seat now; empty if unknown.
    func tablets(of seat: TextSeat) -> [TextInputInterface.TabletMapping] {
        seat.sessions.last { !$0.fieldMap.tablets.isEmpty && mayHold(seat, $0.user) }?.fieldMap.tablets ?? []
    }

    /// Returns the last session whose user may have the seat now that reported text fields; nil without one.
    func reporter(of seat: TextSeat) -> SeatSession? {
        seat.sessions.last { !$0.fieldMap.fields.isEmpty && mayHold(seat, $0.user) }
    }

    /// Returns the text fields on a seat's screen: those that the session with the seat reported.
    func fields(of seat: TextSeat) -> [TextInputInterface.Field] { holder(of: seat)?.fieldMap.fields ?? [] }
}
