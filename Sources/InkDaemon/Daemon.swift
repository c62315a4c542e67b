package import Evdev
internal import Glibc
package import Ink
public import InkLoop
package import InkProtocol
public import InkWorkspace
public import Logging

/// The daemon's actor on the loop thread: starts and ends the parts of the loop, and forwards the requests of workspaces to them.
///
/// Other threads use `post` to run work on the loop. All work here is bounded; work that grows with content is done in workspaces.
public actor Daemon {
    /// The executor of the loop thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    nonisolated let loop: EventLoop
    let shared: SharedState
    private let recordings: [Replay]
    /// The source of login sessions; nil where logind is unavailable.
    private let login: LoginSessions?
    private(set) lazy var parts = LoopParts(
        loop: loop, shared: shared, host: self,
        service: ServiceIntrospection(
            vendor: "inkd", product: "inkd", version: inkdVersion, url: "", descriptions: Interfaces.descriptions),
        recordings: recordings, login: login, endDaemon: { [unowned self] in post { $0.stop() } })
    /// Event sources that call the daemon; dropped at shutdown.
    private var sources: [EventSource] = []

    /// Creates a daemon that does nothing yet.
    /// - Parameters:
    ///   - replays: recordings that replace hardware; if empty, hardware is read.
    /// - Throws: `DaemonError` if the settings name unknown users.
    public init(loop: EventLoop, settings: Settings, replays: [Replay] = [], logger: Logger) throws(DaemonError) {
        try self.init(loop: loop, settings: settings, replays: replays, logger: logger, login: .available)
    }

    /// Creates a daemon that does nothing yet, with a source of login sessions. Tests provide their own source.
    init(loop: EventLoop, settings: Settings, replays: [Replay], logger: Logger, login: LoginSessions?) throws(DaemonError) {
        self.loop = loop
        self.login = login
        recordings = replays
        let access = Access(
            allowed: try Access.users(settings.accessUsers),
            administrators: try Access.users(settings.accessAdministrators, in: "access.administrators"), login: login)
        shared = try SharedState(settings: settings, access: access, logger: logger)
    }

    // MARK: Starting

    /// Starts to serve: socket, recognizer, devices; then notifies systemd. Called on the loop's thread before the loop runs.
    /// - Throws: `DaemonError` with the cause.
    public nonisolated func start() throws(DaemonError) {
        let result = assumeIsolated { daemon in
            Result { () throws(DaemonError) in try daemon.begin() }
        }
        try result.get()
    }

    private func begin() throws(DaemonError) {
        try beginWithoutDevices()
        try parts.startDevices()
        if loop.keepWatchdogFed() { shared.logger.debug("the event loop feeds systemd's watchdog") }
        parts.status.notify("READY=1")
        parts.status.update()
    }

    private func beginWithoutDevices() throws(DaemonError) {
        try parts.start()
        try checkTemporaryFolder()
        let settings = shared.settings
        try shared.recognizer.start(model: settings.model, hands: settings.state + "/hands") { [self] problem in
            post { $0.recognizerStarted(problem.map { "\($0)" }) }
        }
        try parts.serve(at: settings.socket)
        try watchSignals()
    }

    /// Starts the daemon with pens whose events are read from descriptors instead of hardware, for benchmarks.
    ///
    /// Called on the loop's thread before the loop runs. The descriptors should not block, and the caller keeps ownership of them.
    /// - Throws: `DaemonError` with the cause.
    package nonisolated func start(reading descriptors: [Int32], of description: DeviceDescription) throws(DaemonError) {
        let result = assumeIsolated { daemon in
            Result { () throws(DaemonError) in
                try daemon.beginWithoutDevices()
                for descriptor in descriptors { try daemon.parts.addPen(reading: descriptor, of: description) }
            }
        }
        try result.get()
    }

    private func checkTemporaryFolder() throws(DaemonError) {
        let folder = shared.settings.temporary
        guard !folder.isEmpty else { return }
        mkdir(folder, 0o700)
        guard Glibc.access(folder, R_OK | W_OK | X_OK) == 0 else {
            throw .configuration("temporary is \"\(folder)\", which is not readable and writable: give another folder, or nothing")
        }
    }

    private func recognizerStarted(_ problem: String?) {
        parts.recognizerStarted(problem)
        if let problem {
            shared.logger.error("handwriting is not recognized, only ink is served: \(problem)")
        } else {
            shared.logger.info("the recognizer is ready")
        }
        parts.status.update()
    }

    private func watchSignals() throws(DaemonError) {
        for signal in [SIGTERM, SIGINT] {
            sources.append(try loop.onSignal(signal) { [unowned self] in assumeIsolated { $0.stop() } })
        }
        // a client that disconnects in mid-message must not end the daemon
        signal(SIGPIPE, SIG_IGN)
    }

    // MARK: Posting work

    /// Runs work on the loop, in the order of the calls. Callable from any thread.
    nonisolated func post(_ work: @escaping @Sendable (isolated Daemon) -> Void) {
        loop.post { self.assumeIsolated { work($0) } }
    }

    /// The error if a replay that ends the daemon was not received completely by clients; nil if clients received everything.
    var replayProblem: DaemonError? { parts.replayProblem }

    // MARK: Settings

    /// Notifies systemd that the configuration is being reloaded.
    func notifyReloading() { parts.status.notify("RELOADING=1") }

    /// Applies changed settings, or logs why they are rejected; also logs keys that need a restart.
    func reloaded(_ result: Result<Settings, DaemonError>) {
        defer { parts.status.notify("READY=1") }
        do throws(DaemonError) {
            var new = try result.get()
            let old = shared.settings
            let administrators = try Access.users(new.accessAdministrators, in: "access.administrators")
            shared.access.allowed = try Access.users(new.accessUsers)
            shared.access.administrators = administrators
            let isTheSame =
                new.socket == old.socket && new.model == old.model && new.models == old.models && new.state == old.state
                && new.temporary == old.temporary && new.runtime == old.runtime && new.logLevel == old.logLevel
            if !isTheSame { shared.logger.notice("a changed socket, model, folder or log level takes effect at the next start") }
            (new.socket, new.model, new.models, new.logLevel) = (old.socket, old.model, old.models, old.logLevel)
            (new.state, new.runtime, new.temporary) = (old.state, old.runtime, old.temporary)
            shared.use(new)
            parts.settingsChanged()
            shared.logger.notice("configuration reloaded")
        } catch {
            shared.logger.error("the configuration was not applied: \(error)")
        }
    }

    // MARK: Stopping

    /// Shuts down in order: strokes in progress are canceled, editors store their changes, clients get their queued messages.
    public func stop() {
        guard !parts.status.isStopping else { return }
        parts.stop()
        // the end follows the last events that workspaces have posted
        post { $0.end() }
    }

    private func end() {
        parts.end()
        sources = []
        loop.stop()
    }
}

