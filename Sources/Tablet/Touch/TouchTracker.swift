public import Evdev
public import Ink

/// Turns the frames of a touchscreen or touch pad into finger pointers, one a contact, named by its tracking id.
///
/// - With slots (protocol B): a tracking id begins a contact, −1 ends it. Another id without −1 before it is the device's mistake, and the
///   contact goes on: libevdev leaves such an id out, so that neither a live device nor libinput knows of it, and a recording of what the
///   kernel reported is read in the same way. Only behind lost frames, where −1 may be among what was lost, another id is another contact.
/// - A slot beyond the announced ones is no slot: the one before stays the current one, as in the kernel (`input_handle_abs_event`).
/// - A contact that becomes a palm (ABS_MT_TOOL_TYPE) is cancelled, and stays so until its id ends, whatever it is called later (libinput).
/// - A contact that is a pen as it begins (MT_TOOL_PEN: a passive one that the screen tells from fingers) is a pen's all along. It is seen
///   only while it touches: there is no proximity. libinput takes it for a finger.
/// - What hovers (ABS_MT_DISTANCE above 0, no pressure) does not touch: the kernel's multitouch protocol says so. libinput takes it for a
///   touch.
/// - Without slots: BTN_TOUCH with ABS_X and ABS_Y is the one contact, with the id 0.
/// - Contacts that begin outside of the part that is written on are not reported; those from inside go on outside.
/// - Contacts that were there when the device was opened are not reported: their ids are unknown.
/// - Lost frames (`Frame.followsDrop`) end every contact with `up` at its last sample; those that are still there begin anew with
///   `down` and `followsGap`.
///
/// Nothing is allocated for a frame as long as the caller's array has room.
public struct TouchTracker: Sendable {
    /// More contacts than any hand has fingers; a device's claim beyond is not believed.
    public static let maximumSlots = 64

    /// The surface's size and scale.
    public private(set) var geometry: SurfaceGeometry
    private let hasSlots: Bool
    private let pressureRange: AxisRange?
    private var slots: [TouchContact]
    /// The last slot that the device announced; not all may be followed.
    private let lastSlot: Int32
    /// nil while the device speaks of a slot that is not followed.
    private var current: Int?

    /// A tracker of the device's contacts.
    ///
    /// - Throws: `TouchRefusal` for devices that cannot be read as fingers.
    public init(description: DeviceDescription, device: DeviceID, area: TabletArea = TabletArea()) throws(TouchRefusal) {
        let axes = description.axes
        hasSlots = try TouchTracker.hasSlots(description)
        geometry = Self.geometry(of: description, area: area, hasSlots: hasSlots)
        pressureRange = AxisRange(axes[hasSlots ? Axis.mtPressure : Axis.pressure])
        // A contact that begins where the slot's last one was comes without that position; ABS_X and ABS_Y are the best guess.
        let empty = TouchContact(device: device, x: axes[Axis.x]?.value ?? 0, y: axes[Axis.y]?.value ?? 0)
        guard hasSlots, let slot = axes[Axis.slot] else {
            slots = [empty]
            lastSlot = 0
            current = 0
            if description.pressedKeys.contains(Key.touch) {
                slots[0].trackingID = 0
                slots[0].state = .ignored(id: 0)
            }
            return
        }
        lastSlot = max(0, slot.maximum)
        slots = Array(repeating: empty, count: min(TouchTracker.maximumSlots, max(0, Int(slot.maximum)) + 1))
        current = slots.indices.contains(Int(slot.value)) ? Int(slot.value) : nil
    }

    private static func geometry(of description: DeviceDescription, area: TabletArea, hasSlots: Bool) -> SurfaceGeometry {
        SurfaceGeometry(description, x: hasSlots ? Axis.positionX : Axis.x, y: hasSlots ? Axis.positionY : Axis.y, area: area)
    }

    /// Nothing touches.
    public var isAtRest: Bool { slots.allSatisfy { $0.trackingID < 0 } }

