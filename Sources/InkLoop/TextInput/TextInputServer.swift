internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import ModelStore

/// org.inkd.TextInput. Loop thread only.
final class TextInputServer: TextInputService {
    private let shared: SharedState
    private let clients: ClientHub
    private let devices: DeviceRegistry
    private let text: TextInputHub
    private let users: UserSettingsHub
    private var lastSession = 0

    /// Maximum number of candidates that an input method may offer, and of the characters of each: digit keys choose them.
    private static let (candidateLimit, candidateLength) = (9, 100)
    private static let messageLength = 300

    init(shared: SharedState, clients: ClientHub, devices: DeviceRegistry, text: TextInputHub, users: UserSettingsHub) {
        self.shared = shared
        self.clients = clients
        self.devices = devices
        self.text = text
        self.users = users
    }

    // MARK: Streams

    func attach(
        _ parameters: TextInputInterface.Attach.Parameters, for caller: Caller, to stream: ReplyStream<TextInputInterface.Attach>
    ) throws {
        let seat = try seat(parameters.seat, for: caller)
        let same = seat.sessions.count { $0.user == caller.user }
        // one user alone must not take all the places
        guard same < TextSeat.limit / 2 else { throw TextInputInterface.TooManySessions(limit: TextSeat.limit / 2) }
        guard seat.sessions.count < TextSeat.limit else { throw TextInputInterface.TooManySessions(limit: TextSeat.limit) }
        lastSession += 1
        let session = TextSession(
            number: lastSession, client: caller.id, user: caller.user, name: String(parameters.name.prefix(100)))
        seat.sessions.insert(session, at: 0)
        clients.begin(.inputMethod(seat: seat.name), caller)
        seat.publishedStatus = text.status(of: seat)
        if let client = clients[caller.id] {
            let status = status(of: seat, for: caller)
            text.publisher.send(.init(sequence: 0, change: .present, session: session.number, status: status), to: client)
        }
        text.update(seat) {}
    }

    func watch(
        _ parameters: TextInputInterface.Watch.Parameters, for caller: Caller, to stream: ReplyStream<TextInputInterface.Watch>
    ) throws {
        let seat = try ownSeat(parameters.seat, for: caller)
        clients.begin(.textInput(seat: seat.name, isDisplay: parameters.display ?? false), caller)
        if let client = clients[caller.id] {
            let caret = text.seats.holder(of: seat)?.field?.caret
            text.publisher.send(.init(sequence: 0, change: .present, status: text.status(of: seat), caret: caret), to: client)
        }
    }

    // MARK: The field

