import ArgumentParser
import Evdev
import Ink
import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl pressure")
struct PressureTests {
    private static func samples(_ pressures: Double...) -> [PressureFit.Samples] {
        pressures.map { pressure in
            var generator = SeededGenerator(seed: 3)
            let all = (0..<200).map { _ in pressure + Double.random(in: -0.01...0.01, using: &generator) }
            return .init(all: all, peaks: [pressure + 0.01, pressure + 0.02])
        }
    }

    // MARK: The calculation

    @Test("each way of pressing comes out at its force, and the light one touches")
    func fit() throws {
        let fit = try PressureFit(Self.samples(0.08, 0.2, 0.45), air: [0, 0, 0])
        #expect(fit.curve == [[0, 0], [0.08, 0.25], [0.2, 0.5], [0.45, 0.9], [1, 1]])
        #expect(fit.tipDown == 2.3 && fit.tipUp < fit.tipDown && !fit.isNoisy)
        let points = try #require(fit.curve)
        let curve = try #require(PressureCurve(points: points.map { Point(x: $0[0], y: $0[1]) }))
        #expect(abs(curve.force(0.2) - 0.5) < 1e-6)
        #expect(fit.keys == ["tipDown: 2.3", "tipUp: \(fit.tipUp)", "pressure: [[0, 0], [0.08, 0.25], [0.2, 0.5], [0.45, 0.9], [1, 1]]"])
    }

    @Test("one who presses as the device expects needs no curve")
    func straight() throws {
        #expect(try PressureFit(Self.samples(0.25, 0.5, 0.9), air: []).curve == nil)
    }

    @Test("the threshold stays above what a worn tip presses in the air, and one that cannot is told of")
    func noise() throws {
        let worn = try PressureFit(Self.samples(0.08, 0.2, 0.45), air: [Double](repeating: 0.02, count: 100) + [0.3])
        #expect(worn.tipDown >= 2.9 && worn.tipUp > 2 && worn.tipUp <= worn.tipDown && !worn.isNoisy)
        let gone = try PressureFit(Self.samples(0.08, 0.2, 0.45), air: [Double](repeating: 0.06, count: 100))
        #expect(gone.isNoisy && gone.tipDown > 6 && gone.tipDown < 9)
    }

    @Test("pressures that cannot be told apart, and steps without strokes, are refused")
    func refusals() {
        #expect(throws: InkctlError.self) { try PressureFit(Self.samples(0.2, 0.2, 0.45), air: []) }
        #expect(throws: InkctlError.self) { try PressureFit(Self.samples(0.2, 0.5, 0.3), air: []) }
        #expect(throws: InkctlError.self) { try PressureFit(Self.samples(0.2, 0.5), air: []) }
        #expect(throws: InkctlError.self) { try PressureFit([.init(), .init(), .init()], air: []) }
    }

