import Evdev
import Ink
import InkTestSupport
import Tablet
import Testing

@Suite("Devices that talk nonsense")
struct PenFuzzTests {
    @Test("whatever a pen device sends, strokes and proximity stay balanced")
    func pens() {
        let codes = [
            Key.toolPen, Key.toolRubber, Key.toolBrush, Key.toolMouse, Key.touch, Key.stylus, Key.stylus2, Key.stylus3, Axis.x, Axis.y,
            Axis.z,
            Axis.pressure, Axis.distance, Axis.tiltX, Axis.tiltY, Axis.misc, Axis.slot, Misc.serial, Misc.timestamp, 0xffff,
        ]
        let tablets = [
            DeviceDescription.cintiq, .cintiq.with { $0.axes[Axis.pressure] = nil }, .cintiq.with { $0.keys = [Key.touch] },
            .cintiq.with { $0.axes = $0.axes.mapValues { _ in AxisInfo(value: .min, minimum: .min, maximum: .max, resolution: .max) } },
            .cintiq.with { $0.axes = $0.axes.mapValues { _ in AxisInfo(value: .max, minimum: .max, maximum: .min, resolution: -1) } },
        ]
        fuzz(codes) { random in
            let tablet = tablets[Int.random(in: 0..<tablets.count, using: &random)].with {
                $0.pressedKeys = Bool.random(using: &random) ? [Key.toolPen, Key.touch] : []
            }
            var tracker = PenTracker(description: tablet, device: DeviceID(1))
            if Bool.random(using: &random) { _ = tracker.bind(PenButtonTable(standard: PenButtons(upper: .eraser, eraser: .undo))) }
            return { frame, events in
                if let frame {
                    tracker.process(frame, into: &events)
                } else {
                    tracker.disconnect(at: Instant(microseconds: .max), into: &events)
                }
            }
        }
    }

    @Test("whatever a touch device sends, contacts stay balanced")
    func fingers() {
        let codes = [
            Key.touch, Axis.slot, Axis.slot, Axis.trackingID, Axis.positionX, Axis.toolType, Axis.mtPressure, Axis.mtDistance, Axis.x,
            Axis.y,
        ]
        fuzz(codes) { random in
            let screen: DeviceDescription = Bool.random(using: &random) ? .touchscreen : .resistive
            var tracker = try? TouchTracker(description: screen, device: DeviceID(2))
            #expect(tracker != nil)
            return { frame, events in
                if let frame {
                    tracker?.process(frame, into: &events)
                } else {
                    tracker?.disconnect(at: Instant(microseconds: .max), into: &events)
                }
            }
        }
    }

    /// Plays random frames of these codes to a tracker again and again, ending with a disconnection, and checks its events.
    private func fuzz(
        _ codes: [UInt16], tracker: (inout SeededGenerator) -> (borrowing Frame?, inout [PointerEvent]) -> Void
    ) {
        let types: [UInt16] = [EventType.key, EventType.abs, EventType.abs, EventType.msc, 0x99]
        Fuzz.run(seed: 20) { random in
            let play = tracker(&random)
            var balance = Balance()
            var time = Instant(microseconds: 0)
            for _ in 0..<200 {
                time = time.advanced(byMicroseconds: random.next() % 8 == 0 ? PenTracker.silence : 5000)
                var frame = Frame(time: time, followsDrop: Int.random(in: 0..<20, using: &random) == 0)
                for _ in 0..<Int.random(in: 0..<6, using: &random) {
                    let type: UInt16 = types[Int.random(in: 0..<types.count, using: &random)]
                    let code: UInt16 = codes[Int.random(in: 0..<codes.count, using: &random)]
                    let value: Int32 =
                        switch Int.random(in: 0..<4, using: &random) {
                        case 0: -1
                        case 1: .random(in: .min ... .max, using: &random)
                        default: .random(in: 0...3, using: &random) * (type == EventType.key ? 1 : 300)
                        }
                    frame.events.append(InputEvent(time: frame.time, type: type, code: code, value: value))
                }
                balance.check { play(frame, &$0) }
            }
            balance.check { play(nil, &$0) }
            #expect(balance.touching.isEmpty)
            #expect(balance.near == nil)
        }
    }
}

/// Checks that everything that begins ends, in order.
struct Balance {
    var touching: Set<Int32> = []
    var near: PointerTool?
    var strokes = 0
    var cancelled = 0

    /// Checks the events that a step appends.
    mutating func check(_ step: (inout [PointerEvent]) -> Void) {
        var events: [PointerEvent] = []
        step(&events)
        for event in events { check(event) }
    }

    private mutating func check(_ event: PointerEvent) {
        #expect((0...1).contains(event.force) && (0...1).contains(event.distance))
        #expect((0..<2 * .pi).contains(event.azimuth) && (0...(.pi / 2)).contains(event.altitude) && (0..<2 * .pi).contains(event.rotation))
        #expect(event.x.isFinite && event.y.isFinite)
        // a pen among fingers has their ids, and no proximity
        if event.tool != .finger, event.pointer == 0, event.phase != .proximityIn { #expect(near == event.tool) }
        switch event.phase {
        case .proximityIn:
            #expect(near == nil)
            near = event.tool
        case .proximityOut:
            #expect(touching.isEmpty)
            near = nil
        case .hover: #expect(touching.isEmpty)
        case .down:
            #expect(touching.insert(event.pointer).inserted)
            strokes += 1
        case .move: #expect(touching.contains(event.pointer))
        case .up, .cancel:
            #expect(touching.remove(event.pointer) != nil)
            if event.phase == .cancel { cancelled += 1 }
        }
    }
}
