internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Logging
internal import System

/// The editors of a workspace: creates and closes them, and applies the effects of every change of their ink. Belongs to the workspace.
final class EditorRegistry {
    /// Unowned, because the workspace retains this object.
    unowned let workspace: Workspace
    let shared: SharedState
    private let publisher: EditorPublisher
    private let reader: EditorReader
    private let keeper: PartKeeper
    let fieldReadings: FieldReadings
    let idleWaiters: IdleWaiters
    private(set) lazy var lateReadings = LateReadings(workspace: workspace, reader: reader)
    private(set) lazy var parts = EditorParts(self, publisher, reader, keeper)
    private var sessions: [EditorID: EditorSession] = [:]
    /// Values set for all of the user's editors, until the daemon ends.
    var configuration = Editing.Configuration()
    /// Values stored for all of the user's editors.
    let kept: UserSettings

    init(workspace: Workspace, shared: SharedState, kept: UserSettings) {
        self.kept = kept
        self.workspace = workspace
        self.shared = shared
        publisher = EditorPublisher(shared: shared)
        reader = EditorReader(workspace: workspace, shared: shared)
        keeper = PartKeeper(workspace: workspace, shared: shared)
        fieldReadings = FieldReadings(workspace: workspace)
        idleWaiters = IdleWaiters(workspace: workspace)
    }

    // MARK: Lookup

    /// Applies a change of the wall clock.
    /// - Parameter offset: microseconds from CLOCK_MONOTONIC to 1970.
    func use(unixOffset offset: Int64) { for editor in sessions.values { editor.edit { $0.unixOffset = offset } } }

    /// The editors of this workspace, in order of creation.
    var all: [EditorSession] { sessions.values.sorted { $0.handle.id.value < $1.handle.id.value } }

    subscript(id: EditorID) -> EditorSession? { sessions[id] }

    /// Returns an editor by its name.
    /// - Throws: `NoSuchEditor`, `PermissionDenied`
    func session(named name: String, for caller: Caller) throws -> EditorSession {
        guard let handle = shared.editors[name] else { throw EditorInterface.NoSuchEditor(editor: name) }
        guard handle.permits(caller.user, shared.access) else {
            // do not reveal that other users' editors exist
            if handle.origin?.isText != false { throw EditorInterface.NoSuchEditor(editor: name) }
            throw ServiceInterface.PermissionDenied()
        }
        guard let session = sessions[handle.id] else { throw EditorInterface.NoSuchEditor(editor: name) }
        return session
    }

    /// Returns an editor that can be written into.
    /// - Throws: `NoSuchEditor`, `PermissionDenied`, `NoPart`
    func writable(_ name: String, for caller: Caller) throws -> EditorSession {
        let editor = try session(named: name, for: caller)
        guard editor.part.loading == nil, editor.handle.origin != nil || editor.part.place != nil else {
            throw EditorInterface.NoPart(editor: editor.name)
        }
        return editor
    }

    // MARK: Adding and removing

    /// Adds a new editor.
    @discardableResult
    func add(_ handle: EditorHandle, ink: InkEditor, clock: ReplayClock = .live) -> EditorSession {
        let id = handle.id
        let timer = DeadlineTimer(workspace.executor) { [weak workspace] in
            workspace?.assumeIsolated { workspace in
                // strokes over kept ink are assigned to a letter or to new text before the final reading
                workspace.devices.deadlineComes(of: id)
                workspace.editors.deadlineCame(of: id)
            }
        }
        let editor = EditorSession(handle, ink: ink, timer: timer)
        editor.surface.clock = clock
        editor.edit { $0.unixOffset = WallClock().now.microseconds }
        sessions[id] = editor
        return editor
    }

    /// Ends an editor: its changes are stored, and its watchers and waiting callers are notified.
    func end(_ editor: EditorSession) {
        lateReadings.drop(editor)
        keeper.keep(editor)
        keeper.release(editor)
        sessions[editor.handle.id] = nil
        editor.part.isClosed = true
        shared.editors.remove(editor.handle)
        shared.models.release(editor.reading.language)
        editor.timer.arm(for: nil, editor.surface.clock)
        editor.handle.update(.init(isIdle: true, strokeCount: editor.ink.strokeCount))
        publisher.publishClosed(editor)
        idleWaiters.finish(editor.handle.id, .closed)
    }

