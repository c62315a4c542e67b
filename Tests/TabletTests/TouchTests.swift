import Evdev
import Ink
import Tablet
import Testing

@Suite("Fingers")
struct TouchTests {
    private func touch(
        _ script: String, on screen: DeviceDescription = .touchscreen, unplugged: Bool = false,
        showing detail: (PointerEvent) -> String? = { _ in nil }
    ) throws -> String {
        var tracker = try TouchTracker(description: screen, device: DeviceID(2))
        var events: [PointerEvent] = []
        var end = Instant(microseconds: 0)
        for frame in frames(script) {
            tracker.process(frame, into: &events)
            end = frame.time
        }
        if unplugged { tracker.disconnect(at: end, into: &events) }
        return sentence(events, showing: detail)
    }

    @Test("a tracking id is a contact from beginning to end")
    func contact() throws {
        #expect(try touch("0ms id=7 mx=10 my=20; 5ms mx=12; 9ms id=-1") == "down7 move7 up7")
    }

    @Test("contacts have places in millimeters and keep the slot that was named last")
    func slots() throws {
        let said = try touch("0ms id=1 mx=10 my=20; 1ms slot=1 id=2 mx=50 my=60; 2ms my=70; 3ms slot=0 id=-1; 4ms slot=1 id=-1") {
            "\($0.x),\($0.y)"
        }
        #expect(said == "down1(1.0,2.0) down2(5.0,6.0) move2(5.0,7.0) up1(1.0,2.0) up2(5.0,7.0)")
    }

    @Test("another id without an end between is left out, as libevdev leaves it out live: the contact goes on until its end")
    func exchangedID() throws {
        #expect(try touch("0ms id=1 mx=10; 1ms id=2 mx=90; 2ms id=-1", showing: { "\($0.rawX)" }) == "down1(10) move1(90) up1(90)")
        #expect(try touch("0ms id=1; 1ms id=2; 2ms id=-1; 3ms id=-1; 4ms id=3; 5ms id=-1") == "down1 up1 down3 up3")
    }

    @Test("behind lost frames another id is another contact, once: the end of the first is among what was lost")
    func exchangedIDBehindLoss() throws {
        let said = try touch("0ms id=1 mx=10; 90ms drop mx=20; 95ms id=2 mx=50; 97ms id=3 mx=60; 99ms id=-1", showing: { "\($0.rawX)" })
        #expect(said == "down1(10) up1(10) down1!(20) up1(20) down2(50) move2(60) up2(60)")
    }

