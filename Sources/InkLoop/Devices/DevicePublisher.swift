internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Tablet

/// Sends devices and pointer events to the clients that watch them. Loop thread only.
final class DevicePublisher {
    private let shared: SharedState
    private let clients: ClientHub
    private let devices: DeviceRegistry
    private let hardware: HardwareRegistry
    private let sessions: SessionHub
    private let penSettings: PenSettingsRegistry
    private let clock: LoopClock
    /// The buffer of a pointer message; its storage is reused.
    private var scratch: [UInt8] = []

    init(
        shared: SharedState, clients: ClientHub, devices: DeviceRegistry, hardware: HardwareRegistry, sessions: SessionHub,
        penSettings: PenSettingsRegistry, clock: LoopClock
    ) {
        self.shared = shared
        self.clients = clients
        self.devices = devices
        self.hardware = hardware
        self.sessions = sessions
        self.penSettings = penSettings
        self.clock = clock
        scratch.reserveCapacity(64 * 1024)
    }

    /// Sends a change of a device to the clients that watch devices and may use the device.
    func publish(_ change: DevicesInterface.Change, _ session: DeviceSession) {
        let watching = clients.watching { if case .devices = $0 { true } else { false } }
        for client in watching { publish(change, session, to: client) }
    }

    /// Sends the present devices to one client.
    func publishPresent(_ sessions: [DeviceSession], to client: Client) {
        for session in sessions.sorted(by: { $0.id.value < $1.id.value }) { publish(.present, session, to: client) }
        publishPresentPauses(to: client)
    }

    private func publish(_ change: DevicesInterface.Change, _ session: DeviceSession, to client: Client) {
        let seat = session.identity.seat
        guard devices.mayUse(session, client.peer.user) else { return }
        if client.watchedSeats[seat] == nil, !session.identity.isReplay {
            client.watchedSeats[seat] = WatchedSeat(pause: pause(of: seat, for: client.peer.user))
        }
        clients.stream(DevicesInterface.Watch.self, to: client, as: .boundary) {
            .init(sequence: $0, change: change, device: message(session))
        }
    }

    // MARK: Pauses

    /// Returns the reason why a user receives no events from a seat's devices; nil if the user receives them.
    func pause(of seat: String, for user: UInt32) -> DevicesInterface.Pause? {
        let pause = sessions.pause(of: seat)
        guard !shared.access.permits(user, seat: seat) else { return pause }
        // another user must not learn whether a session is locked
        return switch pause {
        case nil, .locked: .inactive
        case .inactive, .greeter, .asleep, .noLogind: pause
        }
    }

    /// Notifies the clients that watch devices or pointers that their stream pauses, with the reason, or resumes. Clients without a change
    /// are not notified.
    func publishPauses() {
        for seat in hardware.seats.sorted() {
            clients.forEachWatching { client, watch in
                switch watch {
                case .devices, .pointers: publishPause(of: seat, to: client, watch)
                default: break
                }
            }
        }
    }

    /// Sends the devices that are not read now to a client that began to watch.
    func publishPresentPauses(to client: Client) {
        guard let watch = client.watch else { return }
        for seat in hardware.seats.sorted() { publishPause(of: seat, to: client, watch) }
    }

    /// Notifies a client that may use the seat, or could at the last notification.
    private func publishPause(of seat: String, to client: Client, _ watch: Watch) {
        let isPermitted = shared.access.permits(client.peer.user, seat: seat)
        let known = client.watchedSeats[seat]
        guard isPermitted || known != nil else { return }
        let pause = pause(of: seat, for: client.peer.user)
        client.watchedSeats[seat] = WatchedSeat(pause: pause)
        for session in hardware.sessions(of: seat) {
            switch watch {
            case .devices where known == nil: publish(.present, session, to: client)
            case .devices where known?.pause != pause:
                var device = message(session)
                device.paused = pause
                clients.stream(DevicesInterface.Watch.self, to: client, as: .boundary) {
                    .init(sequence: $0, change: pause == nil ? .resumed : .paused, device: device)
                }
            case .pointers(let id) where (id == nil || id == session.id) && known?.pause != pause:
                clients.stream(PointerInterface.Watch.self, to: client, as: .boundary) {
                    .init(sequence: $0, device: Int(session.id.value), events: [], paused: pause)
                }
            default: break
            }
        }
    }

    /// Sends a session's pointer events since the last clearing. Allocates no memory while clients keep up.
    func publishPointers(of session: DeviceSession) {
        let events = session.events
        let kind = PointerEventWriter.messageClass(of: events.span)
        // many pending events mean that the loop is overloaded: then read pens first, and send clients larger messages later
        let isUrgent = kind != .motion || events.count < Self.backlog
        // the part of the message that is common to all clients is written once, when the first client is found
        var common: Int?
        clients.forEachWatching { client, watch in
            guard case .pointers(let device) = watch, device == nil || device == session.id,
                devices.mayUse(session, client.peer.user)
            else { return }
            if common == nil {
                let contact = session.service.relay?.contact
                PointerEventWriter.write(events.span, of: session.id, clock: clock.now, contact: contact, into: &scratch)
            }
            let count = common ?? scratch.count
            common = count
            PointerEventWriter.number(Int64(client.sequence), after: count, in: &scratch)
            client.sequence += 1
            clients.send(scratch, as: kind, to: client, isUrgent: isUrgent)
        }
    }

