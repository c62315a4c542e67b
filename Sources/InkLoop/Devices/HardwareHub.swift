internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import Tablet

/// The hardware. Finds devices through udev and opens them. Closes a seat's devices while they must not be read. Loop thread only.
final class HardwareHub {
    private let loop: EventLoop
    private let shared: SharedState
    private let registry: HardwareRegistry
    private let devices: DeviceHub
    private let sessions: SessionHub
    private let penSettings: PenSettingsRegistry
    private let text: TextInputHub
    private let recorders: RecorderServer
    private let relays: RelayServer
    private let status: ServiceStatus
    private var monitor: DeviceMonitor?
    private var monitorSource: EventSource?
    /// Opens a device's node; tests replace it.
    var openSource: (DiscoveredDevice, @escaping TabletLog) throws -> any FrameSource = { try EvdevDevice($0, log: $1) }
    /// Sysfs paths of devices that could not be read, which is logged only once. Each is tried again at udev's next message: at startup
    /// udev's rules may not have granted inkd access yet, and udev sends a message after they have.
    private var unread: Set<String> = []

    init(
        loop: EventLoop, shared: SharedState, registry: HardwareRegistry, devices: DeviceHub, sessions: SessionHub,
        penSettings: PenSettingsRegistry, text: TextInputHub, recorders: RecorderServer, relays: RelayServer, status: ServiceStatus
    ) {
        self.loop = loop
        self.shared = shared
        self.registry = registry
        self.devices = devices
        self.sessions = sessions
        self.penSettings = penSettings
        self.text = text
        self.recorders = recorders
        self.relays = relays
        self.status = status
        relays.observer = self
        text.released = { [weak self] in self?.released($0) }
    }

    // MARK: Finding

    /// Reads the present devices and new ones.
    func start() throws(DaemonError) {
        let monitor: DeviceMonitor
        do {
            // udev's messages do not reach a service that has no network
            monitor = if let socket = HandedSockets.udev { try DeviceMonitor(socket: socket) } else { try DeviceMonitor() }
        } catch {
            throw .device(name: "udev", reason: "\(error)")
        }
        self.monitor = monitor
        monitorSource = try loop.watch(monitor.fileDescriptor, events: .readable) { [unowned self] _ in devicesChanged() }
        devicesChanged()
    }

    /// Stops finding devices.
    func stop() { (monitor, monitorSource) = (nil, nil) }

    private func devicesChanged() {
        for change in monitor?.pending() ?? [] {
            switch change {
            case .added(let device): add(device)
            case .removed(let syspath):
                registry.present[syspath] = nil
                unread.remove(syspath)
                forget(syspath)
            }
        }
        followSiblings()
        devices.pair(Array(registry.discovered.values))
        status.update()
    }

    /// Records a device that may be read.
    private func add(_ device: DiscoveredDevice) {
        let settings = shared.settings
        if device.isVirtual {
            guard settings.devicesVirtual, settings.devicesPrograms.contains(where: { Glob.matches(device.name, pattern: $0) }) else {
                return log(.info, device, "\(device.node) is a virtual device, and devices.virtual or devices.programs excludes it")
            }
        }
        guard settings.quirks(of: device.hardware, name: device.name, role: device.role).isIgnored != true else {
            return log(.info, device, "\(device.node) is not read: a quirk ignores it")
        }
        registry.present[device.syspath] = device
    }

    /// Opens the devices that may be read, except hardware that a program's virtual device replaces.
    private func followSiblings() {
        let replaced = DeviceSiblings.replaced(among: Array(registry.present.values))
        for syspath in replaced.sorted() {
            registry.unopened[syspath] = nil
            guard let entry = registry.discovered[syspath] else { continue }
            log(.info, entry.device, "\(entry.device.node) is not read while a driver's virtual device reports its events")
            devices.remove(entry.id)
        }
        for (syspath, device) in registry.present.sorted(by: { $0.key < $1.key }) {
            let isKnown = registry.discovered[syspath] != nil || registry.unopened[syspath] != nil
            guard !isKnown, !replaced.contains(syspath) else { continue }
            open(device)
        }
    }

    /// Removes a device that was unplugged, opened or not.
    func forget(_ syspath: String) {
        registry.unopened[syspath] = nil
        if let id = registry.discovered[syspath]?.id { devices.remove(id) }
    }

