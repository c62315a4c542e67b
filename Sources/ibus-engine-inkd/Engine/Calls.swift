internal import DBus
internal import InkProtocol
internal import InputMethod

/// IBus's calls to an engine (org.freedesktop.IBus.Engine in ibusengine.c).
extension Service {
    func answer(_ call: BusMessage, for engine: Engine, _ session: InputMethodSession) throws(BusError) -> Bus.Answer? {
        if call.interface == "org.freedesktop.DBus.Properties" { return try answerProperties(call, for: engine, session) }
        // IBus sends FocusIn before naming the client, and also for its dummy context; a client that sends text, caret or keys is real
        if engine.awaitsClient, engine === engines.focused, Self.signsOfLife.contains(call.member) {
            engine.awaitsClient = false
            focusIn(engine, session, isField: true, id: nil)
        }
        switch call.member {
        case "ProcessKeyEvent":
            let (symbol, code) = (try call.readUInt32(), try call.readUInt32())
            let isKept = keys.handle(KeyPress(symbol: symbol, code: code, state: try call.readUInt32()), for: engine, session)
            return { message throws(BusError) in try message.append(isKept) }
        case "FocusIn":
            focusIn(engine, session, isField: false, id: nil)
            engine.awaitsClient = true
        case "FocusInId":
            engine.awaitsClient = false
            let path = try call.readString()
            // "fake" is IBus's dummy context, which is used when no field has the focus
            let client = try call.readString()
            trace.say("client \(client)")
            let isField = client != "fake"
            // a client that releases its field moves the focus to the dummy context first
            if isField, engines.awaitsFocus { session.handle(.focusTaken) }
            // GNOME Shell has one context for the fields of all applications, which can only be distinguished by their text
            focusIn(engine, session, isField: isField, id: path, client: client)
        case "FocusOut", "FocusOutId", "Disable": focusOut(engine, session)
        case "Enable": signals.requireSurroundingText(engine)
        case "Reset": if engine === engines.focused { session.handle(.reset) }
        case "SetCapabilities":
            let capabilities = try call.readUInt32()
            trace.say("capabilities \(capabilities)")
            engine.seesText = capabilities & 1 << 5 != 0
            engine.isKeySynchronous = capabilities & 1 << 7 != 0
            guard engine === engines.focused else { break }
            sendClient(of: engine, session)
            session.handle(.seesText(engine.seesText))
        case "SetSurroundingText":
            let text = try call.readText()
            let (cursor, anchor) = (try call.readUInt32(), try call.readUInt32())
            guard engine === engines.focused, engine.seesText else { break }
            session.handle(.surroundingText(text, cursor: Int(cursor), anchor: Int(anchor)))
        case "SetCursorLocation":
            let (x, y, width, height) = (try call.readInt32(), try call.readInt32(), try call.readInt32(), try call.readInt32())
            if engine === engines.focused { caret = .init(x: Int(x), y: Int(y), width: Int(max(0, width)), height: Int(max(0, height))) }
        case "CandidateClicked":
            let index = try call.readUInt32()
            trace.say("candidate \(index)")
            if engine === engines.focused { session.handle(.candidate(Int(index))) }
        case "CursorUp": move(.up, engine, session)
        case "CursorDown": move(.down, engine, session)
        case "PageUp": move(.pageUp, engine, session)
        case "PageDown": move(.pageDown, engine, session)
        case "PropertyActivate":
            let key = try call.readString()
            if let choice = Menu.choice(key, state: try call.readUInt32()) { choose(choice, engine, session) }
        case "Destroy":
            focusOut(engine, session)
            engines.remove(engine)
        default: break
        }
        return { _ throws(BusError) in }
    }

