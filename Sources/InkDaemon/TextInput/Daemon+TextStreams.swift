internal import Editing
internal import Ink
internal import InkProtocol
internal import Tablet

/// What input methods, and those who watch them, are told.
extension Daemon {
    /// How things stand on a seat.
    func status(of seat: TextSeat) -> TextInputInterface.Status {
        let holder = holder(of: seat)
        let pens = pens(of: seat)
        return .init(
            seat: seat.name, enabled: seat.isEnabled, capture: holder?.capture, captured: pens.contains { $0.capture.isCaptured },
            passing: pens.contains { $0.capture.passing != .no }, locked: seat.isLocked, inputMethod: holder?.name,
            purpose: holder?.field?.purpose, field: holder?.field?.number)
    }

    /// Tells everybody how things stand, if they stand otherwise than before.
    func tellStatus(of seat: TextSeat) {
        let status = status(of: seat)
        guard status != seat.told else { return }
        seat.told = status
        let event = TextInputInterface.Event(sequence: 0, change: .status, status: status)
        for session in seat.sessions where access.permits(session.user, seat: seat.name) {
            if let client = clients[session.client] { tell(event, to: client) }
        }
        tellWatchers(of: seat, event)
    }

    /// Tells the session that has the seat, and those who watch, of something about the field.
    func tellHolder(of seat: TextSeat, _ event: TextInputInterface.Event, of editor: EditorID? = nil) {
        guard let target = seat.target, let holder = seat.sessions.first(where: { $0.number == target.session }) else { return }
        var event = event
        event.field = target.field
        if let client = clients[holder.client] { tell(event, to: client, of: editor) }
        tellWatchers(of: seat, event, of: editor)
    }

    func tellWatchers(of seat: TextSeat, _ event: TextInputInterface.Event, of editor: EditorID? = nil) {
        for client in clients.values {
            guard case .textInput(seat.name) = client.watch, access.permits(client.peer.user, seat: seat.name) else { continue }
            tell(event, to: client, of: editor)
        }
    }

    /// Sends one client an event, with its own number.
    func tell(_ event: TextInputInterface.Event, to client: Client, of editor: EditorID? = nil) {
        // an unfinished reading is worth nothing once there is a newer one of the same line, nor is where the caret was
        let kind: MessageClass =
            switch (event.change, event.reading) {
            case (.caret, _): .partial(key: .max)
            case (_, let reading?) where !reading.final:
                .partial(key: (editor?.value ?? 0) << 32 ^ UInt64(truncatingIfNeeded: reading.line))
            case (_, .some): .final
            default: .boundary
            }
        stream(TextInputInterface.Watch.self, to: client, as: kind) { sequence in
            var event = event
            event.sequence = sequence
            return event
        }
    }

    /// Tells what the lines of a pen's writing say now: the one that was read, and those that are gone.
    func tellReadings(of editor: EditorSession, read line: LineState?, on seat: TextSeat) {
        if let line {
            editor.toldLines.insert(line.id)
            tellHolder(of: seat, .init(sequence: 0, change: .reading, reading: message(line, of: editor)), of: editor.id)
        }
        for id in editor.toldLines where editor.ink.line(id) == nil {
            editor.toldLines.remove(id)
            let gone = TextInputInterface.Reading(
                editor: editor.name, line: Int(clamping: id.value), text: "", final: true, stablePrefix: 0, words: [], candidates: [],
                strokes: [])
            tellHolder(of: seat, .init(sequence: 0, change: .reading, reading: gone), of: editor.id)
        }
    }

    /// The pen is gone: what was read of its lines so far is all that will be.
    func tellLastReadings(of editor: EditorSession, on seat: TextSeat) {
        for line in editor.ink.lines where !line.isFinal && editor.toldLines.contains(line.id) {
            var last = line
            last.isFinal = true
            tellHolder(of: seat, .init(sequence: 0, change: .reading, reading: message(last, of: editor)), of: editor.id)
        }
    }

    private func message(_ line: LineState, of editor: EditorSession) -> TextInputInterface.Reading {
        .init(
            editor: editor.name, line: Int(clamping: line.id.value), text: line.text, final: line.isFinal, stablePrefix: line.stablePrefix,
            words: line.words.map { word in
                .init(
                    text: word.text, candidates: word.candidates.map(\.text), strokes: word.strokes.map { Int(clamping: $0.value) },
                    confidence: word.confidence)
            },
            candidates: line.candidates.map(\.text),
            strokes: editor.ink.strokes(of: line.id).map { Int(clamping: $0.value) })
    }
}
