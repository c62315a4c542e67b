internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import System
internal import Tablet

/// The frame source of a connected device, and the event source that signals new frames.
struct LiveSource {
    let frames: any FrameSource
    let watch: EventSource
}

/// The devices that have a session. Reads and pairs devices, and forwards their events. No stored value grows with the amount of ink. Loop
/// thread only.
final class DeviceHub: EventDelivery {
    private let loop: EventLoop
    private let shared: SharedState
    private let registry: DeviceRegistry
    private let hardware: HardwareRegistry
    private let sessions: SessionHub
    private let penSettings: PenSettingsRegistry
    private let text: TextInputHub
    private let recorders: RecorderServer
    private let tips: TipMemory
    private let editors: PenEditorAssignment
    private let publisher: DevicePublisher
    private let actions: TabletActions
    private let clock: LoopClock
    /// Called when the relay of a pen is gone: the pen must be read from its node again.
    var relayLost: (DeviceID) -> Void = { _ in }

    init(
        loop: EventLoop, shared: SharedState, registry: DeviceRegistry, hardware: HardwareRegistry, sessions: SessionHub,
        penSettings: PenSettingsRegistry, text: TextInputHub, recorders: RecorderServer, tips: TipMemory, editors: PenEditorAssignment,
        publisher: DevicePublisher, actions: TabletActions, clock: LoopClock
    ) {
        self.loop = loop
        self.shared = shared
        self.registry = registry
        self.hardware = hardware
        self.sessions = sessions
        self.penSettings = penSettings
        self.text = text
        self.recorders = recorders
        self.tips = tips
        self.editors = editors
        self.publisher = publisher
        self.actions = actions
        self.clock = clock
        actions.delivery = self
    }

    /// Pairs the pens and touch devices of the same surface, whenever devices are added or removed.
    func pair(_ devices: [(device: DiscoveredDevice, id: DeviceID)]) {
        let partners = DevicePairing.pairs(among: devices.map(\.device))
        let entries = devices.sorted { $0.device.syspath < $1.device.syspath }
        var pens: [DeviceID: [DeviceSession]] = [:]
        for entry in entries where entry.device.role == .pen {
            guard let pen = registry[entry.id] else { continue }
            let partner = partners[entry.device.syspath]
            guard let partner, let touch = entries.first(where: { $0.device.syspath == partner.syspath })?.id else {
                if pen.surface != nil { part(pen) }
                continue
            }
            pen.service.pairing = partner.evidence
            pens[touch, default: []].append(pen)
        }
        for entry in entries where entry.device.role == .touch {
            guard let touch = registry[entry.id] else { continue }
            if let pens = pens[entry.id] {
                if touch.surface?.joins(pens, touch) != true { join(pens, touch) }
            } else if touch.surface != nil {
                part(touch)
            }
        }
        pairPads(devices)
    }

    /// Assigns each pad to the pens of its tablet.
    private func pairPads(_ devices: [(device: DiscoveredDevice, id: DeviceID)]) {
        let pens = DevicePairing.pads(among: devices.map(\.device))
        let numbers = Dictionary(uniqueKeysWithValues: devices.map { ($0.device.syspath, $0.id) })
        for (device, id) in devices where device.role == .pad {
            guard let pad = registry[id] else { continue }
            let found = (pens[device.syspath] ?? []).compactMap { numbers[$0] }.sorted { $0.value < $1.value }
            if found != pad.pad.pens { join(pad, to: found) }
        }
    }

    /// Assigns a pad to these pens, in place of its previous ones.
    func join(_ pad: DeviceSession, to pens: [DeviceID]) {
        // a key held while the pad disappears must not leave a pen in eraser mode
        pad.disconnect(at: Instant(microseconds: Int64(clamping: loop.now)))
        deliverEvents(of: pad)
        pad.pad.pens = pens
        publisher.publish(.changed, pad)
    }

    /// Separates a device from the surface that it shared with others.
    private func part(_ session: DeviceSession) {
        if session.identity.role == .touch {
            // a contact that the pen has blocked would otherwise be reported from its middle on
            session.disconnect(at: Instant(microseconds: Int64(clamping: loop.now)))
            deliverEvents(of: session)
        }
        session.surface = nil
        session.use(touchSize: nil)
        updateSettings(of: session)
        publisher.publish(.changed, session)
    }

    /// Makes a pen suppress touches by the hand on a touch device from now on.
    func join(_ pen: DeviceSession, _ touch: DeviceSession) { join([pen], touch) }