    /// Removes a device's editor for transfer to another workspace. Its ink is not transferred.
    func handOver(_ editor: EditorSession) {
        lateReadings.drop(editor)
        keeper.keep(editor)
        keeper.discardUnnamedPackage(of: editor)
        keeper.release(editor)
        sessions[editor.handle.id] = nil
        editor.part.isClosed = true
        shared.models.release(editor.reading.language)
        editor.timer.arm(for: nil, editor.surface.clock)
        idleWaiters.finish(editor.handle.id, .closed)
    }

    /// Closes the editors of a disconnected client, except those created to persist, and cancels strokes in progress of its pointers.
    func clientLeft(_ client: ClientID, closing owned: [EditorID]) {
        for editor in all where editor.surface.pointerDown?.client == client { cancelPointer(of: editor) }
        idleWaiters.clientLeft(client)
        for id in owned { sessions[id].map(end) }
    }

    // MARK: Effects

    /// Carries out the effects of a change: publishes events, requests recognition, stores changes, and sets the editor's timer.
    /// - Parameter line: the line whose reading arrived.
    func applyEffects(_ editor: EditorSession, _ effects: EditorEffects, read line: LineID? = nil) {
        if !effects.isEmpty {
            if effects.contains(.contentChanged) {
                // the pause counts from now, because the times in clients' ink may be in the past or the future
                if editor.handle.origin == nil { editor.edit { $0.rest(at: Self.now) } }
                publisher.publish(.contentChanged, editor)
                let forgotten = editor.edit { $0.takeForgotten() }
                if forgotten > 0 { inkWasForgotten(editor, strokes: forgotten) }
                for gesture in editor.edit({ $0.takeScratchOuts() }) {
                    publisher.publish(.gesture, editor, gesture: .init(gesture))
                }
                reader.askForEdits(editor)
            }
            if effects.contains(.readingRequested) {
                let refused = reader.requestReadings(editor, by: editor.handle.owner)
                for (line, revision, isFinal) in refused { lineIsTooLong(editor, line, revision, isFinal) }
            }
            if effects.contains(.selectionChanged) { publisher.publish(.selectionChanged, editor) }
            let state = effects.contains(.lineRead) ? line.flatMap { editor.ink.line($0) } : nil
            if let state { publisher.publish(.recognition, editor, line: state) }
            if editor.handle.origin?.isText == true {
                fieldReadings.publish(editor, read: state)
                // a line without text is removed; otherwise all later ink would be recognized together with it
                if let state, state.isFinal, state.text.isEmpty {
                    editor.edit { _ = $0.forget($0.strokes(of: state.id)) }
                }
            }
            keeper.keep(editor)
            if state?.isFinal == true { lookForFormulas(editor) }
            // an editor whose ink needs no recognition becomes idle immediately, but not during a change
            if editor.isIdle, !effects.isDisjoint(with: [.becameIdle, .contentChanged]) { becameIdle(editor) }
        }
        updateStatus(of: editor)
        editor.timer.arm(for: editor.ink.nextDeadline, editor.surface.clock)
    }

    /// Requests recognition of possible formulas once all lines have been recognized as text. After that, drawn lines that are not fraction
    /// bars are applied as underlines.
    private func lookForFormulas(_ editor: EditorSession) {
        guard editor.ink.isIdle, reader.askForFormulas(editor) else { return }
        for gesture in editor.edit({ $0.takeUnderlines() }) {
            guard let effects = editor.edit({ $0.applyUnderline(gesture) }) else { continue }
            publisher.publish(.gesture, editor, gesture: .init(gesture))
            applyEffects(editor, effects)
        }
    }

    /// Makes an edit and applies its effects.
    /// - Throws: the errors of `edit`; for an `EditError`, the corresponding error of the interfaces.
    @discardableResult
    func change<Value>(_ editor: EditorSession, _ edit: (inout InkEditor) throws -> (EditorEffects, Value)) throws -> Value {
        do {
            let (effects, value) = try editor.edit(edit)
            applyEffects(editor, effects)
            return value
        } catch let error as EditError {
            throw error.refusal(editor)
        }
    }

