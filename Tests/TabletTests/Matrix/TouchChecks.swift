import Evdev
import Ink
import Tablet
import Testing

extension DeviceCheck {
    private static func hasSlots(_ device: DeviceClass) -> Bool { device.tablet.axes[Axis.slot] != nil }

    private static func events(_ device: DeviceClass, disconnects: Bool = false, _ act: (inout TabletHand) -> Void) throws -> [PointerEvent]
    {
        var hand = TabletHand(device.tablet)
        act(&hand)
        var tracker = try TouchTracker(description: device.tablet, device: DeviceID(2))
        var events: [PointerEvent] = []
        for frame in hand.frames { tracker.process(frame, into: &events) }
        if disconnects { tracker.disconnect(at: Instant(microseconds: 9_000_000), into: &events) }
        return events
    }

    /// What holds for touch devices.
    static let touches: [DeviceCheck] = [
        DeviceCheck("a finger is down, moves, up") { device in
            let events = try events(device) {
                $0.finger(7, at: 0.2, 0.2)
                $0.finger(7, at: 0.3, 0.2)
                $0.liftFinger()
            }
            #expect(DeviceClass.course(events).filter { !$0.isNumber } == "down move up")
        },
        DeviceCheck("a finger's place is in millimeters from the corner", fits: { ($0.tablet.axes[Axis.x]?.resolution ?? 0) > 0 }) {
            device in
            let events = try events(device) { $0.finger(1, at: 0.5, 0.25) }
            let down = try #require(events.first)
            let (x, y) = hasSlots(device) ? (Axis.positionX, Axis.positionY) : (Axis.x, Axis.y)
            for (place, axis, part) in [(down.x, x, 0.5), (down.y, y, 0.25)] {
                let info = try #require(device.tablet.axes[axis])
                #expect(abs(place - (Double(info.span) * part).rounded() / Double(info.resolution)) < 1e-6)
            }
        },
        DeviceCheck("a finger's place without units is marked", fits: { $0.tablet.axes[Axis.x]?.resolution == 0 }) { device in
            let events = try events(device) { $0.finger(1, at: 0.5, 0.25) }
            #expect(!events.isEmpty && events.allSatisfy(\.isUnitless))
        },
        DeviceCheck("two fingers are two contacts", fits: hasSlots) { device in
            let events = try events(device) {
                $0.finger(1, at: 0.2, 0.2)
                $0.finger(2, at: 0.8, 0.8, slot: 1)
                $0.liftFinger(slot: 0)
                $0.liftFinger(slot: 1)
            }
            #expect(sentence(events) == "down1 down2 up1 up2")
        },
        DeviceCheck("another id without an end is the same finger, as libevdev has it", fits: hasSlots) { device in
            let events = try events(device) {
                $0.finger(1, at: 0.2, 0.2)
                $0.finger(2, at: 0.8, 0.8)
                $0.liftFinger()
            }
            #expect(sentence(events) == "down1 move1 up1")
        },
        DeviceCheck("a palm is cancelled, and stays so", fits: { $0.has(Axis.toolType) && hasSlots($0) }) { device in
            let events = try events(device) {
                $0.finger(1, at: 0.2, 0.2)
                $0.set(Axis.toolType, to: TouchTool.palm)
                $0.report()
                $0.set(Axis.toolType, to: 0)
                $0.finger(1, at: 0.3, 0.3)
                $0.liftFinger()
            }
            #expect(sentence(events) == "down1 cancel1")
        },
        DeviceCheck("lost frames end a contact, which goes on as a new one") { device in
            let events = try events(device) {
                $0.finger(1, at: 0.2, 0.2)
                $0.placeFinger(0.9, 0.9)
                $0.report(followsDrop: true)
                $0.liftFinger()
            }
            #expect(sentence(events).filter { !$0.isNumber } == "down up down! up")
        },
        DeviceCheck("pulled out, contacts are cancelled") { device in
            let events = try events(device, disconnects: true) { $0.finger(1, at: 0.2, 0.2) }
            #expect(sentence(events).filter { !$0.isNumber } == "down cancel")
        },
        DeviceCheck("a pen that is near keeps the hand out, and takes back what it had done") { device in
            var arbiter = Arbiter()
            var cancelled: [PointerEvent] = []
            var first = try events(device) { $0.finger(1, at: 0.2, 0.2) }
            arbiter.filterTouch(&first)
            arbiter.penEvent(
                PointerEvent(phase: .proximityIn, tool: .pen, device: DeviceID(1), time: Instant(microseconds: 6000)),
                cancelling: &cancelled)
            #expect(sentence(cancelled).filter { !$0.isNumber } == "cancel")
            var second = try events(device) {
                $0.report(after: 10)
                $0.finger(3, at: 0.7, 0.7)
            }
            arbiter.filterTouch(&second)
            #expect(second.isEmpty)
        },
    ]
}

extension TabletHand {
    private var hasSlots: Bool { tablet.axes[Axis.slot] != nil }

    /// Puts a finger somewhere, in parts of the ranges, or moves it there.
    mutating func finger(_ id: Int32, at x: Double, _ y: Double, slot: Int32 = 0) {
        if hasSlots {
            set(Axis.slot, to: slot)
            contact(id, slot)
        }
        key(Key.touch, true)
        placeFinger(x, y)
        report()
    }

    mutating func placeFinger(_ x: Double, _ y: Double) {
        set(hasSlots ? Axis.positionX : Axis.x, part: x)
        set(hasSlots ? Axis.positionY : Axis.y, part: y)
    }

    mutating func liftFinger(slot: Int32 = 0) {
        if hasSlots {
            set(Axis.slot, to: slot)
            contact(-1, slot)
        } else {
            key(Key.touch, false)
        }
        report()
    }
}
