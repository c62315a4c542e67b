internal import CLibsystemd
internal import Editing
internal import Evdev
internal import Glibc
internal import Ink
internal import InkProtocol
public import Logging
internal import ModelStore
internal import System
internal import Tablet

/// The daemon: devices, their editors and the clients, all on the loop thread.
///
/// Callbacks of the loop enter by `assumeIsolated`, results of the recogniser by `EventLoop.post`; nothing else touches this state.
public actor Daemon {
    /// Runs on the loop thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    nonisolated let loop: EventLoop
    nonisolated let logger: Logger
    var settings: Settings
    let replays: [Replay]
    let socketPath: String

    var monitor: DeviceMonitor?
    var devices: [DeviceID: DeviceSession] = [:]
    /// Live devices by their place in sysfs.
    var discovered: [String: (device: DiscoveredDevice, id: DeviceID)] = [:]
    var lastDevice: UInt32 = 0

    var listener: Listener?
    var clients: [ClientID: Client] = [:]
    var lastClient: UInt64 = 0
    /// Somebody was turned away since a client last went.
    var isCrowded = false
    let access: Access
    let dispatcher: ServiceDispatcher
    var clock = WallClock()
    /// What a pointer message is written into; its storage is used again.
    var scratch: [UInt8] = []

    var editors: [EditorID: EditorSession] = [:]
    var lastEditor: UInt64 = 0
    /// What users set for all of their editors.
    var configurations: [UInt32: Editing.Configuration] = [:]
    /// Reads and writes packages.
    var packages: WorkThread<PackageShelf>?
    /// Draws and writes down what is exported.
    var exports: WorkThread<Void>?

    /// Who writes text with the pens of a seat, by its name.
    var textSeats: [String: TextSeat] = [:]
    var lastTextSession = 0
    /// Knows which seats' sessions are locked.
    var lock: SessionLock?

    /// What is being recorded, by user.
    var recorders: [UInt32: Recorder] = [:]
    /// Users whose recording is about to begin.
    var recordersThatStart: Set<UInt32> = []
    /// Lists, reads and deletes recordings.
    var recordings: WorkThread<Void>?

    var recogniser: RecogniserThread?
    /// Why there is no recognition; nil while there is.
    var modelProblem: String?
    /// Learns a user's hand just now.
    var learner: Learner?
    /// Reads and writes model files.
    var models: ModelThread?
    /// The models there are.
    var catalog = ModelCatalog()
    /// Models that clients are handing in, by their numbers.
    var uploads: [Int: Upload] = [:]
    var lastUpload = 0
    /// What editors' lines are read with; nil for no language in particular.
    var editorLanguage: InstalledModel?
    /// How many requests under way read with a model.
    var modelUses: [InstalledModel: Int] = [:]
    var isStopping = false
    /// What keeps the loop calling us; dropped at the end.
    var keptSources: [EventSource] = []
    var timeOfReplayStart: UInt64?
    /// What plays the recordings.
    var players: [ReplayPlayer] = []
    /// What lets them go on step by step.
    var stepSource: EventSource?
    /// Nobody will let them go on any more.
    var hasNoMoreSteps = false

    /// A daemon that does nothing yet.
    /// - Parameters:
    ///   - replays: recordings that take the place of hardware; with none, hardware is read.
    /// - Throws: `DaemonError` if the settings name unknown users.
    public init(loop: EventLoop, settings: Settings, replays: [Replay] = [], logger: Logger) throws(DaemonError) {
        self.loop = loop
        self.settings = settings
        self.replays = replays
        self.logger = logger
        socketPath = settings.socket
        access = Access(allowed: try Access.users(settings.accessUsers))
        dispatcher = ServiceDispatcher(version: inkdVersion, url: "")
        scratch.reserveCapacity(64 * 1024)
    }

    /// Begins to serve: socket, recogniser, devices; then tells systemd so. Called on the loop's thread before it runs.
    /// - Throws: `DaemonError` that says what is in the way.
    public nonisolated func start() throws(DaemonError) {
        let result = assumeIsolated { daemon in
            Result { () throws(DaemonError) in try daemon.begin() }
        }
        try result.get()
    }

    private func begin() throws(DaemonError) {
        try openForClients()
        if replays.isEmpty { try startDiscovery() } else { try startReplays() }
        if loop.keepWatchdogFed() { logger.debug("systemd's watchdog is fed from the loop") }
        notify("READY=1")
        tellStatus()
    }

    /// Everything but the devices.
    func openForClients() throws(DaemonError) {
        synchroniseClock()
        try startModels()
        try startPackages()
        try startRecogniser()
        try listen()
        // nobody else serves here: what is open was left by a crash
        try startRecordings()
        try watchSeats()
        watchLocks()
        try watchSignals()
    }

    /// Tells systemd how things stand; nothing happens outside of a service.
    func notify(_ state: String) { sd_notify(0, state) }

    /// One line for `systemctl status`: counts, never content.
    func tellStatus() {
        let pens = devices.values.count { $0.identity.role == .pen }
        let touches = devices.count - pens
        let recognition = modelProblem == nil ? "recognition ready" : "no recognition"
        notify("STATUS=\(pens) pen and \(touches) touch devices, \(clients.count) clients, \(recognition)")
    }

    /// Reads the wall clock again: it may have been set.
    func synchroniseClock() {
        clock.synchronise()
        for editor in editors.values { editor.ink.unixOffset = clock.now.microseconds }
    }

    /// After the machine has slept nothing is drawn across the night: what is in progress ends where it was, and goes on as a new stroke.
    func noticeSleep() {
        guard clock.hasSlept() else { return }
        synchroniseClock()
        let gap = Frame(time: Instant(microseconds: Int64(clamping: loop.now)), followsDrop: true)
        for (id, session) in devices where session.live != nil { accept(gap, from: id) }
    }

    private func watchSignals() throws(DaemonError) {
        for signal in [SIGTERM, SIGINT] {
            keptSources.append(try loop.onSignal(signal) { [unowned self] in assumeIsolated { $0.stop() } })
        }
        // a client that goes away in mid-message must not take the daemon with it
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ends everything in an orderly way: strokes in progress are cancelled, clients get what waits for them, then the loop ends.
    public func stop() {
        guard !isStopping else { return }
        isStopping = true
        notify("STOPPING=1")
        for id in devices.keys.sorted(by: { $0.value < $1.value }) { remove(id) }
        for client in clients.values { finish(client) }
        learner?.stop()
        for editor in editors.values { keep(editor) }
        packages?.finish()
        packages = nil
        exports?.stop()
        exports = nil
        for recorder in recorders.values { finish(recorder) }
        recordings?.finish()
        recordings = nil
        recogniser?.stop()
        recogniser = nil
        models?.stop()
        models = nil
        keptSources = []
        (players, stepSource) = ([], nil)
        lock = nil
        listener = nil
        monitor = nil
        loop.stop()
    }

    /// Tells systemd that the configuration is being read again.
    func notifyReloading() { notify("RELOADING=1") }

    /// Takes over changed settings, or says why they were not; what needs a new start is said.
    func reloaded(_ result: Result<Settings, DaemonError>) {
        defer { notify("READY=1") }
        do throws(DaemonError) {
            var new = try result.get()
            access.allowed = try Access.users(new.accessUsers)
            let isTheSame =
                new.socket == settings.socket && new.model == settings.model && new.models == settings.models && new.state == settings.state
                && new.temporary == settings.temporary && new.runtime == settings.runtime && new.logLevel == settings.logLevel
            if !isTheSame { logger.notice("a changed socket, model, folder or log level takes effect at the next start") }
            (new.socket, new.model, new.models, new.logLevel) = (settings.socket, settings.model, settings.models, settings.logLevel)
            (new.state, new.runtime, new.temporary) = (settings.state, settings.runtime, settings.temporary)
            settings = new
            chooseLanguage()
            for editor in editors.values { configure(editor) }
            for session in devices.values { followArea(session) }
            logger.notice("configuration read again")
        } catch {
            logger.error("the configuration was not taken over: \(error)")
        }
    }
}
