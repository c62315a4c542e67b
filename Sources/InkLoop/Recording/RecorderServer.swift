internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import PenLog
internal import System

/// The service org.inkd.Recorder: each user's recording in progress, and the files of ended recordings. Loop thread only.
final class RecorderServer: RecorderService, FieldObserver {
    private let loop: EventLoop
    private let shared: SharedState
    private let clients: ClientHub
    private let registry: DeviceRegistry
    private let editors: PenEditorAssignment
    private let text: TextInputHub
    private let hardware: HardwareRegistry
    /// The recordings in progress, by user.
    private(set) var recorders: [UInt32: Recorder] = [:]
    /// Users whose recording is being started.
    private var starting: Set<UInt32> = []
    /// The thread that lists, reads and deletes recordings.
    private var thread: WorkThread<Void>?
    /// The time at which each user last started a recording, in microseconds of the loop's clock.
    private var lastStarts: [UInt32: UInt64] = [:]
    private var annotations: [UInt32: TokenBucket] = [:]
    private lazy var devices = DeviceRecording(
        access: shared.access, devices: registry, hardware: hardware, seats: text.seats, recorders: self)

    /// Maximum size of a label, a writer or an annotation, in bytes.
    private static let textLimit = 16_384
    private static let keyLimit = 100
    /// Minimum microseconds between two recordings of a user.
    private static let startInterval: UInt64 = 1_000_000

    init(
        loop: EventLoop, shared: SharedState, clients: ClientHub, registry: DeviceRegistry, hardware: HardwareRegistry,
        editors: PenEditorAssignment, text: TextInputHub
    ) {
        self.loop = loop
        self.shared = shared
        self.clients = clients
        self.registry = registry
        self.editors = editors
        self.text = text
        self.hardware = hardware
        text.observer = self
    }

