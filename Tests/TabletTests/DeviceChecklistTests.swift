import Evdev
import Ink
import Tablet
import Testing

/// Points of `docs/devices.md` that have no other suite.
@Suite("The checklist of devices")
struct DeviceChecklistTests {
    @Test("a device without positions, such as a tablet's keys, is refused with the reason")
    func keypadIsNoPen() {
        for axis in [Axis.x, Axis.y] {
            let keypad = DeviceDescription.cintiq.with { $0.axes[axis] = nil }
            #expect(throws: PenRefusal.withoutPosition) { try PenTracker.check(keypad) }
        }
        #expect(throws: Never.self) { try PenTracker.check(.cintiq) }
        #expect(PenRefusal.withoutPosition.description.contains("ABS_X and ABS_Y"))
    }

    @Test("a tablet's keys with the places and the button of a pen, and a dial, are no pens; the least of a pen's keys makes one")
    func nodesThatAreNoPens() {
        let keys = DeviceDescription.cintiq.with {
            $0.keys = [Key.stylus, 0x240, 0x243, 0x278]
            for axis in [Axis.x, Axis.y] { $0.axes[axis] = AxisInfo(minimum: 0, maximum: 1) }
        }
        #expect(throws: PenRefusal.withoutRange) { try PenTracker.check(keys) }
        for axis in [Axis.x, Axis.y] {
            #expect(throws: PenRefusal.withoutRange) {
                try PenTracker.check(.cintiq.with { $0.axes[axis] = AxisInfo(minimum: 0, maximum: 1) })
            }
        }
        #expect(throws: PenRefusal.withoutKeys) { try PenTracker.check(.cintiq.with { $0.keys = [Key.button0] }) }
        for key in [Key.toolPen, Key.toolRubber, Key.toolMouse, Key.touch, Key.stylus] {
            #expect(throws: Never.self) { try PenTracker.check(.cintiq.with { $0.keys = [key] }) }
        }
    }

    @Test("a tip-up that the kernel lost draws no line when the pen is elsewhere 4 s later")
    func lostTipUp() {
        let said = pen("0ms pen+ x=1000 y=1000 p=400; 5ms x=1010; 4000ms x=9000 y=8000; 4005ms x=9010; 4010ms p=0") {
            "\($0.rawX) \($0.time.microseconds / 1000)ms"
        }
        #expect(said == "in(1000 0ms) down(1000 0ms) move(1010 5ms) up(1010 5ms) down!(9000 4000ms) move(9010 4005ms) up(9010 4010ms)")
        #expect(pen("0ms pen+ x=1000 p=400; 4000ms x=9000 p=0") == "in down up hover!")
    }

    @Test("a tip that is held still for as long as it likes goes on where it is, and a fast one is no jump")
    func heldStill() {
        #expect(pen("0ms pen+ x=1000 p=400; 4000ms x=1100; 4005ms x=1200") == "in down move move")
        #expect(pen("0ms pen+ x=1000 p=400; 100ms x=9000") == "in down move")
    }

    @Test("an airbrush's wheel is told from 0 to 1 once it was moved, until the tool leaves")
    func airbrushWheel() {
        let tablet = DeviceDescription.cintiq.with { $0.axes[Axis.wheel] = AxisInfo(minimum: 0, maximum: 1023) }
        let said = pen("0ms airbrush+; 1ms w=0; 2ms w=1023; 3ms airbrush- w=0; 4ms pen+ x=3", on: tablet) {
            $0.wheel.map { String(format: $0) } ?? "none"
        }
        #expect(said == "in(none) hover(1.00) out(1.00) in(none)")
        #expect(pen("0ms airbrush+; 1ms w=9", on: .cintiq) { "\($0.wheel == nil)" } == "in(true) hover(true)")
    }

    /// What becomes of a contact at a place (in units of 0.1 mm) while a pen hovers at (100, 50) mm.
    private func touch(x: Int32, y: Int32, tilt: String, before: Bool = false) throws -> String {
        var arbiter = Arbiter()
        var pen = PenTracker(description: .cintiq, device: DeviceID(1))
        var touch = try TouchTracker(description: .touchscreen, device: DeviceID(2))
        var told: [PointerEvent] = []
        func finger(_ script: String) {
            var events: [PointerEvent] = []
            for frame in frames(script) { touch.process(frame, into: &events) }
            arbiter.filterTouch(&events)
            told += events
        }
        if before { finger("0ms slot=0 id=1 mx=\(x) my=\(y)") }
        var events: [PointerEvent] = []
        for frame in frames("5ms pen+ x=10000 y=5000 \(tilt)") { pen.process(frame, into: &events) }
        for event in events { arbiter.penEvent(event, cancelling: &told) }
        if !before { finger("10ms slot=0 id=1 mx=\(x) my=\(y)") }
        return sentence(told)
    }

    @Test("a pen that leans tells on which side the hand is; touches elsewhere pass")
    func handRectangle() throws {
        let unit = Int32(DeviceDescription.touchscreen.axes[Axis.positionX]?.resolution ?? 0)
        #expect(unit > 0)
        func contact(_ x: Int32, _ y: Int32, _ tilt: String, before: Bool = false) throws -> String {
            try touch(x: x * unit, y: y * unit, tilt: tilt, before: before)
        }
        #expect(try contact(150, 80, "tx=40") == "" && contact(40, 80, "tx=40") == "down1")
        #expect(try contact(150, 80, "tx=-40") == "down1" && contact(40, 80, "tx=-40") == "")
        #expect(try contact(150, 80, "tx=40", before: true) == "down1 cancel1" && contact(40, 80, "tx=40", before: true) == "down1")
        #expect(try contact(40, 80, "tx=0") == "" && contact(40, 80, "ty=40") == "", "it leans to no side")
        #expect(try contact(85, 80, "tx=40") == "", "a hand reaches a little beyond the pen")
    }

    @Test("two pens of one surface: the hand is kept out until the last has left")
    func twoPens() {
        var arbiter = Arbiter(holdOff: 0)
        var cancelled: [PointerEvent] = []
        func pen(_ phase: PointerPhase, _ device: UInt32, _ time: Int64) {
            arbiter.penEvent(
                PointerEvent(phase: phase, tool: .pen, device: DeviceID(device), time: Instant(microseconds: time)), cancelling: &cancelled)
        }
        func passes(_ id: Int32, _ time: Int64) -> Bool {
            var events = [PointerEvent(phase: .down, tool: .finger, device: DeviceID(9), pointer: id, time: Instant(microseconds: time))]
            arbiter.filterTouch(&events)
            return !events.isEmpty
        }
        pen(.proximityIn, 1, 0)
        pen(.proximityIn, 2, 1)
        pen(.proximityOut, 1, 2)
        #expect(!passes(1, 3))
        pen(.proximityOut, 2, 4)
        #expect(passes(2, 5))
    }
}