    /// Goes by another area from now on, if nothing touches: a contact cannot be in both.
    /// - Returns: whether it does.
    public mutating func use(_ area: TabletArea, of description: DeviceDescription) -> Bool {
        guard isAtRest else { return false }
        geometry = Self.geometry(of: description, area: area, hasSlots: hasSlots)
        return true
    }

    private static func hasSlots(_ description: DeviceDescription) throws(TouchRefusal) -> Bool {
        let axes = description.axes
        guard let slot = axes[Axis.slot] else {
            guard axes[Axis.positionX] == nil else { throw .withoutSlots }
            guard description.keys.contains(Key.touch), axes[Axis.x] != nil, axes[Axis.y] != nil else { throw .noTouch }
            return false
        }
        // The code before ABS_MT_SLOT is unused; only devices that set all bits have it (libevdev's fake multitouch).
        guard axes[Axis.slot - 1] == nil else { throw .fakeSlots }
        guard slot.maximum >= 0, axes[Axis.trackingID] != nil, axes[Axis.positionX] != nil, axes[Axis.positionY] != nil else {
            throw .incompleteSlots
        }
        return true
    }

    /// Appends the events of a frame.
    public mutating func process(_ frame: borrowing Frame, into events: inout [PointerEvent]) {
        if frame.followsDrop {
            for slot in slots.indices {
                end(slot, .up, at: slots[slot].last.time, into: &events)
                slots[slot].mayHaveEnded = true
            }
        }
        for event in frame.events { apply(event) }
        for slot in slots.indices where slots[slot].hasChanged || frame.followsDrop {
            slots[slot].hasChanged = false
            advance(slot, followsGap: frame.followsDrop, at: frame.time, into: &events)
        }
    }

    /// Cancels every contact because the device is gone or taken away.
    public mutating func disconnect(at time: Instant, into events: inout [PointerEvent]) {
        for slot in slots.indices {
            end(slot, .cancel, at: time, into: &events)
            slots[slot].trackingID = -1
            slots[slot].state = .absent
        }
    }

    private mutating func apply(_ event: InputEvent) {
        if !hasSlots {
            applySingle(event)
        } else if event.type == EventType.abs {
            if event.code == Axis.slot {
                // one that is beyond what is followed is there, and one that was not announced is not
                if (0...lastSlot).contains(event.value) { current = slots.indices.contains(Int(event.value)) ? Int(event.value) : nil }
            } else if let current {
                slots[current].apply(event.code, event.value)
            }
        }
    }

    private mutating func applySingle(_ event: InputEvent) {
        switch (event.type, event.code) {
        case (EventType.key, Key.touch): slots[0].apply(Axis.trackingID, event.value != 0 ? 0 : -1)
        case (EventType.abs, Axis.x): slots[0].apply(Axis.positionX, event.value)
        case (EventType.abs, Axis.y): slots[0].apply(Axis.positionY, event.value)
        case (EventType.abs, Axis.pressure): slots[0].apply(Axis.mtPressure, event.value)
        default: break
        }
    }

    private mutating func advance(_ slot: Int, followsGap: Bool, at time: Instant, into events: inout [PointerEvent]) {
        let id = slots[slot].trackingID
        switch slots[slot].state {
        case .touching(let old) where old != id || slots[slot].isHovering:
            end(slot, .up, at: time, into: &events)
        case .ignored(let old) where old != id:
            slots[slot].state = .absent
        case .touching(let old) where slots[slot].isPalm:
            end(slot, .cancel, at: time, into: &events)
            slots[slot].state = .ignored(id: old)
        case .touching(let old):
            emit(.move, slot, id: old, followsGap: followsGap, at: time, into: &events)
        case .ignored, .absent: break
        }
        guard id >= 0, !slots[slot].isHovering, case .absent = slots[slot].state else { return }
        // Two slots with one id are the device's mistake: the later one is not reported.
        let isOutside = !geometry.takesInk(x: slots[slot].x, y: slots[slot].y)
        if slots[slot].isPalm || isOutside || slots.contains(where: { $0.state == .touching(id: id) }) {
            slots[slot].state = .ignored(id: id)
        } else {
            emit(.down, slot, id: id, followsGap: followsGap, at: time, into: &events)
            slots[slot].state = .touching(id: id)
        }
    }

