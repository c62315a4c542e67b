internal import Evdev
internal import Ink
internal import Tablet

/// What is told about a device besides what the kernel says of its axes.
struct DeviceIdentity {
    var name: String
    var role: DeviceRole
    var bus: UInt16
    var hardware: HardwareID
    var seat: String
    var isDisplay: Bool
    var isVirtual: Bool
    var isReplay: Bool
}

/// A device while it is there: its state machine, and a pen's editor. Frames go in, pointer events come out.
///
/// Live devices and replayed ones differ only in who calls `accept`.
final class DeviceSession {
    let id: DeviceID
    let identity: DeviceIdentity
    let description: DeviceDescription
    let geometry: SurfaceGeometry
    /// The user whose ink this is: whose session was active on the seat last.
    var owner: UInt32?
    /// Where a live device's frames come from.
    var live: LiveSource?
    /// Where a replayed device's frames come from.
    var recording: ReplaySource?
    /// How the device's time runs against the loop's.
    var clock = ReplayClock.live
    /// A pen's editor; touch devices have none.
    var editor: EditorSession?
    /// What one touch surface and its pen share; the same object in both sessions.
    var surface: Surface? {
        didSet { if let arrival { surface?.penEvents([arrival]) } }
    }
    /// Events since `events` was last emptied; its storage is used again.
    private(set) var events: [PointerEvent] = []

    private var pen: PenTracker?
    private var touch: TouchTracker?
    /// How a pen that is near came near.
    private var arrival: PointerEvent?
    /// A touch device's events before arbitration; its storage is used again.
    private var fresh: [PointerEvent] = []

    /// - Throws: `DaemonError.device` for a touch device of a protocol that is not read.
    init(id: DeviceID, identity: DeviceIdentity, description: DeviceDescription) throws(DaemonError) {
        self.id = id
        self.identity = identity
        self.description = description
        switch identity.role {
        case .pen:
            let tracker = PenTracker(description: description, device: id)
            pen = tracker
            geometry = tracker.geometry
        case .touch:
            do {
                let tracker = try TouchTracker(description: description, device: id)
                touch = tracker
                geometry = tracker.geometry
            } catch {
                throw .device(name: identity.name, reason: "\(error)")
            }
        }
        events.reserveCapacity(256)
    }

    /// Appends to `events` what the frame tells.
    func accept(_ frame: borrowing Frame) {
        arbitrated { pen, touch, events in
            pen?.process(frame, into: &events)
            touch?.process(frame, into: &events)
        }
    }

    /// Appends to `events` how everything in progress ends because the device is gone.
    func disconnect(at time: Instant) {
        arbitrated { pen, touch, events in
            pen?.disconnect(at: time, into: &events)
            touch?.disconnect(at: time, into: &events)
        }
    }

    private func arbitrated(_ body: (inout PenTracker?, inout TouchTracker?, inout [PointerEvent]) -> Void) {
        if identity.role == .pen {
            let first = events.count
            body(&pen, &touch, &events)
            for event in events[first...] {
                if event.phase == .proximityIn { arrival = event }
                if event.phase == .proximityOut { arrival = nil }
            }
            surface?.penEvents(events[first...])
        } else {
            guard let surface else { return body(&pen, &touch, &events) }
            fresh.removeAll(keepingCapacity: true)
            body(&pen, &touch, &fresh)
            surface.filterTouch(&fresh)
            events.append(contentsOf: fresh)
        }
    }

    /// Lets the surface's pen add how contacts of this touch device end.
    func append(_ body: (inout [PointerEvent]) -> Void) { body(&events) }

    /// Forgets `events`; they have been passed on.
    func clearEvents() { events.removeAll(keepingCapacity: true) }
}
