import Evdev
import Ink
import Tablet
import Testing

@Suite("Tablets and pens fitted to a user")
struct AdjustmentTests {
    private func adjustment(_ change: (inout TabletAdjustment) -> Void) -> TabletAdjustment {
        var adjustment = TabletAdjustment()
        change(&adjustment)
        return adjustment
    }

    private func tip(_ down: Double, _ up: Double) -> PenAdjustment {
        var pen = PenAdjustment()
        (pen.tipDown, pen.tipUp) = (down, up)
        return pen
    }

    private func forces(_ script: String, _ adjustment: TabletAdjustment) -> String {
        pen(script, adjustment: adjustment) { String(format: $0.force) }
    }

    // MARK: Pressure

    @Test("a tablet's thresholds go before its quirk's")
    func thresholds() {
        let set = adjustment { $0.pen = tip(0.2, 0.1) }
        let script = "0ms pen+ p=150; 1ms p=250; 2ms p=150; 3ms p=90"
        #expect(pen(script, adjustment: set) == "in down move up")
        #expect(pen(script) == "in down move move move")
    }

    @Test("a tablet's curve goes before its quirk's, and what the device reports is told beside it")
    func curve() throws {
        let set = adjustment { $0.pen.pressure = PressureCurve(points: [Point(x: 0, y: 0), Point(x: 0.5, y: 0.8), Point(x: 1, y: 1)]) }
        let soft = DeviceDescription.cintiq.quirked { $0.pressureCurve = PressureCurve([100, 0, 100, 0]) }
        let told = pen("0ms pen+ p=20; 1ms p=250; 2ms p=750; 3ms p=0", on: soft, adjustment: set) {
            "\(String(format: $0.force))<\($0.pressure.map { String(format: $0) } ?? "")"
        }
        #expect(told == "in(0.00<0.02) down(0.40<0.25) move(0.90<0.75) up(0.00<)")
    }