    /// Makes pens suppress touches of the hand on a touch device from now on.
    func join(_ pens: [DeviceSession], _ touch: DeviceSession) {
        // contacts in progress began without palm rejection, so they are canceled
        touch.disconnect(at: Instant(microseconds: Int64(clamping: loop.now)))
        deliverEvents(of: touch)
        let surface = Surface(holdOff: shared.settings.touchHoldOff, pens: pens, touch: touch)
        touch.surface = surface
        for pen in pens {
            pen.surface = surface
            let touchSize = pen.identity.isDisplay && touch.identity.isDisplay ? touch.geometry.sizing.size : nil
            pen.use(touchSize: SurfaceSizing.touchSize(touchSize, besides: pen.geometry.sizing, because: pen.service.pairing))
        }
        updateSettings(of: touch)
        for session in pens + [touch] {
            _ = session.takeResize()
            publisher.publish(.changed, session)
        }
    }

    // MARK: Adding and removing

    /// Removes all devices, because the daemon ends.
    func stop() { for id in registry.sessions.keys.sorted(by: { $0.value < $1.value }) { remove(id, isStopping: true) } }

    /// Creates a session for a device and notifies the clients.
    func add(_ identity: DeviceIdentity, _ description: DeviceDescription) throws(DaemonError) -> DeviceID {
        let id = registry.nextID()
        var (identity, description) = (identity, description)
        // a recording may contain the quirks that applied during recording
        identity.isKnownWhole = description.quirks != nil
        if !identity.isKnownWhole { description.quirks = shared.settings.quirks(of: identity) }
        // a replay uses the recording's data, and ignores wear learned here
        if identity.role == .pen, !identity.isReplay { description.tips = tips.tips(of: identity) }
        let session = try DeviceSession(
            id: id, identity: identity, description: description, settings: penSettings.surface(of: identity),
            penName: tips.penName(of: identity))
        session.service.owner = shared.access.owner(of: identity.seat)
        if identity.role == .pen {
            session.proximity.timer = try loop.timer { [unowned self] in
                proximityTimedOut(id)
            }
            session.service.editor = editors.add(for: session, isText: false)
        }
        bindActions(of: session)
        registry.add(session)
        log(
            .info, session,
            "device \(id.value) added: \(identity.role), vendor \(identity.hardware.vendor), product \(identity.hardware.product)"
        )
        if let doubt = session.geometry.sizing.doubt { logDoubt(doubt, of: session) }
        publisher.publish(.added, session)
        // a connected device follows its seat as soon as it is read
        if identity.isReplay { text.followSeat(session) }
        if recorders.isRecording { text.followLock(of: identity.seat) }
        return id
    }

    /// Logs a line about a device, unless the limit for its model is exceeded.
    private func log(_ level: Logger.Level, _ session: DeviceSession, _ line: @autoclosure () -> String) {
        shared.notices.log(level, about: .device(session.identity.hardware), line())
    }

    private func logDoubt(_ doubt: SurfaceSizing.Doubt, of session: DeviceSession) {
        log(.notice, session, "the size that device \(session.id.value) reports is \(doubt.rawValue): see inkctl doctor")
    }

    /// Reads a device's frames from a descriptor from now on.
    /// - Parameter keepingInk: whether text in progress of the pen stays, because the source replaces another one.
    func read(_ frames: any FrameSource, into id: DeviceID, keepingInk: Bool = false) throws(DaemonError) {
        let watch = try loop.watch(frames.fileDescriptor, events: .readable) { [unowned self] _ in readable(id) }
        // the frames of a pen or a finger may be lost if they wait; a pad's keys can wait
        if registry[id]?.identity.role != .pad { watch.setHighPriority() }
        registry[id]?.pause = nil
        registry[id]?.origin.live = LiveSource(frames: frames, watch: watch)
        followRelay(frames as? RelayedPen, of: id)
        sessions.devicesOpened()
        // report a pen that is already in proximity before it moves; a recording that continues has missed changes of the state
        let now = Instant(microseconds: Int64(clamping: loop.now))
        let isRecorded = registry[id]?.logging.queue != nil
        accept(isRecorded ? frames.present.state(at: now) : Frame(time: now), from: id, isReport: false)
        if let session = registry[id] { text.followSeat(session, keepingInk: keepingInk) }
        recorders.followDevices()
    }