    @Test("a palm cancels its contact, which stays cancelled until its id ends")
    func palm() throws {
        #expect(
            try touch("0ms id=1; 1ms type=2; 2ms mx=4; 3ms type=0; 4ms mx=5; 5ms id=-1; 6ms id=2; 7ms id=-1") == "down1 cancel1 down2 up2")
        #expect(try touch("0ms id=1 type=2; 1ms type=0 mx=3; 2ms id=-1; 3ms id=3; 4ms id=-1") == "down3 up3")
    }

    @Test("a pen that the screen tells from fingers is a pen, all along")
    func passivePen() throws {
        #expect(
            try touch("0ms id=1 type=1 mx=3; 1ms mx=4; 2ms type=0; 3ms id=-1; 4ms id=2 type=0; 5ms type=1; 6ms id=-1") {
                $0.tool == .pen ? "\($0.pointer)" : nil
            } == "down(1) move(1) move(1) up(1) down2 move2 up2")
    }

    @Test("what hovers does not touch, before, between and behind")
    func hovering() throws {
        let said = try touch("0ms id=1 md=40 mx=3; 1ms mx=4; 2ms md=0; 3ms mx=5; 4ms md=30; 5ms mx=6; 6ms md=0 mx=7; 7ms id=-1") {
            "\($0.rawX)"
        }
        #expect(said == "down1(4) move1(5) up1(5) down1(7) up1(7)")
        #expect(try touch("0ms id=1 md=40 mp=20; 1ms mp=0; 2ms id=-1") == "down1 up1")
        #expect(try touch("0ms id=1; 1ms type=2; 2ms md=4; 3ms md=0 type=0; 4ms id=-1") == "down1 cancel1")
    }

    @Test("slots that the device has not announced are none, as in the kernel: what follows is of the slot before")
    func strangeSlots() throws {
        #expect(try touch("0ms slot=10 id=1; 1ms slot=-4 id=2; 2ms slot=9 id=3; 3ms id=-1; 4ms slot=0 id=-1") == "down1 down3 up3 up1")
        let said = try touch("0ms slot=0 id=5 mx=50; 1ms slot=12 id=7 mx=90; 2ms slot=0 id=-1", showing: { "\($0.rawX)" })
        #expect(said == "down5(50) move5(90) up5(90)")
    }

    @Test("a claim of a million slots is cut to 64")
    func manySlots() throws {
        let screen = DeviceDescription.touchscreen.with { $0.axes[Axis.slot]?.maximum = .max }
        #expect(try touch("0ms slot=64 id=1; 1ms slot=63 id=2", on: screen) == "down2")
    }

    @Test("two slots with one id are one contact")
    func sameID() throws {
        #expect(try touch("0ms id=1; 1ms slot=1 id=1; 2ms mx=3; 3ms id=-1; 4ms slot=0 id=-1") == "down1 up1")
    }

    @Test("contacts from before the device was opened are silent until they end")
    func alreadyThere() throws {
        let screen = DeviceDescription.touchscreen.with {
            $0.pressedKeys = [Key.touch]
            $0.axes[Axis.slot]?.value = 1
        }
        #expect(try touch("0ms mx=5; 1ms my=5; 2ms id=-1; 3ms id=8 mx=6; 4ms id=-1", on: screen) == "down8 up8")
        #expect(
            try touch("0ms x=4; 1ms touch-; 2ms touch+; 3ms touch-", on: .resistive.with { $0.pressedKeys = [Key.touch] }) == "down0 up0")
    }

    @Test("a contact that omits its place takes the one of ABS_X and ABS_Y")
    func omittedPlace() throws {
        let screen = DeviceDescription.touchscreen.with {
            $0.axes[Axis.x]?.value = 30
            $0.axes[Axis.y]?.value = 40
        }
        #expect(try touch("0ms id=1 mx=50", on: screen, showing: { "\($0.rawX),\($0.rawY)" }) == "down1(50,40)")
    }

    @Test("a touchscreen without slots has one contact")
    func singleTouch() throws {
        let said = try touch("0ms touch+ x=100 y=50; 1ms x=110; 2ms touch-", on: .resistive) { "\($0.x)" }
        #expect(said == "down0(10.0) move0(11.0) up0(11.0)")
    }

    @Test("lost frames end contacts at their last sample and begin those that are left")
    func lostFrames() throws {
        let said = try touch("0ms id=1 mx=1 slot=1 id=2 mx=2; 90ms drop slot=0 id=-1 slot=1 mx=50", showing: { "\($0.rawX)" })
        #expect(said == "down1(1) down2(2) up1(1) up2(2) down2!(50)")
    }

    @Test("unplugging cancels every contact")
    func unplugging() throws {
        #expect(try touch("0ms id=1 slot=1 id=2; 1ms id=-1", unplugged: true) == "down1 down2 up2 cancel1")
    }

    @Test("force is a part of the contact's pressure range")
    func force() throws {
        #expect(try touch("0ms id=1 mp=128", showing: { String(format: $0.force) }) == "down1(0.50)")
    }

    @Test("devices without usable contacts are refused with the reason")
    func refusals() {
        func refusal(_ change: @escaping (inout DeviceDescription) -> Void) -> TouchRefusal? {
            do {
                _ = try TouchTracker(description: .touchscreen.with(change), device: DeviceID(2))
                return nil
            } catch { return error }
        }
        #expect(refusal { $0.axes[Axis.slot] = nil } == .withoutSlots)
        #expect(refusal { $0.axes[Axis.slot - 1] = AxisInfo(minimum: 0, maximum: 255) } == .fakeSlots)
        #expect(refusal { $0.axes[Axis.trackingID] = nil } == .incompleteSlots)
        #expect(refusal { $0.axes[Axis.slot]?.maximum = -1 } == .incompleteSlots)
        #expect(refusal { $0.axes = [:] } == .noTouch)
        #expect(TouchRefusal.withoutSlots.description.contains("protocol A"))
    }
}

extension DeviceDescription {
    /// A touchscreen of ten contacts, 10 units a millimeter.
    static var touchscreen: DeviceDescription {
        var screen = DeviceDescription(name: "Touchscreen", bus: 0x18, vendor: 0x1234, product: 1)
        screen.keys = [Key.touch]
        let horizontal = AxisInfo(minimum: 0, maximum: 3000, resolution: 10)
        let vertical = AxisInfo(minimum: 0, maximum: 2000, resolution: 10)
        screen.axes = [
            Axis.x: horizontal, Axis.y: vertical, Axis.slot: AxisInfo(minimum: 0, maximum: 9), Axis.positionX: horizontal,
            Axis.positionY: vertical, Axis.toolType: AxisInfo(minimum: 0, maximum: 2),
            Axis.trackingID: AxisInfo(minimum: 0, maximum: 65535), Axis.mtPressure: AxisInfo(minimum: 0, maximum: 256),
        ]
        screen.properties = [Property.direct]
        return screen
    }

    /// A touchscreen of one contact without slots.
    static var resistive: DeviceDescription {
        touchscreen.with { $0.axes = $0.axes.filter { $0.key < Axis.slot } }
    }
}
