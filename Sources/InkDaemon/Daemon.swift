package import Evdev
internal import Glibc
internal import Ink
internal import InkProtocol
public import Logging
internal import Tablet

/// The daemon's actor on the loop thread: starts and ends the hubs, and forwards calls and results to them.
///
/// Callbacks of the loop enter by `assumeIsolated`, other threads by `post`. All work here is bounded; work that grows with content is done
/// in workspaces.
public actor Daemon {
    /// The executor of the loop thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    nonisolated let loop: EventLoop
    private let shared: SharedState
    private let recordings: [Replay]
    /// The source of login sessions; nil where logind is unavailable.
    private let login: LoginSessions?
    private(set) lazy var hubs = Hubs(LoopCore(daemon: self, loop: loop, shared: shared, recordings: recordings, login: login))
    private lazy var services = LoopServices(hubs)
    /// Event sources that call the daemon; dropped at shutdown.
    private var sources: [EventSource] = []

    /// Creates a daemon that does nothing yet.
    /// - Parameters:
    ///   - replays: recordings that replace hardware; if empty, hardware is read.
    /// - Throws: `DaemonError` if the settings name unknown users.
    public init(loop: EventLoop, settings: Settings, replays: [Replay] = [], logger: Logger) throws(DaemonError) {
        try self.init(loop: loop, settings: settings, replays: replays, logger: logger, login: .available)
    }

    /// Creates a daemon as above, with the login sessions of a test.
    init(loop: EventLoop, settings: Settings, replays: [Replay], logger: Logger, login: LoginSessions?) throws(DaemonError) {
        self.loop = loop
        self.login = login
        recordings = replays
        let access = Access(
            allowed: try Access.users(settings.accessUsers),
            administrators: try Access.users(settings.accessAdministrators, in: "access.administrators"), login: login)
        let folders = PackageFolders(state: settings.state, temporary: settings.temporary, runtime: settings.runtime)
        shared = SharedState(
            settings: settings, access: access, models: ModelDirectory(),
            packages: PackageStores(folders: folders, quotas: settings.quotas), recogniser: try RecogniserThread(), logger: logger)
    }

    // MARK: Starting

    /// Starts to serve: socket, recognizer, devices; then notifies systemd. Called on the loop's thread before it runs.
    /// - Throws: `DaemonError` with the cause.
    public nonisolated func start() throws(DaemonError) {
        let result = assumeIsolated { daemon in
            Result { () throws(DaemonError) in try daemon.begin() }
        }
        try result.get()
    }

    private func begin() throws(DaemonError) {
        try beginWithoutDevices()
        if recordings.isEmpty { try hubs.hardware.start() } else { try hubs.replays.start() }
        if loop.keepWatchdogFed() { shared.logger.debug("the event loop feeds systemd's watchdog") }
        hubs.notify("READY=1")
        hubs.updateStatus()
    }

    private func beginWithoutDevices() throws(DaemonError) {
        shared.notices.start { [weak self] time in self?.post { $0.hubs.countOmittedNotices(at: time) } }
        shared.usage.memory.start { [weak self] time in self?.post { $0.hubs.refuseWaitingWork(at: time) } }
        hubs.synchroniseClock()
        try hubs.models.start()
        try checkTemporaryFolder()
        let settings = shared.settings
        try shared.recogniser.start(model: settings.model, hands: settings.state + "/hands") { [self] problem in
            post { $0.recogniserStarted(problem.map { "\($0)" }) }
        }
        try hubs.clients.start(at: settings.socket)
        // no other daemon serves here: a crash left open recordings behind
        try hubs.recorders.start()
        if login == nil {
            shared.logger.notice("cannot ask logind: only root, the daemon's user and access.users may use the devices")
        }
        try hubs.sessions.start()
        try watchSignals()
    }

    /// Starts to serve with pens whose events come from descriptors, in place of hardware: for benchmarks.
    ///
    /// Called on the loop's thread before it runs; the descriptors should not block, and the caller keeps ownership of them.
    /// - Throws: `DaemonError` with the cause.
    package nonisolated func start(reading descriptors: [Int32], of description: DeviceDescription) throws(DaemonError) {
        let result = assumeIsolated { daemon in
            Result { () throws(DaemonError) in
                try daemon.beginWithoutDevices()
                let identity = DeviceIdentity(
                    name: description.name, role: .pen, bus: description.bus,
                    hardware: HardwareID(vendor: description.vendor, product: description.product), seat: "seat0", isDisplay: false,
                    isVirtual: true, isReplay: false)
                for descriptor in descriptors {
                    let id = try daemon.hubs.devices.add(identity, description)
                    try daemon.hubs.devices.read(RawEventStream(reading: descriptor, description: description), into: id)
                }
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

    private func recogniserStarted(_ problem: String?) {
        shared.models.recogniserStarted(problem)
        hubs.text.recogniserStarted()
        hubs.models.recogniserStarted(problem)
        if let problem {
            shared.logger.error("handwriting is not recognized, only ink is served: \(problem)")
        } else {
            shared.logger.info("the recognizer is ready")
        }
        hubs.updateStatus()
    }

    private func watchSignals() throws(DaemonError) {
        for signal in [SIGTERM, SIGINT] {
            sources.append(try loop.onSignal(signal) { [unowned self] in assumeIsolated { $0.stop() } })
        }
        // a client that disconnects in mid-message must not end the daemon
        signal(SIGPIPE, SIG_IGN)
    }

    // MARK: Entering

    /// Runs work on the loop, in the order posted; from any thread.
    nonisolated func post(_ work: @escaping @Sendable (isolated Daemon) -> Void) {
        loop.post { self.assumeIsolated { work($0) } }
    }

    /// Runs `assumeIsolated` without its allocations, which come from the closure's captures: a closure without captures allocates nothing.
    nonisolated func enter(for id: DeviceID, _ body: @escaping (isolated Daemon, DeviceID) -> Void) {
        preconditionIsolated()
        // as in the standard library: `isolated` does not affect the calling convention, and the check above stands for it
        unsafeBitCast(body, to: ((Daemon, DeviceID) -> Void).self)(self, id)
    }

    // MARK: Calls and results

    /// Returns the reply of a service of the loop; nil for a stream that has begun.
    func dispatch(_ call: Call, for caller: Caller) async throws -> [UInt8]? { try await services.dispatch(call, for: caller) }

    func answered(_ outcome: CallOutcome, to client: ClientID) { hubs.clients.answered(outcome, to: client) }

    func sendStream(_ bytes: [UInt8], as kind: MessageClass, to client: ClientID) {
        hubs.clients.sendStream(bytes, as: kind, to: client)
    }

    func finishStream(_ bytes: [UInt8], to client: ClientID) { hubs.clients.finishStream(bytes, to: client) }

    func failStream(_ error: any Error, to client: ClientID) { hubs.clients.fail(error, to: client) }

    func disconnect(_ client: ClientID) { if let client = hubs.clients[client] { hubs.clients.drop(client) } }

    // MARK: Results of editors

    /// Adds the number of a finished stroke of a device's editor to recordings.
    func noteStroke(_ number: UInt64, place: Int, of editor: EditorHandle, at time: Instant) {
        hubs.recorders.noteStroke(number, place: place, of: editor, at: time)
    }

    func textWasRead(_ reading: TextInputInterface.Reading, for target: TextTarget, seat: String, of editor: EditorID) {
        hubs.text.textWasRead(reading, for: target, seat: seat, of: editor)
    }

    /// Handles the reading of a line whose field has lost the focus.
    func lateTextWasRead(_ reading: TextInputInterface.Reading, for late: LateField, seat: String, of editor: EditorID) {
        hubs.text.lateTextWasRead(reading, for: late, seat: seat, of: editor)
    }

    func nothingToUndo(in editor: EditorHandle) { hubs.text.nothingToUndo(in: editor) }

    func textGesture(_ gesture: FieldGesture, of editor: EditorHandle) { hubs.text.textGesture(gesture, of: editor) }

    func endIfReplayed() { hubs.replays.endIfReplayed() }

    /// The error if watchers missed part of a replay after which the daemon was to end; nil if they received everything.
    var replayProblem: DaemonError? { hubs.replays.problem }

    // MARK: Settings

    /// Notifies systemd that the configuration is being reloaded.
    func notifyReloading() { hubs.notify("RELOADING=1") }

    /// Applies changed settings, or logs why they are refused; logs keys that need a restart.
    func reloaded(_ result: Result<Settings, DaemonError>) {
        defer { hubs.notify("READY=1") }
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
            hubs.models.chooseLanguage()
            hubs.modelsChanged()
            hubs.models.scan()
            for session in hubs.devices.sessions.values { hubs.devices.updateSettings(of: session) }
            hubs.sessions.apply()
            hubs.hardware.followBindings()
            shared.logger.notice("configuration reloaded")
        } catch {
            shared.logger.error("the configuration was not applied: \(error)")
        }
    }

    // MARK: Stopping

    /// Shuts down in order: strokes in progress are canceled, editors store their changes, clients get their queued messages.
    public func stop() {
        guard !hubs.isStopping else { return }
        hubs.isStopping = true
        hubs.notify("STOPPING=1")
        hubs.hardware.stop()
        hubs.devices.stop()
        hubs.adaptation.stop()
        hubs.clients.workspaces.close()
        // behind the last events posted by workspaces
        post { $0.end() }
    }

    private func end() {
        hubs.clients.stop()
        shared.packages.finish()
        hubs.recorders.stopAll()
        shared.recogniser.stop()
        hubs.models.stop()
        hubs.replays.stop()
        hubs.sessions.stop()
        sources = []
        loop.stop()
    }
}

/// The services of the loop. Their methods are bounded.
final class LoopServices {
    private let devices: DevicesServer
    private let pointer: PointerServer
    private let text: TextInputServer
    private let recorders: RecorderServer
    private let models: ModelServer
    private let adaptation: AdaptationServer

    init(_ hubs: Hubs) {
        devices = DevicesServer(hubs)
        pointer = PointerServer(hubs)
        text = TextInputServer(hubs, hubs.text)
        recorders = hubs.recorders
        models = hubs.models
        adaptation = hubs.adaptation
    }

    /// - Returns: the reply; nil for a stream that has begun.
    func dispatch(_ call: Call, for caller: Caller) async throws -> [UInt8]? {
        let sink = caller.sink
        switch call.interface {
        case DevicesInterface.interfaceName: return try await devices.dispatch(call, for: caller, to: sink)
        case PointerInterface.interfaceName: return try await pointer.dispatch(call, for: caller, to: sink)
        case TextInputInterface.interfaceName: return try await text.dispatch(call, for: caller, to: sink)
        case RecorderInterface.interfaceName: return try await recorders.dispatch(call, for: caller, to: sink)
        case ModelsInterface.interfaceName: return try await models.dispatch(call, for: caller, to: sink)
        case AdaptationInterface.interfaceName: return try await adaptation.dispatch(call, for: caller, to: sink)
        default: throw ServiceInterface.InterfaceNotFound(interface: call.interface)
        }
    }
}
