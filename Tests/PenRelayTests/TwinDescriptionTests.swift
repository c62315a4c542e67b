import Evdev
import PenRelay
import Testing

@Suite("The twin of a pen")
struct TwinDescriptionTests {
    @Test("is like the pen, without fuzz, pressed keys and serial number")
    func likeness() {
        var pen = DeviceDescription.display
        pen.uniq = "1234"
        pen.pressedKeys = [Key.toolPen]
        let twin = TwinDescription(of: pen, otherCodes: [EventType.rel: [Relative.wheel]])
        #expect(twin.device.name == pen.name && twin.device.id == pen.id)
        #expect(twin.device.keys == pen.keys && twin.device.miscCodes == pen.miscCodes && twin.device.properties == pen.properties)
        #expect(twin.device.axes.mapValues(\.resolution) == pen.axes.mapValues(\.resolution))
        #expect(twin.device.axes.values.allSatisfy { $0.fuzz == 0 } && pen.axes[Axis.x]?.fuzz == 4)
        #expect(twin.device.pressedKeys.isEmpty && twin.device.uniq.isEmpty)
        #expect(twin.otherCodes == [EventType.rel: [Relative.wheel]])
    }

    @Test(
        "its path differs behind the last slash only",
        arguments: [
            ("usb-0000:00:14.0-1.1/input0", "usb-0000:00:14.0-1.1/inkd0"), ("i2c-WACF2200:00", "i2c-WACF2200:00/inkd0"),
            ("", "inkd/inkd0"), ("a/b/input1", "a/b/inkd0"),
        ])
    func path(pen: String, twin: String) {
        #expect(TwinDescription.phys(of: pen) == twin)
        #expect(TwinDescription.isTwin(phys: twin) && !TwinDescription.isTwin(phys: pen))
    }

    @Test("lengths are millimeters by the tablet database, by the resolution, or else of a medium tablet")
    func lengths() {
        let tablet = DeviceDescription.display
        #expect(DeviceLength.millimeters(1, on: tablet) == DeviceLength(x: 200, y: 200))
        let known = tablet.with { $0.databaseSize = SurfaceSize(width: 160, height: 180) }
        #expect(DeviceLength.millimeters(1, on: known) == DeviceLength(x: 400, y: 200))
        let unsized = tablet.with { tablet in tablet.axes = tablet.axes.mapValues { AxisInfo(minimum: $0.minimum, maximum: $0.maximum) } }
        #expect(DeviceLength.millimeters(1, on: unsized) == DeviceLength(x: 256, y: 256))
        #expect(DeviceLength.millimeters(1, on: DeviceDescription(name: "")) == DeviceLength(x: 0, y: 0))
    }
}