    /// Starts the thread that manages the files, and closes the files that a crash left open. No other daemon can be writing to these
    /// files.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func start() throws(DaemonError) {
        thread = try granted(try WorkThread(named: "recordings") {})
        let (root, logger) = (shared.settings.state + "/recordings", shared.logger)
        thread?.perform { _ in
            let count = RecordingFiles.recoverAll(below: root)
            if count > 0 { logger.notice("\(count) recordings were incomplete; their complete parts were kept") }
        }
    }

    /// Ends every recording, and waits until all data is on disk. Called when the daemon ends.
    func stopAll() {
        for recorder in recorders.values { end(recorder) }
        for recorder in recorders.values {
            recorder.thread.waitForEnd()
            conclude(recorder, recorder.thread.now)
        }
        recorders = [:]
        thread?.finish()
        thread = nil
    }

    /// Runs work on files on the recordings' thread, without waiting for it; does nothing if that thread has ended.
    func performOnFiles(_ work: @escaping @Sendable () -> Void) { thread?.perform { _ in work() } }

    // MARK: Devices

    /// Whether any recording is running.
    var isRecording: Bool { !recorders.isEmpty }

    /// Records every device for the user who may record it now, after devices, sessions or fields have changed.
    func followDevices() { devices.follow() }

    func fieldsChanged() { followDevices() }

    /// Begins to record a waiting device if no pen or finger is active.
    func beginLog(of session: DeviceSession) { devices.begin(session) }

    /// Ends the recording of a device.
    func endLog(of session: DeviceSession) { devices.end(session) }

    /// Handles the loss of a device's frames that were too many for the queue.
    func overrun(_ session: DeviceSession) { devices.overrun(session) }

    /// Records the end of a stroke, if recording of its device began before the stroke.
    /// - Parameters:
    ///   - number: the stroke's number in its editor.
    ///   - place: the number of pen-up events that the editor has received, up to this stroke.
    func noteStroke(_ number: UInt64, place: Int, of editor: EditorHandle, at time: Instant) {
        guard let origin = editor.origin, let session = registry[origin.device],
            place > session.logging.firstLogged[editor.id] ?? 0
        else { return }
        session.logging.queue?.push(.stroke(device: Int(origin.device.value), number: number, isText: origin.isText, at: time))
    }

    // MARK: Starting

    func start(_ parameters: RecorderInterface.Start.Parameters, for caller: Caller) async throws -> RecorderInterface.Start.Reply {
        let user = caller.user
        for (name, text) in [("label", parameters.label), ("writer", parameters.writer)] {
            try ValueRange(0...Double(Self.textLimit), "bytes of UTF-8").require(Double((text ?? "").utf8.count), "\(name)'s length")
        }
        guard !starting.contains(user) else { throw RecorderInterface.Unusable(reason: "another recording is being started; try again") }
        if let recorder = recorders[user] { throw RecorderInterface.AlreadyRecording(name: recorder.name) }
        try refuseHaste(user)
        let anchor = TimeAnchor.now
        let note = RecordingNote(label: parameters.label, writer: parameters.writer, began: Int(anchor.wall / 1000))
        let request = RecordingRequest(
            files: files(of: user), state: shared.settings.state, limit: storageLimit, note: note, anchor: anchor)
        let server = LoopBound(self, on: loop)
        starting.insert(user)
        defer { starting.remove(user) }
        let started = try await onThread {
            try request.start { name, progress in server.post { $0.threadEnded(user, name, progress) } }
        }
        let recorder = Recorder(user: user, started, note)
        recorders[user] = recorder
        shared.notice(.notice, causedBy: user, "recording started for user \(user)")
        for seat in registry.seats { text.followLock(of: seat) }
        followDevices()
        publish()
        // the recording may have ended before its recorder was stored in `recorders`
        if recorder.thread.hasEnded { threadEnded(user, recorder.name, recorder.thread.now) }
        return .init(state: state(of: recorder))
    }

    /// Limits how often a user starts recordings, because each recording creates files.
    /// - Throws: `Unusable` if the user started another recording less than a second ago.
    private func refuseHaste(_ user: UInt32) throws(RecorderInterface.Unusable) {
        let now = loop.now
        if let last = lastStarts[user], now < last &+ Self.startInterval {
            throw .init(reason: "the last recording was started less than a second ago; wait a second and start again")
        }
        lastStarts[user] = now
    }

    // MARK: Ending

    func stop(_ parameters: RecorderInterface.Stop.Parameters, for caller: Caller) async throws -> RecorderInterface.Stop.Reply {
        // strokes drawn before this call still belong to the recording
        await editors.drain()
        guard let recorder = recorders[caller.user] else { throw RecorderInterface.NotRecording() }
        let stored: StoredRecording = try await withCheckedThrowingContinuation { continuation in
            recorder.waiters.append(continuation)
            end(recorder)
        }
        return .init(recording: stored.message(active: nil))
    }

    /// Ends a recording; its thread writes the queued frames first.
    private func end(_ recorder: Recorder) {
        guard !recorder.isEnding else { return }
        recorder.isEnding = true
        for session in registry.sessions.values
        where session.logging.queue === recorder.thread.queue || session.logging.nextRecorder === recorder {
            endLog(of: session)
        }
        recorder.thread.end()
    }

    /// Handles the end of a recording's thread, which was stopped or failed.
    private func threadEnded(_ user: UInt32, _ name: String, _ progress: RecordingProgress) {
        guard let recorder = recorders[user], recorder.name == name else { return }
        end(recorder)
        recorders[user] = nil
        if let problem = progress.problem { shared.notice(.error, causedBy: user, "recording failed for user \(user): \(problem)") }
        shared.notice(.notice, causedBy: user, "recording ended for user \(user)")
        conclude(recorder, progress)
        publish()
    }

    /// Writes the end of a recording into its note, and answers the callers that wait for it.
    private func conclude(_ recorder: Recorder, _ progress: RecordingProgress) {
        var note = recorder.note
        note.ended = Int(TimeAnchor.now.wall / 1000)
        (note.frames, note.lost, note.problem) = (progress.frames, progress.lost, progress.problem)
        let (files, name, waiters) = (files(of: recorder.user), recorder.name, recorder.waiters)
        recorder.waiters = []
        thread?.perform { [note] _ in
            let result = Result<StoredRecording, any Error> {
                try files.write(note, of: name)
                guard let stored = files.stored(name) else { throw RecorderInterface.NoSuchRecording(name: name) }
                return stored
            }
            for waiter in waiters { waiter.resume(with: result.mapError(Self.refusal)) }
        }
    }

    // MARK: Annotations

    func annotate(
        _ parameters: RecorderInterface.Annotate.Parameters, for caller: Caller
    ) throws -> RecorderInterface.Annotate.Reply {
        guard let recorder = recorders[caller.user] else { throw RecorderInterface.NotRecording() }
        for (name, text, limit) in [("key", parameters.key, Self.keyLimit), ("text", parameters.text, Self.textLimit)] {
            try ValueRange(0...Double(limit), "bytes of UTF-8").require(Double(text.utf8.count), "\(name)'s length")
        }
        try useQuota(parameters.key.utf8.count + parameters.text.utf8.count, of: caller.user)
        let annotation = Annotation(key: parameters.key, text: parameters.text, at: TimeAnchor.now.instant)
        guard recorder.thread.queue.push(.annotation(annotation)) else {
            throw RecorderInterface.Unusable(reason: "the disk is too slow for the recording; try again")
        }
        return .init()
    }

    /// Returns the bytes of a user's annotations that currently count toward the quota per second.
    func annotationLevel(of user: UInt32) -> Int {
        annotations[user]?.level(at: loop.now, rate: shared.settings.quotas.annotations << 10) ?? 0
    }

    /// Counts bytes toward a user's quota of annotations per second.
    /// - Throws: `QuotaExceeded` if the bytes exceed the quota.
    private func useQuota(_ bytes: Int, of user: UInt32) throws(ClientInterface.QuotaExceeded) {
        let (quotas, now) = (shared.settings.quotas, loop.now)
        let rate = quotas.annotations << 10
        var bucket = annotations[user] ?? TokenBucket()
        try quotas.check(.annotations, used: bucket.level(at: now, rate: rate) + bytes)
        bucket.add(bytes, at: now, rate: rate)
        annotations[user] = bucket
    }

    // MARK: State

    func getState(_ parameters: RecorderInterface.GetState.Parameters, for caller: Caller) -> RecorderInterface.GetState.Reply {
        let (state, others) = states(for: caller.user)
        return .init(state: state, others: others)
    }

    func watch(
        _ parameters: RecorderInterface.Watch.Parameters, for caller: Caller, to stream: ReplyStream<RecorderInterface.Watch>
    ) {
        clients.begin(.recorder, caller)
        if let client = clients[caller.id] { publish(to: client) }
    }

    /// Sends the state to all clients that watch the recorder.
    func publish() {
        for client in clients.watching({ if case .recorder = $0 { true } else { false } }) { publish(to: client) }
    }

    private func publish(to client: Client) {
        let (state, others) = states(for: client.peer.user)
        clients.stream(RecorderInterface.Watch.self, to: client, as: .boundary) {
            .init(sequence: $0, state: state, others: others)
        }
    }

    /// Returns the user's own recording. Also returns other users' recordings of devices that the user may use.
    private func states(for user: UInt32) -> (own: RecorderInterface.State, others: [RecorderInterface.State]) {
        let own = recorders[user].map(state(of:))
        let others = recorders.values.filter { $0.user != user }.filter { recorder in
            registry.sessions.values.contains { $0.logging.queue === recorder.thread.queue && registry.mayUse($0, user) }
        }
        return (own ?? .init(devices: [], frames: 0, lost: 0, bytes: 0), others.map(state(of:)))
    }

    private func state(of recorder: Recorder) -> RecorderInterface.State {
        let progress = recorder.thread.now
        let recorded = registry.sessions.values.filter { $0.logging.queue === recorder.thread.queue }.map { Int($0.id.value) }
        return .init(
            recording: recorder.name, user: Int(recorder.user), since: recorder.note.began, paused: recorder.pause,
            devices: recorded.sorted(), frames: progress.frames, lost: progress.lost, bytes: progress.bytes)
    }

    // MARK: Files

    func list(_ parameters: RecorderInterface.List.Parameters, for caller: Caller) async throws -> RecorderInterface.List.Reply {
        let (files, limit, active) = (files(of: caller.user), storageLimit, recorders[caller.user]?.name)
        return try await onThread {
            let all = files.list()
            return RecorderInterface.List.Reply(
                recordings: all.map { $0.message(active: active) }, bytes: all.reduce(0) { $0 + $1.bytes }, limit: limit)
        }
    }

    func read(_ parameters: RecorderInterface.Read.Parameters, for caller: Caller) async throws -> RecorderInterface.Read.Reply {
        let files = files(of: caller.user)
        return try await onThread { try files.read(parameters) }
    }

    func delete(_ parameters: RecorderInterface.Delete.Parameters, for caller: Caller) async throws -> RecorderInterface.Delete.Reply {
        let (files, name) = (files(of: caller.user), parameters.name)
        guard recorders[caller.user]?.name != name else { throw RecorderInterface.RecordingInUse(name: name) }
        return try await onThread {
            guard files.folder(of: name) != nil else { throw RecorderInterface.NoSuchRecording(name: name) }
            try files.delete(name)
            return RecorderInterface.Delete.Reply()
        }
    }

    private func files(of user: UInt32) -> RecordingFiles { RecordingFiles(state: shared.settings.state, user: user) }

    /// Maximum size of all of a user's recordings, in bytes.
    private var storageLimit: Int { shared.settings.recorderLimit << 20 }

    /// Runs work on the recordings' thread, and waits for it.
    /// - Throws: errors of org.inkd.Recorder.
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let thread else { throw RecorderInterface.Unusable(reason: "the daemon is stopping; try again after its next start") }
        do {
            return try await withCheckedThrowingContinuation { continuation in
                thread.perform { _ in continuation.resume(with: Result { try work() }) }
            }
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Returns the error as org.inkd.Recorder defines it.
    @Sendable private static func refusal(_ error: any Error) -> any Error {
        error is any VarlinkError ? error : RecorderInterface.Unusable(reason: "\(error)")
    }
}
