internal import Editing
internal import Ink
internal import InkProtocol

extension Daemon {
    /// Answers one call, now or later.
    /// - Throws: `ProtocolError` if the connection makes no sense any more.
    func answer(_ call: Call, of client: Client) throws(ProtocolError) {
        switch dispatcher.decide(call) {
        case .send(let bytes): send(bytes, as: .final, to: client)
        case .ignore: break
        case .handle(let method):
            do {
                if let reply = try handle(method, call, of: client), !call.oneway { send(reply, as: .final, to: client) }
            } catch let error as ProtocolError {
                throw error
            } catch {
                if !call.oneway { send(try Reply.encode(any: error), as: .final, to: client) }
            }
        }
    }

    /// The reply; nil if there is none yet. Throws what the reply carries as its error.
    private func handle(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .listDevices:
            return try Reply.encode(DevicesInterface.List.self, .init(devices: sessions(for: client).map(message)))
        case .watchDevices:
            begin(.devices, client)
            for session in sessions(for: client) { publish(.present, session, to: client) }
            return nil
        case .watchPointer:
            let parameters = try call.parameters(as: PointerInterface.Watch.Parameters.self)
            if let device = parameters.device { _ = try session(numbered: device, for: client) }
            begin(.pointers(parameters.device.map { DeviceID(UInt32(clamping: $0)) }), client)
            return nil
        case .listEditors:
            return try Reply.encode(EditorInterface.List.self, .init(editors: sessions(for: client).compactMap(state)))
        case .getEditorState:
            let session = try session(editing: call.parameters(as: EditorInterface.GetState.Parameters.self).editor, for: client)
            guard let editor = session.editor, let state = state(of: session) else { return nil }
            return try Reply.encode(EditorInterface.GetState.self, .init(state: state, lines: editor.lines.map(message)))
        case .watchEditor:
            let name = try call.parameters(as: EditorInterface.Watch.Parameters.self).editor
            let one = try name.map { try session(editing: $0, for: client) }
            begin(.editors(one?.id), client)
            for session in sessions(for: client) where one == nil || one === session {
                if let state = state(of: session) { publish(.present, session, state, line: nil, to: client) }
            }
            return nil
        case .undo:
            let name = try call.parameters(as: EditorInterface.Undo.Parameters.self).editor
            let session = try session(editing: name, for: client)
            guard let effects = session.editor?.undo() else { throw EditorInterface.NothingToUndo(editor: name) }
            settle(session, effects)
            return try stated(EditorInterface.Undo.self, session)
        case .redo:
            let name = try call.parameters(as: EditorInterface.Redo.Parameters.self).editor
            let session = try session(editing: name, for: client)
            guard let effects = session.editor?.redo() else { throw EditorInterface.NothingToRedo(editor: name) }
            settle(session, effects)
            return try stated(EditorInterface.Redo.self, session)
        case .clear:
            let session = try session(editing: call.parameters(as: EditorInterface.Clear.Parameters.self).editor, for: client)
            if let effects = session.editor?.clear() { settle(session, effects) }
            return try stated(EditorInterface.Clear.self, session)
        case .strokes:
            let session = try session(editing: call.parameters(as: EditorInterface.Strokes.Parameters.self).editor, for: client)
            guard let editor = session.editor else { return nil }
            let strokes = editor.strokes.map {
                EditorInterface.Stroke($0, clock: clock.offset(at: $0.points.first?.time ?? Instant(microseconds: .max)))
            }
            return try Reply.encode(EditorInterface.Strokes.self, .init(revision: Int(clamping: editor.revision), strokes: strokes))
        case .queryRecognizer, .recognize, .recognizeSymbol, .recognizeShape, .recognizeGesture:
            return try answerRecognition(method, call, of: client)
        case .listModels, .resolveModel, .isModelInstalled, .installModel, .writeModel, .removeModel:
            return try answerModels(method, call, of: client)
        case .adapt:
            try adapt(call.parameters(as: AdaptationInterface.Adapt.Parameters.self), for: client)
            return nil
        case .adaptationStatus, .resetAdaptation:
            try answerAdaptation(method, call, of: client)
            return nil
        }
    }

    private func begin(_ watch: Watch, _ client: Client) {
        synchroniseClock()
        client.watch = watch
        playReplays()
    }

    /// The devices that the client may know of, in the order they came.
    private func sessions(for client: Client) -> [DeviceSession] {
        devices.values.filter { mayUse($0, client) }.sorted { $0.id.value < $1.id.value }
    }

    private func session(numbered number: Int, for client: Client) throws -> DeviceSession {
        guard let session = UInt32(exactly: number).flatMap({ devices[DeviceID($0)] }) else {
            throw PointerInterface.NoSuchDevice(device: number)
        }
        guard mayUse(session, client) else { throw ServiceInterface.PermissionDenied() }
        return session
    }

    private func session(editing name: String, for client: Client) throws -> DeviceSession {
        guard let session = devices.values.first(where: { $0.editorName == name }) else { throw EditorInterface.NoSuchEditor(editor: name) }
        guard mayUse(session, client) else { throw ServiceInterface.PermissionDenied() }
        return session
    }

    private func stated<M: VarlinkMethod>(_ method: M.Type, _ session: DeviceSession) throws -> [UInt8]?
    where M.Reply == EditorInterface.Stated {
        guard let state = state(of: session) else { return nil }
        return try Reply.encode(method, .init(state: state))
    }
}