/// The loop, as workspaces use it.
extension Daemon: ClientConnections {
    package func dispatch(_ call: Call, for caller: Caller) async throws -> [UInt8]? {
        try await parts.services.dispatch(call, for: caller)
    }

    package nonisolated func answered(_ outcome: CallOutcome, to client: ClientID) {
        post { $0.parts.clients.answered(outcome, to: client) }
    }

    package nonisolated func sendStream(_ bytes: [UInt8], as kind: MessageClass, to client: ClientID) {
        post { $0.parts.clients.sendStream(bytes, as: kind, to: client) }
    }

    package nonisolated func finishStream(_ bytes: [UInt8], to client: ClientID) {
        post { $0.parts.clients.finishStream(bytes, to: client) }
    }

    package nonisolated func failStream(_ error: any Error, to client: ClientID) { post { $0.parts.clients.fail(error, to: client) } }

    package nonisolated func disconnect(_ client: ClientID) { post { $0.parts.clients.disconnect(client) } }
}

extension Daemon: EditorObserver {
    package nonisolated func strokeEnded(_ number: UInt64, place: Int, of editor: EditorHandle, at time: Instant) {
        post { $0.parts.strokeEnded(number, place: place, of: editor, at: time) }
    }

    package nonisolated func replayedInkWasRead() { post { $0.parts.replays.endIfReplayed() } }

    package nonisolated func penSettingsChanged(_ settings: PenSettings, of user: UInt32) {
        post { $0.parts.users.use(settings, of: user) }
    }

    package nonisolated func wordWasCorrected(_ example: AdaptationInterface.Example, of user: UInt32) {
        post { $0.parts.wordWasCorrected(example, of: user) }
    }
}

extension Daemon: InputMethods {
    package nonisolated func sendText(
        _ event: TextInputInterface.Event, to recipient: TextRecipient, on seat: String, of editor: EditorID?
    ) {
        post { $0.parts.text.send(event, to: recipient, on: seat, of: editor) }
    }

    package nonisolated func inkWasCommitted(of session: TextSession) { post { $0.parts.text.inkWasCommitted(of: session) } }

    package func onSeats<Value: Sendable>(_ work: @escaping @Sendable (any TextSeats) throws -> Value) async throws -> Value {
        try work(parts.seats)
    }
}
