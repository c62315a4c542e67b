internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Recognition

/// org.inkd.Editor for one user's editors and those of the user's devices. Belongs to a workspace.
final class EditorServer: EditorService, ContentService {
    private unowned let workspace: Workspace
    private let shared: SharedState
    private let editors: EditorRegistry
    private let longEdits: LongEdits
    let work: ContentWork
    /// Editors that are closed when the client that created them disconnects.
    private var owned: [ClientID: [EditorID]] = [:]

    /// Maximum number of events of a call that are processed immediately. They are one second of a pen's events, whose path is fitted
    /// within one or two milliseconds.
    private static let fewEvents = 500
    /// Maximum number of marks in a call of `Watch`. It exceeds the largest value of `quotas.editors`.
    private static let mostMarks = 1024
    /// The default timeout of `WaitForIdle`, in milliseconds.
    static let patience = 10_000

    init(workspace: Workspace, shared: SharedState, editors: EditorRegistry, longEdits: LongEdits, work: ContentWork) {
        self.workspace = workspace
        self.shared = shared
        self.editors = editors
        self.longEdits = longEdits
        self.work = work
    }

    /// Closes the editors of a client that has disconnected.
    func clientLeft(_ client: ClientID) { editors.clientLeft(client, closing: owned.removeValue(forKey: client) ?? []) }

    // MARK: Listing, watching, creating and closing

    func list(_ parameters: EditorInterface.List.Parameters, for caller: Caller) async throws -> EditorInterface.List.Reply {
        var found = permitted(for: caller)
        // editors of another user's devices that this user may use
        let others = shared.access.isMember(caller.user) ? shared.editors.workspaces(besides: workspace) : []
        for other in others { found += await other.editorStates(for: caller) }
        return .init(editors: found.sorted { $0.id.value < $1.id.value }.map(\.state))
    }

    /// Returns the editors of this workspace that the client may see.
    func permitted(for caller: Caller) -> [(id: EditorID, state: EditorInterface.State)] {
        editors.all.filter { $0.handle.permits(caller.user, shared.access) }.map { ($0.handle.id, $0.state()) }
    }

    func watch(
        _ parameters: EditorInterface.Watch.Parameters, for caller: Caller, to stream: ReplyStream<EditorInterface.Watch>
    ) throws {
        let one = try parameters.editor.map { try editors.session(named: $0, for: caller) }
        if let count = parameters.since?.count, count > Self.mostMarks {
            throw ClientInterface.InvalidValue(parameter: "since", value: "\(count) marks", allowed: "\(Self.mostMarks) marks at most")
        }
        let watch = EditorWatch(caller, editor: one?.handle.id, since: parameters.since.map { Set($0) }, stream: stream)
        shared.editors.add(watch)
        for editor in editors.all where one == nil || one === editor { editors.publishPresent(editor, to: watch) }
        guard one == nil else { return }
        // editors of another user's devices that this user may use
        for handle in shared.editors.all where handle.origin != nil && handle.workspace !== workspace {
            handle.perform { workspace, editor in workspace.editors.publishPresent(editor, to: watch) }
        }
    }

    func create(_ parameters: EditorInterface.Create.Parameters, for caller: Caller) throws -> EditorInterface.Create.Reply {
        let used = editors.all.count { $0.handle.creator == caller.user }
        do throws(ClientInterface.QuotaExceeded) {
            try shared.settings.quotas.check(.editors, used: used)
        } catch {
            throw EditorInterface.TooManyEditors(limit: error.limit, used: used, remedy: error.remedy)
        }
        if let name = parameters.name {
            guard EditorHandle.isName(name) else {
                throw EditorInterface.InvalidValue(
                    key: "name", reason: "is \"\(name.prefix(80))\": give 1 to 64 letters, digits, - and _, a letter first")
            }
        }
        // each user has separate names, so that other users' names cannot be discovered
        let fixed = parameters.name.map { "\($0)@\(caller.user)" }
        guard let handle = shared.editors.add(fixed: fixed, named: { "editor\($0.value)" }, creator: caller.user, in: workspace) else {
            throw EditorInterface.EditorExists(editor: fixed ?? "")
        }
        editors.add(handle, ink: InkEditor())
        if fixed == nil { owned[caller.id, default: []].append(handle.id) }
        return .init(editor: handle.name)
    }

    func close(_ parameters: EditorInterface.Close.Parameters, for caller: Caller) throws -> EditorInterface.Close.Reply {
        let editor = try editors.session(named: parameters.editor, for: caller)
        if editor.handle.origin == nil { editors.end(editor) } else { editors.parts.leave(editor) }
        return .init()
    }