    private func inkWasForgotten(_ editor: EditorSession, strokes: Int) {
        let message =
            "too much ink without a package: the oldest \(strokes) strokes were deleted. "
            + "Open a package to keep all ink, or raise ink.limit"
        publisher.publish(.error, editor, error: .init(reason: "InkForgotten", message: message, count: strokes))
    }

    private func lineIsTooLong(_ editor: EditorSession, _ line: LineID, _ revision: UInt64, _ isFinal: Bool) {
        let problem = EditorInterface.Problem(
            reason: "LineTooLong",
            message: editor.ink.hasFormulas
                ? "a formula of more than \(EditorReader.largestFormula) strokes or \(EditorReader.longestLine) samples is not recognized: "
                    + "leave more space between formulas"
                : "a line of more than \(EditorReader.longestLine) samples is not recognized: write on several lines, or into a Drawing part"
        )
        publisher.publish(.error, editor, error: problem)
        applyEffects(editor, editor.edit { $0.apply(nil, to: line, revision: revision, isFinal: isFinal) }, read: line)
    }

    /// Applies the reading of a line.
    func lineWasRead(_ place: LinePlace, _ snapshot: LineSnapshot, _ reading: LineReading) {
        guard let editor = sessions[place.editor], editor.reading.generation == place.generation else { return }
        if case .failure(let error) = reading, shared.models.problem == nil {
            // without a model every line fails in the same way, so the failure is logged only once, at the start
            shared.notice(.warning, causedBy: workspace.user, "a line was not recognized: \(error)")
        }
        let effects = editor.edit {
            $0.apply(try? reading.get(), to: place.line, revision: snapshot.revision, isFinal: snapshot.isFinal)
        }
        applyEffects(editor, effects, read: place.line)
    }

    private func deadlineCame(of id: EditorID) {
        guard let editor = sessions[id] else { return }
        editor.timer.disarm()
        let now = editor.surface.clock.deviceTime(atLoop: MonotonicClock.microseconds)
        applyEffects(editor, editor.edit { $0.tick(at: now) })
    }

    /// Notifies watchers and waiting callers that everything has been recognized.
    func becameIdle(_ editor: EditorSession) {
        publisher.publish(.idle, editor)
        // the status changes after publishing, so that all events are sent before a client sees the editor idle
        updateStatus(of: editor)
    }

    func updateStatus(of editor: EditorSession) {
        editor.handle.update(
            .init(
                isIdle: editor.isIdle, strokeCount: editor.ink.strokeCount, hasNamedPart: editor.part.place?.package.isUnnamed == false,
                fingersWrite: editor.surface.tools[.finger] == .pen))
        // checked here because every change that may make an editor idle updates its status, so no waiting caller is missed
        if editor.isIdle { idleWaiters.finish(editor.handle.id, .idle) }
        // the loop is called for replays only, not for connected pens, because the call allocates
        if editor.handle.origin?.isReplay == true, editor.isIdle { workspace.observer.replayedInkWasRead() }
    }

    /// Cancels the stroke that a client's pointer has in progress.
    func cancelPointer(of editor: EditorSession) {
        let event = PointerEvent(phase: .cancel, tool: .pen, device: DeviceID(0), time: Self.now)
        editor.surface.pointerDown = nil
        applyEffects(editor, editor.edit { $0.pointer(event) })
    }

    // MARK: Waiting

    /// Waits until everything has been recognized.
    /// - Parameter timeout: milliseconds.
    /// - Throws: `NotIdle`, `NoSuchEditor` if the editor is closed meanwhile, `PermissionDenied` if the editor becomes another user's.
    func waitUntilIdle(_ editor: EditorSession, timeout: Int, for caller: Caller) async throws {
        applyEffects(editor, editor.edit { $0.finish() })
        let present: () -> IdleWaiters.Outcome? = { editor.part.isClosed ? .closed : editor.isIdle ? .idle : nil }
        switch await idleWaiters.wait(for: editor.handle.id, timeout: timeout, of: caller.id, unless: present) {
        case .idle: break
        case .timedOut: throw EditorInterface.NotIdle(editor: editor.name, timeout: timeout)
        case .closed: throw EditorInterface.NoSuchEditor(editor: editor.name)
        }
        guard editor.handle.permits(caller.user, shared.access) else { throw ServiceInterface.PermissionDenied() }
    }

