import Evdev
import Ink
import Tablet

/// A hand with a pen on some tablet. It makes the frames that the kernel would: only what has changed is in them, and the tablet's own
/// units, keys and thresholds are used.
struct TabletHand {
    let tablet: DeviceDescription
    private(set) var frames: [Frame] = []
    private var values: [UInt16: Int32]
    private var keys: Set<UInt16> = []
    private var events: [InputEvent] = []
    private var time: Int64 = 0
    private var tool = Key.toolPen
    /// Tracking ids by slot.
    private var contacts: [Int32: Int32] = [:]

    init(_ tablet: DeviceDescription) {
        self.tablet = tablet
        values = tablet.axes.mapValues(\.value)
        keys = tablet.pressedKeys
    }

    /// A whole number of units of an axis, a part of its range from its minimum.
    func units(_ axis: UInt16, _ part: Double) -> Int32 {
        guard let info = tablet.axes[axis] else { return 0 }
        return Int32(clamping: Int64(info.minimum) + Int64((Double(info.span) * part).rounded()))
    }

    // MARK: One frame

    mutating func set(_ axis: UInt16, to value: Int32) {
        guard tablet.axes[axis] != nil, values[axis] != value || axis == Axis.slot else { return }
        values[axis] = value
        add(EventType.abs, axis, value)
    }

    mutating func set(_ axis: UInt16, part: Double) { set(axis, to: units(axis, part)) }

    mutating func key(_ code: UInt16, _ isDown: Bool) {
        guard tablet.keys.contains(code), keys.contains(code) != isDown else { return }
        if isDown { keys.insert(code) } else { keys.remove(code) }
        add(EventType.key, code, isDown ? 1 : 0)
    }

    /// A contact of the slot that was named last, −1 for its end.
    mutating func contact(_ id: Int32, _ slot: Int32) {
        guard contacts[slot, default: -1] != id else { return }
        contacts[slot] = id
        add(EventType.abs, Axis.trackingID, id)
    }

    mutating func serial(_ number: Int32) { if tablet.miscCodes.contains(Misc.serial) { add(EventType.msc, Misc.serial, number) } }

    /// The device's own time of a frame, in its units.
    mutating func stamp(_ units: Int32) { if tablet.miscCodes.contains(Misc.timestamp) { add(EventType.msc, Misc.timestamp, units) } }

    /// Ends a frame so many milliseconds after the one before.
    mutating func report(after milliseconds: Int64 = 5, followsDrop: Bool = false) {
        time += milliseconds * 1000
        for index in events.indices { events[index].time = Instant(microseconds: time) }
        frames.append(Frame(time: Instant(microseconds: time), events: events, followsDrop: followsDrop))
        events = []
    }

    private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(InputEvent(time: Instant(microseconds: time), type: type, code: code, value: value))
    }

    // MARK: What a hand does

    /// Brings a tool near, at a place in parts of the ranges.
    mutating func approach(_ tool: UInt16 = Key.toolPen, x: Double = 0.25, y: Double = 0.25) {
        self.tool = tool
        place(x, y)
        set(Axis.distance, part: 0.9)
        key(tool, true)
        report()
        // a tablet without tool keys takes a report or two to be believed
        for step in 1...2 {
            place(x + 0.001 * Double(step), y)
            set(Axis.distance, part: 0.9 - 0.2 * Double(step))
            report()
        }
    }

    mutating func place(_ x: Double, _ y: Double) {
        set(Axis.x, part: x)
        set(Axis.y, part: y)
    }

    /// The tip presses: a part of the pressure's range.
    mutating func press(_ force: Double = 0.5) {
        set(Axis.distance, part: 0)
        set(Axis.pressure, part: force)
        key(Key.touch, true)
        report()
    }

    /// Moves on in some reports.
    mutating func move(to x: Double, _ y: Double, from: (x: Double, y: Double) = (0.25, 0.25), reports: Int = 5) {
        for step in 1...max(1, reports) {
            let part = Double(step) / Double(max(1, reports))
            place(from.x + (x - from.x) * part, from.y + (y - from.y) * part)
            report()
        }
    }

    mutating func lift() {
        set(Axis.pressure, part: 0)
        key(Key.touch, false)
        report()
    }

    /// The tool leaves; such frames carry zeroed axes.
    mutating func leave() {
        for axis in [Axis.x, Axis.y, Axis.pressure, Axis.distance, Axis.tiltX, Axis.tiltY] { set(axis, to: 0) }
        key(Key.touch, false)
        key(tool, false)
        // a tablet that tells nothing of tools sends nothing then
        if events.contains(where: { $0.type == EventType.key && Key.toolPen...Key.toolLens ~= $0.code }) { report() } else { events = [] }
    }

    /// One line from place to place.
    mutating func stroke(_ tool: UInt16 = Key.toolPen) {
        approach(tool)
        press()
        move(to: 0.5, 0.5)
        lift()
    }
}

extension DeviceClass {
    /// The events of a hand's frames, and then of a second of silence.
    func events(area: TabletArea = TabletArea(), silent: Bool = true, _ act: (inout TabletHand) -> Void) -> [PointerEvent] {
        var hand = TabletHand(tablet)
        act(&hand)
        var tracker = PenTracker(description: tablet, device: DeviceID(1), area: area)
        var events: [PointerEvent] = []
        for frame in hand.frames { tracker.process(frame, into: &events) }
        if silent, let end = hand.frames.last?.time { tracker.elapse(to: end.advanced(byMicroseconds: 1_000_000), into: &events) }
        return events
    }

    /// The order of phases, each once however often it repeats: `"in hover down move up hover out"`.
    static func course(_ events: [PointerEvent]) -> String {
        var words: [String] = []
        for word in sentence(events).split(separator: " ") where words.last != String(word) { words.append(String(word)) }
        return words.joined(separator: " ")
    }
}
