internal import Evdev
internal import Ink
internal import InkWorkspace
internal import Tablet

/// A device's state machines: frames become pointer events.
struct DeviceTrackers {
    private(set) var geometry: SurfaceGeometry
    /// Whether the mapped area, its size or its adjustment has changed since clients were notified.
    var isResized = false
    var pen: PenTracker?
    var touch: TouchTracker?
    /// The settings that wait until no pen is in proximity and no finger touches; nil if the last settings already apply.
    private var nextSettings: SurfaceSettings?
    /// The settings that were set last.
    private(set) var settings: SurfaceSettings
    /// The settings in force.
    private(set) var settingsInForce: SurfaceSettings
    /// The proximity-in event of the pen in proximity; nil if no pen is in proximity.
    private(set) var arrival: PointerEvent?
    /// A touch device's events before arbitration; its storage is reused.
    private var fresh: [PointerEvent] = []
    var pad: PadTracker?
    /// The actions of the pen's buttons that wait until the pen has left proximity; nil if the last actions already apply.
    private var nextButtons: PenButtonTable?

    /// - Throws: `DaemonError.device` for a touch device of an unsupported protocol, and a pen without positions.
    init(
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

    /// Sets the settings, which apply once no pen is in proximity and no finger touches.
    mutating func use(_ settings: SurfaceSettings, of description: DeviceDescription) {
        self.settings = settings
        nextSettings = settings
        useNextSettings(of: description)
    }

    /// Sets the actions of the pen's buttons, which apply once the pen is out of proximity.
    mutating func bind(_ table: PenButtonTable) {
        nextButtons = table
        useNextButtons()
    }

    /// Applies the settings and the actions that wait, if no pen is in proximity and no finger touches.
    mutating func useNext(of description: DeviceDescription) {
        if nextSettings != nil { useNextSettings(of: description) }
        if nextButtons != nil { useNextButtons() }
    }

    private mutating func useNextSettings(of description: DeviceDescription) {
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

    private mutating func useNextButtons() {
        if let table = nextButtons, pen?.bind(table) ?? true { nextButtons = nil }
    }

    /// Appends events of the pen, and stores whether the pen is in proximity.
    mutating func appendPenEvents(_ body: (inout DeviceTrackers, inout [PointerEvent]) -> Void, into events: inout [PointerEvent]) {
        let first = events.count
        body(&self, &events)
        for event in events[first...] {
            if event.phase == .proximityIn { arrival = event }
            if event.phase == .proximityOut { arrival = nil }
        }
    }

    /// Appends the events of the touch device that its surface does not block.
    mutating func appendTouchEvents(
        of surface: Surface, _ body: (inout DeviceTrackers, inout [PointerEvent]) -> Void, into events: inout [PointerEvent]
    ) {
        self.fresh.removeAll(keepingCapacity: true)
        // move the array out of this value, because `body` changes the value
        var fresh: [PointerEvent] = []
        swap(&fresh, &self.fresh)
        body(&self, &fresh)
        surface.filterTouch(&fresh)
        events.append(contentsOf: fresh)
        swap(&fresh, &self.fresh)
    }
}
