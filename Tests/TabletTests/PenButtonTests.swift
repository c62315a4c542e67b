import Evdev
import Ink
import Tablet
import Testing

@Suite("Barrel buttons that mean actions")
struct PenButtonTests {
    /// The events of a pen script, and the actions that its buttons asked for.
    private func pen(
        _ script: String, _ table: PenButtonTable, showing detail: @escaping (PointerEvent) -> String? = { _ in nil }
    ) -> (events: String, actions: [ButtonAction]) {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        _ = tracker.bind(table)
        var events: [PointerEvent] = []
        var actions: [ButtonAction] = []
        for frame in frames(script) {
            tracker.process(frame, into: &events)
            actions += tracker.takeActions()
        }
        return (sentence(events, showing: detail), actions)
    }

    @Test("an action is told once, when its button is pressed, and programs do not see the button")
    func press() {
        let table = PenButtonTable(standard: PenButtons(lower: .undo, upper: .pass, third: .ignore))
        let said = pen("0ms pen+; 1ms lower+; 2ms x=3; 3ms lower-; 4ms upper+ third+; 5ms lower+; 6ms pen-", table) {
            "\($0.buttons.rawValue)"
        }
        #expect(said.actions == [.undo, .undo])
        #expect(said.events == "in(0) hover(0) hover(0) hover(0) hover(2) hover(2) hover(0) out(0)")
    }

    @Test("without settings buttons pass, and ask for nothing")
    func unbound() {
        let said = pen("0ms pen+; 1ms lower+ upper+ third+", PenButtonTable()) { "\($0.buttons.rawValue)" }
        #expect(said.actions.isEmpty && said.events == "in(0) hover(7)")
    }

    @Test("a pen of its own serial number has its own actions, and the others where it has none")
    func bySerial() {
        let table = PenButtonTable(standard: PenButtons(lower: .undo, upper: .redo), pens: [7: PenButtons(lower: .nextCandidate)])
        #expect(pen("0ms pen+ serial=7; 1ms lower+; 2ms upper+", table).actions == [.nextCandidate, .redo])
        #expect(pen("0ms pen+ serial=8; 1ms lower+", table).actions == [.undo])
        // the number may come late
        #expect(pen("0ms pen+; 1ms serial=7; 2ms lower+", table).actions == [.nextCandidate])
    }

    @Test("a button that was held when the pen came does nothing before it is pressed anew")
    func heldBefore() {
        let table = PenButtonTable(standard: PenButtons(lower: .undo))
        #expect(pen("0ms lower+; 1ms pen+; 2ms x=4", table).actions.isEmpty)
        #expect(pen("0ms lower+; 1ms pen+; 2ms lower-; 3ms lower+", table).actions == [.undo])
    }

    private static let eraser = PenButtonTable(standard: PenButtons(upper: .eraser))

    @Test("a button that erases switches the tool, as if the pen were turned round")
    func hoveringSwitch() {
        let turned = pen("0ms pen+ x=100; 5ms pen-; 5ms eraser+ x=200; 9ms p=400 x=300; 12ms p=0; 15ms eraser-", PenButtonTable())
        let switched = pen("0ms pen+ x=100; 5ms upper+ x=200; 9ms p=400 x=300; 12ms p=0; 15ms pen- upper-", Self.eraser)
        #expect(turned.events == "in out in/eraser down/eraser up/eraser out/eraser")
        #expect(switched.events == turned.events && switched.actions.isEmpty)
    }

