internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Logging
internal import System

/// The editors of a workspace: their lives, and what follows from every change of their ink. Belongs to the workspace.
final class EditorStore {
    /// Not held: the workspace holds this.
    unowned let workspace: Workspace
    let shared: SharedState
    private let publisher: EditorPublisher
    private let reader: EditorReader
    private let keeper: PartKeeper
    let fieldReadings: FieldReadings
    private var sessions: [EditorID: EditorSession] = [:]
    /// Values set for all of the user's editors.
    var configuration = Editing.Configuration()

    init(workspace: Workspace, shared: SharedState) {
        self.workspace = workspace
        self.shared = shared
        publisher = EditorPublisher(shared: shared)
        reader = EditorReader(workspace: workspace, shared: shared)
        keeper = PartKeeper(workspace: workspace, shared: shared)
        fieldReadings = FieldReadings(workspace: workspace)
    }

    // MARK: Finding

    /// The wall clock was set.
    /// - Parameter offset: microseconds from CLOCK_MONOTONIC to 1970.
    func use(unixOffset offset: Int64) { for editor in sessions.values { editor.edit { $0.unixOffset = offset } } }

    /// The editors of this workspace, in the order they came.
    var all: [EditorSession] { sessions.values.sorted { $0.handle.id.value < $1.handle.id.value } }

    subscript(id: EditorID) -> EditorSession? { sessions[id] }

    /// An editor by its name.
    /// - Throws: `NoSuchEditor`, `PermissionDenied`
    func session(named name: String, for caller: Caller) throws -> EditorSession {
        guard let handle = shared.editors[name] else { throw EditorInterface.NoSuchEditor(editor: name) }
        guard handle.permits(caller.user, shared.access) else {
            // nobody need know of other users' editors that they are there
            if handle.origin?.isText != false { throw EditorInterface.NoSuchEditor(editor: name) }
            throw ServiceInterface.PermissionDenied()
        }
        guard let session = sessions[handle.id] else { throw EditorInterface.NoSuchEditor(editor: name) }
        return session
    }

    /// An editor that something can be written into.
    /// - Throws: `NoSuchEditor`, `PermissionDenied`, `NoPart`
    func writable(_ name: String, for caller: Caller) throws -> EditorSession {
        let editor = try session(named: name, for: caller)
        guard editor.part.loading == nil, editor.handle.origin != nil || editor.part.place != nil else {
            throw EditorInterface.NoPart(editor: editor.name)
        }
        return editor
    }

    // MARK: Coming and going

    /// Takes in an editor that nobody has used yet.
    @discardableResult
    func add(_ handle: EditorHandle, ink: InkEditor, clock: ReplayClock = .live) -> EditorSession {
        let id = handle.id
        let timer = DeadlineTimer(workspace.executor) { [weak workspace] in
            workspace?.assumeIsolated { $0.editors.deadlineCame(of: id) }
        }
        let editor = EditorSession(handle, ink: ink, timer: timer)
        editor.surface.clock = clock
        editor.edit { $0.unixOffset = WallClock().now.microseconds }
        sessions[id] = editor
        return editor
    }

    /// Ends an editor: its changes are kept, those who watch it or wait for it are told.
    func end(_ editor: EditorSession) {
        keeper.keep(editor)
        keeper.release(editor)
        sessions[editor.handle.id] = nil
        editor.part.isClosed = true
        shared.editors.remove(editor.handle)
        shared.models.release(editor.reading.language)
        editor.timer.arm(for: nil, editor.surface.clock)
        editor.handle.update(.init(isIdle: true, strokeCount: editor.ink.strokeCount))
        publisher.publishClosed(editor)
        finishWaiting(editor, .closed)
    }

    /// Lets go of a device's editor, which another workspace has from now on. Nothing of its ink goes along.
    func handOver(_ editor: EditorSession) {
        keeper.keep(editor)
        keeper.discardUnnamedPackage(of: editor)
        keeper.release(editor)
        sessions[editor.handle.id] = nil
        editor.part.isClosed = true
        shared.models.release(editor.reading.language)
        editor.timer.arm(for: nil, editor.surface.clock)
        finishWaiting(editor, .closed)
    }

