import Evdev
import Ink
import Tablet
import Testing

@Suite("Pen and touch on one surface")
struct ArbitrationTests {
    /// The touch events that remain when pen frames and touch frames alternate by time.
    private func touches(pen penScript: String, touch touchScript: String, holdOff: Int64 = 90_000) throws -> String {
        var arbiter = Arbiter(holdOff: holdOff)
        var pen = PenTracker(description: .cintiq, device: DeviceID(1))
        var touch = try TouchTracker(description: .touchscreen, device: DeviceID(2))
        var told: [PointerEvent] = []
        let all = frames(penScript).map { (isPen: true, frame: $0) } + frames(touchScript).map { (isPen: false, frame: $0) }
        for (isPen, frame) in all.sorted(by: { $0.frame.time < $1.frame.time }) {
            var events: [PointerEvent] = []
            if isPen {
                pen.process(frame, into: &events)
                for event in events { arbiter.penEvent(event, cancelling: &told) }
            } else {
                touch.process(frame, into: &events)
                arbiter.filterTouch(&events)
                told += events
            }
        }
        return sentence(told) { "\($0.time.microseconds / 1000)" }
    }

    @Test("touches pass while no pen is near")
    func passing() throws {
        #expect(try touches(pen: "", touch: "0ms id=1; 5ms mx=2; 9ms id=-1") == "down1(0) move1(5) up1(9)")
    }

    @Test("a passive pen among the contacts is no hand")
    func passivePen() throws {
        #expect(try touches(pen: "0ms pen+", touch: "5ms id=1 type=1; 10ms slot=1 id=2 type=0; 20ms slot=0 id=-1") == "down(5) up(20)")
    }

    @Test("a pen that comes near cancels the contacts in progress")
    func cancelling() throws {
        let said = try touches(pen: "10ms pen+", touch: "0ms id=1 slot=1 id=2; 5ms id=-1; 20ms slot=0 mx=7; 30ms id=-1")
        #expect(said == "down1(0) down2(0) up2(5) cancel1(10)")
    }

    @Test("contacts that begin while the pen is near are blocked until they end")
    func blocking() throws {
        #expect(
            try touches(pen: "0ms pen+; 20ms pen-", touch: "10ms id=1; 500ms mx=3; 600ms id=-1; 700ms id=2; 710ms id=-1")
                == "down2(700) up2(710)")
    }

    @Test("contacts are blocked for a while after the pen left")
    func holdingOff() throws {
        #expect(try touches(pen: "0ms pen+; 20ms pen-", touch: "109ms id=1; 200ms id=-1; 210ms id=2") == "down2(210)")
        #expect(try touches(pen: "0ms pen+; 20ms pen-", touch: "110ms id=1") == "down1(110)")
        #expect(try touches(pen: "0ms pen+; 20ms pen-", touch: "20ms id=1", holdOff: -5) == "down1(20)")
    }

    @Test("turning the pen to its eraser keeps touches out")
    func turning() throws {
        #expect(
            try touches(pen: "0ms pen+; 20ms pen- eraser+; 500ms eraser-", touch: "200ms id=1; 201ms id=-1; 600ms id=2") == "down2(600)")
    }

    @Test("more contacts than anybody has are blocked")
    func tooMany() {
        var arbiter = Arbiter()
        var events = (0..<100).map {
            PointerEvent(phase: .down, tool: .finger, device: DeviceID(2), pointer: $0, time: Instant(microseconds: 0))
        }
        arbiter.filterTouch(&events)
        #expect(events.count == 64)
    }
}