    private mutating func emit(
        _ phase: PointerPhase, _ slot: Int, id: Int32, followsGap: Bool, at time: Instant, into events: inout [PointerEvent]
    ) {
        let contact = slots[slot]
        let tool = phase == .down ? (contact.isPen ? .pen : .finger) : contact.last.tool
        var event = PointerEvent(phase: phase, tool: tool, device: contact.last.device, pointer: id, time: time)
        event.rawX = contact.x
        event.rawY = contact.y
        let place = geometry.place(x: contact.x, y: contact.y)
        event.x = place.x
        event.y = place.y
        event.isUnitless = geometry.isUnitless
        event.force = pressureRange?.fraction(contact.pressure) ?? 0
        event.followsGap = followsGap
        slots[slot].last = event
        events.append(event)
    }

    /// Ends the contact that was reported in a slot, if there is one, at its last sample.
    private mutating func end(_ slot: Int, _ phase: PointerPhase, at time: Instant, into events: inout [PointerEvent]) {
        guard case .touching = slots[slot].state else { return }
        var event = slots[slot].last
        event.phase = phase
        event.time = time
        event.followsGap = false
        slots[slot].state = .absent
        events.append(event)
    }
}

/// One slot of a touch device: its state in the kernel, and its reported state.
private struct TouchContact {
    /// The reported state of the contact in this slot.
    enum State: Hashable {
        case absent
        case touching(id: Int32)
        /// A palm, or a finger that was there before anybody looked: silent until its tracking id ends.
        case ignored(id: Int32)
    }

    var trackingID: Int32 = -1
    var x: Int32
    var y: Int32
    var pressure: Int32 = 0
    var isPalm = false
    /// Frames were lost, and with them perhaps its end.
    var mayHaveEnded = false
    var isPen = false
    private var distance: Int32 = 0
    /// Something changed in this frame.
    var hasChanged = false
    var state = State.absent
    /// The last reported event, which the end repeats.
    var last: PointerEvent

    /// An empty slot at the position that the kernel takes for granted.
    init(device: DeviceID, x: Int32, y: Int32) {
        self.x = x
        self.y = y
        last = PointerEvent(phase: .cancel, tool: .finger, device: device, time: Instant(microseconds: 0))
    }

    /// Above the surface.
    var isHovering: Bool { distance > 0 && pressure <= 0 }

    /// Applies an ABS_MT_* event of this slot.
    mutating func apply(_ code: UInt16, _ value: Int32) {
        switch code {
        case Axis.trackingID:
            guard value < 0 || trackingID < 0 || mayHaveEnded else { return }
            trackingID = max(-1, value)
            mayHaveEnded = false
        case Axis.positionX: x = value
        case Axis.positionY: y = value
        case Axis.mtPressure: pressure = value
        case Axis.mtDistance: distance = value
        case Axis.toolType: (isPalm, isPen) = (value == TouchTool.palm, value == TouchTool.pen)
        default: return
        }
        hasChanged = true
    }
}

/// A touch device that cannot be read.
public enum TouchRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Contacts come without slots (protocol A), which the kernel calls obsolete.
    case withoutSlots
    /// The device sets every axis bit there is, so its slots mean nothing.
    case fakeSlots
    /// There are slots, but no tracking ids or positions for them, or the slots' range is empty.
    case incompleteSlots
    /// There are neither slots nor BTN_TOUCH with ABS_X and ABS_Y.
    case noTouch

    /// The missing capability and its remedy.
    public var description: String {
        switch self {
        case .withoutSlots: "reports contacts without ABS_MT_SLOT (protocol A): use a kernel driver that reports slots"
        case .fakeSlots: "has axis 0x2e next to ABS_MT_SLOT, so it is no touch device: leave it to what it is"
        case .incompleteSlots: "has ABS_MT_SLOT but lacks ABS_MT_TRACKING_ID, ABS_MT_POSITION_X or _Y, or a slot: use another driver"
        case .noTouch: "has neither ABS_MT_SLOT nor BTN_TOUCH with ABS_X and ABS_Y: it cannot report fingers"
        }
    }
}