    /// The client is gone: its editors close unless they were made to stay, and what its pointers have in progress is void.
    func clientLeft(_ client: ClientID, closing owned: [EditorID]) {
        for editor in all where editor.surface.pointerDown?.client == client { cancelPointer(of: editor) }
        for editor in all {
            for (number, waiter) in editor.waiters where waiter.client == client {
                editor.waiters[number] = nil
                waiter.timer.cancel()
                waiter.continuation.resume(returning: .closed)
            }
        }
        for id in owned { sessions[id].map(end) }
    }

    // MARK: Effects

    /// Applies what an editor asks for after it changed: publishing, reading, keeping, its timer.
    /// - Parameter line: the line whose reading came in.
    func applyEffects(_ editor: EditorSession, _ effects: EditorEffects, read line: LineID? = nil) {
        if !effects.isEmpty {
            if effects.contains(.contentChanged) {
                // clients' ink has times of its own, which say nothing of the pause
                if editor.handle.origin == nil { editor.edit { $0.rest(at: Self.now) } }
                publisher.publish(.contentChanged, editor)
                reader.askForEdits(editor)
            }
            if effects.contains(.readingRequested) {
                let refused = reader.requestReadings(editor, by: editor.handle.owner)
                for (line, revision, isFinal) in refused { lineIsTooLong(editor, line, revision, isFinal) }
            }
            let state = effects.contains(.lineRead) ? line.flatMap { editor.ink.line($0) } : nil
            if let state { publisher.publish(.recognition, editor, line: state) }
            if editor.handle.origin?.isText == true {
                fieldReadings.publish(editor, read: state)
                // a line without text would be read with all that comes
                if let state, state.isFinal, state.text.isEmpty {
                    editor.edit { _ = $0.forget($0.strokes(of: state.id)) }
                }
            }
            keeper.keep(editor)
            // what needs no reading is idle at once, though never within a change
            if editor.isIdle, !effects.isDisjoint(with: [.becameIdle, .contentChanged]) { becameIdle(editor) }
        }
        updateStatus(of: editor)
        editor.timer.arm(for: editor.ink.nextDeadline, editor.surface.clock)
    }

    /// Makes an edit, and says as the interfaces do why it cannot be made.
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

    private func lineIsTooLong(_ editor: EditorSession, _ line: LineID, _ revision: UInt64, _ isFinal: Bool) {
        let problem = EditorInterface.Problem(
            reason: "LineTooLong",
            message: "a line of more than \(EditorReader.longestLine) samples is not read: write on several lines, or into a Drawing part")
        publisher.publish(.error, editor, error: problem)
        applyEffects(editor, editor.edit { $0.apply(nil, to: line, revision: revision, isFinal: isFinal) }, read: line)
    }

