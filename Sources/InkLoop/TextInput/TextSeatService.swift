package import Ink
package import InkProtocol
package import InkWorkspace

/// The interface to seats that workspaces use for the calls of input methods. Loop thread only.
package final class TextSeatService: TextSeats {
    private let shared: SharedState
    private let clients: ClientHub
    private let devices: DeviceRegistry
    private let text: TextInputHub
    private let users: UserSettingsHub

    init(shared: SharedState, clients: ClientHub, devices: DeviceRegistry, text: TextInputHub, users: UserSettingsHub) {
        self.shared = shared
        self.clients = clients
        self.devices = devices
        self.text = text
        self.users = users
    }

    // MARK: Streams

    package func attach(_ name: String, to asked: String?, for caller: Caller) throws {
        let seat = try seat(asked, for: caller)
        let same = seat.sessions.count { $0.user == caller.user }
        // a single user must not use up all sessions of a seat
        guard same < TextSeat.limit / 2 else { throw TextInputInterface.TooManySessions(limit: TextSeat.limit / 2) }
        guard seat.sessions.count < TextSeat.limit else { throw TextInputInterface.TooManySessions(limit: TextSeat.limit) }
        let session = SeatSession(shared.textSessions.add(of: caller.user, on: seat.name), client: caller.id, name: name)
        seat.sessions.insert(session, at: 0)
        clients.begin(.inputMethod(seat: seat.name), caller)
        seat.publishedStatus = text.status(of: seat)
        if let client = clients[caller.id] {
            let status = status(of: seat, for: caller.user)
            text.publisher.send(.init(sequence: 0, change: .present, session: session.number, status: status), to: client)
        }
        text.update(seat) {}
    }

    package func watch(_ asked: String?, isDisplay: Bool, for caller: Caller) throws {
        let seat = try ownSeat(asked, for: caller)
        clients.begin(.textInput(seat: seat.name, isDisplay: isDisplay), caller)
        if let client = clients[caller.id] {
            let caret = text.seats.holder(of: seat)?.field?.caret
            text.publisher.send(.init(sequence: 0, change: .present, status: text.status(of: seat), caret: caret), to: client)
            text.sendMapping(of: seat, to: client)
        }
    }

    // MARK: Sessions

    package func focus(
        _ parameters: TextInputInterface.Focus.Parameters, of session: TextSession
    ) throws -> (status: TextInputInterface.Status, field: Int) {
        let (attached, seat) = try attached(session)
        if session.field == nil { seat.lastField += 1 }
        let number = session.field?.number ?? seat.lastField
        text.update(seat) {
            session.field = TextField(parameters, number: number, caret: session.field?.caret)
            seat.sessions.removeAll { $0 === attached }
            seat.sessions.append(attached)
        }
        return (status(of: seat, for: session.user), number)
    }

    package func unfocus(_ session: TextSession) throws -> TextInputInterface.Status {
        let (_, seat) = try attached(session)
        text.update(seat) { session.field = nil }
        return status(of: seat, for: session.user)
    }

    package func setCapture(_ capture: TextInputInterface.Capture, of session: TextSession) throws -> TextInputInterface.Status {
        let (attached, seat) = try attached(session)
        text.update(seat) { attached.capture = capture }
        return status(of: seat, for: session.user)
    }

    package func setDisplayRotation(_ degrees: Int, of session: TextSession) throws {
        let (attached, seat) = try attached(session)
        guard let rotation = TabletArea.Rotation(rawValue: degrees) else {
            throw ClientInterface.InvalidValue(parameter: "rotation", value: "\(degrees)", allowed: "0, 90, 180 or 270 degrees")
        }
        attached.displayRotation = rotation
        users.displayRotated(on: seat.name)
        text.publishStatus(of: seat)
    }

    package func setFields(_ fields: FieldMap, of session: TextSession) throws {
        let (attached, seat) = try attached(session)
        let isOther = attached.fieldMap.application != fields.application
        attached.fieldMap = fields
        // in some applications the pen only points, so the change may affect the seat
        if isOther { text.update(seat) {} }
        text.publishMapping(of: seat)
        text.fieldsChanged(on: seat)
    }

    package func display(_ event: TextInputInterface.Event, of session: TextSession) throws -> Bool {
        let (attached, seat) = try attached(session)
        return text.seats.holder(of: seat) === attached && text.publisher.sendToDisplays(of: seat, event)
    }

    // MARK: The pen

    package func status(of asked: String?, for caller: Caller) throws -> TextInputInterface.Status {
        status(of: try seat(asked, for: caller), for: caller.user)
    }

    package func setEnabled(_ isEnabled: Bool?, on asked: String?, for caller: Caller) throws -> TextInputInterface.Status {
        let seat = try ownSeat(asked, for: caller)
        users.setPen(writing: isEnabled, on: seat, by: caller.user)
        return text.status(of: seat)
    }

    package func setMode(_ mode: PenMode, on asked: String?, for caller: Caller) throws -> TextInputInterface.Status {
        let seat = try ownSeat(asked, for: caller)
        users.setPenMode(mode, on: seat, by: caller.user)
        return text.status(of: seat)
    }

    package func ask(_ action: TextInputInterface.Action, of asked: String?, for caller: Caller) throws -> TextInputInterface.Status {
        let seat = try ownSeat(asked, for: caller)
        text.ask(action, of: seat)
        return text.status(of: seat)
    }

    package func choose(_ index: Int, on asked: String?, for caller: Caller) throws -> TextInputInterface.Status {
        let seat = try ownSeat(asked, for: caller)
        text.choose(index, on: seat)
        return text.status(of: seat)
    }

    // MARK: Finding

    /// Returns the seat of a name. Without a name, returns the seat of the client's user, or seat0 if the user has no seat.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    private func seat(_ asked: String?, for caller: Caller) throws -> TextSeat {
        let own = shared.access.seat(of: caller.user)
        let name = asked ?? own ?? "seat0"
        guard name == "seat0" || name == own || devices.seats.contains(name) else { throw TextInputInterface.NoSuchSeat(seat: name) }
        guard shared.access.permits(caller.user, seat: name) else { throw ServiceInterface.PermissionDenied() }
        return text.followLock(of: name)
    }

    /// Returns the seat of a name, for calls that only the owner of the seat may make.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    private func ownSeat(_ asked: String?, for caller: Caller) throws -> TextSeat {
        let seat = try seat(asked, for: caller)
        guard text.seats.owns(caller.user, seat) else { throw ServiceInterface.PermissionDenied() }
        return seat
    }

    /// Returns the status of a seat. The focused field is left out unless the user owns the seat.
    private func status(of seat: TextSeat, for user: UInt32) -> TextInputInterface.Status {
        let status = text.status(of: seat)
        return text.seats.owns(user, seat) ? status : status.withoutField
    }

    /// Returns a session with its seat.
    /// - Throws: `NoSuchSession` if its stream has ended.
    private func attached(_ session: TextSession) throws(TextInputInterface.NoSuchSession) -> (SeatSession, TextSeat) {
        guard let (attached, seat) = text.seats.attached(session) else { throw .init(session: session.number) }
        return (attached, seat)
    }
}
