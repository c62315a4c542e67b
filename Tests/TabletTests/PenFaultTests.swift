import Evdev
import Ink
import InkTestSupport
import Tablet
import Testing

@Suite("Pressure that a driver left behind")
struct LeftPressureTests {
    @Test("a pressure that was not reported since the pen came counts only while the tip switch is closed")
    func leftBehind() {
        let visit = "0ms pen+ p=0; 5ms touch+ p=800; 10ms x=3; 15ms touch- pen-; "
        #expect(pen(visit + "100ms pen+ x=50; 105ms x=60; 110ms x=70") == "in down move up out in hover hover")
        #expect(pen(visit + "100ms pen+ touch+ x=50; 105ms x=60; 110ms touch- p=0") == "in down move up out in down move up")
        #expect(pen(visit + "100ms pen+ x=50; 105ms p=700 x=60; 110ms p=0") == "in down move up out in down up")
    }

    @Test("a pressure that is reported while no tool is near, or before another tool's, is not the pen's that comes")
    func whileAway() {
        #expect(pen("0ms pen+ p=0; 5ms pen-; 10ms p=800; 20ms pen+ x=3; 25ms x=4") == "in out in hover")
        #expect(pen("0ms pen+ p=800; 5ms pen-; 30ms eraser+; 35ms x=4; 40ms p=700") == "in down up out in/eraser hover/eraser down/eraser")
        #expect(pen("0ms pen+ p=800; 5ms pen- eraser+ p=600") == "in down up out in/eraser down/eraser")
    }

    @Test("a device that is opened while no pen is near has a pressure of before")
    func beforeOpening() {
        let tablet = DeviceDescription.cintiq.with { $0.axes[Axis.pressure]?.value = 800 }
        #expect(pen("0ms pen+ x=1; 5ms x=2; 10ms p=500; 15ms p=0", on: tablet) == "in hover down up")
    }

    @Test("a pressure that was left behind is not what a worn tip presses")
    func notLearned() {
        let visit = "0ms pen+ d=40 p=0; 5ms d=0 touch+ p=300; 10ms touch- pen- d=45; "
        #expect(pen(visit + "100ms pen+ d=40; 105ms d=0 p=200; 110ms p=0") == "in down up out in down up")
    }
}

@Suite("Tools that leave in the middle of a stroke")
struct ToolLapseTests {
    private let stroke = "0ms pen+ x=1000; 5ms p=600; 10ms x=1050; 15ms x=1100; "

    @Test(
        "a tool that is back within 20 ms where it was goes on with the stroke", arguments: ["pen-", "pen- touch- p=0", "pen- p=0 x=0 y=0"])
    func back(_ leaving: String) {
        let places = pen(
            "0ms pen+ x=1000 y=9; 5ms touch+ p=600; 10ms x=1050; 15ms \(leaving); 19ms pen+ touch+ p=610 x=1150 y=10; 25ms x=1200; 30ms p=0"
        ) {
            $0.phase == .move ? "\($0.rawX)" : nil
        }
        #expect(places == "in down move(1050) move(1150) move(1200) up")
    }

    @Test("one that is not back ended the stroke when it left")
    func gone() {
        let said = pen(stroke + "20ms pen-; 39ms x=3; 41ms pen+ x=1110; 45ms p=620; 50ms p=0; 55ms pen-") {
            "\($0.time.microseconds / 1000)"
        }
        #expect(
            said == "in(0) down(5) move(10) move(15) up(20) out(20) in(41) down(45) up(50) out(55)")
        #expect(pen(stroke + "20ms pen-", unplugged: true) == "in down move move up out")
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in frames(stroke + "20ms pen-") { tracker.process(frame, into: &events) }
        #expect(sentence(events) == "in down move move" && tracker.expiry == Instant(microseconds: 40_000) && tracker.patience == 20_000)
        tracker.disconnect(at: Instant(microseconds: 21_000), into: &events)
        #expect(sentence(events) == "in down move move up out")
    }

    @Test("another end, another place and a tip in the air are no return")
    func another() {
        let ended = "in down move move up out "
        #expect(pen(stroke + "20ms pen-; 25ms eraser+ p=500") == ended + "in/eraser down/eraser")
        #expect(pen(stroke + "20ms pen-; 25ms pen+ x=9000 p=500") == ended + "in down")
        #expect(pen(stroke + "20ms pen- p=0; 25ms pen+ x=1110; 30ms p=600") == ended + "in down")
    }

    @Test("a tip that presses less and less leaves at once, as hands lift it, and so does one that hovers")
    func lifted() {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in frames(stroke + "20ms p=250; 25ms pen-") { tracker.process(frame, into: &events) }
        #expect(sentence(events) == "in down move move move up out" && tracker.expiry == nil)
    }

    @Test("a tablet whose pens always leave so is not waited for after three of them")
    func habit() {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        for visit in 0..<4 {
            for frame in frames("\(visit * 100)ms pen+ p=600; \(visit * 100 + 5)ms x=\(visit + 7); \(visit * 100 + 10)ms pen- p=0") {
                tracker.process(frame, into: &events)
            }
            #expect((tracker.expiry == nil) == (visit == 3))
        }
        #expect(sentence(events.suffix(5)) == "in down move up out")
    }

    @Test("lost frames end the waiting")
    func lost() {
        #expect(pen(stroke + "20ms pen-; 25ms drop pen+ x=1110; 30ms p=700") == "in down move move up out in! down!")
    }
}

