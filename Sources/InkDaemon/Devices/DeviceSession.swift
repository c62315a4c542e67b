internal import Evdev
internal import Ink
internal import InkProtocol
internal import PenLog
internal import Tablet

/// The system's description of a device, besides its axes.
struct DeviceIdentity {
    var name: String
    var role: DeviceRole
    var bus: UInt16
    var hardware: HardwareID
    var seat: String
    var isDisplay: Bool
    var isVirtual: Bool
    var isReplay: Bool
    /// Its entry in the tablet database; nil if it is not listed.
    var model: TabletModel?
    /// A recording says what was known of it besides its own reports: that holds, so that a replay gives what was given then.
    var isKnownWhole = false
    /// The keys, rings and strips of a pad; nil for other devices.
    var pad: PadLayout?
}

/// What the settings say of a device's surface.
struct SurfaceSettings: Equatable {
    /// The part of it that is written on.
    var area = TabletArea()
    /// Its fit, and its pens', to the user; none for a touch device.
    var adjustment = TabletAdjustment()
}

/// A device's state machines: frames become pointer events.
struct DeviceTrackers {
    fileprivate(set) var geometry: SurfaceGeometry
    /// Another part of it is written on, or it has another size or adjustment, than clients know.
    var isResized = false
    fileprivate var pen: PenTracker?
    fileprivate var touch: TouchTracker?
    /// Hold as soon as no stroke is in progress; nil: those that were set last do.
    fileprivate var nextSettings: SurfaceSettings?
    /// Were set last.
    fileprivate var settings: SurfaceSettings
    /// Hold now.
    fileprivate(set) var settingsInForce: SurfaceSettings
    /// The proximity-in event of a pen that is near.
    fileprivate var arrival: PointerEvent?
    /// A touch device's events before arbitration; its storage is used again.
    fileprivate var fresh: [PointerEvent] = []
    fileprivate var pad: PadTracker?
    /// The actions of the pen's buttons from the time it is away; nil: they hold already.
    fileprivate var nextButtons: PenButtonTable?

    /// - Throws: `DaemonError.device` for a touch device of a protocol that is not read, and a pen without positions.
    fileprivate init(
        id: DeviceID, identity: DeviceIdentity, description: DeviceDescription, settings: SurfaceSettings,
        penName: @escaping @Sendable (UInt32) -> UInt32
    ) throws(DaemonError) {
        (self.settings, settingsInForce) = (settings, settings)
        switch identity.role {
        case .pen:
            do { try PenTracker.check(description) } catch { throw .device(name: identity.name, reason: "\(error)") }
            let tracker = PenTracker(
                description: description, device: id, area: settings.area, adjustment: settings.adjustment, penName: penName)
            pen = tracker
            geometry = tracker.geometry
        case .touch:
            do {
                let tracker = try TouchTracker(description: description, device: id, area: settings.area)
                touch = tracker
                geometry = tracker.geometry
            } catch {
                throw .device(name: identity.name, reason: "\(error)")
            }
        case .pad:
            pad = identity.pad.map { PadTracker(description: description, layout: $0) }
            geometry = SurfaceGeometry(description)
        }
    }

    fileprivate mutating func useNextSettings(of description: DeviceDescription) {
        guard let next = nextSettings,
            pen?.use(next.area, adjustment: next.adjustment, of: description) ?? touch?.use(next.area, of: description) ?? true
        else { return }
        nextSettings = nil
        let old = geometry
        geometry = pen?.geometry ?? touch?.geometry ?? geometry
        isResized =
            isResized || old.mapping != geometry.mapping || old.sizing != geometry.sizing
            || settingsInForce.adjustment != next.adjustment
        settingsInForce = next
    }
}

extension DeviceTrackers {
    fileprivate mutating func useNextButtons() {
        if let table = nextButtons, pen?.bind(table) ?? true { nextButtons = nil }
    }
}

/// The source of a device's frames.
struct FrameOrigin {
    /// A live device's.
    var live: LiveSource?
    /// A replayed device's.
    var recording: ReplaySource?
    /// Maps the device's time to the loop's.
    var clock = ReplayClock.live
}

/// The editors that a pen writes into. Touch devices have none.
struct PenService {
    /// The user whose ink this is: whose session was active on the seat last.
    var owner: UInt32?
    /// The pen's own editor.
    var editor: EditorHandle?
    /// Whether input methods have the pen.
    var capture = PenCapture()
    /// The seat whose input methods have text written with the pen; nil while there are none.
    var textSeat: TextSeat?
    /// Takes the text that is written for them.
    var textEditor: EditorHandle?
}

/// The recording of a device's frames.
struct DeviceLogging {
    /// nil while they are not.
    var queue: LogQueue?
    /// Pointer-ups before that began, by editor.
    var firstLogged: [EditorID: Int] = [:]
    /// A frame was not recorded.
    var hasOverrun = false
    /// Records it as soon as it rests.
    var nextRecorder: Recorder?
}

