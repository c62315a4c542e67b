internal import Evdev
internal import Ink

/// A pen that reports what it is told to do, as the kernel would: only what changed.
struct VirtualPen {
    static let unitsPerMillimetre: Int32 = 100
    static let margin: Int32 = 500
    static let pressure: Int32 = 2048
    /// From hovering over a stroke's beginning to touching it, and from its last sample to the lift: microseconds.
    static let approach: Int64 = 5_000

    private var frames: [Frame] = []
    private var state: [UInt16: Int32] = [:]
    private var isNear = false
    private var last = Instant(microseconds: 0)
    private var right: Int32 = 0
    private var bottom: Int32 = 0

    /// The pen's tablet, large enough for all that was written, and its frames.
    var device: RecordedDevice {
        var description = DeviceDescription(name: "inkd virtual pen", bus: 6)
        description.keys = [Key.toolPen, Key.touch]
        description.properties = [Property.direct]
        description.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: right + Self.margin, resolution: Self.unitsPerMillimetre),
            Axis.y: AxisInfo(minimum: 0, maximum: bottom + Self.margin, resolution: Self.unitsPerMillimetre),
            Axis.pressure: AxisInfo(minimum: 0, maximum: 4095),
        ]
        return RecordedDevice(description: description, frames: frames)
    }

    mutating func hover(_ x: Int32, _ y: Int32, at time: Int64) {
        var events = isNear ? [] : [key(Key.toolPen, 1)]
        isNear = true
        events += move(x, y)
        report(events, at: time)
    }

    mutating func write(_ x: Int32, _ y: Int32, at time: Int64) {
        var events = move(x, y)
        if let pressed = axis(Axis.pressure, Self.pressure) { events += [pressed, key(Key.touch, 1)] }
        report(events, at: time)
    }

    mutating func lift(at time: Int64) {
        guard let released = axis(Axis.pressure, 0) else { return }
        report([released, key(Key.touch, 0)], at: time)
    }

    mutating func leave() {
        guard isNear else { return }
        isNear = false
        report([key(Key.toolPen, 0)], at: last.microseconds + Self.approach)
    }

    private mutating func move(_ x: Int32, _ y: Int32) -> [InputEvent] {
        right = max(right, x)
        bottom = max(bottom, y)
        return [axis(Axis.x, x), axis(Axis.y, y)].compactMap { $0 }
    }

    private mutating func axis(_ code: UInt16, _ value: Int32) -> InputEvent? {
        guard state.updateValue(value, forKey: code) ?? 0 != value else { return nil }
        return InputEvent(time: last, type: EventType.abs, code: code, value: value)
    }

    private func key(_ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(time: last, type: EventType.key, code: code, value: value)
    }

    private mutating func report(_ events: [InputEvent], at microseconds: Int64) {
        last = max(last, Instant(microseconds: microseconds))
        guard !events.isEmpty else { return }
        let stamped = events.map { InputEvent(time: last, type: $0.type, code: $0.code, value: $0.value) }
        frames.append(Frame(time: last, events: stamped))
    }
}
