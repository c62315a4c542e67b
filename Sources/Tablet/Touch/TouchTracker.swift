public import Evdev
public import Ink

/// Converts the frames of a touchscreen or touchpad into pointer events of fingers. Each contact is a pointer, identified by its tracking
/// ID.
///
/// - With slots (protocol B), a tracking ID begins a contact, and −1 ends it. Another ID without −1 before it is a device error, and the
///   contact continues. libevdev drops such an ID, so that neither a live device nor libinput sees it; a recording of the kernel's reports
///   is treated in the same way. Only after lost frames, which may include the −1, another ID begins another contact.
/// - A slot beyond the announced range is ignored, and the previous slot stays current, as in the kernel (`input_handle_abs_event`).
/// - A contact that becomes a palm (ABS_MT_TOOL_TYPE) is canceled, and stays so until its id ends, whatever type it reports later
///   (libinput).
/// - A contact that begins as a pen (MT_TOOL_PEN) remains a pen. This is a passive pen that the screen distinguishes from fingers. The
///   screen senses it only while it touches, so it has no proximity. libinput treats it as a finger.
/// - A hovering contact (ABS_MT_DISTANCE above 0, no pressure) does not touch, according to the kernel's multitouch protocol. libinput
///   treats it as a touch.
/// - Without slots: BTN_TOUCH with ABS_X and ABS_Y is the one contact, with the id 0.
/// - Contacts that begin outside the mapped area are not reported. Contacts that began inside continue outside.
/// - Contacts that existed when the device was opened are not reported: their ids are unknown.
/// - Lost frames (`Frame.followsDrop`) end every contact with `up` at its last sample. Contacts that still exist begin again with `down`
///   and `followsGap`.
///
/// Nothing is allocated for a frame as long as the caller's array has room.
public struct TouchTracker: Sendable {
    /// Maximum number of tracked slots, more than any hand has fingers. Further slots that a device announces are not tracked.
    public static let maximumSlots = 64

    /// The surface's size and scale.
    public private(set) var geometry: SurfaceGeometry
    private let hasSlots: Bool
    private let pressureRange: AxisRange?
    private var slots: [TouchContact]
    /// The last slot that the device announces; only the first `maximumSlots` are tracked.
    private let lastSlot: Int32
    /// The current slot; nil if the device has selected an untracked slot.
    private var current: Int?

    /// Creates a tracker of the device's contacts.
    ///
    /// - Throws: `TouchRefusal` for devices that cannot be read as fingers.
    public init(description: DeviceDescription, device: DeviceID, area: TabletArea = TabletArea()) throws(TouchRefusal) {
        let axes = description.axes
        hasSlots = try TouchTracker.hasSlots(description)
        geometry = Self.geometry(of: description, area: area, hasSlots: hasSlots)
        pressureRange = AxisRange(axes[hasSlots ? Axis.mtPressure : Axis.pressure])
        // A contact that begins at the slot's previous position does not report its position. ABS_X and ABS_Y are the best estimate.
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

    /// Whether nothing touches.
    public var isAtRest: Bool { slots.allSatisfy { $0.trackingID < 0 } }

    /// Applies another area if there are no contacts. A contact is never in two areas.
    /// - Returns: whether it was applied.
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
        // Code 0x2e, before ABS_MT_SLOT, is unused. Only devices that set all bits have it (libevdev's fake multitouch).
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

    /// Cancels every contact because the device is removed or revoked.
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
                // an announced slot becomes current even if it is not tracked; one that was not announced is ignored
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
        // Two slots with the same tracking ID are a device error; the later one is not reported.
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

    /// Ends the contact that was reported in a slot, if any, at its last sample.
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

/// One slot of a touch device: its state in the kernel, and the reported state.
private struct TouchContact {
    /// The reported state of the contact in this slot.
    enum State: Hashable {
        case absent
        case touching(id: Int32)
        /// A palm, or a finger that touched before the device was opened. It is not reported until its tracking ID ends.
        case ignored(id: Int32)
    }

    var trackingID: Int32 = -1
    var x: Int32
    var y: Int32
    var pressure: Int32 = 0
    var isPalm = false
    /// Whether frames were lost, which may have contained the contact's end.
    var mayHaveEnded = false
    var isPen = false
    private var distance: Int32 = 0
    /// Whether anything changed in this frame.
    var hasChanged = false
    var state = State.absent
    /// The last event that was reported for this slot. The end of the contact uses its position.
    var last: PointerEvent

    /// Creates an empty slot at the kernel's default position.
    init(device: DeviceID, x: Int32, y: Int32) {
        self.x = x
        self.y = y
        last = PointerEvent(phase: .cancel, tool: .finger, device: device, time: Instant(microseconds: 0))
    }

    /// Whether the contact is above the surface.
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

/// The reason why a touch device cannot be read.
public enum TouchRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Contacts come without slots (protocol A), which the kernel calls obsolete.
    case withoutSlots
    /// The device claims to have all axes, so its slots are meaningless.
    case fakeSlots
    /// There are slots, but without tracking IDs or positions, or with an empty range.
    case incompleteSlots
    /// There are neither slots nor BTN_TOUCH with ABS_X and ABS_Y.
    case noTouch

    /// The missing capability and its solution.
    public var description: String {
        switch self {
        case .withoutSlots: "reports contacts without ABS_MT_SLOT (protocol A): use a kernel driver that reports slots"
        case .fakeSlots: "has axis 0x2e next to ABS_MT_SLOT, so it is not a touch device: no action is needed"
        case .incompleteSlots: "has ABS_MT_SLOT but lacks ABS_MT_TRACKING_ID, ABS_MT_POSITION_X or _Y, or a slot: use another driver"
        case .noTouch: "has neither ABS_MT_SLOT nor BTN_TOUCH with ABS_X and ABS_Y: it cannot report fingers"
        }
    }
}
