internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Tablet

/// A present device with its state machines, editors and surface. Converts frames into pointer events.
///
/// Connected and replayed devices differ only in the caller of `accept`. Loop thread only.
final class DeviceSession {
    let id: DeviceID
    let identity: DeviceIdentity
    private(set) var description: DeviceDescription
    private var trackers: DeviceTrackers
    var origin = FrameOrigin()
    var service = PenService()
    var logging = DeviceLogging()
    var proximity = ProximityTimeout()
    let meter = DeviceMeter()
    /// The reason why its device node is closed; nil if it is open.
    var pause: DevicesInterface.Pause?
    /// The surface of the device. A touch device and its pens share the same object.
    var surface: Surface? {
        didSet { if let arrival = trackers.arrival { surface?.penEvents([arrival], of: self) } }
    }
    /// The events since they were last cleared. The storage is reused.
    private(set) var events: [PointerEvent] = []
    /// The state of a pad; empty for other devices.
    var pad = PadService()
    private var history: PenHistory

    /// - Throws: `DaemonError.device` for a touch device of an unsupported protocol, and a pen without positions.
    init(
        id: DeviceID, identity: DeviceIdentity, description: DeviceDescription, settings: SurfaceSettings,
        penName: @escaping @Sendable (UInt32) -> UInt32 = { $0 }
    ) throws(DaemonError) {
        self.id = id
        self.identity = identity
        self.description = description
        history = PenHistory(penName: penName)
        trackers = try DeviceTrackers(id: id, identity: identity, description: description, settings: settings, penName: penName)
        events.reserveCapacity(256)
    }

    var geometry: SurfaceGeometry { trackers.geometry }
    /// The adjustment in force.
    var adjustment: TabletAdjustment { trackers.settingsInForce.adjustment }
    var editor: EditorHandle? { service.editor }
    var textEditor: EditorHandle? { service.textEditor }
    var clock: ReplayClock { origin.clock }

    /// Restarts from the kernel's state after the device was reopened. Contacts that already exist do not start strokes.
    /// - Throws: `DaemonError.device` for a touch device of an unsupported protocol.
    func restart(_ description: DeviceDescription, settings: SurfaceSettings) throws(DaemonError) {
        var description = description
        // the touch device of the same screen is still connected
        description.touchSize = self.description.touchSize
        description.tips = tips
        let trackers = try DeviceTrackers(
            id: id, identity: identity, description: description, settings: settings, penName: history.penName)
        history.strays = strays
        history.storedTips = 0
        (self.trackers, self.description) = (trackers, description)
        self.trackers.bind(history.buttons)
    }

    /// Binds actions to a pen's barrel buttons: immediately, or when the pen has left proximity.
    func bind(_ table: PenButtonTable) {
        guard table != history.buttons else { return }
        history.buttons = table
        trackers.bind(table)
    }

    /// Removes and returns the actions of the barrel buttons that were pressed since the last call.
    func takeActions() -> [ButtonAction] { trackers.pen?.takeActions() ?? [] }

    /// Starts or stops erasing with a pad's key. Appends the resulting events to `events`.
    func erase(_ isErasing: Bool, at time: Instant) {
        arbitrated { trackers, events in trackers.pen?.erase(isErasing, at: time, into: &events) }
    }

    /// Applies new settings: immediately, or when the pen has left proximity and no finger touches.
    func use(_ settings: SurfaceSettings) { trackers.use(settings, of: description) }

    /// Sets the size of the touch device of the same screen, from which the pen's size is estimated. Handled like a change of the area.
    func use(touchSize: SurfaceSize?) {
        guard !identity.isKnownWhole, description.touchSize != touchSize else { return }
        description.touchSize = touchSize
        use(trackers.settings)
    }

    /// Returns whether the mapped area, its size or its adjustment has changed since the last call.
    func takeResize() -> Bool {
        defer { trackers.isResized = false }
        return trackers.isResized
    }

    /// Appends the events of a frame to `events`.
    func accept(_ frame: borrowing Frame) {
        trackers.useNext(of: description)
        if let queue = logging.queue, !queue.push(frame, of: id) { logging.hasOverrun = true }
        trackers.pad?.process(frame, into: &pad.events)
        arbitrated { trackers, events in
            trackers.pen?.process(frame, into: &events)
            trackers.touch?.process(frame, into: &events)
        }
    }

    /// The time at which the pen counts as gone if it sends no more events; nil if it reports proximity-out.
    var expiry: Instant? { trackers.pen?.expiry }

    /// Microseconds from the pen's last report to `expiry`.
    var patience: Int64? { trackers.pen?.patience }

    /// The known wear of the tips of the tablet's pens.
    var tips: [TipWear] { trackers.pen?.tips ?? [] }

    /// Returns whether the wear of a tip was learned since the last call.
    func takeLearning() -> Bool {
        guard let revision = trackers.pen?.tipsRevision, revision != history.storedTips else { return false }
        history.storedTips = revision
        return true
    }

    /// Number of samples removed as faults of the device, because no hand can move like that.
    var strays: Int { history.strays + (trackers.pen?.strays ?? 0) }

    /// Whether the pen left proximity without reporting it.
    var leftSilently: Bool { trackers.pen?.leftSilently == true }

    /// Appends proximity-out to `events` if the pen counts as gone without a report.
    func leaveSilently() {
        guard let expiry else { return }
        arbitrated { trackers, events in trackers.pen?.elapse(to: expiry, into: &events) }
    }

    /// Appends the ends of strokes and contacts in progress to `events`, because the device is removed or closed.
    func disconnect(at time: Instant) {
        trackers.pad?.disconnect(into: &pad.events)
        arbitrated { trackers, events in
            trackers.pen?.disconnect(at: time, into: &events)
            trackers.touch?.disconnect(at: time, into: &events)
        }
    }

    private func arbitrated(_ body: (inout DeviceTrackers, inout [PointerEvent]) -> Void) {
        if identity.role == .pen {
            let first = events.count
            trackers.appendPenEvents(body, into: &events)
            surface?.penEvents(events[first...], of: self)
        } else if let surface {
            trackers.appendTouchEvents(of: surface, body, into: &events)
        } else {
            body(&trackers, &events)
        }
    }

    /// Whether no pen is in proximity and no finger touches, so that later events can be understood without earlier ones.
    var isAtRest: Bool { trackers.arrival == nil && trackers.touch?.isAtRest != false }

    /// Lets `body` append events. The surface's pen uses this to cancel contacts of this touch device.
    func append(_ body: (inout [PointerEvent]) -> Void) { body(&events) }

    /// Empties `events` after they have been forwarded.
    func clearEvents() { events.removeAll(keepingCapacity: true) }

    /// Removes and returns a pad's events since the last call.
    func takePadEvents() -> [PadEvent] {
        defer { pad.events = [] }
        return pad.events
    }
}
