internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
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
    /// Whether it is part of the computer's own display.
    var isBuiltIn = false
    /// Its entry in the tablet database; nil if it is not listed.
    var model: TabletModel?
    /// Whether a recording contains the known facts about it besides its own reports: they apply, so that a replay gives the recorded
    /// results.
    var isKnownWhole = false
    /// The keys, rings and strips of a pad; nil for other devices.
    var pad: PadLayout?
}

/// The settings of a device's surface.
struct SurfaceSettings: Equatable {
    /// The part that is written on.
    var area = TabletArea()
    /// Its fit, and its pens', to the user; empty for a touch device.
    var adjustment = TabletAdjustment()
}

/// A device's state machines: frames become pointer events.
struct DeviceTrackers {
    fileprivate(set) var geometry: SurfaceGeometry
    /// Whether the written part, its size or its adjustment differs from the one that clients know.
    var isResized = false
    fileprivate var pen: PenTracker?
    fileprivate var touch: TouchTracker?
    /// The settings that apply as soon as no stroke is in progress; nil if those that were set last apply already.
    fileprivate var nextSettings: SurfaceSettings?
    /// The settings that were set last.
    fileprivate var settings: SurfaceSettings
    /// The settings in force.
    fileprivate(set) var settingsInForce: SurfaceSettings
    /// The proximity-in event of a pen that is near.
    fileprivate var arrival: PointerEvent?
    /// A touch device's events before arbitration; its storage is reused.
    fileprivate var fresh: [PointerEvent] = []
    fileprivate var pad: PadTracker?
    /// The actions of the pen's buttons that apply once it is away; nil if they apply already.
    fileprivate var nextButtons: PenButtonTable?

    /// - Throws: `DaemonError.device` for a touch device of an unsupported protocol, and a pen without positions.
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
    /// The source of a live device.
    var live: LiveSource?
    /// The source of a replayed device.
    var recording: ReplaySource?
    /// Maps the device's time to the loop's.
    var clock = ReplayClock.live
}

/// The editors that a pen writes into. Touch devices have no editor.
struct PenService {
    /// The owner of the ink: the user whose session was last active on the seat.
    var owner: UInt32?
    /// The pen's own editor.
    var editor: EditorHandle?
    /// The state of the pen's capture by input methods.
    var capture = PenCapture()
    /// The seat whose input methods receive text written with the pen; nil without input methods.
    var textSeat: TextSeat?
    /// The editor of the text that is written for them.
    var textEditor: EditorHandle?
}

/// The recording of a device's frames.
struct DeviceLogging {
    /// The queue of the recording; nil while the device is not recorded.
    var queue: LogQueue?
    /// Number of pointer-ups before the recording began, by editor.
    var firstLogged: [EditorID: Int] = [:]
    /// Whether a frame was not recorded.
    var hasOverrun = false
    /// The recorder that records the device as soon as it is at rest.
    var nextRecorder: Recorder?
}

/// The timeout after which a pen that leaves without reporting it counts as gone.
struct ProximityTimeout {
    /// Fires when the pen has been silent for long enough; nil for a touch device.
    var timer: EventSource?
    var isArmed = false
    /// The time of the pen's last report, by its own clock: frames may be stamped by another clock.
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
    /// The reason why its node is closed; nil if it is open.
    var pause: DevicesInterface.Pause?
    /// Shared by a touch device and its pen: the same object in both sessions.
    var surface: Surface? {
        didSet { if let arrival = trackers.arrival { surface?.penEvents([arrival], of: self) } }
    }
    /// The evidence that its surface is shared. A recording does not say which devices share one.
    var pairing = DevicePairing.Evidence.screen
    /// Events since `events` was last emptied; its storage is reused.
    private(set) var events: [PointerEvent] = []
    private var padEvents: [PadEvent] = []
    /// The pens that a pad belongs to, in order of arrival.
    var padPens: [DeviceID] = []
    /// The actions of a pad's keys, rings and strips.
    var padBindings = PadBindings()
    /// The held key of the pad that makes its pens erase.
    var erasingKey: PadControl?
    /// The actions of a pen's barrel buttons, as last set.
    private var buttons = PenButtonTable()
    /// Returns the name of a pen for the learned wear of its tip.
    private let penName: @Sendable (UInt32) -> UInt32
    /// The revision of the learned tip wear that has been stored.
    private var notedTips = 0
    /// Number of samples left out before the device was reopened.
    private var earlierStrays = 0