/// When a pen that leaves without reporting it counts as gone.
struct ProximityTimeout {
    /// Fires when the pen has been silent for long enough; a touch device has none.
    var timer: EventSource?
    var isArmed = false
    /// When the pen was heard of last, in its time: frames may be stamped by another clock.
    var lastHeard = Instant(microseconds: 0)
}

/// A present device: its state machines, its editors and its surface. Frames go in, pointer events come out.
///
/// Live devices and replayed ones differ only in who calls `accept`. Loop thread only.
final class DeviceSession {
    private var facts: (id: DeviceID, identity: DeviceIdentity, description: DeviceDescription)
    private var trackers: DeviceTrackers
    var origin = FrameOrigin()
    var service = PenService()
    var logging = DeviceLogging()
    var proximity = ProximityTimeout()
    let meter = DeviceMeter()
    /// Why its node is closed; nil if it is not.
    var pause: DevicesInterface.Pause?
    /// Shared by a touch device and its pen: the same object in both sessions.
    var surface: Surface? {
        didSet { if let arrival = trackers.arrival { surface?.penEvents([arrival], of: self) } }
    }
    /// Why its surface is taken for shared. A recording does not say which devices share one.
    var pairing = DevicePairing.Evidence.screen
    /// Events since `events` was last emptied; its storage is used again.
    private(set) var events: [PointerEvent] = []
    private var padEvents: [PadEvent] = []
    /// The pens that a pad belongs to, in the order they came.
    var padPens: [DeviceID] = []
    /// The actions of a pad's keys, rings and strips.
    var padBindings = PadBindings()
    /// The key of the pad that is held and makes its pens erase.
    var erasingKey: PadControl?
    /// The actions of a pen's barrel buttons, as they were set last.
    private var buttons = PenButtonTable()
    /// Names the pens in what is learned of their tips.
    private let penName: @Sendable (UInt32) -> UInt32
    /// What was learned of tips up to here has been noted.
    private var notedTips = 0
    /// Samples that were left out before the device was opened again.
    private var earlierStrays = 0

    /// - Throws: `DaemonError.device` for a touch device of a protocol that is not read, and a pen without positions.
    init(
        id: DeviceID, identity: DeviceIdentity, description: DeviceDescription, settings: SurfaceSettings,
        penName: @escaping @Sendable (UInt32) -> UInt32 = { $0 }
    ) throws(DaemonError) {
        facts = (id, identity, description)
        self.penName = penName
        trackers = try DeviceTrackers(id: id, identity: identity, description: description, settings: settings, penName: penName)
        events.reserveCapacity(256)
    }

    var id: DeviceID { facts.id }
    var identity: DeviceIdentity { facts.identity }
    var description: DeviceDescription { facts.description }
    var geometry: SurfaceGeometry { trackers.geometry }
    /// What holds of how it is fitted to its user.
    var adjustment: TabletAdjustment { trackers.settingsInForce.adjustment }
    var editor: EditorHandle? { service.editor }
    var textEditor: EditorHandle? { service.textEditor }
    var clock: ReplayClock { origin.clock }

    /// Begins anew from the state the kernel had when the device was opened again: what touched then starts no stroke.
    /// - Throws: `DaemonError.device` for a touch device of a protocol that is not read.
    func restart(_ description: DeviceDescription, settings: SurfaceSettings) throws(DaemonError) {
        var description = description
        // the touch device of the same screen is still there
        description.touchSize = facts.description.touchSize
        description.tips = tips
        let trackers = try DeviceTrackers(id: id, identity: identity, description: description, settings: settings, penName: penName)
        earlierStrays = strays
        notedTips = 0
        (self.trackers, facts.description) = (trackers, description)
        self.trackers.nextButtons = buttons
        self.trackers.useNextButtons()
    }

    /// Has a pen's barrel buttons mean these actions: at once, or when the pen has gone away.
    func bind(_ table: PenButtonTable) {
        guard table != buttons else { return }
        buttons = table
        trackers.nextButtons = table
        trackers.useNextButtons()
    }

    /// The actions of the barrel buttons that were pressed since the last call.
    func takeActions() -> [ButtonAction] { trackers.pen?.takeActions() ?? [] }

    /// A pad's key makes the pen erase, or does so no longer. Appends to `events` what follows.
    func erase(_ isErasing: Bool, at time: Instant) {
        arbitrated { trackers, events in trackers.pen?.erase(isErasing, at: time, into: &events) }
    }

    /// Has other settings hold: at once, or when the pen has gone away.
    func use(_ settings: SurfaceSettings) {
        trackers.settings = settings
        trackers.nextSettings = settings
        trackers.useNextSettings(of: description)
    }

    /// Learns how large the touch device of the same screen is, which says something of a pen's size: it counts as an area does.
    func use(touchSize: SurfaceSize?) {
        guard !identity.isKnownWhole, description.touchSize != touchSize else { return }
        facts.description.touchSize = touchSize
        use(trackers.settings)
    }

    /// Whether another part of it is written on, or it has another size or adjustment, than clients know; once.
    func takeResize() -> Bool {
        defer { trackers.isResized = false }
        return trackers.isResized
    }