    @Test("pressed in mid-stroke it ends the stroke at its last place, and nothing lies between that and where the eraser begins")
    func strokeSwitch() {
        let said = pen(
            "0ms pen+; 1ms x=100 p=400; 2ms x=200; 3ms upper+ x=900; 4ms x=1000; 5ms upper- x=1900; 6ms x=2000; 7ms p=0", Self.eraser
        ) { "\($0.rawX)" }
        #expect(
            said.events == """
                in(0) down(100) move(200) up(200) out(200) in/eraser(900) down/eraser(900) move/eraser(1000) up/eraser(1000) out/eraser(1000) \
                in(1900) down(1900) move(2000) up(2000)
                """)
    }

    @Test("the pen keeps its number through the switch, and is gone as an eraser with the button held")
    func keepsPen() {
        let said = pen("0ms pen+ serial=5; 1ms upper+; 2ms x=4; 3ms pen-; 4ms pen+ serial=5; 5ms upper-", Self.eraser) { "\($0.serial)" }
        #expect(said.events == "in(5) out(5) in/eraser(5) hover/eraser(5) out/eraser(5) in/eraser(5) out/eraser(5) in(5)")
    }

    @Test("an eraser by the firmware stays one, whatever is held")
    func firmware() {
        let said = pen("0ms eraser+; 1ms upper+; 2ms x=4; 3ms upper-", Self.eraser)
        #expect(said.events == "in/eraser hover/eraser hover/eraser hover/eraser")
    }

    private static let plainEraser = PenButtonTable(standard: PenButtons(eraser: .undo))

    @Test("an eraser button with an action is a button, and the pen stays one: pressed, let go, pressed in mid-stroke")
    func plainEraserButton() {
        let script = "0ms pen+ x=100; 5ms pen- x=0; 9ms eraser+ x=200; 20ms x=300; 40ms eraser- x=0; 44ms pen+ x=400; 60ms pen-"
        let said = pen(script + "; 200ms", Self.plainEraser) { "\($0.rawX)" }
        #expect(said.events == "in(100) hover(200) hover(300) hover(400) out(400)" && said.actions == [.undo])
        // one frame for both is the same
        let atOnce = pen("0ms pen+ x=100; 9ms pen- eraser+ x=200; 40ms eraser- pen+ x=400; 60ms pen-; 200ms", Self.plainEraser) {
            "\($0.rawX)"
        }
        #expect(atOnce.events == "in(100) hover(200) hover(400) out(400)" && atOnce.actions == [.undo])
        let inStroke = pen(
            "0ms pen+ x=100; 1ms p=400; 2ms x=110; 3ms pen- p=0 x=0; 7ms eraser+ p=400 x=120; 9ms x=130; 12ms p=0", Self.plainEraser
        ) {
            "\($0.rawX)"
        }
        #expect(inStroke.events == "in(100) down(100) move(110) up(110) down(120) move(130) up(130)" && inStroke.actions == [.undo])
    }

    @Test(
        "a pen that leaves is told to have left after 30 ms, by the timer or the next report, and an eraser that comes later is a new visit"
    )
    func plainEraserLeaves() {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        _ = tracker.bind(Self.plainEraser)
        var events: [PointerEvent] = []
        for frame in frames("0ms pen+ x=100 serial=7; 10ms pen-") { tracker.process(frame, into: &events) }
        #expect(sentence(events) == "in" && tracker.expiry == Instant(microseconds: 40_000))
        tracker.elapse(to: Instant(microseconds: 39_999), into: &events)
        #expect(sentence(events) == "in")
        tracker.elapse(to: Instant(microseconds: 40_000), into: &events)
        #expect(sentence(events) == "in out" && tracker.expiry == nil)
        #expect(events.last?.time == Instant(microseconds: 40_000) && events.last?.serial == 7)
        let late = pen("0ms pen+; 10ms pen-; 41ms eraser+; 50ms eraser-; 90ms", Self.plainEraser)
        #expect(late.events == "in out in out" && late.actions == [.undo])
    }

    @Test("without an action, or with `eraser`, the firmware's eraser is one")
    func firmwareEraser() {
        for table in [PenButtonTable(), PenButtonTable(standard: PenButtons(eraser: .eraser))] {
            #expect(pen("0ms pen+; 5ms pen-; 6ms eraser+; 9ms eraser-", table).events == "in out in/eraser out/eraser")
        }
        // of one pen alone
        let own = PenButtonTable(pens: [7: PenButtons(eraser: .ignore)])
        #expect(pen("0ms pen+ serial=7; 5ms pen-; 6ms eraser+; 9ms x=4", own).events == "in hover hover")
        #expect(pen("0ms pen+ serial=8; 5ms pen-; 6ms eraser+; 9ms x=4", own).events == "in out in/eraser hover/eraser")
    }

    @Test("a pen that is unplugged while its eraser button is pressed has gone at once")
    func plainEraserUnplugged() {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        _ = tracker.bind(Self.plainEraser)
        var events: [PointerEvent] = []
        for frame in frames("0ms pen+; 1ms p=400; 5ms pen- p=0") { tracker.process(frame, into: &events) }
        tracker.disconnect(at: Instant(microseconds: 6000), into: &events)
        #expect(sentence(events) == "in down up out" && tracker.expiry == nil)
    }

    @Test("a tip that touched when the device was opened erases nothing before it was lifted, button or not")
    func mustLift() {
        let tablet = DeviceDescription.cintiq.with {
            $0.pressedKeys = [Key.toolPen]
            $0.axes[Axis.pressure]?.value = 400
        }
        var tracker = PenTracker(description: tablet, device: DeviceID(1))
        _ = tracker.bind(Self.eraser)
        var events: [PointerEvent] = []
        for frame in frames("0ms; 1ms upper+; 2ms x=5; 3ms p=0; 4ms p=400") { tracker.process(frame, into: &events) }
        #expect(sentence(events) == "in out in/eraser hover/eraser hover/eraser down/eraser")
    }

    @Test("a key of the pad erases likewise, whether the pen is near or comes later")
    func padKey() {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        func play(_ script: String) { for frame in frames(script) { tracker.process(frame, into: &events) } }
        func hold(_ isHeld: Bool, _ time: Int64) { tracker.erase(isHeld, at: Instant(microseconds: time * 1000), into: &events) }
        hold(true, 0)
        #expect(events.isEmpty)
        play("1ms pen+; 2ms p=400")
        hold(false, 3)
        play("4ms x=7; 5ms p=0")
        hold(true, 6)
        hold(true, 7)
        play("8ms pen-")
        #expect(sentence(events) == "in/eraser down/eraser up/eraser out/eraser in down move up out in/eraser out/eraser")
    }

    @Test("other actions hold once the pen is away")
    func rebinding() {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in frames("0ms pen+; 1ms upper+") { tracker.process(frame, into: &events) }
        let wasBoundNear = tracker.bind(Self.eraser)
        #expect(!wasBoundNear)
        for frame in frames("2ms x=4; 3ms pen- upper-") { tracker.process(frame, into: &events) }
        let isBound = tracker.bind(Self.eraser)
        #expect(isBound)
        for frame in frames("4ms pen+; 5ms upper+") { tracker.process(frame, into: &events) }
        #expect(sentence(events) == "in hover hover hover out in out in/eraser")
    }

    @Test("a switch in mid-stroke is no visit of another tip, whose pressure would be taken for its wear")
    func wornTip() {
        var tracker = PenTracker(description: .cintiq.with { $0.axes[Axis.distance] = nil }, device: DeviceID(1))
        _ = tracker.bind(Self.eraser)
        var events: [PointerEvent] = []
        let script = "0ms pen+; 1ms p=400; 2ms upper+; 3ms upper-; 4ms upper+; 5ms upper-; 6ms upper+; 7ms upper-; 8ms upper+; 9ms x=5"
        for frame in frames(script) { tracker.process(frame, into: &events) }
        #expect(events.last?.phase == .move && events.last?.tool == .eraser && events.last?.force == 0.4)
    }
}