    private func answerProperties(_ call: BusMessage, for engine: Engine, _ session: InputMethodSession) throws(BusError) -> Bus.Answer? {
        // FocusId: name the field's client; ActiveSurroundingText: send the text around the caret
        let values = [("FocusId", true), ("ActiveSurroundingText", true)]
        switch call.member {
        case "GetAll":
            return { message throws(BusError) in
                try message.container("a", "{sv}") { () throws(BusError) in
                    for (key, value) in values {
                        try message.container("e", "sv") { () throws(BusError) in
                            try message.append(key)
                            try message.container("v", "b") { () throws(BusError) in try message.append(value) }
                        }
                    }
                }
            }
        case "Get":
            _ = try call.readString()
            let key = try call.readString()
            guard let value = values.first(where: { $0.0 == key })?.1 else { return nil }
            return { message throws(BusError) in
                try message.container("v", "b") { () throws(BusError) in try message.append(value) }
            }
        case "Set":
            _ = try call.readString()
            guard try call.readString() == "ContentType" else { break }
            let content = try call.inside("v", "(uu)") { () throws(BusError) in
                try call.inside("r", "uu") { () throws(BusError) in (try call.readUInt32(), try call.readUInt32()) }
            }
            engine.purpose = .init(ibus: content.0, hints: content.1)
            engine.capitals = .init(ibusHints: content.1)
            trace.say("purpose \(engine.purpose)")
            guard engine === engines.focused else { break }
            session.handle(.purpose(engine.purpose))
            session.handle(.capitals(engine.capitals))
        default: break
        }
        return { _ throws(BusError) in }
    }

    /// Calls that only clients of fields make.
    private static let signsOfLife: Set = ["ProcessKeyEvent", "SetCursorLocation", "SetSurroundingText"]

    /// Moves among the candidates with the mouse.
    private func move(_ key: Composition.Key, _ engine: Engine, _ session: InputMethodSession) {
        if engine === engines.focused, session.showsCandidates { _ = session.press(key) }
    }

    private func focusIn(_ engine: Engine, _ session: InputMethodSession, isField: Bool, id: String?, client: String? = nil) {
        if let focused = engines.focused, focused !== engine {
            keys.drop()
            session.handle(.focusOut)
        }
        engines.setFocus(to: engine)
        engine.client = client
        sendClient(of: engine, session)
        // register the menu even without a field, because the menu may have the focus
        signals.register(menu)
        guard isField else { return session.handle(.focusOut) }
        session.handle(.language(engine.language))
        session.handle(.focusIn(engine.purpose, id: id))
        session.handle(.capitals(engine.capitals))
        signals.requireSurroundingText(engine)
    }

    private func sendClient(of engine: Engine, _ session: InputMethodSession) {
        session.handle(.client(engine.profile))
    }

    private func focusOut(_ engine: Engine, _ session: InputMethodSession) {
        engine.showsCandidates = false
        guard engine === engines.focused else { return }
        keys.drop()
        session.handle(.focusOut)
        engines.releaseFocus()
    }

    private func choose(_ choice: Menu.Choice, _ engine: Engine, _ session: InputMethodSession) {
        switch choice {
        case .pen: session.setPen(enabled: nil)
        case .penMode(let mode): session.setPen(mode)
        case .language(let language):
            engine.language = language
            if engine === engines.focused { session.handle(.language(language)) }
        case .undo: session.handle(.undo)
        case .restore: session.handle(.restore)
        case .passwords: togglePasswordSearch()
        case .ink: if !overlay.toggle() { signals.showMessage("inkd-overlay is not installed.") }
        }
        updateMenu()
    }
}

extension InsertionPlace.Capitals {
    /// Creates the capitalization for the IBus content type of a field (IBusInputHints).
    init(ibusHints hints: UInt32) {
        let (lowercase, sentences): (UInt32, UInt32) = (1 << 3, 1 << 6)
        self = hints & lowercase != 0 ? .none : hints & sentences != 0 ? .sentences : .asWritten
    }
}

extension TextInputInterface.Purpose {
    /// Creates the purpose for the IBus content type of a field (IBusInputPurpose, IBusInputHints).
    init(ibus purpose: UInt32, hints: UInt32) {
        // IBUS_INPUT_HINT_HIDDEN_TEXT
        guard hints & 1 << 12 == 0 else {
            self = .password
            return
        }
        switch purpose {
        case 2, 3: self = .number
        case 4: self = .phone
        case 5: self = .url
        case 6: self = .email
        case 7: self = .name
        case 8, 9: self = .password
        case 10: self = .terminal
        default: self = .text
        }
    }
}