    /// Waits until all forwarded changes of the editor have been written.
    /// - Throws: `StorageFailed` if changes could not be written, also because the user's packages have reached the limit of disk space.
    func waitUntilKept(_ editor: EditorSession) async throws { try await keeper.waitUntilKept(editor) }

    /// Returns the revision after the last edit, once it has been written.
    /// - Throws: as ``waitUntilKept(_:)``.
    func keptRevision(of editor: EditorSession) async throws -> Int {
        let revision = editor.revision
        try await waitUntilKept(editor)
        return revision
    }

    // MARK: Publishing and answers

    /// Publishes an event of an editor.
    func publish(
        _ change: EditorInterface.Change, _ editor: EditorSession, gesture: EditorInterface.Gesture? = nil,
        error: EditorInterface.Problem? = nil, key: String? = nil
    ) { publisher.publish(change, editor, gesture: gesture, error: error, key: key) }

    /// Notifies clients that watch a device's editor whether its device is read, with the reason if not.
    /// - Parameter owner: a user who is notified even if the device belongs to another user now.
    func publishPause(_ pause: EditorInterface.Pause?, of editor: EditorSession, alsoTo owner: UInt32?) {
        publisher.publishPause(pause, of: editor, alsoTo: owner)
    }

    /// Reports an existing editor to one watch.
    func publishPresent(_ editor: EditorSession, to watch: EditorWatch) { publisher.publishPresent(editor, to: watch) }

    /// Handles an answer about strokes.
    func answered(_ answer: StrokeAnswer) {
        guard let editor = sessions[answer.editor], editor.reading.generation == answer.generation else { return }
        editor.reading.questions -= 1
        if case .formula = answer.content { editor.reading.formulas -= 1 }
        let outcome = reader.apply(answer, to: editor)
        if let gesture = outcome.gesture { publisher.publish(.gesture, editor, gesture: gesture) }
        if let gesture = outcome.fieldGesture { fieldReadings.send(gesture, of: editor) }
        if outcome.effects.isEmpty || outcome.isAboutField {
            if !outcome.effects.isEmpty { applyEffects(editor, outcome.effects) }
            // this may be the last answer that the editor waited for
            if editor.reading.questions == 0 { reader.askForEdits(editor) }
            if case .formula = answer.content { lookForFormulas(editor) }
            if editor.isIdle { becameIdle(editor) } else { updateStatus(of: editor) }
        } else {
            applyEffects(editor, outcome.effects, read: outcome.line)
        }
    }

    /// The current time of CLOCK_MONOTONIC, as in devices' events.
    static var now: Instant { Instant(microseconds: Int64(clamping: MonotonicClock.microseconds)) }
}

extension EditError {
    /// Returns the corresponding error of the interfaces.
    func refusal(_ editor: EditorSession) -> any Error {
        switch self {
        case .noSuchSymbol(let text):
            ClientInterface.InvalidValue(
                parameter: "text", value: String(text.prefix(80)), allowed: "a formula symbol, in Unicode or LaTeX: x, √, \\alpha")
        case .noSuchStroke(let id): InkInterface.NoSuchStroke(stroke: Int(clamping: id.value))
        case .noSuchLine(let id): EditorInterface.NoSuchWord(editor: editor.name, line: Int(clamping: id.value), word: 0)
        case .noSuchWord(let line, let word):
            EditorInterface.NoSuchWord(editor: editor.name, line: Int(clamping: line.value), word: word)
        case .noSuchBlock(let block): BlocksInterface.BlockInvalid(block: block, revision: editor.revision)
        case .unsupported(let type, let operation): BlocksInterface.Unsupported(type: type.rawValue, operation: operation)
        case .badTransform:
            InkInterface.InvalidInk(reason: "the matrix is singular, moves ink too far away, or is not numeric")
        case .badInk: InkInterface.InvalidInk(reason: "a stroke has no valid sample")
        }
    }
}
