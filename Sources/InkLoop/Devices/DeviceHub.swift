internal import Evdev
internal import Ink
internal import InkProtocol
internal import Logging
internal import System
internal import Tablet

/// A live device's frames, and the event source that signals them.
struct LiveSource {
    let frames: any FrameSource
    let watch: EventSource
}

/// The devices that have a session: they are read and paired, and their events are forwarded. Nothing here grows with content. Loop thread
/// only.
final class DeviceHub {
    private unowned let hubs: Hubs
    private(set) var sessions: [DeviceID: DeviceSession] = [:]
    private var lastDevice: UInt32 = 0
    private let publisher: DevicePublisher
    let editors: PenEditorAssignment
    let actions: TabletActions

    init(_ hubs: Hubs) {
        self.hubs = hubs
        publisher = DevicePublisher(hubs)
        editors = PenEditorAssignment(hubs)
        actions = TabletActions(hubs)
    }

    /// Pairs pens and touch devices of one surface, as devices come and go.
    func pair(_ devices: [(device: DiscoveredDevice, id: DeviceID)]) {
        let partners = DevicePairing.pairs(among: devices.map(\.device))
        let entries = devices.sorted { $0.device.syspath < $1.device.syspath }
        var pens: [DeviceID: [DeviceSession]] = [:]
        for entry in entries where entry.device.role == .pen {
            guard let pen = sessions[entry.id] else { continue }
            let partner = partners[entry.device.syspath]
            guard let partner, let touch = entries.first(where: { $0.device.syspath == partner.syspath })?.id else {
                if pen.surface != nil { part(pen) }
                continue
            }
            pen.pairing = partner.evidence
            pens[touch, default: []].append(pen)
        }
        for entry in entries where entry.device.role == .touch {
            guard let touch = sessions[entry.id] else { continue }
            if let pens = pens[entry.id] {
                if touch.surface?.joins(pens, touch) != true { join(pens, touch) }
            } else if touch.surface != nil {
                part(touch)
            }
        }
        pairPads(devices)
    }

    /// Assigns each pad to its pens.
    private func pairPads(_ devices: [(device: DiscoveredDevice, id: DeviceID)]) {
        let pens = DevicePairing.pads(among: devices.map(\.device))
        let numbers = Dictionary(uniqueKeysWithValues: devices.map { ($0.device.syspath, $0.id) })
        for (device, id) in devices where device.role == .pad {
            guard let pad = sessions[id] else { continue }
            let found = (pens[device.syspath] ?? []).compactMap { numbers[$0] }.sorted { $0.value < $1.value }
            if found != pad.padPens { join(pad, to: found) }
        }
    }

    /// Assigns a pad to these pens only.
    func join(_ pad: DeviceSession, to pens: [DeviceID]) {
        // a key that was held must not leave a pen erasing forever
        pad.disconnect(at: Instant(microseconds: Int64(clamping: hubs.loop.now)))
        deliverEvents(of: pad)
        pad.padPens = pens
        publisher.publish(.changed, pad)
    }

    /// Removes a device from the surface that it shared.
    private func part(_ session: DeviceSession) {
        if session.identity.role == .touch {
            // contacts that the pen blocked would otherwise be let through in their middle
            session.disconnect(at: Instant(microseconds: Int64(clamping: hubs.loop.now)))
            deliverEvents(of: session)
        }
        session.surface = nil
        session.use(touchSize: nil)
        updateSettings(of: session)
        publisher.publish(.changed, session)
    }

    /// Makes a pen suppress touches of the hand on a touch device from now on.
    func join(_ pen: DeviceSession, _ touch: DeviceSession) { join([pen], touch) }

    /// Makes pens suppress touches of the hand on a touch device from now on.
    func join(_ pens: [DeviceSession], _ touch: DeviceSession) {
        // contacts in progress began before the pens were consulted: they are void
        touch.disconnect(at: Instant(microseconds: Int64(clamping: hubs.loop.now)))
        deliverEvents(of: touch)
        let surface = Surface(holdOff: hubs.settings.touchHoldOff, pens: pens, touch: touch)
        touch.surface = surface
        for pen in pens {
            pen.surface = surface
            let touchSize = pen.identity.isDisplay && touch.identity.isDisplay ? touch.geometry.sizing.size : nil
            pen.use(touchSize: SurfaceSizing.touchSize(touchSize, besides: pen.geometry.sizing, because: pen.pairing))
        }
        updateSettings(of: touch)
        for session in pens + [touch] {
            _ = session.takeResize()
            publisher.publish(.changed, session)
        }
    }

    // MARK: Adding and removing

    /// Removes every device.
    func stop() { for id in sessions.keys.sorted(by: { $0.value < $1.value }) { remove(id) } }

