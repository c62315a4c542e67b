import Evdev
import Ink
import InkTestSupport
import Tablet
import Testing

/// One thing that holds for every device that it fits.
struct DeviceCheck: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether a device has what the check is about.
    let fits: @Sendable (DeviceClass) -> Bool
    let run: @Sendable (DeviceClass) throws -> Void

    var testDescription: String { name }

    init(
        _ name: String, fits: @escaping @Sendable (DeviceClass) -> Bool = { _ in true },
        run: @escaping @Sendable (DeviceClass) throws -> Void
    ) {
        (self.name, self.fits, self.run) = (name, fits, run)
    }
}

extension DeviceCheck {
    private static func tip(_ device: DeviceClass) -> TipThresholds { device.tablet.quirks?.tip ?? .standard }

    /// The place in millimeters, from what the descriptor says and nothing else.
    private static func place(_ device: DeviceClass, _ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let hand = TabletHand(device.tablet)
        func millimeters(_ axis: UInt16, _ part: Double) -> Double {
            guard let info = device.tablet.axes[axis] else { return 0 }
            return Double(Int64(hand.units(axis, part)) - Int64(info.minimum)) / Double(max(1, info.resolution))
        }
        let (across, down) = (millimeters(Axis.x, x), millimeters(Axis.y, y))
        return device.tablet.quirks?.swapsAxes == true ? (down, across) : (across, down)
    }

    private static func hasUnits(_ device: DeviceClass) -> Bool { (device.tablet.axes[Axis.x]?.resolution ?? 0) > 0 }

    /// What holds for pens.
    static let pens: [DeviceCheck] = proximity + contact + places + tools + losses

    private static let proximity: [DeviceCheck] = [
        DeviceCheck("a line is in, down, moves, up, out") { device in
            let events = device.events {
                $0.stroke()
                $0.leave()
            }
            #expect(
                DeviceClass.course(events) == "in hover down move up out" || DeviceClass.course(events) == "in hover down move up hover out"
            )
            #expect(events.count { $0.phase == .move } == 5)
        },
        DeviceCheck("a pen that is near at the opening is known at once", fits: \.hasTools) { device in
            let near = DeviceClass(name: device.name, tablet: device.tablet.with { $0.pressedKeys = [Key.toolPen] })
            var hand = TabletHand(near.tablet)
            hand.report()
            var tracker = PenTracker(description: near.tablet, device: DeviceID(1))
            var events: [PointerEvent] = []
            for frame in hand.frames { tracker.process(frame, into: &events) }
            #expect(sentence(events) == "in")
        },
        DeviceCheck("a tip that is down at the opening writes nothing before it was lifted") { device in
            let touching = DeviceClass(
                name: device.name,
                tablet: device.tablet.with {
                    $0.pressedKeys = [Key.toolPen, Key.touch]
                    $0.axes[Axis.pressure]?.value = TabletHand(device.tablet).units(Axis.pressure, 0.5)
                })
            let events = touching.events {
                $0.report()
                $0.move(to: 0.5, 0.5)
                $0.lift()
                $0.press()
                $0.lift()
            }
            #expect(events.count { $0.phase == .down } == 1 && events.count { $0.phase == .up } == 1)
            #expect(events.first { $0.phase == .down }?.time.microseconds == 40_000, "the second touch, not the first")
        },
        DeviceCheck("frames of leaving, whose axes are zero, do not move the end of a line", fits: \.hasTools) { device in
            let events = device.events {
                $0.approach()
                $0.press()
                $0.move(to: 0.5, 0.5)
                $0.leave()
            }
            let up = try #require(events.last { $0.phase == .up })
            let move = try #require(events.last { $0.phase == .move })
            #expect(up.rawX == move.rawX && up.rawY == move.rawY && up.rawX != 0)
        },
        DeviceCheck("a pen that was heard leaving once may rest as long as it likes", fits: { $0.hasTools }) { device in
            let events = device.events(silent: false) {
                $0.approach()
                $0.leave()
                $0.approach()
                $0.report(after: 10_000)
                $0.place(0.4, 0.4)
                $0.report()
            }
            #expect(events.count { $0.phase == .proximityOut } == 1)
        },
        DeviceCheck("a pen that never says that it leaves has left after half a second", fits: { !$0.hasTools }) { device in
            let events = device.events { $0.stroke() }
            let (last, out) = (try #require(events.last { $0.phase == .up }), try #require(events.last))
            #expect(out.phase == .proximityOut && out.time.since(last.time) == PenTracker.silence)
        },
    ]

