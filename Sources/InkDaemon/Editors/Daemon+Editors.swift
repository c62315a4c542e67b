internal import Editing
internal import Ink
internal import InkProtocol
internal import Logging
internal import Recognition

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
        if let modelProblem {
            logger.error("ink is served without text: \(modelProblem)")
        } else {
            logger.info("the recogniser is ready")
        }
        tellStatus()
    }

    /// Lets a pen's editor take in its session's events.
    func edit(_ session: DeviceSession) {
        guard session.editor != nil else { return }
        var effects: EditorEffects = []
        for event in session.events {
            if let more = session.editor?.pointer(event) { effects.formUnion(more) }
        }
        settle(session, effects)
    }

    /// Voids what is in progress and empties the session's editor for good.
    func forgetInk(of session: DeviceSession) {
        session.disconnect(at: session.clock.deviceTime(atLoop: loop.now))
        pass(session)
        if let effects = session.editor?.forget() { settle(session, effects) }
    }

    /// Does what an editor asks for after it changed.
    func settle(_ session: DeviceSession, _ effects: EditorEffects, read line: LineID? = nil) {
        if !effects.isEmpty {
            if effects.contains(.contentChanged) { publish(.contentChanged, session, line: nil) }
            if effects.contains(.readingRequested), let requests = session.editor?.takeRequests() {
                for snapshot in requests { recogniser?.submit(snapshot, of: session.id, by: session.owner) }
            }
            if effects.contains(.lineRead), let line, let state = session.editor?.line(line) { publish(.recognition, session, line: state) }
            if effects.contains(.becameIdle) { publish(.idle, session, line: nil) }
        }
        windEditorTimer(session)
    }

    private func windEditorTimer(_ session: DeviceSession) {
        guard let timer = session.editorTimer else { return }
        guard session.editorDeadline != session.editor?.nextDeadline else { return }
        session.editorDeadline = session.editor?.nextDeadline
        if let deadline = session.editorDeadline {
            timer.fire(at: session.clock.loopTime(at: deadline))
        } else {
            timer.rest()
        }
    }

    func editorIsDue(_ id: DeviceID) {
        guard let session = devices[id] else { return }
        session.editorDeadline = nil
        if let effects = session.editor?.tick(at: session.clock.deviceTime(atLoop: loop.now)) { settle(session, effects) }
        endIfReplayed()
    }

    private func lineWasRead(_ place: RecogniserThread.Place, _ snapshot: LineSnapshot, _ reading: Result<Transcript, RecognitionError>) {
        guard let session = devices[place.device] else { return }
        let transcript: Transcript?
        switch reading {
        case .success(let text): transcript = text
        case .failure(let error):
            // without a model every line fails in the same way: said once, at the start
            if modelProblem == nil { logger.warning("a line was not read: \(error)") }
            transcript = nil
        }
        if let effects = session.editor?.apply(transcript, to: place.line, revision: snapshot.revision, isFinal: snapshot.isFinal) {
            settle(session, effects, read: place.line)
        }
        endIfReplayed()
    }
}