    /// Removes a device. Cancels its strokes in progress, then closes its editors.
    /// - Parameter isStopping: whether the daemon is ending. Unnamed packages are then kept.
    func remove(_ id: DeviceID, isStopping: Bool = false) {
        guard let session = registry[id] else { return }
        session.disconnect(at: session.clock.deviceTime(atLoop: loop.now))
        deliverEvents(of: session)
        recorders.endLog(of: session)
        // remove the source from the loop before the descriptor is closed
        session.origin.live?.watch.disable()
        session.origin.live = nil
        session.origin.recording = nil
        for editor in [session.textEditor, session.editor].compactMap({ $0 }) { editor.remove(keepsUnnamed: isStopping) }
        registry.remove(id)
        if let seat = session.service.textSeat { text.publishStatus(of: seat) }
        hardware.removed(id)
        publisher.publish(.removed, session)
        recorders.followDevices()
        log(.info, session, "device \(id.value) removed")
    }

    // MARK: Closed devices

    /// Notifies clients of the seats of a newly opened device.
    func publishSeats() { publisher.publishPauses() }

    /// Notifies clients and editors of devices that are read again, and of devices that are no longer read, with the reason.
    func publishPauses() {
        publisher.publishPauses()
        for session in registry.sessions.values { session.editor?.publishPause(session.pause) }
    }

    // MARK: Frames

    private func readable(_ id: DeviceID) {
        guard let session = registry[id], let live = session.origin.live else { return }
        noticeSleep()
        switch readFrames(of: session, from: live) {
        case .drained: break
        // continue on the loop's next turn, so that many events of one device do not delay other devices
        case .more: LoopBound(self, on: loop).post { $0.readable(id) }
        case .gone where live.frames is RelayedPen:
            // at its end the connection stays readable, and it has a higher priority than posted work
            live.watch.disable()
            LoopBound(self, on: loop).post { $0.relayLost(id) }
        case .gone:
            hardware.unplugged(id)
            remove(id)
        }
    }

    /// Reads the frames that a device has sent until now, before its source is replaced.
    func readRest(of id: DeviceID) {
        guard let session = registry[id], let live = session.origin.live else { return }
        while readFrames(of: session, from: live) == .more {}
    }

    /// Reads the frames that are there, at most as many as one call may read, and delivers their events.
    private func readFrames(of session: DeviceSession, from live: LiveSource) -> ReadOutcome {
        let now = loop.now
        let outcome = live.frames.readFrames { frame in
            session.meter.count(frame, at: now, isTimed: true)
            session.accept(frame)
        }
        deliverEvents(of: session)
        session.meter.delivered(at: MonotonicClock.microseconds)
        return outcome
    }

    /// Passes the decisions of a pen's relay about contacts to the routing of the pen's events. `relayed` is nil if the pen has no relay.
    private func followRelay(_ relayed: RelayedPen?, of id: DeviceID) {
        registry[id]?.service.relay = relayed == nil ? nil : RelayRouting()
        relayed?.decided = { [unowned self] decision in
            guard let session = registry[id] else { return }
            // the events before the decision
            deliverEvents(of: session)
            text.decide(decision, of: session, at: Instant(microseconds: Int64(clamping: loop.now)))
        }
    }

    /// Splits strokes that span a suspension of the machine: the stroke in progress ends, and a new one continues it.
    private func noticeSleep() {
        guard clock.hasSlept() else { return }
        clock.synchronize()
        let gap = Frame(time: Instant(microseconds: Int64(clamping: loop.now)), followsDrop: true)
        for (id, session) in registry.sessions where session.origin.live != nil { accept(gap, from: id, isReport: false) }
    }

    /// Cancels strokes in progress.
    func voidStroke(of session: DeviceSession) {
        session.disconnect(at: session.clock.deviceTime(atLoop: loop.now))
        deliverEvents(of: session)
    }

    /// Passes one frame to a device's session and forwards the resulting events.
    /// - Parameter isReport: whether the device reported the frame. False if the daemon created it.
    func accept(_ frame: borrowing Frame, from id: DeviceID, isReport: Bool = true) {
        guard let session = registry[id] else { return }
        if isReport { session.meter.count(frame, at: loop.now, isTimed: false) }
        session.accept(frame)
        deliverEvents(of: session)
    }

