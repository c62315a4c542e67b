internal import Evdev
internal import Ink
internal import InkProtocol
internal import Logging
internal import Tablet

/// The hardware: found by udev, opened, and closed while its seat's devices are not read. Loop thread only.
final class HardwareHub {
    private unowned let hubs: Hubs
    private var monitor: DeviceMonitor?
    private var monitorSource: EventSource?
    /// Live devices by their sysfs path.
    private(set) var discovered: [String: (device: DiscoveredDevice, id: DeviceID)] = [:]
    /// Devices of seats whose devices are not read, by their sysfs path: plugged in meanwhile, and never opened.
    private var unopened: [String: DiscoveredDevice] = [:]
    /// Opens a device's node; tests replace it.
    var openSource: (DiscoveredDevice, @escaping TabletLog) throws -> any FrameSource = { try EvdevDevice($0, log: $1) }
    /// Devices that udev knows and that may be read, by their sysfs path; not all of them are.
    private var present: [String: DiscoveredDevice] = [:]
    /// Sysfs paths of devices that could not be read, which is logged once. They are retried with udev's next message: udev's rules may not
    /// have given inkd access yet to a node that is listed at the start, and a message follows these.
    private var unread: Set<String> = []

    init(_ hubs: Hubs) { self.hubs = hubs }

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
        monitorSource = try hubs.loop.watch(monitor.fileDescriptor, events: .readable) { [unowned self] _ in devicesChanged() }
        devicesChanged()
    }

    /// Stops finding devices.
    func stop() { (monitor, monitorSource) = (nil, nil) }

    private func devicesChanged() {
        for change in monitor?.pending() ?? [] {
            switch change {
            case .added(let device): add(device)
            case .removed(let syspath):
                present[syspath] = nil
                unread.remove(syspath)
                forget(syspath)
            }
        }
        followSiblings()
        hubs.devices.pair(Array(discovered.values))
        hubs.updateStatus()
    }

    /// Records a device that may be read.
    private func add(_ device: DiscoveredDevice) {
        let settings = hubs.settings
        if device.isVirtual {
            guard settings.devicesVirtual, settings.devicesPrograms.contains(where: { Glob.matches(device.name, pattern: $0) }) else {
                return log(.info, device, "\(device.node) is a virtual device, and devices.virtual or devices.programs excludes it")
            }
        }
        guard settings.quirks(of: device.hardware, name: device.name, role: device.role).isIgnored != true else {
            return log(.info, device, "\(device.node) is not read: a quirk ignores it")
        }
        present[device.syspath] = device
    }

    /// Reads the present devices, except hardware that a program's virtual device replaces.
    private func followSiblings() {
        let replaced = DeviceSiblings.replaced(among: Array(present.values))
        for syspath in replaced.sorted() {
            unopened[syspath] = nil
            guard let entry = discovered[syspath] else { continue }
            log(.info, entry.device, "\(entry.device.node) is not read while a driver's virtual device reports its events")
            hubs.devices.remove(entry.id)
        }
        for (syspath, device) in present.sorted(by: { $0.key < $1.key }) {
            let isKnown = discovered[syspath] != nil || unopened[syspath] != nil
            guard !isKnown, !replaced.contains(syspath) else { continue }
            open(device)
        }
    }

    /// Removes a device that was unplugged, opened or not.
    func forget(_ syspath: String) {
        unopened[syspath] = nil
        if let id = discovered[syspath]?.id { hubs.devices.remove(id) }
    }

    /// Opens a device, or leaves it closed while its seat's devices are not read.
    func open(_ device: DiscoveredDevice) {
        unopened[device.syspath] = nil
        if let pause = hubs.sessions.pause(of: device.seat) {
            unopened[device.syspath] = device
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
            let frames = try openSource(device, messages(of: device))
            guard isPen(device, frames.description) else { return }
            let id = try hubs.devices.add(identity, description(of: frames, device))
            added = id
            discovered[device.syspath] = (device, id)
            unread.remove(device.syspath)
            // watchers of pointers need to know of its seat from now on
            hubs.devices.publishSeats()
            try hubs.devices.read(frames, into: id)
        } catch {
            if unread.insert(device.syspath).inserted { log(.warning, device, "\(device.node) is not read: \(error)") }
            if let added { hubs.devices.remove(added) }
        }
    }

    /// Returns the description of an open device, with udev's data about its sensor.
    private func description(of frames: any FrameSource, _ device: DiscoveredDevice) -> DeviceDescription {
        var description = frames.description
        guard let text = device.properties["LIBINPUT_CALIBRATION_MATRIX"] else { return description }
        description.matrix = SensorMatrix(udev: text)
        return description
    }

    /// Returns whether a device is to be read: a pad without bound keys is for other programs alone.
    private func isRead(_ identity: DeviceIdentity) -> Bool {
        identity.role != .pad || hubs.settings.padBindings(of: identity).bindsAny(of: identity.pad?.controls ?? [])
    }

    /// Returns whether a node that udev calls a pen is a pen; true for other roles. A refused node is forgotten: its events would not
    /// change that.
    private func isPen(_ device: DiscoveredDevice, _ description: DeviceDescription) -> Bool {
        guard device.role == .pen else { return true }
        do throws(PenRefusal) {
            try PenTracker.check(description)
            return true
        } catch {
            present[device.syspath] = nil
            log(.info, device, "\(device.node) \(error)")
            return false
        }
    }

    /// Returns the log for libraries' messages about a device. A device that breaks the kernel's rules causes one with each event.
    private func messages(of device: DiscoveredDevice) -> TabletLog {
        let (notices, subject, node) = (hubs.shared.notices, NoticeSubject.device(device.hardware), device.node)
        return { message in notices.log(.warning, about: subject, "\(node), by libevdev: \(message)") }
    }

    /// Publishes a pad to clients without opening it.
    private func addClosed(_ identity: DeviceIdentity, _ device: DiscoveredDevice) throws(DaemonError) {
        let numbers = identity.hardware
        let description = DeviceDescription(name: identity.name, bus: identity.bus, vendor: numbers.vendor, product: numbers.product)
        discovered[device.syspath] = (device, try hubs.devices.add(identity, description))
        hubs.devices.publishSeats()
    }

    /// Logs a line about a device, unless there are too many about devices of its model: one with a loose plug comes and goes all the time.
    private func log(_ level: Logger.Level, _ device: DiscoveredDevice, _ line: @autoclosure () -> String) {
        hubs.shared.notices.log(level, about: .device(device.hardware), line())
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

    /// Closes the devices of a seat, which stay known: their events meanwhile are not seen. Strokes in progress are canceled.
    func closeDevices(of seat: String, because pause: DevicesInterface.Pause) {
        for (device, id) in discovered.values where device.seat == seat {
            guard let session = hubs.devices.sessions[id] else { continue }
            session.pause = pause
            if let live = session.origin.live { close(live, of: session) }
        }
    }

    private func close(_ live: LiveSource, of session: DeviceSession) {
        hubs.devices.editors.voidStroke(of: session)
        hubs.recorders.endLog(of: session)
        // out of the loop before the descriptor is closed, with which the kernel releases the grab of the pen
        live.watch.disable()
        session.origin.live = nil
        session.service.capture.want(false)
        _ = session.service.capture.settle()
        if let seat = session.service.textSeat { hubs.text.publishStatus(of: seat) }
        hubs.recorders.followDevices()
    }

    /// Opens the devices of a seat: the closed ones, and those that came meanwhile.
    func openDevices(of seat: String) {
        for (device, id) in discovered.values where device.seat == seat {
            guard let session = hubs.devices.sessions[id], session.origin.live == nil else { continue }
            if isRead(session.identity) { reopen(device, of: session) } else { session.pause = nil }
        }
        for device in unopened.values.filter({ $0.seat == seat }).sorted(by: { $0.syspath < $1.syspath }) { open(device) }
        hubs.devices.pair(Array(discovered.values))
    }

    /// Applies changed bindings of buttons and pads. Pads that have bound keys now are opened, and those without any are closed.
    func followBindings() {
        for session in hubs.devices.sessions.values { hubs.devices.bindActions(of: session) }
        for (device, id) in discovered.values where device.role == .pad {
            guard let session = hubs.devices.sessions[id], session.pause == nil else { continue }
            switch (isRead(session.identity), session.origin.live) {
            case (true, nil): reopen(device, of: session)
            case (false, let live?): close(live, of: session)
            default: break
            }
        }
    }

    private func reopen(_ device: DiscoveredDevice, of session: DeviceSession) {
        do {
            let frames = try openSource(device, messages(of: device))
            var description = self.description(of: frames, device)
            description.quirks = hubs.settings.quirks(of: session.identity)
            try session.restart(description, settings: hubs.users.surface(of: session.identity))
            hubs.devices.updateSettings(of: session)
            try hubs.devices.read(frames, into: session.id)
        } catch {
            log(.warning, device, "\(device.node) is no longer read: \(error)")
            hubs.devices.remove(session.id)
        }
    }

    // MARK: Devices that are gone

    /// Handles a device that cannot be read any more. udev reports it a little later: until the device comes again it must not be opened.
    func unplugged(_ id: DeviceID) {
        if let syspath = discovered.first(where: { $0.value.id == id })?.key { present[syspath] = nil }
        hubs.devices.remove(id)
    }

    /// Forgets a device whose session has ended.
    func removed(_ id: DeviceID) { discovered = discovered.filter { $0.value.id != id } }

    // MARK: Others

    /// The seats that hardware is on, open or not.
    var seats: Set<String> { Set(discovered.values.map(\.device.seat)).union(unopened.values.map(\.seat)) }

    /// Returns the hardware of a seat that was opened once, in order of arrival.
    func sessions(of seat: String) -> [DeviceSession] {
        discovered.values.filter { $0.device.seat == seat }.compactMap { hubs.devices.sessions[$0.id] }.sorted { $0.id.value < $1.id.value }
    }

    /// Returns the number of devices of a seat that wait to be opened.
    func unopened(on seat: String) -> Int { unopened.values.count { $0.seat == seat } }
}
