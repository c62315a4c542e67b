internal import CLibsystemd
internal import Editing
internal import Evdev
internal import Glibc
internal import Ink
internal import InkProtocol
internal import System
internal import Tablet

/// The state shared by all hubs, besides each other. Loop thread only.
final class LoopCore {
    /// Sendable: results from another thread enter by its `post`.
    unowned let daemon: Daemon
    let loop: EventLoop
    let shared: SharedState
    /// Answers org.varlink.service.
    let service: ServiceIntrospection
    /// Recordings that are played in place of hardware.
    let recordings: [Replay]
    /// The source of login sessions; nil where logind is unavailable.
    let login: LoginSessions?
    fileprivate(set) var clock = WallClock()
    var isStopping = false
    /// The start of the daemon, in microseconds of CLOCK_MONOTONIC.
    let start = MonotonicClock.microseconds

    init(daemon: Daemon, loop: EventLoop, shared: SharedState, recordings: [Replay], login: LoginSessions?) {
        self.daemon = daemon
        self.loop = loop
        self.shared = shared
        self.recordings = recordings
        self.login = login
        service = ServiceIntrospection(
            vendor: "inkd", product: "inkd", version: inkdVersion, url: "", descriptions: Interfaces.descriptions)
    }
}

/// The parts of the daemon that live on the loop; each accesses the others through this object.
final class Hubs {
    private let core: LoopCore
    private(set) lazy var clients = ClientHub(self)
    private(set) lazy var sessions = SessionHub(self, core.login)
    private(set) lazy var hardware = HardwareHub(self)
    private(set) lazy var devices = DeviceHub(self)
    private(set) lazy var tips = TipMemory(self)
    private(set) lazy var replays = ReplayHub(self, core.recordings)
    private(set) lazy var text = TextInputHub(self)
    private(set) lazy var recorders = RecorderServer(self)
    private(set) lazy var models = ModelServer(self)
    private(set) lazy var adaptation = AdaptationServer(self)
    private(set) lazy var statistics = StatisticsHub(self)
    private(set) lazy var users = UserSettingsHub(self)
    /// Fires when the journal is to report omitted lines.
    private var noticeTimer: EventSource?
    /// Fires when work has waited for memory for too long.
    private var memoryTimer: EventSource?

    init(_ core: LoopCore) { self.core = core }

    var daemon: Daemon { core.daemon }
    var loop: EventLoop { core.loop }
    var shared: SharedState { core.shared }
    var service: ServiceIntrospection { core.service }
    var clock: WallClock { core.clock }
    /// The start of the daemon, in microseconds of CLOCK_MONOTONIC.
    var start: UInt64 { core.start }
    var isStopping: Bool {
        get { core.isStopping }
        set { core.isStopping = newValue }
    }

    /// The settings as last read.
    var settings: Settings { shared.settings }

    /// The user who owns the devices of seats without a known user.
    var ownUser: UInt32 { geteuid() }

    /// Notifies systemd of a state; does nothing outside of a service.
    func notify(_ state: String) { sd_notify(0, state) }

    /// Updates the line for `systemctl status`: counts, never content.
    func updateStatus() {
        let pens = devices.sessions.values.count { $0.identity.role == .pen }
        let touches = devices.sessions.values.count { $0.identity.role == .touch }
        let recognition = shared.models.problem == nil ? "recognition ready" : "no recognition"
        let pauses = sessions.pauses.map { "; \($0.seat) is paused: \($0.pause.rawValue)" }.joined()
        notify("STATUS=\(pens) pen and \(touches) touch devices, \(clients.count) clients, \(recognition)\(pauses)")
    }

    /// Schedules the journal's report of omitted lines, at a time of CLOCK_MONOTONIC.
    func countOmittedNotices(at time: UInt64) {
        if noticeTimer == nil { noticeTimer = try? loop.timer { [unowned self] in shared.notices.close() } }
        noticeTimer?.fire(at: time)
    }

    /// Schedules the refusal of work that still waits for memory, at a time of CLOCK_MONOTONIC.
    func refuseWaitingWork(at time: UInt64) {
        if memoryTimer == nil { memoryTimer = try? loop.timer { [unowned self] in shared.usage.memory.expire() } }
        memoryTimer?.fire(at: time)
    }

    /// Reads the wall clock again, because it may have been set.
    func synchroniseClock() {
        let before = clock.now
        core.clock.synchronise()
        guard clock.now != before else { return }
        let offset = clock.now.microseconds
        for workspace in clients.workspaces.all { workspace.post { $0.editors.use(unixOffset: offset) } }
    }

    /// Splits strokes that span a sleep of the machine: a stroke in progress ends where it was, and continues as a new one.
    func noticeSleep() {
        guard core.clock.hasSlept() else { return }
        synchroniseClock()
        let gap = Frame(time: Instant(microseconds: Int64(clamping: loop.now)), followsDrop: true)
        for (id, session) in devices.sessions where session.origin.live != nil { devices.accept(gap, from: id, isReport: false) }
    }

    /// Pretends that the machine has slept for a number of microseconds.
    func pretendSleep(_ microseconds: Int64) { core.clock.pretendSleep(microseconds) }

    /// Handles the end of a connection.
    func clientLeft(_ client: Client) {
        models.clientLeft(client.id)
        adaptation.clientLeft(client.id)
        if !isStopping { text.clientLeft(client) }
    }

    /// Reconfigures the editors after models or settings have changed.
    func modelsChanged() {
        for workspace in clients.workspaces.all { workspace.post { $0.editors.configureAll() } }
    }
}
