import Evdev
import Ink
import Tablet
import Testing

@Suite("Sensors that udev says are turned or off")
struct SensorMatrixTests {
    /// 200 by 100 mm.
    private func places(_ matrix: String, area: TabletArea = TabletArea(), adjustment: TabletAdjustment = TabletAdjustment()) -> String {
        let tablet = DeviceDescription.cintiq.with { $0.matrix = SensorMatrix(udev: matrix) }
        return pen("0ms pen+ x=2000 y=1000 p=0; 5ms x=20000 y=10000", on: tablet, area: area, adjustment: adjustment) {
            "\(($0.x * 10).rounded() / 10),\(($0.y * 10).rounded() / 10)"
        }
    }

    @Test("the four turns and the mirror images of libinput's documents put places upright")
    func turns() {
        #expect(places("1 0 0 0 1 0") == "in(20.0,10.0) hover(200.0,100.0)")
        #expect(places("0 -1 1 1 0 0") == "in(90.0,20.0) hover(0.0,200.0)")
        #expect(places("-1 0 1 0 -1 1") == "in(180.0,90.0) hover(0.0,0.0)")
        #expect(places("0 1 0 -1 0 1") == "in(10.0,180.0) hover(100.0,0.0)")
        #expect(places("-1 0 1 0 1 0") == "in(180.0,10.0) hover(0.0,100.0)")
    }

    @Test("scale and shift are parts of the sides, before the user's area")
    func shift() {
        #expect(places("1.1 0 -0.05 0 1.2 0.1") == "in(12.0,22.0) hover(210.0,130.0)")
        #expect(places("1 0 0.05 0 1 0", area: TabletArea(isLeftHanded: true)) == "in(170.0,90.0) hover(-10.0,0.0)")
    }

    @Test("a user's calibration takes the place of the correction, and not of the turn")
    func calibrated() {
        var adjustment = TabletAdjustment()
        adjustment.calibration = TabletCalibration([1, 0, 0.1, 0, 1, 0])
        #expect(places("1 0 0.05 0 1 0", adjustment: adjustment) == "in(40.0,10.0) hover(220.0,100.0)")
        #expect(places("-0.98 0 1 0 -1 1", adjustment: adjustment) == "in(200.0,90.0) hover(20.0,0.0)")
    }

    @Test("a surface whose sensor is turned by a quarter is as wide as the sensor is high, with quirks, and in its own size")
    func size() {
        let tablet = DeviceDescription.cintiq.with { $0.matrix = SensorMatrix(udev: "0 -1 1 1 0 0") }
        let geometry = SurfaceGeometry(tablet)
        #expect(geometry.width == 100 && geometry.height == 200 && !geometry.isAsReported)
        let sized = SurfaceGeometry(tablet, size: SurfaceSize(width: 110, height: 210))
        #expect(sized.width == 110 && sized.height == 210)
        let turned = SurfaceGeometry(tablet.quirked { $0.rotation = .quarter })
        #expect(turned.width == 200 && turned.height == 100)
    }

    @Test("the pen leans where it leans on the turned surface")
    func directions() {
        let directions: [(String, Double)] = [
            ("1 0 0 0 1 0", 0), ("0 -1 1 1 0 0", 90), ("-1 0 1 0 -1 1", 180), ("0 1 0 -1 0 1", 270), ("1 0 0 0 -1 1", 0),
        ]
        for (matrix, degrees) in directions {
            let tablet = DeviceDescription.cintiq.with { $0.matrix = SensorMatrix(udev: matrix) }
            let said = pen("0ms pen+ tx=30 ty=0", on: tablet) { String(Int(($0.azimuth * 180 / .pi).rounded())) }
            #expect(said == "in(\(Int(degrees)))", "\(matrix)")
        }
    }

    @Test("fingers on the same sensor are put upright alike")
    func fingers() throws {
        var tracker = try TouchTracker(
            description: .touchscreen.with { $0.matrix = SensorMatrix(udev: "-1 0 1 0 -1 1") }, device: DeviceID(2))
        var events: [PointerEvent] = []
        for frame in frames("0ms id=1 mx=100 my=50") { tracker.process(frame, into: &events) }
        #expect(sentence(events) { "\($0.x),\($0.y)" } == "down1(290.0,195.0)")
    }

    @Test(
        "what is no map of a surface is none",
        arguments: [
            "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 0 0 0 0", "nan 0 0 0 1 0", "1 0 inf 0 1 0", "a b c d e f", "1 0 40 0 1 0", "1 0 0 0 1 0",
        ])
    func nonsense(_ text: String) { #expect(SensorMatrix(udev: text) == nil) }
}