    /// Forwards a session's events to its editor and to the watching clients. Allocates no memory while a pen only moves.
    func deliverEvents(of session: DeviceSession) {
        guard session.identity.role != .pad else { return actions.carryOut(of: session) }
        if session.logging.hasOverrun { recorders.overrun(session) }
        if session.logging.nextRecorder != nil { recorders.beginLog(of: session) }
        if session.takeResize() { publisher.publish(.changed, session) }
        if let first = session.events.first {
            // the system time may have been changed while no pen was in proximity
            if first.phase == .proximityIn { clock.synchronize() }
            publisher.publishPointers(of: session)
            edit(session)
            session.clearEvents()
        }
        // perform actions after the events, because an undo applies to earlier strokes
        for action in session.takeActions() { actions.perform(action, for: session) }
        if session.takeLearning(), !session.identity.isReplay { tips.note(session.tips, of: session.identity) }
        if let touch = session.surface?.touch, touch !== session, !touch.events.isEmpty {
            publisher.publishPointers(of: touch)
            edit(touch)
            touch.clearEvents()
        }
        rearmProximityTimeout(of: session)
    }

    /// Forwards a session's events to the pen's editor. Finger events are forwarded only if the editor lets fingers write.
    private func edit(_ session: DeviceSession) {
        if session.identity.role == .pen, text.write(with: session) { return }
        if let editor = session.editor {
            editor.push(session.events)
        } else if let editor = session.surface?.pen?.editor,
            editor.status.fingersWrite || session.events.contains(where: { $0.tool != .finger })
        {
            editor.push(session.events)
        }
    }

    // MARK: Pens that leave without reporting it

    /// Arms the timer for a pen without events. When it fires, the pen usually counts as gone. The timer fires at most once per timeout,
    /// not once per frame.
    private func rearmProximityTimeout(of session: DeviceSession) {
        // in a replay the timestamps of the frames contain all silences
        guard session.origin.recording == nil, let patience = session.patience else { return }
        session.proximity.lastHeard = session.clock.deviceTime(atLoop: loop.now)
        // a stroke that may have ended must not wait for a timer that was set for a hovering pen
        if !session.proximity.isArmed || patience < PenTracker.silence { armProximityTimer(of: session, patience) }
    }

    private func armProximityTimer(of session: DeviceSession, _ patience: Int64) {
        session.proximity.isArmed = true
        session.proximity.timer?.fire(
            at: session.clock.loopTime(at: session.proximity.lastHeard.advanced(byMicroseconds: patience)))
    }

    private func proximityTimedOut(_ id: DeviceID) {
        guard let session = registry[id] else { return }
        session.proximity.isArmed = false
        guard let patience = session.patience else { return }
        guard session.clock.deviceTime(atLoop: loop.now).since(session.proximity.lastHeard) >= patience else {
            return armProximityTimer(of: session, patience)
        }
        session.leaveSilently()
        deliverEvents(of: session)
    }

    // MARK: Settings

    /// Applies a device's settings. A touch device without a configured area uses the area of the pen on the same surface.
    func updateSettings(of session: DeviceSession) {
        session.use(penSettings.surface(of: session.identity, pen: session.surface?.pen?.identity))
        deliverEvents(of: session)
    }

    /// Binds the buttons of a pen, or the controls of a pad, to the actions in the settings.
    func bindActions(of session: DeviceSession) {
        switch session.identity.role {
        case .pen: session.bind(penSettings.penButtons(of: session.identity))
        case .pad:
            let bindings = shared.settings.padBindings(of: session.identity)
            guard bindings != session.pad.bindings else { return }
            session.pad.bindings = bindings
            if registry[session.id] != nil { publisher.publish(.changed, session) }
        case .touch: break
        }
    }

    // MARK: Others

    /// Sends the present devices to a client that began to watch.
    func publishPresent(to client: Client) { publisher.publishPresent(registry.sessions.values.map { $0 }, to: client) }

    /// Sends the devices that are not read now to a client that began to watch pointers.
    func publishPresentPauses(to client: Client) { publisher.publishPresentPauses(to: client) }

    /// Returns the devices that a user may see, in order of arrival.
    func messages(for user: UInt32) -> [DevicesInterface.Device] {
        registry.sessions.values.filter { registry.mayUse($0, user) }.sorted { $0.id.value < $1.id.value }.map { publisher.message($0) }
    }

    /// Returns the seats of hardware that concern a user, sorted by name.
    func seatMessages(for user: UInt32) -> [DevicesInterface.Seat] {
        hardware.seats.sorted().filter { shared.access.concerns(user, seat: $0) }.map { name in
            .init(name: name, paused: publisher.pause(of: name, for: user), unopened: hardware.unopened(on: name))
        }
    }
}
