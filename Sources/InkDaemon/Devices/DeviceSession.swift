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
    private(set) var geometry: SurfaceGeometry
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
    /// Whom the pen serves.
    var capture = PenCapture()
    /// Where input methods have text written with the pen; nil while there are none.
    var textSeat: TextSeat?
    /// What is written for them.
    var textEditor: EditorSession?
    /// What one touch surface and its pen share; the same object in both sessions.
    var surface: Surface? {
        didSet { if let arrival { surface?.penEvents([arrival]) } }
    }
    /// Where its frames are recorded; nil while they are not.
    var log: LogQueue?
    /// A frame was not recorded.
    var hasOverrun = false
    /// Who records it as soon as it rests.
    var nextRecorder: Recorder?
    /// Wakes us when a pen that may leave without telling has been silent for long enough; a touch device has none.
    var silence: EventSource?
    /// `silence` is wound.
    var isListening = false
    /// When it was heard of last, in its time: frames may be stamped by another clock.
    var lastHeard = Instant(microseconds: 0)
    /// Another part of it is written on than clients were told.
    var isResized = false
    /// Events since `events` was last emptied; its storage is used again.
    private(set) var events: [PointerEvent] = []

    private var pen: PenTracker?
    private var touch: TouchTracker?
    /// What is to be written on as soon as no stroke is in progress; nil: it is already.
    private var nextArea: TabletArea?
    /// How a pen that is near came near.
    private var arrival: PointerEvent?
    /// A touch device's events before arbitration; its storage is used again.
    private var fresh: [PointerEvent] = []

    /// - Throws: `DaemonError.device` for a touch device of a protocol that is not read.
    init(id: DeviceID, identity: DeviceIdentity, description: DeviceDescription, area: TabletArea) throws(DaemonError) {
        self.id = id
        self.identity = identity
        self.description = description
        switch identity.role {
        case .pen:
            let tracker = PenTracker(description: description, device: id, area: area)
            pen = tracker
            geometry = tracker.geometry
        case .touch:
            do {
                let tracker = try TouchTracker(description: description, device: id, area: area)
                touch = tracker
                geometry = tracker.geometry
            } catch {
                throw .device(name: identity.name, reason: "\(error)")
            }
        }
        events.reserveCapacity(256)
    }

    /// Has another part of the tablet written on: at once, or when the pen has gone away.
    func use(_ area: TabletArea) {
        nextArea = area
        useNextArea()
    }

    private func useNextArea() {
        guard let area = nextArea, pen?.use(area, of: description) ?? touch?.use(area, of: description) ?? true else { return }
        nextArea = nil
        let old = geometry
        geometry = pen?.geometry ?? touch?.geometry ?? geometry
        isResized = isResized || old.width != geometry.width || old.height != geometry.height
    }

    /// Appends to `events` what the frame tells.
    func accept(_ frame: borrowing Frame) {
        if nextArea != nil { useNextArea() }
        if let log, !log.push(frame, of: id) { hasOverrun = true }
        arbitrated { pen, touch, events in
            pen?.process(frame, into: &events)
            touch?.process(frame, into: &events)
        }
    }

    /// When the pen counts as gone if it reports nothing before; nil if it will tell itself.
    var expiry: Instant? { pen?.expiry }

    /// The pen left without telling.
    var leftSilently: Bool { pen?.leftSilently == true }

    /// Appends to `events` that the pen counts as gone, if it is one that may be silent about it.
    func leaveSilently() {
        guard let expiry else { return }
        arbitrated { pen, _, events in pen?.elapse(to: expiry, into: &events) }
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

    /// No pen is near and no finger touches: what it reports from now on can be understood without what it reported before.
    var isAtRest: Bool { arrival == nil && touch?.isAtRest != false }

    /// Lets the surface's pen add how contacts of this touch device end.
    func append(_ body: (inout [PointerEvent]) -> Void) { body(&events) }

    /// Forgets `events`; they have been passed on.
    func clearEvents() { events.removeAll(keepingCapacity: true) }
}