@Suite("Samples that no hand can have made")
struct StraySampleTests {
    /// A stroke at 0.4 m/s with a report every 5 ms, in hundredths of millimeters; the first one is where the tip came down.
    private func line(_ change: (Int) -> (x: Int, y: Int) = { _ in (0, 0) }, count: Int = 12) -> String {
        let moves = (0..<count).map { index in
            let (x, y) = change(index)
            return "\(15 + index * 5)ms x=\(1000 + index * 200 + x) y=\(2000 + y)"
        }
        return "0ms pen+ x=900 y=2000; 5ms x=950; 10ms p=600 x=1000; " + moves.joined(separator: "; ")
    }

    private func strays(_ script: String) -> (places: [Int32], strays: Int) {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in frames(script) { tracker.process(frame, into: &events) }
        tracker.elapse(to: .init(microseconds: 10_000_000), into: &events)
        return (events.filter { $0.phase == .down || $0.phase == .move }.map(\.rawX), tracker.strays)
    }

    @Test("one that is far off for a report is left out and counted", arguments: [(8000, 5000), (15_000, 0), (0, 800), (-600, 500)])
    func farOff(x: Int, y: Int) {
        let clean = strays(line()), found = strays(line { $0 == 5 ? (x, y) : (0, 0) })
        #expect(clean.strays == 0 && clean.places.count == 12)
        #expect(found.strays == 1 && found.places == clean.places.filter { $0 != 2000 })
    }

    @Test("at the beginning of a stroke the pen in the air says where it was, at the end the lift")
    func ends() {
        #expect(strays("0ms pen+ x=900; 5ms x=950; 10ms p=600 x=7000 y=500; 15ms x=1000 y=0; 20ms x=1050").places == [1000, 1050])
        #expect(strays("0ms pen+ x=900; 5ms p=600; 10ms x=950; 15ms x=9000; 20ms x=1000 p=0").places == [900, 950])
        #expect(strays("0ms pen+ x=900; 5ms p=600; 10ms x=950; 15ms x=9000; 20ms pen- x=0 p=0").places == [900, 950])
        #expect(strays("0ms pen+ x=900; 5ms p=600 x=9000; 10ms p=0 x=920; 15ms x=930").places == [])
    }

    @Test("a pen that stays where it jumped to is believed, at once with its next report, or when it rests there")
    func jump() {
        let jumped = strays(line { $0 >= 5 ? (8000, 3000) : (0, 0) })
        #expect(jumped.strays == 0 && jumped.places.count == 12 && jumped.places.contains(10_000))
        #expect(strays("0ms pen+ x=900; 5ms p=600; 10ms x=950; 15ms x=9000").places == [900, 950, 9000])
        #expect(strays("0ms pen+ x=900; 5ms p=600; 10ms x=950; 15ms x=9000; 20ms stamp=3; 25ms x=9010").places == [900, 950, 9000, 9010])
        #expect(strays("0ms pen+ x=900; 5ms p=600 x=9000; 10ms p=0").places == [9000])
    }

    @Test("no ordinary sample waits: fast zigzags, quick flicks, cusps and reports in bursts", arguments: [1, 4, 5, 7.5, 10, 20])
    func ordinary(milliseconds: Double) {
        // 60 mm wide at 8 Hz, with 61 m/s² all the time; and a circle at 1 m/s
        let ways: [(Double) -> (x: Double, y: Double)] = [
            { (100 + 30 * sine($0 * 8), 40 + 20 * $0) }, { (100 + 20 * sine($0 * 8), 50 + 20 * sine($0 * 8 + 0.25)) },
        ]
        for way in ways {
            for isBursty in [false, true] where !isBursty || milliseconds < 8 {
                var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
                var events: [PointerEvent] = []
                var frame = Frame()
                for index in 0..<400 {
                    let time = Double(index) * milliseconds
                    let told = isBursty ? Double(index / 4 * 4) * milliseconds + Double(index % 4) * 0.03 : time
                    let place = way(time / 1000)
                    frame.time = Instant(microseconds: Int64(told * 1000))
                    frame.events = [
                        InputEvent(time: frame.time, type: EventType.key, code: Key.toolPen, value: 1),
                        InputEvent(time: frame.time, type: EventType.abs, code: Axis.x, value: Int32(place.x * 100)),
                        InputEvent(time: frame.time, type: EventType.abs, code: Axis.y, value: Int32(place.y * 100)),
                        InputEvent(time: frame.time, type: EventType.abs, code: Axis.pressure, value: index < 2 ? 0 : 600),
                    ]
                    let before = events.count
                    tracker.process(frame, into: &events)
                    if !isBursty { #expect(events.count > before, "report \(index) waits") }
                }
                tracker.elapse(to: Instant(microseconds: 100_000_000), into: &events)
                #expect(tracker.strays == 0 && events.count { $0.phase == .move } >= 396)
            }
        }
    }

    private func sine(_ turns: Double) -> Double {
        // a parabola each half turn
        let part = turns - turns.rounded(.down)
        return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
    }

    @Test("a tablet without units counts as one of ordinary size")
    func unitless() {
        let tablet = DeviceDescription.cintiq.with {
            $0.axes[Axis.x] = AxisInfo(minimum: 0, maximum: 32_767)
            $0.axes[Axis.y] = AxisInfo(minimum: 0, maximum: 32_767)
        }
        let said = pen("0ms pen+ x=900; 5ms p=600; 10ms x=950; 15ms x=9000; 20ms x=1000; 25ms x=1050 p=0", on: tablet) { "\($0.rawX)" }
        #expect(said == "in(900) down(900) move(950) move(1000) up(1050)")
    }

    @Test("a pen that leaves or is lost takes nothing of a waiting sample with it")
    func interrupted() {
        let begun = "0ms pen+ x=900; 5ms p=600; 10ms x=950; 15ms x=9000; "
        #expect(
            pen(begun + "20ms drop x=1000") == "in down move move up down!" || pen(begun + "20ms drop x=1000") == "in down move up down!")
        #expect(pen(begun, unplugged: true) == "in down move move cancel out")
        #expect(
            pen(begun + "20ms eraser+ pen- x=1000") == "in down move up out in/eraser"
                || pen(begun + "20ms eraser+ pen- x=1000") == "in down move up out in/eraser down/eraser")
    }
}

