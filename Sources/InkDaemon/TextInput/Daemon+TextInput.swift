internal import InkProtocol
internal import ModelStore

/// What org.inkd.TextInput offers.
extension Daemon {
    func answerTextInput(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .attachInputMethod:
            try attach(call.parameters(as: TextInputInterface.Attach.Parameters.self), client)
            return nil
        case .watchTextInput:
            let seat = try textSeat(call.parameters(as: TextInputInterface.Watch.Parameters.self).seat, for: client)
            begin(.textInput(seat: seat.name), client)
            tell(.init(sequence: 0, change: .present, status: status(of: seat), caret: holder(of: seat)?.field?.caret), to: client)
            return nil
        case .focusTextInput:
            let parameters = try call.parameters(as: TextInputInterface.Focus.Parameters.self)
            let (session, seat) = try textSession(parameters.session, of: client)
            let field = try focus(session, on: seat, parameters)
            return try Reply.encode(TextInputInterface.Focus.self, .init(status: status(of: seat), field: field))
        case .unfocusTextInput:
            let parameters = try call.parameters(as: TextInputInterface.Unfocus.Parameters.self)
            let (session, seat) = try textSession(parameters.session, of: client)
            change(seat) { session.field = nil }
            return try Reply.encode(TextInputInterface.Unfocus.self, .init(status: status(of: seat)))
        case .setTextContext:
            let parameters = try call.parameters(as: TextInputInterface.SetContext.Parameters.self)
            let (session, seat) = try textSession(parameters.session, of: client)
            session.field?.preContext = parameters.preContext
            hint(seat)
            return try Reply.encode(TextInputInterface.SetContext.self, .init())
        case .setCaret:
            let parameters = try call.parameters(as: TextInputInterface.SetCaret.Parameters.self)
            let (session, seat) = try textSession(parameters.session, of: client)
            session.field?.caret = parameters.caret
            if holder(of: seat) === session { tellWatchers(of: seat, .init(sequence: 0, change: .caret, caret: parameters.caret)) }
            return try Reply.encode(TextInputInterface.SetCaret.self, .init())
        case .takeText:
            let parameters = try call.parameters(as: TextInputInterface.Take.Parameters.self)
            let (session, seat) = try textSession(parameters.session, of: client)
            if holder(of: seat) === session { take(parameters, for: session, on: seat) }
            return try Reply.encode(TextInputInterface.Take.self, .init())
        case .setCapture:
            let parameters = try call.parameters(as: TextInputInterface.SetCapture.Parameters.self)
            let (session, seat) = try textSession(parameters.session, of: client)
            change(seat) { session.capture = parameters.capture }
            return try Reply.encode(TextInputInterface.SetCapture.self, .init(status: status(of: seat)))
        case .textInputStatus:
            let seat = try textSeat(call.parameters(as: TextInputInterface.GetStatus.Parameters.self).seat, for: client)
            return try Reply.encode(TextInputInterface.GetStatus.self, .init(status: status(of: seat)))
        case .setPenEnabled:
            let parameters = try call.parameters(as: TextInputInterface.SetEnabled.Parameters.self)
            let seat = try textSeat(parameters.seat, for: client)
            change(seat) { seat.isEnabled = parameters.enabled ?? !seat.isEnabled }
            return try Reply.encode(TextInputInterface.SetEnabled.self, .init(status: status(of: seat)))
        default: return nil
        }
    }

    private func attach(_ parameters: TextInputInterface.Attach.Parameters, _ client: Client) throws {
        let seat = try textSeat(parameters.seat, for: client)
        let same = seat.sessions.count { $0.user == client.peer.user }
        // one user alone cannot take all the places
        guard same < TextSeat.limit / 2 else { throw TextInputInterface.TooManySessions(limit: TextSeat.limit / 2) }
        guard seat.sessions.count < TextSeat.limit else { throw TextInputInterface.TooManySessions(limit: TextSeat.limit) }
        lastTextSession += 1
        let session = TextSession(
            number: lastTextSession, client: client.id, user: client.peer.user, name: String(parameters.name.prefix(100)))
        seat.sessions.insert(session, at: 0)
        begin(.inputMethod(seat: seat.name), client)
        let status = status(of: seat)
        seat.told = status
        tell(.init(sequence: 0, change: .present, session: session.number, status: status), to: client)
        change(seat) {}
    }

    /// The number of the field.
    private func focus(_ session: TextSession, on seat: TextSeat, _ parameters: TextInputInterface.Focus.Parameters) throws -> Int {
        if let tag = parameters.language, !tag.isEmpty {
            guard (try? catalog.language(tag)) != nil else { throw TextInputInterface.UnknownLanguage(language: tag) }
        }
        if session.field == nil { seat.lastField += 1 }
        let number = session.field?.number ?? seat.lastField
        change(seat) {
            session.field = TextField(
                purpose: parameters.purpose, language: parameters.language, preContext: parameters.preContext ?? "", number: number,
                caret: session.field?.caret)
            seat.sessions.removeAll { $0 === session }
            seat.sessions.append(session)
        }
        return number
    }

    /// The seat of this name; without one the seat of the client's user's session, or else the first there is.
    /// - Throws: `NoSuchSeat`, `PermissionDenied`
    private func textSeat(_ asked: String?, for client: Client) throws -> TextSeat {
        let name = asked ?? Access.seat(of: client.peer.user) ?? "seat0"
        let isKnown = name == "seat0" || name == Access.seat(of: client.peer.user) || devices.values.contains { $0.identity.seat == name }
        guard isKnown else { throw TextInputInterface.NoSuchSeat(seat: name) }
        guard access.permits(client.peer.user, seat: name) else { throw ServiceInterface.PermissionDenied() }
        return followLock(of: name)
    }

    /// A seat whose sessions' locking is followed from now on.
    @discardableResult
    func followLock(of name: String) -> TextSeat {
        if let seat = textSeats[name] { return seat }
        let seat = TextSeat(name: name)
        textSeats[name] = seat
        seat.isLockKnown = lock?.watch(name) != true || seat.isLockKnown
        return seat
    }

    /// A session of the client's user. Its calls come on another connection than its stream.
    private func textSession(_ number: Int, of client: Client) throws -> (TextSession, TextSeat) {
        for seat in textSeats.values {
            guard let session = seat.sessions.first(where: { $0.number == number }) else { continue }
            guard session.user == client.peer.user else { break }
            // one whose user's session is not active now may say what it likes: it does not have the seat
            return (session, seat)
        }
        throw TextInputInterface.NoSuchSession(session: number)
    }

    /// Ends the session whose stream was this client's.
    func detach(_ client: Client, from name: String) {
        guard let seat = textSeats[name] else { return }
        change(seat) { seat.sessions.removeAll { $0.client == client.id } }
    }
}
