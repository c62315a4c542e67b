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
        case .listEditors, .getEditorState, .watchEditor, .createEditor, .closeEditor, .setViewSize, .setPart, .waitForIdle, .undo, .redo,
            .clear, .selectCandidate, .setTool, .pointerEvents, .pointerCancel:
            return try answerEditors(method, call, of: client)
        case .getConfiguration, .setConfiguration, .unsetConfiguration: return try answerConfiguration(method, call, of: client)
        case .strokes, .getPath, .interpolate, .offset, .addStrokes, .removeStrokes, .erase, .transform, .replay:
            return try answerInk(method, call, of: client)
        case .listBlocks, .hitBlock, .addBlock, .addImage, .removeBlock, .convert, .exportContent, .importContent, .copyBlock, .pasteBlock:
            return try answerBlocks(method, call, of: client)
        case .listPackages, .openPackage, .savePackage, .savePackageToTemp, .closePackage, .deletePackage, .listParts, .createPart,
            .getPart,
            .clonePart, .movePart, .removePart, .getMetadata, .setMetadata:
            try answerPackages(method, call, of: client)
            return nil
        case .queryRecognizer, .recognize, .recognizeSymbol, .recognizeShape, .recognizeGesture:
            return try answerRecognition(method, call, of: client)
        case .listModels, .resolveModel, .isModelInstalled, .installModel, .writeModel, .removeModel:
            return try answerModels(method, call, of: client)
        case .startRecording, .stopRecording, .annotateRecording, .recorderState, .watchRecorder, .listRecordings, .readRecording,
            .deleteRecording:
            return try answerRecorder(method, call, of: client)
        case .attachInputMethod, .watchTextInput, .focusTextInput, .unfocusTextInput, .setTextContext, .setCaret, .takeText, .setCapture,
            .textInputStatus, .setPenEnabled:
            return try answerTextInput(method, call, of: client)
        case .adapt:
            try adapt(call.parameters(as: AdaptationInterface.Adapt.Parameters.self), for: client)
            return nil
        case .adaptationStatus, .resetAdaptation:
            try answerAdaptation(method, call, of: client)
            return nil
        }
    }

    func begin(_ watch: Watch, _ client: Client) {
        synchroniseClock()
        client.watch = watch
        if clients.values.count(where: { $0.watch != nil }) >= replays.first?.options.watches ?? 1 { playReplays() }
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

    /// - Throws: `NoSuchEditor`, `PermissionDenied`
    func editor(_ name: String, for client: Client) throws -> EditorSession {
        guard let editor = editors.values.first(where: { $0.name == name }) else { throw EditorInterface.NoSuchEditor(editor: name) }
        guard mayUse(editor, client) else {
            // of other users' editors nobody need know that they are there
            if editor.device == nil || isText(editor) { throw EditorInterface.NoSuchEditor(editor: name) }
            throw ServiceInterface.PermissionDenied()
        }
        return editor
    }
}