    /// Creates a session for a device and notifies the clients.
    func add(_ identity: DeviceIdentity, _ description: DeviceDescription) throws(DaemonError) -> DeviceID {
        lastDevice += 1
        let id = DeviceID(lastDevice)
        var (identity, description) = (identity, description)
        // a recording may contain the quirks that were in force when it was made
        identity.isKnownWhole = description.quirks != nil
        if !identity.isKnownWhole { description.quirks = hubs.settings.quirks(of: identity) }
        // a replay uses the recording's data, whatever was learned here
        if identity.role == .pen, !identity.isReplay { description.tips = hubs.tips.tips(of: identity) }
        let session = try DeviceSession(
            id: id, identity: identity, description: description, settings: hubs.users.surface(of: identity),
            penName: hubs.tips.penName(of: identity))
        session.service.owner = hubs.shared.access.owner(of: identity.seat)
        if identity.role == .pen {
            session.proximity.timer = try hubs.loop.timer { [unowned self] in
                hubs.daemon.enter(for: id) { $0.hubs.devices.proximityTimedOut($1) }
            }
            session.service.editor = editors.add(for: session, isText: false)
        }
        bindActions(of: session)
        sessions[id] = session
        log(
            .info, session,
            "device \(id.value) added: \(identity.role), vendor \(identity.hardware.vendor), product \(identity.hardware.product)"
        )
        if let doubt = session.geometry.sizing.doubt { logDoubt(doubt, of: session) }
        publisher.publish(.added, session)
        // a live device follows its seat once it is read
        if identity.isReplay { hubs.text.followSeat(session) }
        if hubs.recorders.isRecording { hubs.text.followLock(of: identity.seat) }
        return id
    }

    /// Logs a line about a device, unless there are too many about devices of its model.
    private func log(_ level: Logger.Level, _ session: DeviceSession, _ line: @autoclosure () -> String) {
        hubs.shared.notices.log(level, about: .device(session.identity.hardware), line())
    }

    private func logDoubt(_ doubt: SurfaceSizing.Doubt, of session: DeviceSession) {
        log(.notice, session, "the size that device \(session.id.value) reports is \(doubt.rawValue): see inkctl doctor")
    }

    /// Reads a device's frames from a descriptor from now on.
    func read(_ frames: any FrameSource, into id: DeviceID) throws(DaemonError) {
        let daemon = hubs.daemon
        let watch = try hubs.loop.watch(frames.fileDescriptor, events: .readable) { _ in
            daemon.enter(for: id) { $0.hubs.devices.readable($1) }
        }
        // a pen's frames are lost where a key's can wait
        if sessions[id]?.identity.role != .pad { watch.setHighPriority() }
        sessions[id]?.pause = nil
        sessions[id]?.origin.live = LiveSource(frames: frames, watch: watch)
        hubs.sessions.devicesOpened()
        // a pen that is already near is reported without waiting for it to move
        accept(Frame(time: Instant(microseconds: Int64(clamping: hubs.loop.now))), from: id, isReport: false)
        if let session = sessions[id] { hubs.text.followSeat(session) }
        hubs.recorders.followDevices()
    }

    /// Removes a device: its strokes in progress are canceled, then its editor closes.
    func remove(_ id: DeviceID) {
        guard let session = sessions[id] else { return }
        session.disconnect(at: session.clock.deviceTime(atLoop: hubs.loop.now))
        deliverEvents(of: session)
        hubs.recorders.endLog(of: session)
        // out of the loop before the descriptor is closed
        session.origin.live?.watch.disable()
        session.origin.live = nil
        session.origin.recording = nil
        let isStopping = hubs.isStopping
        for editor in [session.textEditor, session.editor].compactMap({ $0 }) {
            editor.perform { workspace, editor in workspace.devices.remove(editor, keepsUnnamed: isStopping) }
        }
        sessions[id] = nil
        if let seat = session.service.textSeat { hubs.text.publishStatus(of: seat) }
        hubs.hardware.removed(id)
        publisher.publish(.removed, session)
        hubs.recorders.followDevices()
        log(.info, session, "device \(id.value) removed")
    }

    // MARK: Closed devices

    /// Notifies clients of the seats that a device has joined.
    func publishSeats() { publisher.publishPauses() }

    /// Notifies clients and editors why devices are not read, or that they are read again, where that has changed.
    func publishPauses() {
        publisher.publishPauses()
        for session in sessions.values { if let editor = session.editor { editors.publishPause(session.pause, of: editor) } }
    }

    // MARK: Frames

    private func readable(_ id: DeviceID) {
        guard let session = sessions[id], let live = session.origin.live else { return }
        hubs.noticeSleep()
        let now = hubs.loop.now
        let outcome = live.frames.readFrames { frame in
            session.meter.count(frame, at: now, isTimed: true)
            session.accept(frame)
        }
        deliverEvents(of: session)
        session.meter.delivered(at: MonotonicClock.microseconds)
        switch outcome {
        case .drained: break
        // on the loop's next turn, so that a flood from one device leaves the others their share
        case .more: hubs.daemon.post { $0.hubs.devices.readable(id) }
        case .gone: hubs.hardware.unplugged(id)
        }
    }

    /// Passes one frame to a device's session and forwards the resulting events.
    /// - Parameter isReport: whether the device reported it, rather than the daemon created it.
    func accept(_ frame: borrowing Frame, from id: DeviceID, isReport: Bool = true) {
        guard let session = sessions[id] else { return }
        if isReport { session.meter.count(frame, at: hubs.loop.now, isTimed: false) }
        session.accept(frame)
        deliverEvents(of: session)
    }