    /// The number of pending events of one device from which the loop counts as overloaded. Usually one event is pending, or two after
    /// another device was served.
    private static let backlog = 4

    /// Returns a device as org.inkd.Devices describes it.
    func message(_ session: DeviceSession) -> DevicesInterface.Device {
        let identity = session.identity
        let description = session.description
        let partner: DeviceID? =
            switch identity.role {
            case .pen: session.surface?.touch?.id
            case .touch: session.surface?.pen?.id
            case .pad: session.pad.pens.first
            }
        let sizing = session.geometry.sizing
        let mapping = session.geometry.mapping
        let models = identity.model?.pens ?? []
        return .init(
            id: Int(session.id.value), name: identity.name, kind: Self.message(identity.role), bus: Int(identity.bus),
            vendor: Int(identity.hardware.vendor), product: Int(identity.hardware.product), display: identity.isDisplay,
            virtual: identity.isVirtual, replay: identity.isReplay, width: session.geometry.width, height: session.geometry.height,
            activeWidth: session.geometry.activeSize?.width, activeHeight: session.geometry.activeSize?.height,
            placement: session.geometry.isUnitless
                ? nil : .init(x: mapping.part.x, y: mapping.part.y, turn: mapping.turn.rawValue),
            calibration: session.adjustment.calibration?.numbers,
            sizeSource: sizing.source.map(Self.message), sizeDoubt: sizing.doubt.map(Self.message),
            reportedWidth: sizing.reported?.width, reportedHeight: sizing.reported?.height,
            pressure: description.axes[Axis.pressure] != nil || description.axes[Axis.mtPressure] != nil,
            tilt: description.axes[Axis.tiltX] != nil && description.axes[Axis.tiltY] != nil
                && description.quirks?.tilt != TiltReading.none,
            eraser: description.keys.contains(Key.toolRubber),
            eraserType: (description.quirks?.eraser ?? identity.model?.eraser).map(Self.message),
            pens: models.isEmpty || identity.role != .pen
                ? nil : models.map { .init(toolId: Int($0.toolID), name: $0.name, eraser: $0.eraser.map(Self.message)) },
            seat: identity.seat, pairedWith: partner.map { Int($0.value) }, editor: session.editor?.name,
            adjustments: identity.role == .pen ? adjustments(of: session) : nil,
            buttons: identity.role == .pen ? Self.buttons(of: description) : nil,
            controls: identity.pad?.controls.map { .init(name: $0.name, action: session.pad.bindings.actionName(of: $0)) },
            paused: session.pause)
    }

    /// Returns the adjustments of a tablet and its pens, and their origin.
    private func adjustments(of session: DeviceSession) -> [DevicesInterface.Adjustment] {
        let own = Set(penSettings.fit(of: session.identity)?.values.map(\.key) ?? [])
        var inForce = TabletFit()
        (inForce.calibration, inForce.pen) = (session.adjustment.calibration, session.adjustment.pen)
        var known = PenAdjustment()
        if let quirks = session.description.quirks {
            known.pressure = inForce.pen.pressure == nil ? quirks.pressureCurve : nil
            let settings = shared.settings
            // settings that apply to all tablets are not adjustments of this tablet
            let standard = TipThresholds(down: settings.devicesTipDown / 100, up: settings.devicesTipUp / 100)
            if let tip = quirks.tip, tip != standard {
                known.tipDown = inForce.pen.tipDown == nil ? tip.down : nil
                known.tipUp = inForce.pen.tipUp == nil ? tip.up : nil
            }
        }
        return inForce.values.map { .init(key: $0.key, value: $0.value, source: own.contains($0.key) ? .user : .daemon) }
            + known.values.map { .init(key: $0.key, value: $0.value, source: .quirk) }
    }

    /// Returns the buttons that a device's pens may have, by their names in the configuration.
    private static func buttons(of description: DeviceDescription) -> [String] {
        [(Key.stylus, "stylus"), (Key.stylus2, "stylus2"), (Key.stylus3, "stylus3"), (Key.toolRubber, "eraser")].compactMap {
            description.keys.contains($0) ? $1 : nil
        }
    }

    private static func message(_ role: DeviceRole) -> DevicesInterface.Kind {
        switch role {
        case .pen: .pen
        case .touch: .touch
        case .pad: .pad
        }
    }

    private static func message(_ source: SurfaceSizing.Source) -> DevicesInterface.SizeSource {
        switch source {
        case .descriptor: .descriptor
        case .exchanged: .exchanged
        case .database: .database
        case .touch: .touch
        case .quirk: .quirk
        case .setting: .setting
        }
    }

    private static func message(_ doubt: SurfaceSizing.Doubt) -> DevicesInterface.SizeDoubt {
        switch doubt {
        case .corrected: .corrected
        case .implausible: .implausible
        }
    }

    private static func message(_ type: EraserType) -> DevicesInterface.EraserType {
        switch type {
        case .invert: .invert
        case .button: .button
        }
    }
}