    /// Opens a device. It stays closed while its seat's devices must not be read.
    func open(_ device: DiscoveredDevice) {
        registry.unopened[device.syspath] = nil
        if let pause = sessions.pause(of: device.seat) {
            registry.unopened[device.syspath] = device
            return logUnopened(device, pause)
        }
        var identity = DeviceIdentity(
            name: device.name, role: device.role, bus: device.bus, hardware: device.hardware, seat: device.seat,
            isDisplay: device.isDisplay, isVirtual: device.isVirtual, isReplay: false)
        identity.isBuiltIn = device.isPartOfDisplay
        identity.model = device.model
        identity.pad = device.pad
        var added: DeviceID?
        do {
            guard isRead(identity) else { return try addClosed(identity, device) }
            let frames = try source(of: device)
            guard isPen(device, frames.description) else { return }
            let id = try devices.add(identity, description(of: frames, device))
            added = id
            registry.discovered[device.syspath] = (device, id)
            unread.remove(device.syspath)
            // clients that watch pointers need to know the device's seat from now on
            devices.publishSeats()
            try devices.read(frames, into: id)
            followRelay(of: device, frames)
        } catch {
            if unread.insert(device.syspath).inserted { log(.warning, device, "\(device.node) is not read: \(error)") }
            if let added { devices.remove(added) }
        }
    }

    /// Returns the description of an open device, with udev's data about its sensor.
    private func description(of frames: any FrameSource, _ device: DiscoveredDevice) -> DeviceDescription {
        var description = frames.description
        guard let text = device.properties["LIBINPUT_CALIBRATION_MATRIX"] else { return description }
        description.matrix = SensorMatrix(udev: text)
        return description
    }

    /// Returns whether a device should be read. A pad without actions is left to other programs.
    private func isRead(_ identity: DeviceIdentity) -> Bool {
        identity.role != .pad || shared.settings.padBindings(of: identity).bindsAny(of: identity.pad?.controls ?? [])
    }

    /// Returns whether a node that udev classifies as a pen really is a pen; true for other roles. A rejected node is not tracked,
    /// because its later udev events would not change the result.
    private func isPen(_ device: DiscoveredDevice, _ description: DeviceDescription) -> Bool {
        guard device.role == .pen else { return true }
        do throws(PenRefusal) {
            try PenTracker.check(description)
            return true
        } catch {
            registry.present[device.syspath] = nil
            log(.info, device, "\(device.node) \(error)")
            return false
        }
    }

    /// Returns the log for the messages of libraries about a device. A device that violates the kernel's rules may cause one message per
    /// event.
    private func messages(of device: DiscoveredDevice) -> TabletLog {
        let (notices, subject, node) = (shared.notices, NoticeSubject.device(device.hardware), device.node)
        return { message in notices.log(.warning, about: subject, "\(node), by libevdev: \(message)") }
    }

    /// Publishes a pad to clients without opening it.
    private func addClosed(_ identity: DeviceIdentity, _ device: DiscoveredDevice) throws(DaemonError) {
        let numbers = identity.hardware
        let description = DeviceDescription(name: identity.name, bus: identity.bus, vendor: numbers.vendor, product: numbers.product)
        registry.discovered[device.syspath] = (device, try devices.add(identity, description))
        devices.publishSeats()
    }

    /// Logs a line about a device, unless the limit for its model is exceeded. A device with a loose plug connects and disconnects all the
    /// time.
    private func log(_ level: Logger.Level, _ device: DiscoveredDevice, _ line: @autoclosure () -> String) {
        shared.notices.log(level, about: .device(device.hardware), line())
    }

    private func logUnopened(_ device: DiscoveredDevice, _ pause: DevicesInterface.Pause) {
        guard pause == .noLogind else {
            return log(.info, device, "\(device.node) of \(device.seat) is not open now: \(pause.rawValue)")
        }
        log(
            .notice, device,
            "\(device.node) is not open: logind does not report the active session. Run systemd-sysusers and restart inkd; without logind, set devices.sessions: none"
        )
    }

    // MARK: Closing and opening again

    /// Closes the devices of a seat, but keeps their sessions. Strokes in progress are canceled. Events are missed until the devices are
    /// reopened.
    func closeDevices(of seat: String, because pause: DevicesInterface.Pause) {
        for (device, id) in registry.discovered.values where device.seat == seat {
            guard let session = registry.devices[id] else { continue }
            session.pause = pause
            if let live = session.origin.live { close(live, of: session) }
        }
    }

    /// - Parameter isReplaced: whether another source of the same pen follows at once. A recording of the pen then continues.
    private func close(_ live: LiveSource, of session: DeviceSession, isReplaced: Bool = false) {
        devices.voidStroke(of: session)
        if !isReplaced { recorders.endLog(of: session) }
        // remove the source from the loop before the descriptor is closed; closing makes the kernel ungrab the pen
        live.watch.disable()
        session.origin.live = nil
        if let number = registry.device(session.id)?.number { relays.closed(number) }
        session.service.capture.want(false)
        _ = session.service.capture.settle()
        if let seat = session.service.textSeat { text.publishStatus(of: seat) }
        recorders.followDevices()
    }