    /// Forwards a session's events to its editor and to the watching clients. Allocates nothing for a steady pen.
    func deliverEvents(of session: DeviceSession) {
        guard session.identity.role != .pad else { return actions.carryOut(of: session) }
        if session.logging.hasOverrun { hubs.recorders.overrun(session) }
        if session.logging.nextRecorder != nil { hubs.recorders.beginLog(of: session) }
        if session.takeResize() { publisher.publish(.changed, session) }
        if let first = session.events.first {
            // the wall clock may have been set while no pen was near
            if first.phase == .proximityIn { hubs.synchroniseClock() }
            publisher.publishPointers(of: session)
            edit(session)
            session.clearEvents()
        }
        // after the events: an undo applies to earlier strokes
        for action in session.takeActions() { actions.perform(action, for: session) }
        if session.takeLearning(), !session.identity.isReplay { hubs.tips.note(session.tips, of: session.identity) }
        if let touch = session.surface?.touch, touch !== session, !touch.events.isEmpty {
            publisher.publishPointers(of: touch)
            edit(touch)
            touch.clearEvents()
        }
        rearmProximityTimeout(of: session)
    }

    /// Forwards a session's events to the pen's editor, those of a finger only where fingers write.
    private func edit(_ session: DeviceSession) {
        if session.identity.role == .pen, hubs.text.write(with: session) { return }
        if let editor = session.editor {
            editor.push(session.events)
        } else if let editor = session.surface?.pen?.editor,
            editor.status.fingersWrite || session.events.contains(where: { $0.tool != .finger })
        {
            editor.push(session.events)
        }
    }

    // MARK: Pens that leave without reporting it

    /// Arms the timer that reports a pen's silence: mostly that the pen counts as gone. However many frames arrive, the timer fires once in
    /// that time at most.
    private func rearmProximityTimeout(of session: DeviceSession) {
        // in a replay all silences are in the times of the frames
        guard session.origin.recording == nil, let patience = session.patience else { return }
        session.proximity.lastHeard = session.clock.deviceTime(atLoop: hubs.loop.now)
        // a stroke that may have ended must not wait for a timer that was set for a hovering pen
        if !session.proximity.isArmed || patience < PenTracker.silence { armProximityTimer(of: session, patience) }
    }

    private func armProximityTimer(of session: DeviceSession, _ patience: Int64) {
        session.proximity.isArmed = true
        session.proximity.timer?.fire(
            at: session.clock.loopTime(at: session.proximity.lastHeard.advanced(byMicroseconds: patience)))
    }

    private func proximityTimedOut(_ id: DeviceID) {
        guard let session = sessions[id] else { return }
        session.proximity.isArmed = false
        guard let patience = session.patience else { return }
        guard session.clock.deviceTime(atLoop: hubs.loop.now).since(session.proximity.lastHeard) >= patience else {
            return armProximityTimer(of: session, patience)
        }
        session.leaveSilently()
        deliverEvents(of: session)
    }

    // MARK: Settings

    /// Applies a device's settings; a touch device without an area in the settings uses the area of the pen of its surface.
    func updateSettings(of session: DeviceSession) {
        session.use(hubs.users.surface(of: session.identity, pen: session.surface?.pen?.identity))
        deliverEvents(of: session)
    }

    /// Binds a pen's buttons, or a pad, to the actions in their settings.
    func bindActions(of session: DeviceSession) {
        switch session.identity.role {
        case .pen: session.bind(hubs.users.penButtons(of: session.identity))
        case .pad:
            let bindings = hubs.settings.padBindings(of: session.identity)
            guard bindings != session.padBindings else { return }
            session.padBindings = bindings
            if sessions[session.id] != nil { publisher.publish(.changed, session) }
        case .touch: break
        }
    }

    // MARK: Others

    /// The seats of the devices.
    var seats: Set<String> { Set(sessions.values.map(\.identity.seat)) }

    /// Returns whether a user may know of a device and use it.
    func mayUse(_ session: DeviceSession, _ user: UInt32) -> Bool { hubs.shared.access.permits(user, seat: session.identity.seat) }

    /// Sends the present devices to a client that began to watch.
    func publishPresent(to client: Client) { publisher.publishPresent(sessions.values.map { $0 }, to: client) }

    /// Sends the devices that are not read now to a client that began to watch pointers.
    func publishPresentPauses(to client: Client) { publisher.publishPresentPauses(to: client) }

    /// Returns the devices that a user may know of, in order of arrival.
    func messages(for user: UInt32) -> [DevicesInterface.Device] {
        sessions.values.filter { mayUse($0, user) }.sorted { $0.id.value < $1.id.value }.map { publisher.message($0) }
    }

    /// Returns the seats of hardware that concern a user, sorted by name.
    func seatMessages(for user: UInt32) -> [DevicesInterface.Seat] {
        hubs.hardware.seats.sorted().filter { hubs.shared.access.concerns(user, seat: $0) }.map { name in
            .init(name: name, paused: publisher.pause(of: name, for: user), unopened: hubs.hardware.unopened(on: name))
        }
    }
}
