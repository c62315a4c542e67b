import Evdev
import Ink
import PenRelay

extension DeviceDescription {
    /// A pen display of 320 × 180 mm with 200 units a millimeter.
    static var display: DeviceDescription {
        var display = DeviceDescription(name: "Guest Cintiq Pen", bus: 3, vendor: 0x056a, product: 0x0333, version: 0x110)
        display.phys = "usb-0000:00:14.0-1.1/input0"
        display.keys = [Key.toolPen, Key.toolRubber, Key.touch, Key.stylus, Key.stylus2]
        display.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: 64_000, fuzz: 4, resolution: 200),
            Axis.y: AxisInfo(minimum: 0, maximum: 36_000, fuzz: 4, resolution: 200),
            Axis.pressure: AxisInfo(minimum: 0, maximum: 8191), Axis.distance: AxisInfo(minimum: 0, maximum: 63),
            Axis.tiltX: AxisInfo(minimum: -64, maximum: 63, resolution: 57), Axis.misc: AxisInfo(minimum: 0, maximum: 0),
        ]
        display.miscCodes = [Misc.serial]
        display.properties = [Property.direct]
        return display
    }

    func with(_ change: (inout DeviceDescription) -> Void) -> DeviceDescription {
        var copy = self
        change(&copy)
        return copy
    }
}

/// A pen whose frames go through the decision to a twin. Lengths are in millimeters, times in milliseconds.
struct RelayedPen {
    /// An event of a pen, without its time.
    typealias Event = (type: UInt16, code: UInt16, value: Int32)

    let tablet: DeviceDescription
    var decision: ContactDecision
    /// All verdicts so far.
    private(set) var verdicts: [ContactVerdict] = []
    /// The state of the contact in the last frame.
    private(set) var status = ContactStatus.passes
    /// The twin's frames since `seen` was last called, each as its events.
    private(set) var frames: [[InputEvent]] = []
    private(set) var twin: TwinView
    private(set) var now = Instant(microseconds: 1_000_000)
    private var output = TwinFrames()

    init(_ tablet: DeviceDescription = .display, mode: RelaySettings.Mode = .decide, fields: [FieldRectangle] = []) {
        self.tablet = tablet
        decision = ContactDecision(tablet)
        twin = TwinView(tablet)
        act { decision, frames in
            decision.begin(into: &frames)
            _ = decision.apply(.standard(mode, for: tablet), into: &frames)
            return decision.apply(fields, into: &frames)
        }
        frames = []
    }

    var last: Verdict? { verdicts.last?.verdict }

    /// Calls the decision and shows its frames to the twin.
    mutating func act(_ body: (inout ContactDecision, inout TwinFrames) -> DecisionStep) {
        output.removeAll()
        let step = body(&decision, &output)
        if let verdict = step.verdict { verdicts.append(verdict) }
        status = step.status
        for frame in output.events.split(whereSeparator: { $0.type == EventType.syn }) {
            frames.append(Array(frame))
            twin.apply(frame)
        }
    }

    /// Plays a frame of the pen some milliseconds after the one before; first lets time pass as a loop does.
    mutating func play(_ events: [Event], after milliseconds: Double = 5, followsDrop: Bool = false) {
        wait(milliseconds)
        let time = now
        let frame = Frame(
            time: time, events: events.map { InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value) },
            followsDrop: followsDrop)
        act { $0.process(frame, into: &$1) }
    }

    mutating func wait(_ milliseconds: Double) {
        let end = now.advanced(byMicroseconds: Int64(milliseconds * 1000))
        if let deadline = decision.deadline, deadline < end { act { $0.elapse(to: deadline, into: &$1) } }
        now = end
    }

    /// The twin's frames since the last call.
    mutating func seen() -> [[InputEvent]] {
        defer { frames = [] }
        return frames
    }

    // MARK: The hand

    static func place(_ x: Double, _ y: Double) -> [Event] {
        [(EventType.abs, Axis.x, Int32(x * 200)), (EventType.abs, Axis.y, Int32(y * 200))]
    }

    mutating func come(_ x: Double, _ y: Double, tool: UInt16 = Key.toolPen) {
        play([(EventType.key, tool, 1), (EventType.msc, Misc.serial, 77), (EventType.abs, Axis.distance, 25)] + Self.place(x, y))
    }

    mutating func hover(_ x: Double, _ y: Double) { play(Self.place(x, y)) }

    mutating func down(_ x: Double, _ y: Double, pressure: Int32 = 1500, after milliseconds: Double = 5) {
        play(
            [(EventType.abs, Axis.distance, 0), (EventType.abs, Axis.pressure, pressure), (EventType.key, Key.touch, 1)] + Self.place(x, y),
            after: milliseconds)
    }

    mutating func move(_ x: Double, _ y: Double) { play(Self.place(x, y) + [(EventType.abs, Axis.pressure, 1600)]) }

    mutating func up(after milliseconds: Double = 5) {
        play(
            [(EventType.key, Key.touch, 0), (EventType.abs, Axis.pressure, 0), (EventType.abs, Axis.distance, 20)], after: milliseconds)
    }

    mutating func button(_ isDown: Bool) { play([(EventType.key, Key.stylus, isDown ? 1 : 0)]) }

    mutating func leave(tool: UInt16 = Key.toolPen) {
        play([(EventType.key, tool, 0), (EventType.abs, Axis.distance, 0), (EventType.msc, Misc.serial, 77)])
    }

    /// A stroke of 5 mm to the right.
    mutating func stroke(_ x: Double, _ y: Double, after milliseconds: Double = 5) {
        down(x, y, after: milliseconds)
        for step in 1...10 { move(x + Double(step) * 0.5, y) }
        up()
    }

    /// Changes inkd's fields, in millimeters.
    mutating func set(_ fields: FieldRectangle...) { act { $0.apply(fields, into: &$1) } }
}

extension FieldRectangle {
    /// A field in millimeters of the display.
    static func field(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, focused: Bool = true, secret: Bool = false
    ) -> FieldRectangle {
        FieldRectangle(
            DevicePoint(x: Int32(x * 200), y: Int32(y * 200)), DevicePoint(x: Int32((x + width) * 200), y: Int32((y + height) * 200)),
            isFocused: focused, isSecret: secret)
    }
}

/// The twin as a program sees it.
struct TwinView: Hashable {
    private(set) var keys: Set<UInt16> = []
    private(set) var axes: [UInt16: Int32]
    /// The places at which the tip came down.
    private(set) var presses: [DevicePoint] = []
    /// The pressure with which the tip last came down.
    private(set) var pressure: Int32 = 0

    init(_ tablet: DeviceDescription) { axes = tablet.axes.mapValues(\.value) }

    var isNear: Bool { keys.contains { (Key.toolPen...Key.toolLens).contains($0) } }
    var isTouching: Bool { keys.contains(Key.touch) }

    mutating func apply(_ frame: some Sequence<InputEvent>) {
        let wasTouching = isTouching
        for event in frame {
            switch event.type {
            case EventType.key where event.value == 0: keys.remove(event.code)
            case EventType.key: keys.insert(event.code)
            case EventType.abs: axes[event.code] = event.value
            default: break
            }
        }
        guard isTouching, !wasTouching else { return }
        presses.append(DevicePoint(x: axes[Axis.x] ?? 0, y: axes[Axis.y] ?? 0))
        pressure = axes[Axis.pressure] ?? 0
    }
}