    /// - Throws: `DaemonError.device` for a touch device of an unsupported protocol, and a pen without positions.
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
    /// The adjustment in force.
    var adjustment: TabletAdjustment { trackers.settingsInForce.adjustment }
    var editor: EditorHandle? { service.editor }
    var textEditor: EditorHandle? { service.textEditor }
    var clock: ReplayClock { origin.clock }

    /// Restarts from the kernel's state when the device was reopened: contacts at that time start no stroke.
    /// - Throws: `DaemonError.device` for a touch device of an unsupported protocol.
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

    /// Binds a pen's barrel buttons to these actions: at once, or when the pen has left.
    func bind(_ table: PenButtonTable) {
        guard table != buttons else { return }
        buttons = table
        trackers.nextButtons = table
        trackers.useNextButtons()
    }

    /// Removes and returns the actions of the barrel buttons that were pressed since the last call.
    func takeActions() -> [ButtonAction] { trackers.pen?.takeActions() ?? [] }

    /// Starts or stops erasing with a pad's key. Appends the resulting events to `events`.
    func erase(_ isErasing: Bool, at time: Instant) {
        arbitrated { trackers, events in trackers.pen?.erase(isErasing, at: time, into: &events) }
    }

    /// Applies other settings: at once, or when the pen has left.
    func use(_ settings: SurfaceSettings) {
        trackers.settings = settings
        trackers.nextSettings = settings
        trackers.useNextSettings(of: description)
    }

    /// Sets the size of the touch device of the same screen, which hints at a pen's size: it counts as an area does.
    func use(touchSize: SurfaceSize?) {
        guard !identity.isKnownWhole, description.touchSize != touchSize else { return }
        facts.description.touchSize = touchSize
        use(trackers.settings)
    }

    /// Returns whether the written part, its size or its adjustment differs from the one that clients know, and resets that.
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

    /// The time at which the pen counts as gone without further reports; nil if it will report that itself.
    var expiry: Instant? { trackers.pen?.expiry }

    /// Microseconds from the pen's last report to `expiry`.
    var patience: Int64? { trackers.pen?.patience }

    /// The known wear of its pens' tips.
    var tips: [TipWear] { trackers.pen?.tips ?? [] }

    /// Returns whether anything was learned of a tip since the last call.
    func takeLearning() -> Bool {
        guard let revision = trackers.pen?.tipsRevision, revision != notedTips else { return false }
        notedTips = revision
        return true
    }

    /// Number of samples left out because no hand can have made them.
    var strays: Int { earlierStrays + (trackers.pen?.strays ?? 0) }

    /// Whether the pen left without reporting it.
    var leftSilently: Bool { trackers.pen?.leftSilently == true }

    /// Appends to `events` that the pen counts as gone, if it may leave silently.
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

    /// Whether no pen is near and no finger touches: later reports can be understood without earlier ones.
    var isAtRest: Bool { trackers.arrival == nil && trackers.touch?.isAtRest != false }

    /// Appends the cancellations of this touch device's contacts by the surface's pen.
    func append(_ body: (inout [PointerEvent]) -> Void) { body(&events) }

    /// Empties `events` after they have been forwarded.
    func clearEvents() { events.removeAll(keepingCapacity: true) }

    /// Removes and returns a pad's events since the last call.
    func takePadEvents() -> [PadEvent] {
        defer { padEvents = [] }
        return padEvents
    }
}

/// A writing surface that has both a touch device and a pen, or several: a pen's presence suppresses the hand's touches.
final class Surface {
    private var arbiter: Arbiter
    /// The touch device that receives the cancellations of its contacts by the pen.
    private(set) weak var touch: DeviceSession?
    /// The pen that was near last, or else the first: a finger may write into its editor.
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

    /// Returns whether it is the surface of these devices.
    func joins(_ sessions: [DeviceSession], _ touch: DeviceSession) -> Bool {
        self.touch === touch && pens.count == sessions.count && zip(pens, sessions).allSatisfy { $0.session === $1 }
    }

    /// Handles a pen's events; contacts that they cancel are appended to the touch device's events.
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
