import Evdev
import Ink
import Tablet
import Testing

/// Frames as a sentence: `"0ms pen+ x=100 y=200; 5ms p=400; 9ms pen-"`.
///
/// Frames are parted by `;` and begin with their time. `NAME+` and `NAME-` press and release a key, `NAME=VALUE` sets an axis, `drop`
/// says that frames were lost before this one.
func frames(_ script: String) -> [Frame] {
    script.split(separator: ";").map { sentence in
        var frame = Frame()
        for word in sentence.split(separator: " ") {
            if word.hasSuffix("ms"), let milliseconds = Int64(word.dropLast(2)) {
                frame.time = Instant(microseconds: milliseconds * 1000)
            } else if word == "drop" {
                frame.followsDrop = true
            } else if let (type, code, value) = meaning(word) {
                frame.events.append(InputEvent(time: frame.time, type: type, code: code, value: value))
            } else {
                Issue.record("the script says \"\(word)\", which is no time, key or axis")
            }
        }
        return frame
    }
}

private func meaning(_ word: Substring) -> (UInt16, UInt16, Int32)? {
    if let sign = word.last, sign == "+" || sign == "-", let key = keys[String(word.dropLast())] {
        return (EventType.key, key, sign == "+" ? 1 : 0)
    }
    let sides = word.split(separator: "=")
    guard sides.count == 2, let value = Int32(sides[1]) else { return nil }
    if sides[0] == "serial" { return (EventType.msc, Misc.serial, value) }
    if sides[0] == "stamp" { return (EventType.msc, Misc.timestamp, value) }
    return axes[String(sides[0])].map { (EventType.abs, $0, value) }
}

private let keys: [String: UInt16] = [
    "pen": Key.toolPen, "eraser": Key.toolRubber, "brush": Key.toolBrush, "pencil": Key.toolPencil, "airbrush": Key.toolAirbrush,
    "mouse": Key.toolMouse, "lens": Key.toolLens, "touch": Key.touch, "lower": Key.stylus, "upper": Key.stylus2, "third": Key.stylus3,
]

private let axes: [String: UInt16] = [
    "x": Axis.x, "y": Axis.y, "z": Axis.z, "p": Axis.pressure, "d": Axis.distance, "tx": Axis.tiltX, "ty": Axis.tiltY, "tool": Axis.misc,
    "w": Axis.wheel,
    "slot": Axis.slot, "id": Axis.trackingID, "mx": Axis.positionX, "my": Axis.positionY, "mp": Axis.mtPressure, "type": Axis.toolType,
    "md": Axis.mtDistance,
]

/// Events as a sentence: `"in down move up out"`. An eraser's have `/eraser` behind them, those behind a gap `!`, a finger's its id.
func sentence(_ events: [PointerEvent], showing detail: (PointerEvent) -> String? = { _ in nil }) -> String {
    events.map { event in
        let name =
            switch event.phase {
            case .proximityIn: "in"
            case .hover: "hover"
            case .down: "down"
            case .move: "move"
            case .up: "up"
            case .cancel: "cancel"
            case .proximityOut: "out"
            }
        let tool =
            switch event.tool {
            case .pen: ""
            case .eraser: "/eraser"
            case .finger: String(event.pointer)
            }
        return name + tool + (event.followsGap ? "!" : "") + (detail(event).map { "(\($0))" } ?? "")
    }.joined(separator: " ")
}

/// The pointer events of a pen script.
func pen(
    _ script: String, on tablet: DeviceDescription = .cintiq, area: TabletArea = TabletArea(),
    adjustment: TabletAdjustment = TabletAdjustment(), unplugged: Bool = false,
    showing detail: (PointerEvent) -> String? = { _ in nil }
) -> String {
    var tracker = PenTracker(description: tablet, device: DeviceID(1), area: area, adjustment: adjustment)
    var events: [PointerEvent] = []
    var end = Instant(microseconds: 0)
    for frame in frames(script) {
        tracker.process(frame, into: &events)
        end = frame.time
    }
    // a moment later, in which nothing was reported
    tracker.elapse(to: end.advanced(byMicroseconds: 100_000), into: &events)
    if unplugged { tracker.disconnect(at: end.advanced(byMicroseconds: 1000), into: &events) }
    return sentence(events, showing: detail)
}

extension DeviceDescription {
    /// A pen display like Wacom's: 100 units a millimeter, pressure 0…1000, tilt in units of 1/57 radian.
    static var cintiq: DeviceDescription {
        var tablet = DeviceDescription(name: "Pen display", bus: 3, vendor: 0x056a, product: 0x0333)
        tablet.keys = Set(Key.toolPen...Key.toolAirbrush).union([Key.touch, Key.stylus, Key.stylus2, Key.stylus3, Key.toolMouse])
        tablet.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: 20_000, resolution: 100), Axis.y: AxisInfo(minimum: 0, maximum: 10_000, resolution: 100),
            Axis.z: AxisInfo(minimum: -900, maximum: 899), Axis.pressure: AxisInfo(minimum: 0, maximum: 1000),
            Axis.distance: AxisInfo(minimum: 0, maximum: 50), Axis.tiltX: AxisInfo(minimum: -64, maximum: 63, resolution: 57),
            Axis.tiltY: AxisInfo(minimum: -64, maximum: 63, resolution: 57), Axis.misc: AxisInfo(minimum: 0, maximum: 0),
        ]
        tablet.miscCodes = [Misc.serial]
        tablet.properties = [Property.direct]
        // round numbers for scripts: what holds without quirks is tested on its own
        var quirks = Quirks()
        quirks.tip = .libinput
        tablet.quirks = quirks
        return tablet
    }

    /// This device with other quirks.
    func quirked(_ change: (inout Quirks) -> Void) -> DeviceDescription {
        with {
            var quirks = $0.quirks ?? Quirks()
            change(&quirks)
            $0.quirks = quirks
        }
    }

    /// This device after a change.
    func with(_ change: (inout DeviceDescription) -> Void) -> DeviceDescription {
        var copy = self
        change(&copy)
        return copy
    }
}