    /// A line was read.
    func lineWasRead(_ place: LinePlace, _ snapshot: LineSnapshot, _ reading: LineReading) {
        guard let editor = sessions[place.editor], editor.reading.generation == place.generation else { return }
        if case .failure(let error) = reading, shared.models.problem == nil {
            // without a model every line fails in the same way: said once, at the start
            shared.logger.warning("a line was not read: \(error)")
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

    /// Everything has been read: those who watch and those who wait are told.
    func becameIdle(_ editor: EditorSession) {
        publisher.publish(.idle, editor)
        finishWaiting(editor, .idle)
        // behind what was published: who sees it idle finds all of that sent
        updateStatus(of: editor)
    }

    func updateStatus(of editor: EditorSession) {
        editor.handle.update(
            .init(
                isIdle: editor.isIdle, strokeCount: editor.ink.strokeCount, hasNamedPart: editor.part.place?.package.isUnnamed == false,
                fingersWrite: editor.surface.tools[.finger] == .pen))
        // for live pens the loop is not called: it would allocate
        if editor.handle.origin?.isReplay == true, editor.isIdle { workspace.onLoop { $0.endIfReplayed() } }
    }

    /// Voids the stroke that a client's pointer has in progress.
    func cancelPointer(of editor: EditorSession) {
        let event = PointerEvent(phase: .cancel, tool: .pen, device: DeviceID(0), time: Self.now)
        editor.surface.pointerDown = nil
        applyEffects(editor, editor.edit { $0.pointer(event) })
    }

    // MARK: Waiting

    /// Waits until everything has been read.
    /// - Parameter timeout: milliseconds.
    /// - Throws: `NotIdle`, `NoSuchEditor` if the editor is closed meanwhile, `PermissionDenied` if it becomes another user's.
    func waitUntilIdle(_ editor: EditorSession, timeout: Int, for caller: Caller) async throws {
        applyEffects(editor, editor.edit { $0.finish() })
        if editor.isIdle { return }
        let (id, number) = (editor.handle.id, (editor.waiters.keys.max() ?? 0) + 1)
        let outcome: IdleWaiter.Outcome = await withCheckedContinuation { continuation in
            let timer = workspace.executor.schedule(after: UInt64(timeout) * 1000) { [weak workspace] in
                workspace?.assumeIsolated { $0.editors.waitedTooLong(number, id) }
            }
            editor.waiters[number] = IdleWaiter(client: caller.id, timer: timer, continuation: continuation)
        }
        switch outcome {
        case .idle: break
        case .timedOut: throw EditorInterface.NotIdle(editor: editor.name, timeout: timeout)
        case .closed: throw EditorInterface.NoSuchEditor(editor: editor.name)
        }
        guard editor.handle.permits(caller.user, shared.access) else { throw ServiceInterface.PermissionDenied() }
    }

    private func waitedTooLong(_ number: Int, _ id: EditorID) {
        sessions[id]?.waiters.removeValue(forKey: number)?.continuation.resume(returning: .timedOut)
    }

    private func finishWaiting(_ editor: EditorSession, _ outcome: IdleWaiter.Outcome) {
        let waiters = editor.waiters
        editor.waiters = [:]
        for waiter in waiters.values {
            waiter.timer.cancel()
            waiter.continuation.resume(returning: outcome)
        }
    }

    /// Waits until everything that the editor handed on has been written.
    /// - Throws: `StorageFailed` if it could not be; `QuotaExceeded` if the user's packages fill the disk as far as they may.
    func waitUntilKept(_ editor: EditorSession) async throws { try await keeper.waitUntilKept(editor) }

    // MARK: Parts

    /// Has an editor go on with a part of a package that is open.
    /// - Throws: `PartInUse`, `NoPart`, `PackageError`
    func load(_ editor: EditorSession, _ place: PartPlace, _ work: @escaping @Sendable (PackageShelf) throws -> LoadedPart) async throws {
        // nothing of the part before may come into this one
        cancelPointer(of: editor)
        keeper.keep(editor)
        let part = try await keeper.load(editor, place, work)
        take(part, into: editor)
    }

    /// Goes on with a part that was read.
    func take(_ part: LoadedPart, into editor: EditorSession) {
        let meanwhile = part.place.package.isUnnamed ? editor.ink.drawing.strokes : []
        keeper.take(part, into: editor)
        configure(editor)
        publisher.publish(.partChanged, editor)
        if let problem = shared.models.problem {
            publisher.publish(
                .error, editor, error: .init(reason: "RecognitionUnavailable", message: "what is written is not read: \(problem)"))
        }
        if !meanwhile.isEmpty, let effects = try? editor.edit({ try $0.add(meanwhile).effects }) { applyEffects(editor, effects) }
        // lines without a final reading are read now
        reader.askForEdits(editor)
        applyEffects(editor, editor.edit { $0.finish() })
        if editor.isIdle { becameIdle(editor) }
    }

    /// Has an editor go back to having no part, or to its device's own; nothing that was written stays in it.
    func leavePart(_ editor: EditorSession, type: PartType = .rawContent) {
        cancelPointer(of: editor)
        keeper.keep(editor)
        keeper.discardUnnamedPackage(of: editor)
        keeper.release(editor)
        let isDevice = editor.handle.origin != nil
        editor.begin(isDevice ? deviceInk(for: editor.handle) : InkEditor(), at: nil, language: nil)
        if isDevice { openUnnamedPackage(for: editor) }
        configure(editor)
        publisher.publish(.partChanged, editor)
        applyEffects(editor, [])
        if editor.isIdle { becameIdle(editor) }
    }

    /// Gives a device's editor a package of its own, in which what was written before a forced end is found again.
    func openUnnamedPackage(for editor: EditorSession) {
        guard let origin = editor.handle.origin, !origin.isReplay, !origin.isText, editor.handle.owner == workspace.user
        else { return }
        // its user may have become known twice: as it came, and to its seat
        guard editor.part.unnamed == nil else { return }
        let taken = Set(all.compactMap(\.part.unnamed))
        guard let key = keeper.unnamedPackage(for: origin, of: workspace.user, besides: taken) else { return }
        editor.part.unnamed = key
        keeper.loadUnnamed(editor, key)
    }

    /// A device's own part was read, or cannot be.
    func unnamedPartWasLoaded(_ id: EditorID, _ number: Int, _ result: Result<LoadedPart, any Error>) {
        // it is gone, or something else was asked for meanwhile
        guard let editor = sessions[id], editor.part.loadNumber == number else { return }
        switch result {
        case .success(let part): take(part, into: editor)
        case .failure(let error):
            editor.part.loading = nil
            shared.logger.warning("what a pen writes is not kept: \(error)")

            if editor.isIdle { becameIdle(editor) }
        }
    }

    /// The device is gone, or somebody else's: what its editor kept for itself is thrown away.
    func discardUnnamedPackage(of editor: EditorSession) { keeper.discardUnnamedPackage(of: editor) }

    /// Changes could not be written: they are written with what comes next, and those who wait for it are told.
    func keepingFailed(_ failure: KeepingFailure) {
        shared.logger.error("ink could not be stored; `inkctl watch` says why")
        guard let editor = sessions[failure.editor], editor.reading.generation == failure.generation else { return }
        editor.edit { $0.giveBack(failure.changes, readings: failure.lines) }
        editor.part.problem = failure.reason
        publisher.publish(
            .error, editor, error: .init(reason: "StorageFailed", message: "what was written could not be stored: \(failure.reason)"))
    }

    // MARK: What others tell

    /// Publishes an event of an editor.
    func publish(
        _ change: EditorInterface.Change, _ editor: EditorSession, gesture: EditorInterface.Gesture? = nil,
        error: EditorInterface.Problem? = nil
    ) { publisher.publish(change, editor, gesture: gesture, error: error) }

    /// Tells those who watch a device's editor why its device is not read, or that it is again.
    /// - Parameter owner: may know of it though the device is somebody else's by now.
    func publishPause(_ pause: EditorInterface.Pause?, of editor: EditorSession, alsoTo owner: UInt32?) {
        publisher.publishPause(pause, of: editor, alsoTo: owner)
    }

    /// Tells one watch of an editor that is there.
    func publishPresent(_ editor: EditorSession, to watch: EditorWatch) { publisher.publishPresent(editor, to: watch) }

    /// An answer about strokes came in.
    func answered(_ answer: StrokeAnswer) {
        guard let editor = sessions[answer.editor], editor.reading.generation == answer.generation else { return }
        editor.reading.questions -= 1
        let outcome = reader.apply(answer, to: editor)
        if let gesture = outcome.gesture { publisher.publish(.gesture, editor, gesture: gesture) }
        if let gesture = outcome.fieldGesture {
            workspace.onLoop { [handle = editor.handle] in $0.textGesture(gesture, of: handle) }
        }
        if outcome.effects.isEmpty || outcome.isAboutField {
            if !outcome.effects.isEmpty { applyEffects(editor, outcome.effects) }
            // perhaps it was the last that the editor waited for
            if editor.reading.questions == 0 { reader.askForEdits(editor) }
            if editor.isIdle { becameIdle(editor) } else { updateStatus(of: editor) }
        } else {
            applyEffects(editor, outcome.effects)
        }
    }

    /// CLOCK_MONOTONIC as devices' events have it.
    static var now: Instant { Instant(microseconds: Int64(clamping: MonotonicClock.microseconds)) }
}

extension EditError {
    /// The error as the interfaces have it.
    fileprivate func refusal(_ editor: EditorSession) -> any Error {
        switch self {
        case .noSuchStroke(let id): InkInterface.NoSuchStroke(stroke: Int(clamping: id.value))
        case .noSuchLine(let id): EditorInterface.NoSuchWord(editor: editor.name, line: Int(clamping: id.value), word: 0)
        case .noSuchWord(let line, let word):
            EditorInterface.NoSuchWord(editor: editor.name, line: Int(clamping: line.value), word: word)
        case .noSuchBlock(let block): BlocksInterface.BlockInvalid(block: block, revision: editor.revision)
        case .unsupported(let type, let operation): BlocksInterface.Unsupported(type: type.rawValue, operation: operation)
        case .badTransform:
            InkInterface.InvalidInk(reason: "the matrix squeezes ink onto a line, takes it too far away, or is no matrix of numbers")
        case .badInk: InkInterface.InvalidInk(reason: "a stroke has no usable sample")
        }
    }
}