    func getState(_ parameters: EditorInterface.GetState.Parameters, for caller: Caller) throws -> EditorInterface.GetState.Reply {
        let editor = try editors.session(named: parameters.editor, for: caller)
        return .init(state: editor.state(), lines: editor.ink.lines.map { editor.message(of: $0) })
    }

    func waitForIdle(
        _ parameters: EditorInterface.WaitForIdle.Parameters, for caller: Caller
    ) async throws -> EditorInterface.WaitForIdle.Reply {
        let editor = try editors.session(named: parameters.editor, for: caller)
        let timeout = parameters.timeout ?? Self.patience
        try ValueRange(0...600_000, "milliseconds").require(Double(timeout), "timeout")
        try await editors.waitUntilIdle(editor, timeout: timeout, for: caller)
        return .init(state: editor.state())
    }

    // MARK: Part and view

    func setViewSize(
        _ parameters: EditorInterface.SetViewSize.Parameters, for caller: Caller
    ) throws -> EditorInterface.SetViewSize.Reply {
        let editor = try editors.session(named: parameters.editor, for: caller)
        let side = ValueRange(0.1...100_000, "millimeters")
        try side.require(parameters.width, "width")
        try side.require(parameters.height, "height")
        let boxes = try parameters.characterBoxes()
        guard editor.handle.origin == nil else { throw EditorInterface.DeviceEditor(editor: editor.name) }
        editor.surface.viewSize = (parameters.width, parameters.height)
        editor.surface.boxes = boxes
        editors.publish(.partChanged, editor)
        return .init(state: editor.state())
    }

    func setPart(_ parameters: EditorInterface.SetPart.Parameters, for caller: Caller) async throws -> EditorInterface.SetPart.Reply {
        let editor = try editors.session(named: parameters.editor, for: caller)
        guard let name = parameters.package, let number = parameters.part else {
            guard parameters.package == nil, parameters.part == nil else {
                throw ClientInterface.InvalidValue(
                    parameter: parameters.part == nil ? "part" : "package", value: "nothing",
                    allowed: "both package and part, or neither: then the editor leaves its part")
            }
            editors.parts.leave(editor)
            return .init(state: editor.state())
        }
        guard editor.handle.origin != nil || editor.surface.viewSize != nil else {
            throw EditorInterface.NoViewSize(editor: editor.name)
        }
        let place = PartPlace(package: PackageKey(user: caller.user, name: name), part: PartID(number))
        let values = editors.effectiveConfiguration(of: editor)
        let wanted = values.text(ConfigurationKey.language)
        let tag = wanted.isEmpty ? shared.settings.language : wanted
        // the model may have been removed since the key was set
        let check = Result { try editors.requireLanguage(wanted) }
        let view = editor.surface.viewSize.map { PartView(width: $0.width, height: $0.height) }
        let unit = editor.ink.configuration.unitsPerMillimeter
        let client = caller.id
        do {
            try await editors.parts.load(editor, place) { shelf in
                let package = try shelf.package(place.package, for: client)
                var info = try package.part(place.part)
                // the configuration supplies the language only the first time that the part is opened
                if info.language == nil {
                    try check.get()
                    try package.setLanguage(tag, of: place.part)
                }
                if info.view == nil, let view { try package.setView(view, of: place.part) }
                info = try package.part(place.part)
                var configuration = EditorConfiguration(values, type: info.type)
                configuration.unitsPerMillimeter = unit
                return try LoadedPart(info, of: package, at: place, configuration)
            }
        } catch let error as PackageError {
            throw error.refusal(package: name)
        }
        return .init(state: editor.state())
    }

    // MARK: Writing