    /// Opens the devices of a seat: closed ones, and those plugged in while the seat's devices were not read.
    func openDevices(of seat: String) {
        for (device, id) in registry.discovered.values where device.seat == seat {
            guard let session = registry.devices[id], session.origin.live == nil else { continue }
            if isRead(session.identity) { reopen(device, of: session) } else { session.pause = nil }
        }
        for device in registry.unopened.values.filter({ $0.seat == seat }).sorted(by: { $0.syspath < $1.syspath }) { open(device) }
        devices.pair(Array(registry.discovered.values))
    }

    /// Applies changed bindings of buttons and pads. Pads that now have actions are opened, and pads without actions are closed.
    func followBindings() {
        for session in registry.devices.sessions.values { devices.bindActions(of: session) }
        for (device, id) in registry.discovered.values where device.role == .pad {
            guard let session = registry.devices[id], session.pause == nil else { continue }
            switch (isRead(session.identity), session.origin.live) {
            case (true, nil): reopen(device, of: session)
            case (false, let live?): close(live, of: session)
            default: break
            }
        }
    }

    /// - Parameter isReplacing: whether the device had another source until now, so that its text in progress stays.
    private func reopen(_ device: DiscoveredDevice, of session: DeviceSession, isReplacing: Bool = false) {
        do {
            let frames = try source(of: device)
            var description = self.description(of: frames, device)
            description.quirks = shared.settings.quirks(of: session.identity)
            try session.restart(description, settings: penSettings.surface(of: session.identity))
            devices.updateSettings(of: session)
            try devices.read(frames, into: session.id, keepingInk: isReplacing)
            followRelay(of: device, frames)
        } catch {
            log(.warning, device, "\(device.node) is no longer read: \(error)")
            registry.unplugged(session.id)
            devices.remove(session.id)
        }
    }
}

// MARK: Relays

extension HardwareHub: RelayObserver {
    /// Returns the source of a device's frames: its relay if the relay has grabbed the device, otherwise its node.
    private func source(of device: DiscoveredDevice) throws -> any FrameSource {
        let frames = try openSource(device, messages(of: device))
        guard device.role == .pen, let connection = relays.take(device.number) else { return frames }
        return RelayedPen(connection, description: frames.description) { [weak self] in
            guard let self else { return nil }
            return try? openSource(device, messages(of: device)).description
        }
    }

    /// If a pen is read from its node, permits the pen's relay to grab it.
    private func followRelay(of device: DiscoveredDevice, _ frames: any FrameSource) {
        if device.role == .pen, !(frames is RelayedPen) { relays.opened(device.number, frames.description) }
    }

    /// Releases a pen as soon as no tool is near, so that its relay can grab it.
    func relayRefused(_ number: UInt64) { expectRelay(true, of: number) }

    /// Grabs a pen for input methods again, because its relay is gone.
    func relayLeft(_ number: UInt64) { expectRelay(false, of: number) }

    private func released(_ session: DeviceSession) {
        guard session.service.awaitsRelay, let number = registry.device(session.id)?.number else { return }
        relays.released(number)
    }

    private func expectRelay(_ isExpected: Bool, of number: UInt64) {
        guard let id = registry.discovered.values.first(where: { $0.device.number == number })?.id, let session = registry.devices[id]
        else { return }
        session.service.awaitsRelay = isExpected
        text.updateCapture(of: session)
    }

    /// Reads a pen from its relay from now on. At this moment no tool is in proximity.
    func relayGrabbed(_ number: UInt64) {
        guard let (device, id) = registry.discovered.values.first(where: { $0.device.number == number }),
            let session = registry.devices[id]
        else { return }
        session.service.awaitsRelay = false
        // the node still has the frames from before the grab, among them perhaps the end of a stroke
        devices.readRest(of: id)
        guard let live = session.origin.live else { return }
        close(live, of: session, isReplaced: true)
        reopen(device, of: session, isReplacing: true)
    }

    /// Reads a pen from its node again, because the relay has released the pen or has ended.
    func relayLost(_ id: DeviceID) {
        guard let device = registry.device(id), let session = registry.devices[id], let live = session.origin.live else { return }
        close(live, of: session, isReplaced: true)
        reopen(device, of: session, isReplacing: true)
    }
}