    private static let contact: [DeviceCheck] = [
        DeviceCheck("contact begins and ends at the tablet's thresholds", fits: { $0.has(Axis.pressure) }) { device in
            let tip = tip(device)
            let events = device.events {
                $0.approach()
                for force in [tip.down * 0.5, tip.down * 1.6, tip.down * 0.9, tip.up * 0.5] { $0.press(force) }
            }
            let said = sentence(events.filter { $0.phase != .hover && $0.phase != .proximityOut })
            // with few levels two pressures may be one
            #expect(said == "in down move up" || said == "in down up")
        },
        DeviceCheck("the tip switch says nothing where there is pressure", fits: { $0.has(Axis.pressure) }) { device in
            let events = device.events {
                $0.approach()
                $0.key(Key.touch, true)
                $0.report()
                $0.key(Key.touch, false)
                $0.report()
            }
            #expect(!events.contains { $0.phase == .down })
        },
        DeviceCheck("the tip switch is the contact where there is no pressure", fits: { !$0.has(Axis.pressure) }) { device in
            let events = device.events { $0.stroke() }
            #expect(events.count { $0.phase == .down } == 1)
        },
        DeviceCheck("force grows with pressure from 0 to 1", fits: { $0.has(Axis.pressure) }) { device in
            let events = device.events {
                $0.approach()
                for force in [0.25, 0.5, 0.75, 1] { $0.press(force) }
            }
            let forces = events.filter { $0.phase == .down || $0.phase == .move }.map(\.force)
            #expect(forces.count == 4 && forces.last == 1)
            for (force, expected) in zip(forces, [Float(0.25), 0.5, 0.75, 1]) { #expect(abs(force - expected) < 0.01) }
        },
        DeviceCheck("a touching pen has no distance, a hovering one no force") { device in
            for event in device.events({ $0.stroke() }) where event.phase != .up {
                if event.phase == .down || event.phase == .move { #expect(event.distance == 0) } else { #expect(event.force == 0) }
            }
        },
        DeviceCheck("a pen that hovers lower tells it", fits: { $0.has(Axis.distance) }) { device in
            let hovers = device.events { $0.approach() }.filter { $0.phase != .proximityOut }.map(\.distance)
            #expect(hovers == hovers.sorted(by: >) && (hovers.first ?? 0) > 0.85 && (hovers.last ?? 1) < 0.6)
        },
    ]

    private static let places: [DeviceCheck] = [
        DeviceCheck("places are millimeters from the corner", fits: hasUnits) { device in
            for (x, y) in [(0.25, 0.25), (0.5, 0.9), (0.0, 1.0)] {
                let events = device.events {
                    $0.approach(x: x, y: y)
                    $0.place(x, y)
                    $0.press()
                }
                let down = try #require(events.first { $0.phase == .down })
                let expected = place(device, x, y)
                #expect(abs(down.x - expected.x) < 1e-6 && abs(down.y - expected.y) < 1e-6 && !down.isUnitless)
            }
        },
        DeviceCheck("places without units are marked", fits: { !hasUnits($0) }) { device in
            let events = device.events { $0.stroke() }
            #expect(events.allSatisfy { $0.isUnitless && $0.x.isFinite && $0.y.isFinite })
            let (first, last) = (try #require(events.first), try #require(events.last { $0.phase == .move }))
            #expect(last.x > first.x && last.y > first.y)
        },
        DeviceCheck("a report of one axis keeps the other") { device in
            let events = device.events {
                $0.approach()
                $0.press()
                $0.set(Axis.x, part: 0.6)
                $0.report()
            }
            let (down, move) = (try #require(events.first { $0.phase == .down }), try #require(events.last { $0.phase == .move }))
            #expect(move.rawY == down.rawY && move.rawX != down.rawX)
        },
        DeviceCheck("places outside of the range are taken as they are") { device in
            let events = device.events {
                $0.approach()
                $0.press()
                $0.set(Axis.x, part: 1.02)
                $0.report()
            }
            let move = try #require(events.last { $0.phase == .move })
            #expect(move.rawX > (device.tablet.axes[Axis.x]?.maximum ?? 0) && move.x.isFinite && move.y.isFinite)
        },
        DeviceCheck("a tablet that is turned round is written on from its other corner", fits: hasUnits) { device in
            let plain = device.events { $0.stroke() }
            let turned = device.events(area: TabletArea(isLeftHanded: true)) { $0.stroke() }
            #expect(plain.count == turned.count)
            let corner = place(device, 1, 1)
            for (one, other) in zip(plain, turned) {
                #expect(abs(one.x + other.x - corner.x) < 1e-6 && abs(one.y + other.y - corner.y) < 1e-6)
            }
        },
    ]

    private static let tools: [DeviceCheck] = [
        DeviceCheck("a pen that is turned erases", fits: { $0.tablet.keys.contains(Key.toolRubber) }) { device in
            let events = device.events {
                $0.stroke()
                $0.leave()
                $0.stroke(Key.toolRubber)
                $0.leave()
            }
            #expect(events.filter { $0.phase == .down }.map(\.tool) == [.pen, .eraser])
        },
        DeviceCheck("while pen and eraser are both near it erases", fits: { $0.tablet.keys.contains(Key.toolRubber) }) { device in
            let events = device.events {
                $0.approach()
                $0.key(Key.toolRubber, true)
                $0.report()
                $0.press()
                $0.lift()
            }
            #expect(events.filter { $0.phase == .down }.map(\.tool) == [.eraser])
        },
        DeviceCheck("a puck writes nothing", fits: { $0.tablet.keys.contains(Key.toolMouse) }) { device in
            let events = device.events { $0.stroke(Key.toolMouse) }
            #expect(events.isEmpty)
        },
        DeviceCheck("each barrel button is told, near and touching") { device in
            let codes = [(Key.stylus, PointerButtons.lower), (Key.stylus2, .upper), (Key.stylus3, .third)]
            for (code, button) in codes where device.tablet.keys.contains(code) {
                let events = device.events {
                    $0.approach()
                    $0.key(code, true)
                    $0.report()
                    $0.press()
                    $0.key(code, false)
                    $0.report()
                    $0.lift()
                }
                #expect(events.first { $0.phase == .down }?.buttons == button && events.last { $0.phase == .up }?.buttons == [])
                #expect(events.contains { $0.phase == .hover && $0.buttons == button })
            }
        },
        DeviceCheck("an upright pen leans nowhere, one that leans says how far", fits: { $0.has(Axis.tiltX) && $0.has(Axis.tiltY) }) {
            device in
            let events = device.events {
                $0.set(Axis.tiltX, part: 0.5)
                $0.set(Axis.tiltY, part: 0.5)
                $0.approach()
                $0.set(Axis.tiltX, part: 0.9)
                $0.report()
            }
            let (upright, leaning) = (try #require(events.first), try #require(events.last { $0.phase == .hover }))
            #expect(abs(upright.altitude - .pi / 2) < 0.03)
            #expect(leaning.altitude < 0.9 && leaning.altitude > 0)
        },
        DeviceCheck("a barrel that turns is told", fits: { $0.has(Axis.z) }) { device in
            let rotations = device.events {
                $0.approach()
                $0.set(Axis.z, part: 0.2)
                $0.report()
                $0.set(Axis.z, part: 0.7)
                $0.report()
            }.filter { $0.phase == .hover }.map(\.rotation)
            #expect(Set(rotations.suffix(2)).count == 2)
        },
        DeviceCheck("a wheel is told from 0 to 1", fits: { $0.has(Axis.wheel) }) { device in
            let events = device.events {
                $0.approach(Key.toolAirbrush)
                $0.set(Axis.wheel, part: 1)
                $0.report()
            }
            #expect(events.last { $0.phase == .hover }?.wheel == 1)
        },
        DeviceCheck("a pen has its serial number, which ends with it", fits: { $0.tablet.miscCodes.contains(Misc.serial) }) { device in
            let events = device.events {
                $0.serial(0x1234)
                $0.approach()
                $0.serial(-1)
                $0.press()
                $0.lift()
                $0.leave()
                $0.approach()
            }
            #expect(events.first?.serial == 0x1234 && events.last { $0.phase == .up }?.serial == 0x1234)
            #expect(events.last?.serial == 0)
        },
        DeviceCheck("only one maker's tool ids are believed", fits: { $0.has(Axis.misc) || $0.tablet.axes[Axis.misc] != nil }) { device in
            let events = device.events {
                $0.set(Axis.misc, to: 0x802)
                $0.approach()
            }
            #expect(events.first?.toolID == ([0x056a, 0x2d1f].contains(device.tablet.id.vendor) ? 0x802 : 0))
        },
    ]

    private static let losses: [DeviceCheck] = [
        DeviceCheck("the device's clock gives even times", fits: { $0.tablet.miscCodes.contains(Misc.timestamp) }) { device in
            for (unit, period) in [(1, 1 << 31), (100, 65_536)] {
                let events = device.events {
                    for index in 0..<400 {
                        $0.key(Key.toolPen, true)
                        $0.place(0.2 + Double(index) * 0.001, 0.3)
                        $0.stamp(Int32((6_400_000 + index * 4000) / unit % period))
                        $0.report(after: index % 4 == 0 ? 16 : 0)
                    }
                }
                let times = events.filter { $0.phase == .hover }.map(\.time.microseconds).suffix(300)
                for (one, next) in zip(times, times.dropFirst()) { #expect((3900...4200).contains(next - one), "unit \(unit)") }
            }
        },
        DeviceCheck("lost frames end the line, and nothing is drawn across") { device in
            let events = device.events {
                $0.approach()
                $0.press()
                $0.move(to: 0.3, 0.3)
                $0.place(0.9, 0.9)
                $0.report(after: 90, followsDrop: true)
                $0.lift()
            }
            let strokes = events.filter { $0.phase == .down }
            #expect(strokes.map(\.followsGap) == [false, true] && events.count { $0.phase == .up } == 2)
        },
        DeviceCheck("a tip-up that was lost draws no line to where the pen is later") { device in
            let events = device.events {
                $0.approach()
                $0.press()
                $0.place(0.9, 0.9)
                $0.report(after: 4000)
                $0.lift()
            }
            #expect(events.filter { $0.phase == .down }.map(\.followsGap) == [false, true])
        },
        DeviceCheck("pulled out, everything ends and the line is void") { device in
            var hand = TabletHand(device.tablet)
            hand.approach()
            hand.press()
            var tracker = PenTracker(description: device.tablet, device: DeviceID(1))
            var events: [PointerEvent] = []
            for frame in hand.frames { tracker.process(frame, into: &events) }
            tracker.disconnect(at: Instant(microseconds: 1_000_000), into: &events)
            #expect(DeviceClass.course(events) == "in hover down cancel out")
        },
        DeviceCheck("nonsense keeps lines balanced and places finite") { device in
            var random = SeededGenerator(seed: UInt64(device.tablet.id.product))
            var tracker = PenTracker(description: device.tablet, device: DeviceID(1))
            var events: [PointerEvent] = []
            let codes = Array(device.tablet.axes.keys.sorted()), keys = Array(device.tablet.keys.sorted())
            for step in 0..<2000 {
                var frame = Frame(time: Instant(microseconds: Int64(step) * 5000), followsDrop: Int.random(in: 0..<50, using: &random) == 0)
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    let isKey = Bool.random(using: &random)
                    guard let code = (isKey ? keys : codes).randomElement(using: &random) else { continue }
                    let value: Int32 = isKey ? .random(in: 0...1, using: &random) : .random(in: .min ... .max, using: &random)
                    frame.events.append(
                        InputEvent(time: frame.time, type: isKey ? EventType.key : EventType.abs, code: code, value: value))
                }
                tracker.process(frame, into: &events)
            }
            tracker.disconnect(at: Instant(microseconds: 20_000_000), into: &events)
            #expect(events.allSatisfy { $0.x.isFinite && $0.y.isFinite && (0...1).contains($0.force) && $0.altitude.isFinite })
            var isNear = false, isDown = false
            for event in events {
                switch event.phase {
                case .proximityIn:
                    #expect(!isNear)
                    isNear = true
                case .proximityOut:
                    #expect(isNear && !isDown)
                    isNear = false
                case .down:
                    #expect(isNear && !isDown)
                    isDown = true
                case .up, .cancel:
                    #expect(isDown)
                    isDown = false
                case .move: #expect(isDown)
                case .hover: #expect(isNear && !isDown)
                }
            }
            #expect(!isNear && !isDown && events.count > 100)
        },
    ]
}