    func pointerEvents(
        _ parameters: EditorInterface.PointerEvents.Parameters, for caller: Caller
    ) async throws -> EditorInterface.PointerEvents.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        try InkServer.refuseFull(editor)
        let strokes = try ClientPointers(editor).strokes(of: parameters.events)
        let gestures = editor.ink.configuration.gestures.isEnabled
        let now = EditorRegistry.now
        let write: @Sendable (inout InkEditor) -> (EditorEffects, [StrokeID]) = { ink in
            let last = ink.lastStroke
            if parameters.processGestures == false { ink.configuration.gestures.isEnabled = false }
            var effects: EditorEffects = []
            for mapped in strokes.events { effects.formUnion(ink.pointer(mapped.event, as: mapped.tool)) }
            // ink with times in the past or the future is recognized after the pause, counted from now
            ink.rest(at: now)
            ink.configuration.gestures.isEnabled = gestures
            return (effects, ink.strokes(drawnAfter: last))
        }
        editor.surface.pointerDown = strokes.down.map { ($0, caller.id) }
        let drawn: [StrokeID]
        if strokes.events.count > Self.fewEvents, editor.handle.origin == nil {
            drawn = try await longEdits.change(parameters.editor, for: caller, write).value
        } else {
            drawn = try editors.change(editor, write)
        }
        let state = editor.state(hasText: false)
        try await editors.waitUntilKept(editor)
        return .init(state: state, strokes: drawn.map { Int(clamping: $0.value) })
    }

    func pointerCancel(
        _ parameters: EditorInterface.PointerCancel.Parameters, for caller: Caller
    ) throws -> EditorInterface.PointerCancel.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        editors.cancelPointer(of: editor)
        return .init(state: editor.state())
    }

    func setTool(_ parameters: EditorInterface.SetTool.Parameters, for caller: Caller) throws -> EditorInterface.SetTool.Reply {
        let editor = try editors.session(named: parameters.editor, for: caller)
        editor.surface.tools[parameters.kind] = parameters.tool
        editors.updateStatus(of: editor)
        return .init(state: editor.state())
    }

    // MARK: Edits

    func undo(_ parameters: EditorInterface.Undo.Parameters, for caller: Caller) async throws -> EditorInterface.Undo.Reply {
        let edit = try await longEdits.change(parameters.editor, for: caller) { ink in
            guard let effects = ink.undo() else { throw EditorInterface.NothingToUndo(editor: parameters.editor) }
            return (effects, ())
        }
        return .init(state: try await kept(edit.editor))
    }

    func redo(_ parameters: EditorInterface.Redo.Parameters, for caller: Caller) async throws -> EditorInterface.Redo.Reply {
        let edit = try await longEdits.change(parameters.editor, for: caller) { ink in
            guard let effects = ink.redo() else { throw EditorInterface.NothingToRedo(editor: parameters.editor) }
            return (effects, ())
        }
        return .init(state: try await kept(edit.editor))
    }

    func clear(_ parameters: EditorInterface.Clear.Parameters, for caller: Caller) async throws -> EditorInterface.Clear.Reply {
        let edit = try await longEdits.change(parameters.editor, for: caller) { ($0.clear(), ()) }
        return .init(state: try await kept(edit.editor))
    }

    func selectCandidate(
        _ parameters: EditorInterface.SelectCandidate.Parameters, for caller: Caller
    ) async throws -> EditorInterface.SelectCandidate.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        let line = LineID(UInt64(clamping: parameters.line))
        let effects: EditorEffects
        do {
            effects = try editor.edit { try $0.choose(parameters.text, line: line, word: parameters.word) }
        } catch EditError.noSuchSymbol(let text) {
            throw EditError.noSuchSymbol(text).refusal(editor)
        } catch {
            throw EditorInterface.NoSuchWord(editor: editor.name, line: parameters.line, word: parameters.word)
        }
        editors.applyEffects(editor, effects)
        return .init(state: try await kept(editor))
    }

    /// Returns the state of the editor after an edit, once the edit has been written.
    private func kept(_ editor: EditorSession) async throws -> EditorInterface.State {
        let state = editor.state()
        try await editors.waitUntilKept(editor)
        return state
    }

    // MARK: Configuration

    func getConfiguration(
        _ parameters: EditorInterface.GetConfiguration.Parameters, for caller: Caller
    ) throws -> EditorInterface.GetConfiguration.Reply {
        let editor = try parameters.editor.map { try editors.session(named: $0, for: caller) }
        let values = editor.map { editors.effectiveConfiguration(of: $0) } ?? editors.engineConfiguration
        return .init(
            settings: (ConfigurationKey.all + ConfigurationKey.replaced).map { key in
                let source = editors.source(of: key, for: editor)
                // a replaced key is never set itself, only the key that has replaced it
                let isSet = editor == nil ? source == .session || source == .user : source == .editor
                let isOwn = isSet && key.storedName == key.name
                return .init(key: key.name, value: .init(values.value(of: key)), own: isOwn, summary: key.summary, source: source)
            })
    }

    func setConfiguration(
        _ parameters: EditorInterface.SetConfiguration.Parameters, for caller: Caller
    ) async throws -> EditorInterface.SetConfiguration.Reply {
        let value = try parameters.value.configured(for: parameters.key)
        let isKept = try keeps(parameters.persist, parameters.editor)
        if parameters.key == "pen.name", case .text(let name) = value, !name.isEmpty {
            try refuseUnknownPen(name, parameters.editor, caller)
        }
        if parameters.key == ConfigurationKey.language, case .text(let tag) = value { try editors.requireLanguage(tag) }
        let present = editors.engineConfiguration
        try configure(parameters.editor, parameters.key, caller) { (values) throws(ConfigurationError) in
            guard isKept else { return try values.set(parameters.key, to: value, in: present) }
            try editors.kept.set(parameters.key, to: value, in: present)
            try values.unset(parameters.key)
        }
        if isKept { try await editors.kept.save() }
        return .init()
    }

    func unsetConfiguration(
        _ parameters: EditorInterface.UnsetConfiguration.Parameters, for caller: Caller
    ) async throws -> EditorInterface.UnsetConfiguration.Reply {
        let isKept = try keeps(parameters.persist, parameters.editor)
        try configure(parameters.editor, parameters.key, caller) { (values) throws(ConfigurationError) in
            try values.unset(parameters.key)
            if isKept { try editors.kept.unset(parameters.key) }
        }
        if isKept { try await editors.kept.save() }
        return .init()
    }

    /// Returns whether a change is stored for the user.
    /// - Throws: `InvalidValue` if an editor is named, because an editor's values end with the editor.
    private func keeps(_ persist: Bool?, _ editor: String?) throws(ClientInterface.InvalidValue) -> Bool {
        guard persist == true else { return false }
        guard editor == nil else {
            throw ClientInterface.InvalidValue(
                parameter: "persist", value: "true", allowed: "false, or nothing, if an editor is named: its values end with the editor")
        }
        return true
    }

    /// - Throws: `InvalidValue` if the pen styles of the editor, or of the user's configuration, do not contain a pen of this name.
    private func refuseUnknownPen(_ name: String, _ editor: String?, _ caller: Caller) throws {
        let values = try editor.map { editors.effectiveConfiguration(of: try editors.session(named: $0, for: caller)) }
        guard let pens = try? PenStyles((values ?? editors.engineConfiguration).text("pen.styles")), pens[name] == nil else { return }
        let names = pens.pens.map(\.name).joined(separator: ", ")
        throw EditorInterface.InvalidValue(key: "pen.name", reason: "is \"\(name.prefix(80))\", which is not in pen.styles: \(names)")
    }

    /// Changes a setting of one editor, or of all the user's editors, and applies the change to the affected editors.
    private func configure(
        _ name: String?, _ key: String, _ caller: Caller, _ change: (inout Editing.Configuration) throws(ConfigurationError) -> Void
    ) throws {
        let key = ConfigurationKey.currentName(of: key)
        do {
            guard let name else {
                try change(&editors.configuration)
                editors.configureUsers()
                editors.applyPenSettings()
                return editors.publishConfiguration(try ConfigurationKey.named(key).storedName, of: nil)
            }
            let editor = try editors.session(named: name, for: caller)
            guard try !ConfigurationKey.named(key).isUserWide else {
                throw ConfigurationError.invalid(key: key, reason: "applies to all your pens and tablets: omit the editor")
            }
            if key == ConfigurationKey.language, let place = editor.part.place, !place.package.isUnnamed {
                throw EditorInterface.LanguageFixed(
                    package: place.package.name, part: Int(place.part.value), language: editor.part.language ?? "")
            }
            try change(&editor.configuration)
            editors.configure(editor)
            editors.publishConfiguration(key, of: editor)
        } catch let error as ConfigurationError {
            throw error.refusal
        }
    }
}

extension EditorHandle {
    /// Returns whether a client may give this name to an editor.
    static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.first?.isLetter == true
            && name.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return character.isASCII
                    && (character.isLetter || character.isNumber || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_"))
            }
    }
}

extension EditorInterface.SetViewSize.Parameters {
    /// Returns the boxes, each of which is for one character; nil if the call has no boxes.
    fileprivate func characterBoxes() throws(ClientInterface.InvalidValue) -> CharacterBoxes? {
        guard let boxes else { return nil }
        do throws(RecognitionError) {
            return try CharacterBoxes(boxes.map { Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
        } catch {
            guard case .hint(_, let problem) = error else {
                throw .init(parameter: "boxes", value: "\(error)", allowed: CharacterBoxes.allowed)
            }
            throw .init(parameter: "boxes", value: problem, allowed: CharacterBoxes.allowed)
        }
    }
}
