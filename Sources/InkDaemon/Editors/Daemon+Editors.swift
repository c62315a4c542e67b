internal import Editing
internal import Ink
internal import InkProtocol
internal import Logging
internal import PenLog
internal import Recognition
internal import Tablet

extension Daemon {
    func startRecogniser() throws(DaemonError) {
        recogniser = try RecogniserThread(model: settings.model, hands: handFolder) { [self] problem in
            loop.post { self.assumeIsolated { $0.recogniserStarted(problem) } }
        } deliver: { [self] place, snapshot, reading in
            loop.post { self.assumeIsolated { $0.lineWasRead(place, snapshot, reading) } }
        }
        chooseLanguage()
    }

    private func recogniserStarted(_ problem: RecognitionError?) {
        modelProblem = problem.map { "\($0)" }
        for seat in textSeats.values { change(seat) {} }
        if let modelProblem {
            logger.error("ink is served without text: \(modelProblem)")
        } else {
            logger.info("the recogniser is ready")
        }
        tellStatus()
    }

    /// Makes an editor that nobody has used yet.
    func addEditor(named name: (EditorID) -> String, device: DeviceID?, creator: UInt32?, ink: InkEditor) throws(DaemonError)
        -> EditorSession
    {
        lastEditor += 1
        let id = EditorID(value: lastEditor)
        let editor = EditorSession(id: id, name: name(id), device: device, creator: creator, ink: ink)
        editor.ink.unixOffset = clock.now.microseconds
        editor.timer = try loop.timer { [unowned self] in assumeIsolated { $0.editorIsDue(id) } }
        editors[id] = editor
        return editor
    }

    /// Lets a pen's editor take in its session's events, those of a finger where fingers write.
    func edit(_ session: DeviceSession) {
        if session.identity.role == .pen, writeText(session) { return }
        if let editor = session.editor {
            edit(editor, session)
        } else if let editor = session.surface?.pen?.editor, editor.tools[.finger] == .pen {
            edit(editor, session)
        }
    }

    private func edit(_ editor: EditorSession, _ session: DeviceSession) {
        // a device's own part takes in what was written while it was found
        guard editor.loading?.package.isUnnamed != false else { return }
        var effects: EditorEffects = []
        for event in session.events {
            guard let event = editor.mapped(event) else { continue }
            effects.formUnion(editor.ink.pointer(event))
            noteStroke(of: session, in: editor, event)
        }
        settle(editor, effects)
    }

    /// Tells a recording which stroke just ended.
    func noteStroke(of session: DeviceSession, in editor: EditorSession, _ event: PointerEvent) {
        guard event.phase == .up, let log = session.log else { return }
        log.push(.stroke(device: Int(session.id.value), number: editor.ink.lastStroke, isText: isText(editor), at: event.time))
    }

    /// Voids what is in progress and has the session's editor begin anew, for another user: nothing of what was written or set is theirs.
    func forgetInk(of session: DeviceSession) {
        session.disconnect(at: session.clock.deviceTime(atLoop: loop.now))
        pass(session)
        guard let editor = session.editor else { return }
        keep(editor)
        discardUnnamedPackage(of: editor)
        editor.tools = [:]
        editor.configuration = Configuration()
        editor.begin(deviceInk(for: session), at: nil, language: nil)
        configure(editor)
        publish(.partChanged, editor, line: nil)
        settle(editor, [])
        if editor.isIdle { becameIdle(editor) }
    }

    /// Does what an editor asks for after it changed.
    func settle(_ editor: EditorSession, _ effects: EditorEffects, read line: LineID? = nil) {
        if !effects.isEmpty {
            if effects.contains(.contentChanged) {
                // what clients write has times of its own, which say nothing of the pause
                if editor.device == nil { editor.ink.rest(at: Instant(microseconds: Int64(clamping: loop.now))) }
                publish(.contentChanged, editor, line: nil)
                askForEdits(editor)
            }
            if effects.contains(.readingRequested) {
                for snapshot in editor.ink.takeRequests() {
                    recogniser?.submit(snapshot, of: editor, in: editor.language ?? editorLanguage, by: hand(of: editor))
                }
            }
            let state = effects.contains(.lineRead) ? line.flatMap { editor.ink.line($0) } : nil
            if let state { publish(.recognition, editor, line: state) }
            if let seat = textSeat(of: editor) {
                tellReadings(of: editor, read: state, on: seat)
                // what says nothing would be read with all that comes
                if let state, state.isFinal, state.text.isEmpty { _ = editor.ink.forget(editor.ink.strokes(of: state.id)) }
            }
            keep(editor)
            // what needs no reading is idle at once, though never within a change
            if editor.isIdle, !effects.isDisjoint(with: [.becameIdle, .contentChanged]) { becameIdle(editor) }
        }
        windTimer(editor)
    }

    /// Everything has been read: tells those who watch, and those who wait.
    func becameIdle(_ editor: EditorSession) {
        publish(.idle, editor, line: nil)
        answerWaiting(editor)
    }

    /// Whose hand writes.
    func hand(of editor: EditorSession) -> UInt32? { editor.device.flatMap { devices[$0]?.owner } ?? editor.creator }

    private func windTimer(_ editor: EditorSession) {
        guard let timer = editor.timer, editor.deadline != editor.ink.nextDeadline else { return }
        editor.deadline = editor.ink.nextDeadline
        if let deadline = editor.deadline {
            timer.fire(at: editor.clock.loopTime(at: deadline))
        } else {
            timer.rest()
        }
    }

    private func editorIsDue(_ id: EditorID) {
        guard let editor = editors[id] else { return }
        editor.deadline = nil
        settle(editor, editor.ink.tick(at: editor.clock.deviceTime(atLoop: loop.now)))
        endIfReplayed()
    }

    private func lineWasRead(_ place: RecogniserThread.Place, _ snapshot: LineSnapshot, _ reading: Result<Transcript, RecognitionError>) {
        guard let editor = editors[place.editor], editor.generation == place.generation else { return endIfReplayed() }
        let transcript: Transcript?
        switch reading {
        case .success(let text): transcript = text
        case .failure(let error):
            // without a model every line fails in the same way: said once, at the start
            if modelProblem == nil { logger.warning("a line was not read: \(error)") }
            transcript = nil
        }
        let effects = editor.ink.apply(transcript, to: place.line, revision: snapshot.revision, isFinal: snapshot.isFinal)
        settle(editor, effects, read: place.line)
        endIfReplayed()
    }
}