    @Test("whatever a hand does, what is printed is what inkd takes")
    func alwaysValid() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let pressures = (0..<3).map { _ in Double.random(in: 0...1, using: &generator) }.sorted()
            let air = (0..<20).map { _ in Double.random(in: 0...0.2, using: &generator) }
            let steps = pressures.map { PressureFit.Samples(all: [$0], peaks: [$0]) }
            guard let fit = try? PressureFit(steps, air: air) else { continue }
            #expect(TipThresholds(down: fit.tipDown / 100, up: fit.tipUp / 100) != nil, "\(fit)")
            if let curve = fit.curve { #expect(PressureCurve(points: curve.map { Point(x: $0[0], y: $0[1]) }) != nil, "\(fit)") }
        }
    }

    @Test("a histogram is one line of its width, whatever the pressures")
    func histogram() {
        #expect(PressureFit.histogram([0, 0.5, 0.5, 1, 2, -1, .nan], width: 4) == "▆·▆▆")
        #expect(PressureFit.histogram([], width: 3) == "···")
    }

    // MARK: Strokes

    private static func event(
        _ phase: PointerInterface.Phase, at time: Double, pressure: Double, serial: Int = 7
    ) -> PointerInterface.Event {
        var event = WatchFormatterTests.event(phase)
        (event.time, event.pressure, event.serial) = (time, pressure, serial)
        return event
    }

    @Test("so many strokes end a step; other pens do not count, and a tip on its way is not the pen in the air")
    func collecting() {
        var collector = PressureCollector(strokes: 2)
        var time = 0.0
        func visit(pressure: Double, serial: Int = 7) {
            collector.take(Self.event(.proximityIn, at: time, pressure: 0, serial: 0))
            for _ in 0..<10 {
                time += 10
                collector.take(Self.event(.hover, at: time, pressure: 0.001, serial: serial))
            }
            collector.take(Self.event(.hover, at: time, pressure: 0.5, serial: serial))
            collector.take(Self.event(.down, at: time, pressure: pressure, serial: serial))
            collector.take(Self.event(.move, at: time + 10, pressure: pressure + 0.1, serial: serial))
            collector.take(Self.event(.up, at: time + 20, pressure: 0.001, serial: serial))
            collector.take(Self.event(.hover, at: time + 30, pressure: 0.4, serial: serial))
            collector.take(Self.event(.proximityOut, at: time + 40, pressure: 0, serial: serial))
            time += 500
        }
        visit(pressure: 0.1)
        #expect(collector.serial == 7 && collector.count == 1 && collector.step == .softly)
        visit(pressure: 0.7, serial: 8)
        #expect(collector.count == 1)
        visit(pressure: 0.1)
        #expect(collector.step == .normally && collector.count == 0)
        for _ in 0..<4 { visit(pressure: 0.4) }
        #expect(collector.step == nil && collector.finished.map(\.peaks.count) == [2, 2, 2])
        #expect(!collector.air.isEmpty && collector.air.allSatisfy { $0 == 0.001 })
    }

    @Test("options that cannot be are refused")
    func options() {
        for wrong in [["--strokes", "0"], ["--strokes", "101"], ["--strokes", "x"]] {
            #expect(throws: (any Error).self) { try PressureCommand.parse(wrong) }
        }
    }

    // MARK: With a daemon

    @Test(
        "the pressures that a daemon tells of are measured, before its curve, and inkd takes the printed lines for the tablet and for the pen",
        .timeLimit(.minutes(MachineSpeed.limit)), .enabled(if: RecordedPen.hasInkd, "inkd is not beside the tests"))
    func daemon() throws {
        var pen = RecordedPen()
        for level in [410, 819, 1843] {
            for number in 0..<2 {
                pen.contact(
                    x: 50 + Double(number), y: 50, pressures: [Int](repeating: level, count: 15), serial: 0x1234_abcd,
                    hovering: [Int](repeating: 0, count: 20))
            }
        }
        let first = try pen.run(["pressure", "--strokes", "2"])
        #expect(first.status == 0, "\(first.errors)")
        let curve = "pressure: [[0, 0], [0.1, 0.25], [0.2, 0.5], [0.45, 0.9], [1, 1]]"
        #expect(first.output.contains("      \(curve)") && first.output.contains("#        0x1234abcd:"), "\(first.output)")
        let tablet = first.output.split(separator: "\n").drop { $0 != "  tablets:" }.joined(separator: "\n")
        let own = try pen.run(["pressure", "--strokes", "2", "-q", "--pen"], configuration: "devices:\n\(tablet)\n")
        #expect(own.status == 0 && own.output.contains("          \(curve)"), "\(own.output) \(own.errors)")
        let again = try pen.run(["pressure", "--strokes", "2", "-q"], configuration: "devices:\n\(own.output)")
        #expect(again.status == 0 && again.output.contains("      \(curve)"), "\(again.output) \(again.errors)")
    }

    @Test(
        "a tablet that does not tell its pens' numbers has no lines for one pen", .timeLimit(.minutes(MachineSpeed.limit)),
        .enabled(if: RecordedPen.hasInkd, "inkd is not beside the tests"))
    func noSerial() throws {
        var pen = RecordedPen()
        for level in [410, 819, 1843] { pen.contact(x: 50, y: 50, pressures: [level, level, level], serial: 0) }
        let result = try pen.run(["pressure", "--strokes", "1", "--pen"])
        #expect(result.status == 1 && result.errors.contains("does not report serial numbers of pens"), "\(result)")
        let all = try pen.run(["pressure", "--strokes", "1", "-q"])
        #expect(all.status == 0 && !all.output.contains("0x"), "\(all)")
    }
}
