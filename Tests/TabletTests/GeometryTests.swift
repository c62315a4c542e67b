import Evdev
import Ink
import Tablet
import Testing

@Suite("Axes of a pen")
struct GeometryTests {
    private func position(_ script: String, on tablet: DeviceDescription) -> String {
        pen(script, on: tablet) { "\($0.x),\($0.y)\($0.isUnitless ? " units" : "")" }
    }

    @Test("positions are millimeters from the axes' minima, also outside of the surface")
    func millimeters() {
        let tablet = DeviceDescription.cintiq.with {
            $0.axes[Axis.x] = AxisInfo(minimum: 400, maximum: 4400, resolution: 200)
            $0.axes[Axis.y] = AxisInfo(minimum: -100, maximum: 900, resolution: 100)
        }
        #expect(position("0ms pen+ x=1400 y=0; 1ms x=0 y=-300", on: tablet) == "in(5.0,1.0) hover(-2.0,-2.0)")
        #expect(SurfaceGeometry(tablet).width == 20)
        #expect(SurfaceGeometry(tablet).height == 10)
    }

    @Test("the tablet database gives the size where an axis lacks its resolution")
    func database() {
        let tablet = DeviceDescription.cintiq.with {
            $0.axes[Axis.y]?.resolution = 0
            $0.databaseSize = SurfaceSize(width: 200, height: 50)
        }
        #expect(position("0ms pen+ x=10000 y=10000", on: tablet) == "in(100.0,50.0)")
    }

    @Test("without any size positions are device units", arguments: [0, -5] as [Int32])
    func unitless(resolution: Int32) {
        let tablet = DeviceDescription.cintiq.with { $0.axes[Axis.y]?.resolution = resolution }
        #expect(position("0ms pen+ x=70 y=80", on: tablet) == "in(70.0,80.0 units)")
        let rangeless = DeviceDescription.cintiq.with { $0.axes[Axis.x] = AxisInfo(minimum: 9, maximum: 9, resolution: 100) }
        #expect(position("0ms pen+ x=70 y=80", on: rangeless) == "in(61.0,80.0 units)")
        #expect(SurfaceGeometry(DeviceDescription(name: "nothing")).width == nil)
    }

    @Test("a touching pen has force and no distance, a hovering one the reverse")
    func forceOrDistance() {
        let said = pen("0ms pen+ d=25 p=20; 1ms p=750; 2ms p=2000; 3ms p=0") {
            String(format: $0.force) + " " + String(format: $0.distance)
        }
        #expect(said == "in(0.00 0.50) down(0.75 0.00) move(1.00 0.00) up(0.00 0.50)")
    }

    private func lean(_ script: String, on tablet: DeviceDescription = .cintiq) -> String {
        pen(script, on: tablet) { String(format: $0.azimuth) + " " + String(format: $0.altitude) }
    }

    @Test("tilt is told as azimuth from the x axis clockwise and altitude above the surface")
    func tilt() {
        // 45 units of 1/57 radian; half a turn is 3.14.
        #expect(
            lean("0ms pen+; 1ms tx=45; 2ms tx=0 ty=45; 3ms tx=-45 ty=0; 4ms ty=-45 tx=0")
                == "in(0.00 1.57) hover(0.00 0.78) hover(1.57 0.78) hover(3.14 0.78) hover(4.71 0.78)")
        #expect(lean("0ms pen+ tx=57 ty=57") == "in(0.79 0.43)")
    }

    @Test("tilt without resolution means 64 degrees to either side, with even ranges centered")
    func tiltByRange() {
        let tablet = DeviceDescription.cintiq.with {
            $0.axes[Axis.tiltX] = AxisInfo(minimum: 0, maximum: 127, resolution: 57)
            $0.axes[Axis.tiltY] = AxisInfo(minimum: -64, maximum: 63)
        }
        #expect(lean("0ms pen+ tx=64 ty=0; 1ms tx=0; 2ms tx=64 ty=-64", on: tablet) == "in(0.00 1.57) hover(3.14 0.45) hover(4.71 0.45)")
        let odd = DeviceDescription.cintiq.with {
            $0.axes[Axis.tiltX] = AxisInfo(minimum: 0, maximum: 128)
            $0.axes[Axis.tiltY] = AxisInfo(minimum: 0, maximum: 128)
        }
        #expect(lean("0ms pen+ tx=64 ty=64; 1ms tx=96", on: odd) == "in(0.00 1.57) hover(0.00 1.01)")
    }

    @Test("tilt is unknown with one axis only and on devices known for rubbish")
    func noTilt() {
        #expect(lean("0ms pen+ ty=45", on: .cintiq.with { $0.axes[Axis.tiltX] = nil }) == "in(0.00 1.57)")
        #expect(lean("0ms pen+ ty=45", on: .cintiq.quirked { $0.tilt = TiltReading.none }) == "in(0.00 1.57)")
    }

    @Test("a pen that lies flat has an angle all the same")
    func flat() {
        #expect(lean("0ms pen+ tx=2147483647") == "in(0.00 0.00)")
    }

    @Test("barrel rotation is a full turn that starts at a quarter, and unknown until it is reported")
    func rotation() {
        let said = pen("0ms pen+; 1ms z=-900; 2ms z=0; 3ms z=450; 4ms pen- z=0; 5ms pen+ x=2") { String(format: $0.rotation) }
        #expect(said == "in(0.00) hover(1.57) hover(4.71) hover(0.00) out(0.00) in(0.00)")
    }

    @Test("serial numbers may come late, and −1 is none")
    func serials() {
        let said = pen("0ms pen+ serial=-1; 1ms serial=77; 2ms x=4 serial=-1; 3ms pen-; 4ms pen+") { "\($0.serial)" }
        #expect(said == "in(0) hover(77) hover(77) out(77) in(0)")
        let turned = pen("0ms pen+ serial=77; 1ms pen- eraser+ serial=-2") { "\($0.serial)" }
        #expect(turned == "in(77) out(77) in/eraser(4294967294)")
    }

    @Test("tool ids are believed on Wacom's tablets only")
    func toolIDs() {
        #expect(pen("0ms pen+ tool=2083; 1ms tool=5", showing: { "\($0.toolID)" }) == "in(2083) hover(5)")
        let other = DeviceDescription.cintiq.with { $0.id.vendor = 0x1234 }
        #expect(pen("0ms pen+ tool=2083; 1ms tool=5", on: other, showing: { "\($0.toolID)" }) == "in(0)")
    }
}