    func focus(_ parameters: TextInputInterface.Focus.Parameters, for caller: Caller) throws -> TextInputInterface.Focus.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        if let tag = parameters.language, !tag.isEmpty {
            guard (try? shared.models.catalog(of: caller.user).language(tag)) != nil else {
                throw TextInputInterface.UnknownLanguage(language: tag)
            }
        }
        if session.field == nil { seat.lastField += 1 }
        let number = session.field?.number ?? seat.lastField
        text.update(seat) {
            session.field = TextField(
                purpose: parameters.purpose, language: parameters.language, preContext: parameters.preContext ?? "", number: number,
                caret: session.field?.caret)
            seat.sessions.removeAll { $0 === session }
            seat.sessions.append(session)
        }
        return .init(status: status(of: seat, for: caller), field: number)
    }

    func unfocus(_ parameters: TextInputInterface.Unfocus.Parameters, for caller: Caller) throws -> TextInputInterface.Unfocus.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        text.update(seat) { session.field = nil }
        return .init(status: status(of: seat, for: caller))
    }

    func setContext(
        _ parameters: TextInputInterface.SetContext.Parameters, for caller: Caller
    ) throws -> TextInputInterface.SetContext.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        session.field?.preContext = parameters.preContext
        text.updateRecognitionHints(of: seat)
        return .init()
    }

    func setCaret(_ parameters: TextInputInterface.SetCaret.Parameters, for caller: Caller) throws -> TextInputInterface.SetCaret.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        session.field?.caret = parameters.caret
        if text.seats.holder(of: seat) === session {
            text.publisher.sendToWatches(of: seat, .init(sequence: 0, change: .caret, caret: parameters.caret))
        }
        return .init()
    }

    func setDisplayRotation(
        _ parameters: TextInputInterface.SetDisplayRotation.Parameters, for caller: Caller
    ) throws -> TextInputInterface.SetDisplayRotation.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        guard let rotation = TabletArea.Rotation(rawValue: parameters.rotation) else {
            throw ClientInterface.InvalidValue(
                parameter: "rotation", value: "\(parameters.rotation)", allowed: "0, 90, 180 or 270 degrees")
        }
        session.displayRotation = rotation
        users.displayRotated(on: seat.name)
        text.publishStatus(of: seat)
        return .init()
    }

    func showCandidates(
        _ parameters: TextInputInterface.ShowCandidates.Parameters, for caller: Caller
    ) throws -> TextInputInterface.ShowCandidates.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        guard text.seats.holder(of: seat) === session else { return .init(shown: false) }
        let candidates = parameters.candidates.prefix(Self.candidateLimit).map { String($0.prefix(Self.candidateLength)) }
        let event = TextInputInterface.Event(sequence: 0, change: .candidates, candidates: candidates, selected: parameters.selected)
        return .init(shown: text.publisher.sendToDisplays(of: seat, event))
    }

    func showMessage(
        _ parameters: TextInputInterface.ShowMessage.Parameters, for caller: Caller
    ) throws -> TextInputInterface.ShowMessage.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        guard text.seats.holder(of: seat) === session else { return .init(shown: false) }
        let event = TextInputInterface.Event(sequence: 0, change: .message, text: String(parameters.message.prefix(Self.messageLength)))
        return .init(shown: text.publisher.sendToDisplays(of: seat, event))
    }

    func take(_ parameters: TextInputInterface.Take.Parameters, for caller: Caller) throws -> TextInputInterface.Take.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        if text.seats.holder(of: seat) === session { text.commit(parameters, of: session, on: seat) }
        return .init()
    }

    func correct(_ parameters: TextInputInterface.Correct.Parameters, for caller: Caller) throws -> TextInputInterface.Correct.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        if text.seats.holder(of: seat) === session { text.correct(parameters, on: seat) }
        return .init()
    }

    func cancelStroke(
        _ parameters: TextInputInterface.CancelStroke.Parameters, for caller: Caller
    ) throws -> TextInputInterface.CancelStroke.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        if text.seats.holder(of: seat) === session { text.cancelStrokes(on: seat) }
        return .init()
    }

    // MARK: The pen

    func setCapture(
        _ parameters: TextInputInterface.SetCapture.Parameters, for caller: Caller
    ) throws -> TextInputInterface.SetCapture.Reply {
        let (session, seat) = try session(parameters.session, of: caller)
        text.update(seat) { session.capture = parameters.capture }
        return .init(status: status(of: seat, for: caller))
    }

    func getStatus(
        _ parameters: TextInputInterface.GetStatus.Parameters, for caller: Caller
    ) throws -> TextInputInterface.GetStatus.Reply {
        .init(status: status(of: try seat(parameters.seat, for: caller), for: caller))
    }

    func setEnabled(
        _ parameters: TextInputInterface.SetEnabled.Parameters, for caller: Caller
    ) throws -> TextInputInterface.SetEnabled.Reply {
        let seat = try ownSeat(parameters.seat, for: caller)
        users.setPenEnabled(parameters.enabled ?? !seat.isEnabled, on: seat, by: caller.user)
        return .init(status: text.status(of: seat))
    }

    func ask(_ parameters: TextInputInterface.Ask.Parameters, for caller: Caller) throws -> TextInputInterface.Ask.Reply {
        let seat = try ownSeat(parameters.seat, for: caller)
        text.ask(parameters.action, of: seat)
        return .init(status: text.status(of: seat))
    }

    // MARK: Finding

    /// Returns the seat of this name; without a name, the seat of the client's user's session, or else seat0.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    private func seat(_ asked: String?, for caller: Caller) throws -> TextSeat {
        let own = shared.access.seat(of: caller.user)
        let name = asked ?? own ?? "seat0"
        guard name == "seat0" || name == own || devices.seats.contains(name) else { throw TextInputInterface.NoSuchSeat(seat: name) }
        guard shared.access.permits(caller.user, seat: name) else { throw ServiceInterface.PermissionDenied() }
        return text.followLock(of: name)
    }

    /// Returns the same seat, for calls that only the user at the seat may make.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    private func ownSeat(_ asked: String?, for caller: Caller) throws -> TextSeat {
        let seat = try seat(asked, for: caller)
        guard text.seats.owns(caller.user, seat) else { throw ServiceInterface.PermissionDenied() }
        return seat
    }

    /// Returns the status of a seat, without the focused field unless the caller owns the seat.
    private func status(of seat: TextSeat, for caller: Caller) -> TextInputInterface.Status {
        let status = text.status(of: seat)
        return text.seats.owns(caller.user, seat) ? status : status.withoutField
    }

    /// Returns a session of the client's user. Its calls arrive on another connection than its stream.
    /// - Throws: `NoSuchSession`
    private func session(_ number: Int, of caller: Caller) throws -> (TextSession, TextSeat) {
        for seat in text.seats.all.values {
            guard let session = seat.sessions.first(where: { $0.number == number }) else { continue }
            guard session.user == caller.user else { break }
            // a session of a user without the active session may make any call: it does not have the seat
            return (session, seat)
        }
        throw TextInputInterface.NoSuchSession(session: number)
    }
}
