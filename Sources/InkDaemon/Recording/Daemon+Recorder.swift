internal import Foundation
internal import InkProtocol
internal import Logging
internal import PenLog
internal import System

/// What org.inkd.Recorder offers.
extension Daemon {
    func answerRecorder(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .startRecording:
            try startRecording(call, client)
        case .stopRecording:
            guard let recorder = recorders[client.peer.user] else { throw RecorderInterface.NotRecording() }
            recorder.stops.append(answerLater(call, client))
            end(recorder)
        case .annotateRecording:
            let parameters = try call.parameters(as: RecorderInterface.Annotate.Parameters.self)
            guard let recorder = recorders[client.peer.user] else { throw RecorderInterface.NotRecording() }
            for (name, text, limit) in [("key", parameters.key, 100), ("text", parameters.text, Self.longestText)]
            where text.utf8.count > limit {
                throw ServiceInterface.InvalidParameter(parameter: name)
            }
            let annotation = Annotation(key: parameters.key, text: parameters.text, at: TimeAnchor.now.instant)
            guard recorder.thread.queue.push(.annotation(annotation)) else {
                throw RecorderInterface.Unusable(reason: "the disk does not keep up; try again")
            }
            return try Reply.encode(RecorderInterface.Annotate.self, .init())
        case .recorderState:
            let (state, others) = recorderStates(for: client)
            return try Reply.encode(RecorderInterface.GetState.self, .init(state: state, others: others))
        case .watchRecorder:
            begin(.recorder, client)
            tellRecorders(to: client)
        case .listRecordings:
            let (files, limit, active) = (files(of: client), settings.recorderLimit << 20, recorders[client.peer.user]?.name)
            onRecordings(call, client) {
                let all = files.list()
                return try Reply.encode(
                    RecorderInterface.List.self,
                    .init(recordings: all.map { $0.message(active: active) }, bytes: all.reduce(0) { $0 + $1.bytes }, limit: limit))
            }
        case .readRecording:
            let parameters = try call.parameters(as: RecorderInterface.Read.Parameters.self)
            let files = files(of: client)
            onRecordings(call, client) { try Reply.encode(RecorderInterface.Read.self, try files.read(parameters)) }
        case .deleteRecording:
            let name = try call.parameters(as: RecorderInterface.Delete.Parameters.self).name
            guard recorders[client.peer.user]?.name != name else { throw RecorderInterface.RecordingInUse(name: name) }
            let files = files(of: client)
            onRecordings(call, client) {
                guard files.folder(of: name) != nil else { throw RecorderInterface.NoSuchRecording(name: name) }
                try files.delete(name)
                return try Reply.encode(RecorderInterface.Delete.self, .init())
            }
        default: break
        }
        return nil
    }

    private func startRecording(_ call: Call, _ client: Client) throws {
        let parameters = try call.parameters(as: RecorderInterface.Start.Parameters.self)
        let user = client.peer.user
        for (name, text) in [("label", parameters.label), ("writer", parameters.writer)] where (text ?? "").utf8.count > Self.longestText {
            throw ServiceInterface.InvalidParameter(parameter: name)
        }
        guard !recordersThatStart.contains(user) else { throw RecorderInterface.Unusable(reason: "one is being started just now") }
        if let recorder = recorders[user] { throw RecorderInterface.AlreadyRecording(name: recorder.name) }
        let (files, state, limit) = (files(of: client), settings.state, settings.recorderLimit << 20)
        let anchor = TimeAnchor.now
        let note = RecordingNote(label: parameters.label, writer: parameters.writer, began: Int(anchor.wall / 1000))
        let said = [("label", parameters.label), ("writer", parameters.writer)].compactMap { key, text in
            text.map { LogRecord.annotation(Annotation(key: key, text: $0, at: anchor.instant)) }
        }
        let answer = answerLater(call, client)
        recordersThatStart.insert(user)
        recordings?.perform { [self] _ in
            let result = Result {
                let kept = files.bytes
                guard kept < limit else { throw RecorderInterface.Full(limit: limit) }
                let (name, folder) = try files.make(at: anchor.wall, state: state)
                do {
                    try files.write(note, of: name)
                    let names = try Pseudonym(saltFile: state + "/recordings/salt")
                    let thread = try RecordingThread(
                        folder: folder, session: name, limit: limit, kept: kept, names: names, opening: said
                    ) { progress in
                        self.loop.post { self.assumeIsolated { $0.recordingEnded(user, name, progress) } }
                    }
                    return StartedRecording(name: name, thread: thread, names: names)
                } catch {
                    try? files.delete(name)
                    throw error
                }
            }
            loop.post { self.assumeIsolated { $0.recordingStarted(user, note, result, answer) } }
        }
    }

    private func recordingStarted(
        _ user: UInt32, _ note: RecordingNote, _ result: Result<StartedRecording, any Error>,
        _ answer: @Sendable (Result<[UInt8], any Error>) -> Void
    ) {
        recordersThatStart.remove(user)
        do {
            let started = try result.get()
            let recorder = Recorder(user: user, name: started.name, note: note, thread: started.thread, names: started.names)
            recorders[user] = recorder
            logger.notice("recording begins, for user \(user)")
            for seat in Set(devices.values.map(\.identity.seat)) { followLock(of: seat) }
            settleRecorders()
            tellRecorders()
            answer(.success(try Reply.encode(RecorderInterface.Start.self, .init(state: message(recorder)))))
        } catch {
            answer(.failure(Self.recorderRefusal(error)))
        }
    }

    /// Ends a recording; those who wait are answered when all is on the disk.
    func end(_ recorder: Recorder) {
        guard !recorder.isEnding else { return }
        recorder.isEnding = true
        for session in devices.values where session.log === recorder.thread.queue || session.nextRecorder === recorder {
            endLog(of: session)
        }
        recorder.thread.end()
    }

    /// Ends a recording before the daemon does.
    func finish(_ recorder: Recorder) {
        end(recorder)
        recorder.thread.waitForEnd()
        conclude(recorder, recorder.thread.now)
    }

    private func recordingEnded(_ user: UInt32, _ name: String, _ progress: RecordingProgress) {
        guard let recorder = recorders[user], recorder.name == name else { return }
        end(recorder)
        recorders[user] = nil
        if let problem = progress.problem { logger.error("recording ended, for user \(user): \(problem)") }
        logger.notice("recording has ended, for user \(user)")
        conclude(recorder, progress)
        tellRecorders()
    }

    /// Notes how a recording ended, and answers those who wait.
    private func conclude(_ recorder: Recorder, _ progress: RecordingProgress) {
        var note = recorder.note
        note.ended = Int(TimeAnchor.now.wall / 1000)
        (note.frames, note.lost, note.problem) = (progress.frames, progress.lost, progress.problem)
        let files = RecordingFiles(state: settings.state, user: recorder.user)
        let (name, stops) = (recorder.name, recorder.stops)
        recorder.stops = []
        recordings?.perform { [note] _ in
            let result = Result {
                try files.write(note, of: name)
                guard let stored = files.stored(name) else { throw RecorderInterface.NoSuchRecording(name: name) }
                return try Reply.encode(RecorderInterface.Stop.self, .init(recording: stored.message(active: nil)))
            }
            for stop in stops { stop(result.mapError(Self.recorderRefusal)) }
        }
    }

    private func files(of client: Client) -> RecordingFiles { RecordingFiles(state: settings.state, user: client.peer.user) }

    private func onRecordings(_ call: Call, _ client: Client, _ work: @escaping @Sendable () throws -> [UInt8]) {
        let answer = answerLater(call, client, refusal: Self.recorderRefusal)
        recordings?.perform { _ in answer(Result { try work() }) }
    }

    /// Bytes of what is said of a recording.
    private static let longestText = 16_384

    /// The error in the words of org.inkd.Recorder.
    @Sendable private static func recorderRefusal(_ error: any Error) -> any Error {
        error is any VarlinkError ? error : RecorderInterface.Unusable(reason: "\(error)")
    }
}
