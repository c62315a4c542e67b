package import Evdev
package import Ink
package import InkProtocol
package import InkWorkspace
internal import Logging
internal import Tablet

/// Creates the parts of the loop with their dependencies, and passes events between parts that do not depend on each other. No part holds
/// a reference to this object. Loop thread only.
package final class LoopParts {
    private let shared: SharedState
    /// The state of the service, as reported to systemd.
    package let status = ServiceStatus()
    let deviceRegistry: DeviceRegistry
    let workspaces: WorkspaceDirectory
    let clock: LoopClock
    /// The connections of clients.
    package let clients: ClientHub
    let sessions: SessionHub
    let penSettings: PenSettingsRegistry
    let pulses: ReadingPulses
    /// Text input: the seats, their input methods, and the captured pens.
    package let text: TextInputHub
    let recorders: RecorderServer
    let tips: TipMemory
    let devices: DeviceHub
    let hardwareRegistry: HardwareRegistry
    let hardware: HardwareHub
    let relays: RelayServer
    let owners: PenOwnership
    /// Applies users' settings to devices and seats.
    package let users: UserSettingsHub
    /// The recordings that are played instead of reading hardware.
    package let replays: ReplayHub
    let models: ModelServer
    let adaptation: AdaptationServer
    /// The services that answer calls on the loop.
    package let services: LoopServices
    /// The seats, for the calls of input methods.
    package let seats: TextSeatService
    private let timers: SharedTimers

    /// - Parameters:
    ///   - host: the interface through which workspaces use the loop.
    ///   - recordings: recordings that are played instead of reading hardware.
    ///   - login: the source of login sessions; nil where logind is unavailable.
    ///   - endDaemon: ends the daemon in a later iteration of the loop.
    package init(
        loop: EventLoop, shared: SharedState, host: any WorkspaceHost, service: ServiceIntrospection, recordings: [Replay],
        login: LoginSessions?, endDaemon: @escaping () -> Void
    ) {
        self.shared = shared
        deviceRegistry = DeviceRegistry(access: shared.access)
        workspaces = WorkspaceDirectory(loop: loop, shared: shared, host: host, service: service, devices: deviceRegistry)
        clock = LoopClock(workspaces: workspaces)
        clients = ClientHub(
            loop: loop, shared: shared, connections: host, workspaces: workspaces, devices: deviceRegistry, clock: clock, status: status)
        hardwareRegistry = HardwareRegistry(devices: deviceRegistry)
        sessions = SessionHub(loop: loop, shared: shared, hardware: hardwareRegistry, status: status, login: login)
        let seatRegistry = TextSeatRegistry(access: shared.access)
        penSettings = PenSettingsRegistry(shared: shared, seats: seatRegistry)
        let editors = PenEditorAssignment(shared: shared, workspaces: workspaces)
        pulses = ReadingPulses(loop: loop, shared: shared, clients: clients, seats: seatRegistry)
        text = TextInputHub(
            shared: shared, clients: clients, devices: deviceRegistry, seats: seatRegistry, sessions: sessions, penSettings: penSettings,
            editors: editors, pulses: pulses)
        recorders = RecorderServer(
            loop: loop, shared: shared, clients: clients, registry: deviceRegistry, hardware: hardwareRegistry, editors: editors,
            text: text)
        tips = TipMemory(loop: loop, shared: shared, recorders: recorders)
        let actions = TabletActions(loop: loop, devices: deviceRegistry, text: text)
        let publisher = DevicePublisher(
            shared: shared, clients: clients, devices: deviceRegistry, hardware: hardwareRegistry, sessions: sessions,
            penSettings: penSettings, clock: clock)
        devices = DeviceHub(
            loop: loop, shared: shared, registry: deviceRegistry, hardware: hardwareRegistry, sessions: sessions, penSettings: penSettings,
            text: text, recorders: recorders, tips: tips, editors: editors, publisher: publisher, actions: actions, clock: clock)
        relays = RelayServer(loop: loop, shared: shared)
        hardware = HardwareHub(
            loop: loop, shared: shared, registry: hardwareRegistry, devices: devices, sessions: sessions, penSettings: penSettings,
            text: text, recorders: recorders, relays: relays, status: status)
        devices.relayLost = { [unowned hardware] in hardware.relayLost($0) }
        owners = PenOwnership(access: shared.access, devices: deviceRegistry, hub: devices, editors: editors)
        users = UserSettingsHub(
            registry: penSettings, workspaces: workspaces, devices: deviceRegistry, deviceHub: devices, text: text, status: status)
        actions.penSwitch = users
        replays = ReplayHub(
            loop: loop, shared: shared, clients: clients, registry: deviceRegistry, devices: devices, status: status, replays: recordings,
            endDaemon: endDaemon)
        models = ModelServer(loop: loop, shared: shared, clients: clients, workspaces: workspaces)
        adaptation = AdaptationServer(loop: loop, shared: shared, clients: clients, status: status)
        let statistics = StatisticsHub(
            loop: loop, shared: shared, clients: clients, devices: deviceRegistry, recorders: recorders, models: models)
        services = LoopServices(
            devices: DevicesServer(clients: clients, devices: devices, statistics: statistics),
            pointer: PointerServer(clients: clients, registry: deviceRegistry, devices: devices),
            recorders: recorders, models: models, adaptation: adaptation)
        seats = TextSeatService(shared: shared, clients: clients, devices: deviceRegistry, text: text, users: users)
        timers = SharedTimers(loop: loop, shared: shared)
        clients.observer = self
        sessions.observer = self
        status.describe = { [unowned self] in describe() }
    }

    // MARK: Starting

    /// Starts the parts on which all other parts depend: the timers of the shared state, the wall clock and the models.
    /// - Throws: `DaemonError.system` if no thread can be started.
    package func start() throws(DaemonError) {
        timers.start()
        clock.synchronize()
        try models.start()
    }

    /// Serves clients from now on.
    /// - Parameter path: the path of the socket.
    package func serve(at path: String) throws(DaemonError) {
        try clients.start(at: path)
        // only one daemon serves this socket, so recordings that are still open are left over from a crash
        try recorders.start()
        if !sessions.hasLogind {
            shared.logger.notice("cannot ask logind: only root, the daemon's user and access.users may use the devices")
        }
        try sessions.start()
    }

    /// Starts to read the hardware. If there are recordings, plays them instead.
    package func startDevices() throws(DaemonError) {
        if replays.isReplaying { return try replays.start() }
        try hardware.start()
        try relays.start()
    }

    /// Reads a pen's events from a descriptor in place of hardware. The caller keeps ownership of the descriptor.
    package func addPen(reading descriptor: Int32, of description: DeviceDescription) throws(DaemonError) {
        let identity = DeviceIdentity(
            name: description.name, role: .pen, bus: description.id.bus,
            hardware: HardwareID(vendor: description.id.vendor, product: description.id.product), seat: "seat0", isDisplay: false,
            isVirtual: true, isReplay: false)
        let id = try devices.add(identity, description)
        try devices.read(RawEventStream(reading: descriptor, description: description), into: id)
    }

    /// Handles the start of the recognizer, or its failure with a description of the problem.
    package func recognizerStarted(_ problem: String?) {
        shared.models.recognizerStarted(problem)
        text.recognizerStarted()
        models.recognizerStarted(problem)
    }

    // MARK: Settings

    /// Applies settings that were read again.
    package func settingsChanged() {
        models.chooseLanguage()
        models.configureEditors()
        models.scan()
        for session in deviceRegistry.sessions.values { devices.updateSettings(of: session) }
        sessions.apply()
        hardware.followBindings()
    }

    // MARK: Stopping

    /// Stops devices and learning. Workspaces store the changes of their editors.
    package func stop() {
        status.stop()
        relays.stop()
        hardware.stop()
        devices.stop()
        adaptation.stop()
        workspaces.close()
    }

    /// Stops all other parts, after the last events posted by workspaces. Clients receive their queued messages first.
    package func end() {
        clients.stop()
        shared.packages.finish()
        recorders.stopAll()
        shared.recognizer.stop()
        models.stop()
        replays.stop()
        sessions.stop()
    }

    /// The error if a replay was to end the daemon and clients missed a part of the replay; nil if they received everything.
    package var replayProblem: DaemonError? { replays.problem }

    // MARK: Results of editors

    /// Adds the number of a finished stroke of a device's editor to recordings.
    package func strokeEnded(_ number: UInt64, place: Int, of editor: EditorHandle, at time: Instant) {
        recorders.noteStroke(number, place: place, of: editor, at: time)
    }

    /// Stores a word of a user who has enabled learning.
    package func wordWasCorrected(_ example: AdaptationInterface.Example, of user: UInt32) { adaptation.add(example, of: user) }

    // MARK: Status

    /// Describes the state for `systemctl status`: numbers only, never content.
    private func describe() -> String {
        let pens = deviceRegistry.sessions.values.count { $0.identity.role == .pen }
        let touches = deviceRegistry.sessions.values.count { $0.identity.role == .touch }
        let recognition = shared.models.problem == nil ? "recognition ready" : "no recognition"
        let pauses = hardwareRegistry.seats.sorted().compactMap { seat in
            sessions.pause(of: seat).map { "; \(seat) is paused: \($0.rawValue)" }
        }
        return "\(pens) pen and \(touches) touch devices, \(clients.count) clients, \(recognition)\(pauses.joined())"
    }
}

extension LoopParts: ClientObserver {
    func clientLeft(_ client: Client) {
        models.clientLeft(client.id)
        adaptation.clientLeft(client.id)
        guard !status.isStopping, let seat = text.clientLeft(client) else { return }
        users.displayRotated(on: seat)
    }

    func streamBegan(count: Int) { replays.watchesChanged(count) }
}

extension LoopParts: SeatObserver {
    func activeSessionsChanged() {
        owners.ownersChanged()
        users.ownersChanged()
        text.sessionsChanged()
    }

    func activeSessionsApplied() { for user in workspaces.sessionsChanged() { penSettings.forget(user) } }

    func locksChanged() { text.locksChanged() }

    func closeDevices(of seat: String, because pause: DevicesInterface.Pause) { hardware.closeDevices(of: seat, because: pause) }

    func openDevices(of seat: String) { hardware.openDevices(of: seat) }

    func pausesChanged() {
        devices.publishPauses()
        status.update()
    }
}
