internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore

/// What org.inkd.Editor offers besides its configuration.
extension Daemon {
    /// How many editors a user's clients may have at a time.
    private static let editorLimit = 32
    /// Milliseconds for which somebody waits for an editor to be idle, unless told otherwise.
    private static let patience = 10_000

    /// The reply; nil if it comes later.
    func answerEditors(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .listEditors: return try Reply.encode(EditorInterface.List.self, .init(editors: editors(for: client).map { state(of: $0) }))
        case .watchEditor:
            let name = try call.parameters(as: EditorInterface.Watch.Parameters.self).editor
            let one = try name.map { try editor($0, for: client) }
            begin(.editors(one?.id), client)
            for editor in editors(for: client) where one == nil || one === editor {
                publish(.present, editor, state(of: editor), line: nil, to: client)
            }
            return nil
        case .createEditor:
            let user = client.peer.user
            guard editors.values.count(where: { $0.creator == user }) < Self.editorLimit else {
                throw EditorInterface.TooManyEditors(limit: Self.editorLimit)
            }
            let editor = try addEditor(named: { "editor\($0.value)" }, device: nil, creator: user, ink: InkEditor())
            return try Reply.encode(EditorInterface.Create.self, .init(editor: editor.name))
        case .closeEditor:
            let editor = try named(call, client)
            if editor.device == nil { end(editor) } else { leavePart(editor) }
            return try Reply.encode(EditorInterface.Close.self, .init())
        case .getEditorState:
            let editor = try named(call, client)
            return try Reply.encode(
                EditorInterface.GetState.self, .init(state: state(of: editor), lines: editor.ink.lines.map(message)))
        case .setViewSize:
            let parameters = try call.parameters(as: EditorInterface.SetViewSize.Parameters.self)
            let editor = try editor(parameters.editor, for: client)
            guard (0.1...100_000).contains(parameters.width), (0.1...100_000).contains(parameters.height) else {
                throw EditorInterface.InvalidValue(key: "width, height", reason: "give millimetres, 0.1 to 100000")
            }
            guard editor.device == nil else { throw EditorInterface.DeviceEditor(editor: editor.name) }
            editor.viewSize = (parameters.width, parameters.height)
            publish(.partChanged, editor, line: nil)
            return try stated(EditorInterface.SetViewSize.self, editor)
        case .setPart:
            return try setPart(call, client)
        case .waitForIdle: return try waitForIdle(call, client)
        case .pointerEvents: return try takePointerEvents(call, client)
        default: return try change(method, call, of: client)
        }
    }

    /// Methods that change what is there, and reply with what is there then.
    private func change(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .undo:
            let editor = try writable(named(call, client))
            guard let effects = editor.ink.undo() else { throw EditorInterface.NothingToUndo(editor: editor.name) }
            settle(editor, effects)
            return try answerWhenKept(EditorInterface.Undo.self, .init(state: state(of: editor)), editor, call, client)
        case .redo:
            let editor = try writable(named(call, client))
            guard let effects = editor.ink.redo() else { throw EditorInterface.NothingToRedo(editor: editor.name) }
            settle(editor, effects)
            return try answerWhenKept(EditorInterface.Redo.self, .init(state: state(of: editor)), editor, call, client)
        case .clear:
            let editor = try writable(named(call, client))
            settle(editor, editor.ink.clear())
            return try answerWhenKept(EditorInterface.Clear.self, .init(state: state(of: editor)), editor, call, client)
        case .pointerCancel:
            let editor = try writable(named(call, client))
            cancelPointer(of: editor)
            return try stated(EditorInterface.PointerCancel.self, editor)
        case .setTool:
            let parameters = try call.parameters(as: EditorInterface.SetTool.Parameters.self)
            let editor = try editor(parameters.editor, for: client)
            editor.tools[parameters.kind] = parameters.tool
            return try stated(EditorInterface.SetTool.self, editor)
        case .selectCandidate:
            let parameters = try call.parameters(as: EditorInterface.SelectCandidate.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            do throws(EditError) {
                let line = LineID(UInt64(clamping: parameters.line))
                settle(editor, try editor.ink.choose(parameters.text, line: line, word: parameters.word))
            } catch {
                throw EditorInterface.NoSuchWord(editor: editor.name, line: parameters.line, word: parameters.word)
            }
            return try answerWhenKept(EditorInterface.SelectCandidate.self, .init(state: state(of: editor)), editor, call, client)
        default: return nil
        }
    }

    /// - Throws: `NoPart` if there is nothing to change.
    func writable(_ editor: EditorSession) throws -> EditorSession {
        guard editor.loading == nil, editor.device != nil || editor.place != nil else { throw EditorInterface.NoPart(editor: editor.name) }
        return editor
    }

    /// Ends an editor.
    func end(_ editor: EditorSession) {
        keep(editor)
        editor.timer = nil
        // first of all: who is answered now asks the next thing
        editors[editor.id] = nil
        let waiting = editor.waiting
        editor.waiting = [:]
        publishClosed(editor)
        for (id, wait) in waiting {
            reply(to: id, oneway: wait.oneway) { try Reply.encode(EditorInterface.NoSuchEditor(editor: editor.name)) }
        }
    }

    private func waitForIdle(_ call: Call, _ client: Client) throws -> [UInt8]? {
        let parameters = try call.parameters(as: EditorInterface.WaitForIdle.Parameters.self)
        let editor = try editor(parameters.editor, for: client)
        let oneway = call.oneway
        try whenIdle(editor, timeout: parameters.timeout, call, client) { daemon, editor, client in
            daemon.reply(to: client.id, oneway: oneway) { try daemon.stated(EditorInterface.WaitForIdle.self, editor) }
        }
        return nil
    }

    /// Does something for a client once everything has been read, at once if it has been; until then the client waits.
    func whenIdle(
        _ editor: EditorSession, timeout: Int? = nil, _ call: Call, _ client: Client,
        _ proceed: @escaping (isolated Daemon, EditorSession, Client) -> Void
    ) throws {
        settle(editor, editor.ink.finish())
        client.awaitsReply = true
        if editor.isIdle { return proceed(self, editor, client) }
        let (id, client) = (editor.id, client.id)
        let timeout = min(600_000, max(0, timeout ?? Self.patience))
        let timer = try loop.timer { [unowned self] in assumeIsolated { $0.waitedTooLong(client, id) } }
        timer.fire(at: loop.now &+ UInt64(timeout) * 1000)
        editor.waiting[client] = IdleWait(oneway: call.oneway, timeout: timeout, timer: timer, proceed: proceed)
    }

    private func waitedTooLong(_ client: ClientID, _ id: EditorID) {
        guard let editor = editors[id], let wait = editor.waiting.removeValue(forKey: client) else { return }
        reply(to: client, oneway: wait.oneway) {
            try Reply.encode(EditorInterface.NotIdle(editor: editor.name, timeout: wait.timeout))
        }
    }

    /// Answers those that waited until everything has been read.
    func answerWaiting(_ editor: EditorSession) {
        guard !editor.waiting.isEmpty else { return }
        let waiting = editor.waiting
        editor.waiting = [:]
        for (id, wait) in waiting {
            guard let client = clients[id] else { continue }
            // the editor may have become another user's meanwhile
            guard mayUse(editor, client) else {
                reply(to: id, oneway: wait.oneway) { try Reply.encode(ServiceInterface.PermissionDenied()) }
                continue
            }
            wait.proceed(self, editor, client)
        }
    }

    /// The editors that the client may know of, in the order they came.
    private func editors(for client: Client) -> [EditorSession] {
        editors.values.filter { mayUse($0, client) }.sorted { $0.id.value < $1.id.value }
    }

    private func named(_ call: Call, _ client: Client) throws -> EditorSession {
        try editor(call.parameters(as: EditorInterface.Close.Parameters.self).editor, for: client)
    }

    func stated<M: VarlinkMethod>(_ method: M.Type, _ editor: EditorSession) throws -> [UInt8]
    where M.Reply == EditorInterface.SetViewSize.Reply {
        try Reply.encode(method, .init(state: state(of: editor)))
    }
}
