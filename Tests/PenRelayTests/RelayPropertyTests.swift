import Evdev
import Ink
import InkTestSupport
import PenRelay
import Testing

@Suite("Random pens through the relay")
struct RelayPropertyTests {
    private static let keys = [Key.toolPen, Key.toolRubber, Key.toolMouse, Key.touch, Key.touch, Key.touch, Key.stylus, Key.stylus2]
    private static let axes = [Axis.x, Axis.x, Axis.y, Axis.pressure, Axis.distance, Axis.tiltX, Axis.misc]

    private static let tablet = DeviceDescription.display.with { $0.keys.insert(Key.toolMouse) }

    private static func events(_ random: inout SeededGenerator) -> [RelayedPen.Event] {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return [(EventType.key, Key.toolPen, 1)] + RelayedPen.place(.random(in: 0...45, using: &random), 20)
        case 1, 2: return [(EventType.key, Key.touch, 1), (EventType.abs, Axis.pressure, .random(in: 0...8191, using: &random))]
        case 3, 4: return [(EventType.key, Key.touch, 0), (EventType.abs, Axis.pressure, 0)]
        default: break
        }
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                (EventType.key, keys.randomElement(using: &random) ?? Key.touch, Int32.random(in: 0...1, using: &random))
            case 3..<9:
                (EventType.abs, axes.randomElement(using: &random) ?? Axis.x, Int32.random(in: 0...9000, using: &random))
            default: (EventType.msc, Misc.serial, Int32.random(in: 0...3, using: &random))
            }
        }
    }

    private static func field(_ random: inout SeededGenerator) -> FieldRectangle {
        func place() -> DevicePoint {
            DevicePoint(x: .random(in: 0...9000, using: &random), y: .random(in: 0...9000, using: &random))
        }
        return FieldRectangle(
            place(), place(), isFocused: .random(using: &random), isSecret: Int.random(in: 0..<6, using: &random) == 0)
    }

    /// Does something that inkd may do.
    private static func direct(_ pen: inout RelayedPen, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let mode = RelaySettings.Mode(rawValue: .random(in: 0...2, using: &random)) ?? .decide
            pen.act { $0.apply(.standard(mode, for: Self.tablet), into: &$1) }
        case 1, 2:
            let fields = (0..<Int.random(in: 0...4, using: &random)).map { _ in field(&random) }
            pen.act { $0.apply(fields, into: &$1) }
        case 3:
            let isReporting = Bool.random(using: &random)
            pen.act { $0.setReporting(isReporting, into: &$1) }
        case 4:
            pen.act { decision, _ in
                decision.inkWasCommitted()
                return DecisionStep()
            }
        default: pen.wait(Double.random(in: 0...700, using: &random))
        }
    }

    @Test("nothing stays on the twin that the pen does not have, and nothing comes down twice")
    func nothingSticks() {
        var random = SeededGenerator.printingSeed()
        var counts: [Verdict: Int] = [:]
        Fuzz.run(seconds: 2, atLeast: 300, seed: random.next()) { random in
            var pen = RelayedPen(Self.tablet, fields: [.field(0, 0, 45, 45)])
            var real = TwinView(Self.tablet)
            for _ in 0..<60 {
                if Int.random(in: 0..<8, using: &random) == 0 { Self.direct(&pen, &random) }
                let events = Self.events(&random)
                real.apply(events.map { InputEvent(time: pen.now, type: $0.type, code: $0.code, value: $0.value) })
                pen.play(
                    events, after: Double.random(in: 1...60, using: &random), followsDrop: Int.random(in: 0..<20, using: &random) == 0)
                #expect(pen.twin.isNear == real.isNear)
                #expect(!pen.twin.isTouching || real.isTouching)
                let isHidden = pen.twin.isTouching != real.isTouching
                if !isHidden, real.isNear, pen.status == .passes, case .hover = pen.decision.state {
                    #expect(pen.twin.keys == real.keys && pen.twin.axes == real.axes)
                }
                if pen.decision.state == .passes { #expect(pen.twin.keys == real.keys && pen.twin.axes == real.axes) }
            }
            let isOpen = pen.status != .passes && real.isTouching && real.isNear
            pen.act { $0.end(into: &$1) }
            #expect(pen.twin.keys.isEmpty)
            #expect(!isOpen || pen.last == .canceled)
            // one verdict for each contact, and perhaps a cancellation
            for pair in zip(pen.verdicts, pen.verdicts.dropFirst()) where pair.0.began == pair.1.began {
                #expect([.writes, .writesAfterTap].contains(pair.0.verdict) && pair.1.verdict == .canceled)
            }
            for verdict in pen.verdicts { counts[verdict.verdict, default: 0] += 1 }
        }
        print("nothingSticks():", counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" })
        #expect(counts.count == 5, "every verdict was reached")
    }

    @Test("in mode pass the twin's frames are the pen's")
    func passing() {
        var random = SeededGenerator.printingSeed()
        Fuzz.run(seed: random.next()) { random in
            var pen = RelayedPen(Self.tablet, mode: .pass, fields: [.field(0, 0, 320, 180)])
            for _ in 0..<40 {
                let events = Self.events(&random)
                pen.play(events, after: Double.random(in: 1...900, using: &random))
                let seen = pen.seen()
                #expect(
                    seen.map { $0.map { [Int32($0.type), Int32($0.code), $0.value] } }
                        == (events.isEmpty ? [] : [events.map { [Int32($0.type), Int32($0.code), $0.value] }]))
            }
            #expect(pen.verdicts.allSatisfy { $0.verdict == .passes })
        }
    }

    @Test("between strokes that write the twin never sees a contact")
    func writing() {
        var random = SeededGenerator.printingSeed()
        Fuzz.run(seed: random.next()) { random in
            var pen = RelayedPen(fields: [.field(0, 0, 320, 180)])
            pen.come(20, 20)
            for _ in 0..<8 {
                pen.stroke(
                    .random(in: 10...300, using: &random), .random(in: 10...170, using: &random),
                    after: .random(in: 5...3000, using: &random))
            }
            pen.leave()
            #expect(pen.twin.presses.isEmpty && pen.twin.keys.isEmpty && pen.verdicts.count == 8)
        }
    }
}
