internal import Editing
internal import Evdev
internal import Ink
internal import InkProtocol
internal import Logging
internal import Tablet

/// A live device's events and what calls us when there are some.
struct LiveSource {
    let frames: any FrameSource
    let watch: EventSource
}

extension Daemon {
    /// Reads the devices there are and those that come.
    func startDiscovery() throws(DaemonError) {
        let monitor: DeviceMonitor
        do {
            monitor = try DeviceMonitor()
        } catch {
            throw .device(name: "udev", reason: "\(error)")
        }
        self.monitor = monitor
        keptSources.append(
            try loop.watch(monitor.fileDescriptor, events: .readable) { [unowned self] _ in assumeIsolated { $0.devicesChanged() } })
        devicesChanged()
    }

    private func devicesChanged() {
        for change in monitor?.pending() ?? [] {
            switch change {
            case .added(let device): open(device)
            case .removed(let syspath):
                if let id = discovered[syspath]?.id { remove(id) }
            }
        }
        pairDevices()
        tellStatus()
    }

    private func open(_ device: DiscoveredDevice) {
        guard settings.devicesVirtual || !device.isVirtual else { return }
        let identity = DeviceIdentity(
            name: device.name, role: device.role, bus: device.bus, hardware: device.hardware, seat: device.seat,
            isDisplay: device.isDisplay,
            isVirtual: device.isVirtual, isReplay: false)
        var added: DeviceID?
        do {
            let frames = try EvdevDevice(device, log: { [logger] in logger.debug("libevdev: \($0)") })
            let id = try add(identity, frames.description)
            added = id
            discovered[device.syspath] = (device, id)
            try read(frames, into: id)
        } catch {
            logger.warning("\(device.node) is not read: \(error)")
            if let added { remove(added) }
        }
    }

    /// Takes a device's frames from a descriptor from now on.
    func read(_ frames: any FrameSource, into id: DeviceID) throws(DaemonError) {
        let watch = try loop.watch(frames.fileDescriptor, events: .readable) { [unowned self] _ in enter(for: id) { $0.readable($1) } }
        watch.goFirst()
        devices[id]?.live = LiveSource(frames: frames, watch: watch)
        // a pen that is near already is told of without waiting for it to move
        accept(Frame(time: Instant(microseconds: Int64(clamping: loop.now))), from: id)
        if let session = devices[id] { followSeat(session) }
        settleRecorders()
    }

    /// Makes a session for a device and tells the clients.
    func add(_ identity: DeviceIdentity, _ description: DeviceDescription) throws(DaemonError) -> DeviceID {
        lastDevice += 1
        let id = DeviceID(lastDevice)
        let session = try DeviceSession(
            id: id, identity: identity, description: description, area: settings.area(of: identity) ?? TabletArea())
        session.owner = access.owner(of: identity.seat)
        if identity.role == .pen {
            session.silence = try silence(of: id)
            session.editor = try addEditor(named: { _ in "pen\(id.value)" }, device: id, creator: nil, ink: deviceInk(for: session))
        }
        devices[id] = session
        openUnnamedPackage(for: session)
        logger.info(
            "device \(id.value) added: \(identity.role == .pen ? "pen" : "touch"), vendor \(identity.hardware.vendor), product \(identity.hardware.product)"
        )
        publish(.added, session)
        // a live one is taken when it can be
        if identity.isReplay { followSeat(session) }
        if !recorders.isEmpty { followLock(of: identity.seat) }
        return id
    }

    /// Ends a device: what it had in progress is cancelled, then its editor closes.
    func remove(_ id: DeviceID) {
        guard let session = devices[id] else { return }
        session.disconnect(at: session.clock.deviceTime(atLoop: loop.now))
        pass(session)
        endLog(of: session)
        // out of the loop before the descriptor is closed
        session.live?.watch.rest()
        session.live = nil
        session.recording = nil
        if let editor = session.textEditor {
            if let seat = session.textSeat { tellLastReadings(of: editor, on: seat) }
            end(editor)
        }
        if let editor = session.editor {
            if !isStopping { discardUnnamedPackage(of: editor) }
            end(editor)
        }
        devices[id] = nil
        if let seat = session.textSeat { tellStatus(of: seat) }
        discovered = discovered.filter { $0.value.id != id }
        publish(.removed, session)
        settleRecorders()
        logger.info("device \(id.value) removed")
    }

    /// `assumeIsolated` without its allocations, which come from what the closure captures: one that is given all it needs has none.
    nonisolated func enter(for id: DeviceID, _ body: @escaping (isolated Daemon, DeviceID) -> Void) {
        preconditionIsolated()
        // as the standard library does it: `isolated` is no part of how a function is called, and the check above stands for it
        unsafeBitCast(body, to: ((Daemon, DeviceID) -> Void).self)(self, id)
    }

    private func readable(_ id: DeviceID) {
        guard let session = devices[id], let live = session.live else { return }
        noticeSleep()
        let outcome = live.frames.readFrames { session.accept($0) }
        pass(session)
        switch outcome {
        case .drained: break
        // on the loop's next turn, so that a flood from one device leaves the others their share
        case .more: loop.post { self.assumeIsolated { $0.readable(id) } }
        case .gone: remove(id)
        }
    }

    /// Gives one frame to a device's session and passes on what comes of it.
    func accept(_ frame: borrowing Frame, from id: DeviceID) {
        guard let session = devices[id] else { return }
        session.accept(frame)
        pass(session)
    }

    /// Hands a session's events to its editor and to the clients that watch.
    func pass(_ session: DeviceSession) {
        if session.hasOverrun { overrun(session) }
        if session.nextRecorder != nil { beginLog(of: session) }
        if session.isResized {
            session.isResized = false
            publish(.changed, session)
        }
        if let first = session.events.first {
            // the wall clock may have been set while no pen was near
            if first.phase == .proximityIn { synchroniseClock() }
            publishPointers(session)
            edit(session)
            session.clearEvents()
        }
        if let touch = session.surface?.touch, touch !== session, !touch.events.isEmpty {
            publishPointers(touch)
            edit(touch)
            touch.clearEvents()
        }
        listen(to: session)
    }

    /// Joins pens and touch devices of one surface, as devices come and go.
    private func pairDevices() {
        let pairs = DevicePairing.pairs(among: discovered.values.map(\.device))
        for (syspath, entry) in discovered {
            guard entry.device.role == .pen, let pen = devices[entry.id] else { continue }
            let touch = pairs[syspath].flatMap { discovered[$0] }.flatMap { devices[$0.id] }
            guard pen.surface?.touch !== touch else { continue }
            if let old = pen.surface, old.touch?.surface === old { old.touch?.surface = nil }
            if let touch { join(pen, touch) } else { pen.surface = nil }
        }
    }

    /// Lets a pen keep the hand out of a touch device from now on.
    func join(_ pen: DeviceSession, _ touch: DeviceSession) {
        // contacts in progress began before anybody asked the pen: they are void
        touch.disconnect(at: Instant(microseconds: Int64(clamping: loop.now)))
        pass(touch)
        let surface = Surface(holdOff: settings.touchHoldOff, pen: pen, touch: touch)
        pen.surface = surface
        touch.surface = surface
        followArea(touch)
    }

    /// Has a device written on where its settings say; fingers, of which they say nothing, where the pen of their surface writes.
    func followArea(_ session: DeviceSession) {
        let partner = session.surface?.pen.flatMap { settings.area(of: $0.identity) }
        session.use(settings.area(of: session.identity) ?? partner ?? TabletArea())
        pass(session)
    }
}