    @Test(
        "a curve goes straight from point to point, and pressure beyond the range counts as its ends",
        arguments: [(0, 0.1), (0.25, 0.35), (0.5, 0.6), (0.75, 0.6), (1, 0.9), (-1, 0.1), (2, 0.9)])
    func points(pressure: Float, force: Float) throws {
        let curve = try #require(
            PressureCurve(points: [Point(x: 0, y: 0.1), Point(x: 0.5, y: 0.6), Point(x: 0.75, y: 0.6), Point(x: 1, y: 0.9)]))
        #expect(abs(curve.force(pressure) - force) < 1e-6)
    }

    // MARK: Pens

    @Test("a pen's own setting goes before its tablet's, also where its number comes after its key")
    func lateSerial() {
        let set = adjustment {
            $0.pen = tip(0.2, 0.1)
            $0.pens[7] = tip(0.5, 0.4)
        }
        #expect(pen("0ms pen+; 1ms serial=7 x=20; 2ms p=300; 3ms p=600; 4ms p=350", adjustment: set) == "in hover hover down up")
        #expect(pen("0ms pen+ serial=7 p=300; 1ms p=600", adjustment: set) == "in down")
        #expect(pen("0ms pen+ serial=8 p=300", adjustment: set) == "in down")
    }

    @Test("a pen that is known only in mid-stroke has its own setting from then on, and the next pen has the tablet's")
    func midStroke() throws {
        let set = adjustment {
            $0.pen = tip(0.2, 0.1)
            $0.pens[7] = tip(0.5, 0.4)
            $0.pens[7]?.pressure = PressureCurve(points: [Point(x: 0, y: 0), Point(x: 1, y: 0.5)])
        }
        let script = "0ms pen+ p=300; 1ms p=600; 2ms serial=7 x=1; 3ms p=300; 4ms pen- p=0; 50ms pen+ p=300"
        #expect(forces(script, set) == "in(0.00) down(0.30) move(0.60) move(0.30) up(0.00) out(0.00) in(0.00) down(0.30)")
    }

    // MARK: Smoothing

    private let smooth: TabletAdjustment = {
        var adjustment = TabletAdjustment()
        adjustment.pen.smoothing = 2
        return adjustment
    }()

    private func places(_ script: String, _ adjustment: TabletAdjustment) -> String {
        pen(script, adjustment: adjustment) { "\($0.x)" }
    }

    @Test("a place is the mean of it and of those before it in its stroke; the stroke ends where the tip was, at once")
    func smoothing() {
        let stroke = "0ms pen+; 1ms p=500; 2ms x=300; 3ms x=600; 4ms x=900; 5ms p=0 x=1200"
        #expect(places(stroke, TabletAdjustment()) == "in(0.0) down(0.0) move(3.0) move(6.0) move(9.0) up(12.0)")
        #expect(places(stroke, smooth) == "in(0.0) down(0.0) move(1.5) move(3.0) move(6.0) move(9.0) up(12.0)")
        #expect(
            places(stroke + "; 6ms x=5000; 7ms p=500; 8ms x=5300", smooth)
                == "in(0.0) down(0.0) move(1.5) move(3.0) move(6.0) move(9.0) up(12.0) hover(50.0) down(50.0) move(51.5)")
    }

    @Test("nothing is averaged across a gap, or with a pen that left")
    func smoothingResets() {
        let start = "0ms pen+; 1ms p=500; 2ms x=300"
        #expect(places(start + "; 3ms drop x=5000; 4ms x=5300", smooth).hasSuffix("move(1.5) move(3.0) up(3.0) down!(50.0) move(51.5)"))
        #expect(
            places(start + "; 3ms pen- p=0 x=0; 4ms pen+ p=500 x=5000", smooth).hasSuffix(
                "move(1.5) move(3.0) up(3.0) out(3.0) in(50.0) down(50.0)"))
    }

    @Test("a pen may be smoothed otherwise than its tablet")
    func smoothingOfPen() {
        var adjustment = smooth
        adjustment.pens[7] = PenAdjustment()
        adjustment.pens[7]?.smoothing = 0
        #expect(places("0ms pen+ serial=7; 1ms p=500; 2ms x=300; 3ms x=600", adjustment) == "in(0.0) down(0.0) move(3.0) move(6.0)")
    }

    // MARK: Size and calibration

    @Test("a configured size goes before the device's and a quirk's, and lies as the surface does")
    func size() {
        let set = SurfaceSize(width: 100, height: 80)
        let quirked = DeviceDescription.cintiq.quirked { $0.size = SurfaceSize(width: 150, height: 90) }
        #expect(SurfaceGeometry(quirked, size: set).sizing.source == .setting)
        #expect(SurfaceGeometry(quirked, size: set).place(x: 20_000, y: 10_000) == Point(x: 100, y: 80))
        let turned = SurfaceGeometry(.cintiq.quirked { $0.rotation = .quarter }, size: set)
        #expect((turned.width, turned.height) == (100, 80))
        #expect(SurfaceGeometry(quirked).activeSize == SurfaceSize(width: 150, height: 90))
    }

    @Test("places are corrected on the active area, before the part of it that is written on is looked at", arguments: [false, true])
    func calibration(isTurned: Bool) throws {
        var set = TabletAdjustment()
        set.calibration = TabletCalibration([0.9, 0, 0.1, 0, 1, -0.05])
        let area = TabletArea(edges: try #require(AreaEdges("50,0,100,100")), rotation: isTurned ? .half : .none)
        // 200 × 100 mm: (90, 20) becomes (101, 15), just inside of the right half
        let place = isTurned ? "99.0 85.0" : "1.0 15.0"
        #expect(
            pen("0ms pen+ x=9000 y=2000 p=900", area: area, adjustment: set) {
                "\(($0.x * 1000).rounded() / 1000) \(($0.y * 1000).rounded() / 1000)"
            }
                == "in(\(place)) down(\(place))")
        #expect(pen("0ms pen+ x=9000 y=2000 p=900", area: area) == "in")
        #expect(pen("0ms pen+ x=9000 y=2000", adjustment: set) { "\($0.rawX) \($0.rawY)" } == "in(9000 2000)")
    }

    @Test("a calibration is finite and moves no corner far; it can be inverted, and is written as it was read")
    func calibrations() throws {
        let refused: [[Double]] = [
            [1, 0, 0, 0, 1], [1, 0, 0, 0, .nan, 0], [-1, 0, 1, 0, 1, 0], [1, 0, 0.3, 0, 1, 0], [0, 1, 0, 1, 0, 0],
        ]
        for numbers in refused {
            #expect(TabletCalibration(numbers) == nil, "\(numbers)")
        }
        let numbers: [Double] = [1.02, -0.01, 0.005, 0.02, 0.97, 0.03]
        let calibration = try #require(TabletCalibration(numbers))
        #expect(calibration.numbers == numbers)
        let millimeters = calibration.scaled(width: 200, height: 100)
        let moved = millimeters(Point(x: 50, y: 60))
        // x' = 1.02·0.25 − 0.01·0.6 + 0.005, y' = 0.02·0.25 + 0.97·0.6 + 0.03
        #expect(moved.distance(to: Point(x: 200 * 0.254, y: 100 * 0.617)) < 1e-9)
        let inverse = try #require(millimeters.inverse)
        #expect(inverse(moved).distance(to: Point(x: 50, y: 60)) < 1e-9)
    }

    @Test("other settings hold as soon as no pen is near")
    func exchange() {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in frames("0ms pen+ p=300") { tracker.process(frame, into: &events) }
        let set = adjustment { $0.pen = tip(0.5, 0.4) }
        let isTaken = tracker.use(TabletArea(), adjustment: set, of: .cintiq)
        #expect(!isTaken)
        for frame in frames("1ms p=0; 2ms pen-") { tracker.process(frame, into: &events) }
        let isTakenLater = tracker.use(TabletArea(), adjustment: set, of: .cintiq)
        #expect(isTakenLater)
        for frame in frames("3ms pen+ p=300; 4ms p=600") { tracker.process(frame, into: &events) }
        #expect(sentence(events) == "in down up out in down")
    }
}