@Suite("Tips whose pens are known late")
struct LateSerialTests {
    private let blind = DeviceDescription.cintiq.with { $0.axes[Axis.distance] = nil }

    /// Visits of a tip that presses 200 of 1000 in the air, and touches twice.
    private func visits(_ count: Int, serial: (Int) -> String) -> String {
        (0..<count).map { visit in
            let at = visit * 1000
            let air = (0..<6).map { "\(at + 10 + $0 * 5)ms x=\(2000 + $0 * 50)\($0 == 0 ? " " + serial(visit) : "")" }.joined(
                separator: "; ")
            return
                "\(at)ms pen+ touch- x=1990 p=\(200 + visit % 2); \(air); \(at + 45)ms touch+ p=600 x=2300; \(at + 50)ms p=700; \(at + 55)ms touch- p=200; \(at + 65)ms x=2310 p=200; \(at + 70)ms pen- p=0"
        }.joined(separator: "; ")
    }

    private func touching(_ script: String, tips: [TipWear] = []) -> (samples: [Int], tips: [TipWear], revision: Int) {
        var tracker = PenTracker(description: blind.with { $0.tips = tips }, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in frames(script) { tracker.process(frame, into: &events) }
        var samples = [Int](repeating: 0, count: 1 + Int((events.last?.time.microseconds ?? 0) / 1_000_000))
        for event in events where event.phase == .down || event.phase == .move { samples[Int(event.time.microseconds / 1_000_000)] += 1 }
        return (samples, tracker.tips, tracker.tipsRevision)
    }

    @Test("from the third visit on only what presses more than the tip does in the air is ink, also if the serial number comes late")
    func late() {
        for serial in ["", "serial=77"] {
            let found = touching(visits(5) { _ in serial })
            #expect(found.samples.dropFirst(2) == [2, 2, 2] && found.samples[0] > 2, "\(found.samples)")
            #expect(found.tips == [TipWear(isEraser: false, pen: serial.isEmpty ? 0 : 77, least: 200, visits: 3, isKnown: true)])
        }
    }

    @Test("what is known of a tip holds from its first report on, of a pen that is known late, too")
    func known() {
        let learned = touching(visits(3) { _ in "serial=77" }).tips
        let found = touching(visits(2) { _ in "serial=77" }, tips: learned)
        #expect(found.samples == [2, 2] && found.tips == learned && found.revision == 0)
    }

    @Test("another pen is not the one that was here last, once it is known")
    func other() {
        let learned = [TipWear(isEraser: false, pen: 77, least: 200, visits: 3, isKnown: true)]
        let found = touching(visits(1) { _ in "serial=78" }, tips: learned)
        #expect(found.samples[0] > 2 && found.tips.map(\.pen) == [77, 78] && found.tips[0] == learned[0] && !found.tips[1].isKnown)
    }

    @Test("names stand for serial numbers where they are given")
    func names() {
        var tracker = PenTracker(description: blind, device: DeviceID(1)) { $0 + 1000 }
        var events: [PointerEvent] = []
        for frame in frames(visits(1) { _ in "serial=77" }) { tracker.process(frame, into: &events) }
        #expect(tracker.tips.map(\.pen) == [1077] && tracker.tipsRevision == 1)
    }

    @Test("sixteen tips are remembered, those that were here last")
    func bounded() {
        let found = touching(visits(40) { "serial=\($0 + 1)" })
        #expect(found.tips.map(\.pen) == Array(25...40))
    }
}
