public import Evdev

/// One event of a pad.
public enum PadEvent: Sendable, Hashable {
    /// A key was pressed.
    case pressed(PadControl)
    /// A key was released.
    case released(PadControl)
    /// A ring, strip or dial was turned by one step.
    case turned(PadControl, PadStep)
}

/// Converts the frames of a pad into its events.
///
/// - A ring gives twelve steps a turn, a strip six along its length, a dial one a notch.
/// - A finger that touches a ring, or leaves it, makes no step. Drivers report position 0 when the finger leaves, and Wacom's also report
///   ABS_MISC 0. Without ABS_MISC, position 0 is ambiguous: the finger counts as lifted until it is reported at a position near 0.
/// - A key that is held when the pad is opened has no effect until it is pressed again.
///
/// Nothing is allocated for a frame as long as the caller's array has room for about eight events.
public struct PadTracker: Sendable {
    private let layout: PadLayout
    private var pressed: Set<UInt16> = []
    private var turns: [UInt16: PadTurn] = [:]
    private let tellsLifting: Bool
    private var lastMisc: Int32

    /// Creates a tracker that starts from the kernel's state when the pad was opened.
    public init(description: DeviceDescription, layout: PadLayout) {
        self.layout = layout
        tellsLifting = description.axes[Axis.misc] != nil
        lastMisc = description.axes[Axis.misc]?.value ?? 0
        for (code, control) in layout.axes {
            guard let info = description.axes[code] else { continue }
            if case .strip = control { turns[code] = PadTurn(strip: info) } else { turns[code] = PadTurn(ring: info) }
        }
    }

    /// Appends the events of a frame.
    public mutating func process(_ frame: borrowing Frame, into events: inout [PadEvent]) {
        if frame.followsDrop { forgetFingers() }
        for event in frame.events where event.type == EventType.abs && event.code == Axis.misc { lastMisc = event.value }
        let hasLifted = tellsLifting && lastMisc == 0
        for event in frame.events {
            switch event.type {
            case EventType.key: key(event.code, isDown: event.value != 0, into: &events)
            case EventType.abs: turn(event.code, to: event.value, hasLifted: hasLifted, into: &events)
            case EventType.rel: dial(event.code, by: event.value, into: &events)
            default: break
            }
        }
    }

    /// Appends the release of all keys, because the pad was removed or closed.
    public mutating func disconnect(into events: inout [PadEvent]) {
        for code in pressed { if let control = layout.keys[code] { events.append(.released(control)) } }
        pressed.removeAll(keepingCapacity: true)
        forgetFingers()
    }

    private mutating func forgetFingers() { for code in turns.keys { turns[code]?.lift() } }

    private mutating func key(_ code: UInt16, isDown: Bool, into events: inout [PadEvent]) {
        guard let control = layout.keys[code] else { return }
        if isDown {
            if pressed.insert(code).inserted { events.append(.pressed(control)) }
        } else if pressed.remove(code) != nil {
            events.append(.released(control))
        }
    }

    private mutating func turn(_ code: UInt16, to value: Int32, hasLifted: Bool, into events: inout [PadEvent]) {
        guard let control = layout.axes[code], let steps = turns[code]?.move(to: value, hasLifted: hasLifted) else { return }
        append(steps, of: control, to: &events)
    }

    private func dial(_ code: UInt16, by value: Int32, into events: inout [PadEvent]) {
        guard let control = layout.dials[code] else { return }
        // REL_WHEEL increases upward, the others clockwise (as in libinput)
        let clockwise = code == Relative.wheel ? 0 - Int64(value) : Int64(value)
        append(Int(max(-Self.mostSteps, min(Self.mostSteps, clockwise))), of: control, to: &events)
    }

    /// The maximum number of steps per report. A hand cannot turn a dial faster.
    private static let mostSteps: Int64 = 4

    private func append(_ steps: Int, of control: PadControl, to events: inout [PadEvent]) {
        for _ in 0..<abs(steps) { events.append(.turned(control, steps > 0 ? .next : .previous)) }
    }
}

/// The finger on a ring or a strip.
private struct PadTurn: Sendable {
    private let isRing: Bool
    private let minimum: Int32
    /// Number of positions around the ring, or along the strip.
    private let span: Int64
    private let stepsPerSpan: Int64
    /// The finger's last position; nil without a finger.
    private var last: Int64?
    /// The finger's movement that has not made a step yet, multiplied by the number of steps of the span.
    private var rest: Int64 = 0
    /// Whether the ring reported position 0, which may mean that the finger was lifted.
    private var mayHaveLifted = false

    init(ring info: AxisInfo) {
        isRing = true
        minimum = info.minimum
        span = info.span + 1
        stepsPerSpan = 12
    }

    /// Creates the state of a strip. A strip reports the finger's position as a bit.
    init(strip info: AxisInfo) {
        isRing = false
        minimum = 0
        span = max(1, Self.place(ofBit: info.maximum))
        stepsPerSpan = 6
    }

    private static func place(ofBit value: Int32) -> Int64 { value > 0 ? Int64(31 - value.leadingZeroBitCount) : 0 }

    /// Forgets the finger: it has left.
    mutating func lift() { (last, rest, mayHaveLifted) = (nil, 0, false) }

    /// Moves the finger to a reported position. Returns the number of steps, negative if backward.
    mutating func move(to value: Int32, hasLifted: Bool) -> Int {
        guard !hasLifted, isRing || value > 0 else {
            lift()
            return 0
        }
        let place = isRing ? Int64(value) - Int64(minimum) : Self.place(ofBit: value)
        guard let before = last else {
            last = place
            return 0
        }
        var way = place - before
        if isRing {
            if way * 2 > span { way -= span }
            if way * 2 < -span { way += span }
            // a different finger, or the same finger at another place, has touched the ring
            guard abs(way) * 4 <= span else {
                lift()
                if place != 0 { last = place }
                return 0
            }
            if place == 0, !mayHaveLifted {
                mayHaveLifted = true
                return 0
            }
        }
        (last, mayHaveLifted) = (place, false)
        rest += way * stepsPerSpan
        let steps = rest / span
        rest -= steps * span
        return Int(max(-stepsPerSpan, min(stepsPerSpan, steps)))
    }
}