    /// Appends the events of a frame to `events`.
    func accept(_ frame: borrowing Frame) {
        if trackers.nextSettings != nil { trackers.useNextSettings(of: description) }
        if let queue = logging.queue, !queue.push(frame, of: id) { logging.hasOverrun = true }
        if trackers.nextButtons != nil { trackers.useNextButtons() }
        trackers.pad?.process(frame, into: &padEvents)
        arbitrated { trackers, events in
            trackers.pen?.process(frame, into: &events)
            trackers.touch?.process(frame, into: &events)
        }
    }

    /// When the pen counts as gone if it reports nothing before; nil if it will report that itself.
    var expiry: Instant? { trackers.pen?.expiry }

    /// Microseconds from the pen's last report to `expiry`.
    var patience: Int64? { trackers.pen?.patience }

    /// What is known of the tips of its pens.
    var tips: [TipWear] { trackers.pen?.tips ?? [] }

    /// Whether something was learned of a tip since the last call.
    func takeLearning() -> Bool {
        guard let revision = trackers.pen?.tipsRevision, revision != notedTips else { return false }
        notedTips = revision
        return true
    }

    /// Samples that were left out because no hand can have made them.
    var strays: Int { earlierStrays + (trackers.pen?.strays ?? 0) }

    /// The pen left without reporting it.
    var leftSilently: Bool { trackers.pen?.leftSilently == true }

    /// Appends to `events` that the pen counts as gone, if it is one that may be silent about it.
    func leaveSilently() {
        guard let expiry else { return }
        arbitrated { trackers, events in trackers.pen?.elapse(to: expiry, into: &events) }
    }

    /// Appends to `events` the ends of everything in progress, because the device is gone.
    func disconnect(at time: Instant) {
        trackers.pad?.disconnect(into: &padEvents)
        arbitrated { trackers, events in
            trackers.pen?.disconnect(at: time, into: &events)
            trackers.touch?.disconnect(at: time, into: &events)
        }
    }

    private func arbitrated(_ body: (inout DeviceTrackers, inout [PointerEvent]) -> Void) {
        if identity.role == .pen {
            let first = events.count
            body(&trackers, &events)
            for event in events[first...] {
                if event.phase == .proximityIn { trackers.arrival = event }
                if event.phase == .proximityOut { trackers.arrival = nil }
            }
            surface?.penEvents(events[first...], of: self)
        } else {
            guard let surface else { return body(&trackers, &events) }
            trackers.fresh.removeAll(keepingCapacity: true)
            // taken out meanwhile: the trackers write into it
            var fresh: [PointerEvent] = []
            swap(&fresh, &trackers.fresh)
            body(&trackers, &fresh)
            surface.filterTouch(&fresh)
            events.append(contentsOf: fresh)
            swap(&fresh, &trackers.fresh)
        }
    }

    /// No pen is near and no finger touches: later reports can be understood without earlier ones.
    var isAtRest: Bool { trackers.arrival == nil && trackers.touch?.isAtRest != false }

    /// Lets the surface's pen append the cancellations of this touch device's contacts.
    func append(_ body: (inout [PointerEvent]) -> Void) { body(&events) }

    /// Forgets `events`; they have been handed on.
    func clearEvents() { events.removeAll(keepingCapacity: true) }

    /// A pad's events since the last call.
    func takePadEvents() -> [PadEvent] {
        defer { padEvents = [] }
        return padEvents
    }
}

/// A writing surface that has both a touch device and a pen, or several: a pen's presence keeps the hand's touches out.
final class Surface {
    private var arbiter: Arbiter
    /// The touch device that gets the cancellations of its contacts by the pen.
    private(set) weak var touch: DeviceSession?
    /// The pen that was near last, or else the first: it is in its editor that a finger may write.
    private(set) weak var pen: DeviceSession?
    private let pens: [WeakSession]

    private struct WeakSession {
        weak var session: DeviceSession?
    }

    init(holdOff milliseconds: Int, pens: [DeviceSession], touch: DeviceSession) {
        arbiter = Arbiter(holdOff: Int64(milliseconds) * 1000)
        self.pens = pens.map { WeakSession(session: $0) }
        pen = pens.first
        self.touch = touch
    }

    /// Whether it is the surface of these devices.
    func joins(_ sessions: [DeviceSession], _ touch: DeviceSession) -> Bool {
        self.touch === touch && pens.count == sessions.count && zip(pens, sessions).allSatisfy { $0.session === $1 }
    }

    /// Takes in a pen's events; contacts that they cancel are appended to the touch device's events.
    func penEvents(_ events: ArraySlice<PointerEvent>, of session: DeviceSession) {
        guard let touch else { return }
        for event in events where event.phase == .proximityIn || event.phase == .proximityOut {
            if event.phase == .proximityIn { pen = session }
            touch.logging.queue?.push(.arbitration(device: Int(touch.id.value), isBlocked: event.phase == .proximityIn, at: event.time))
        }
        for event in events { touch.append { arbiter.penEvent(event, cancelling: &$0) } }
    }

    /// Removes blocked contacts from the touch device's events.
    func filterTouch(_ events: inout [PointerEvent]) { arbiter.filterTouch(&events) }
}
