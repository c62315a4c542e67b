import Ink
import InkProtocol
import Testing

@testable import inkd_overlay

@Suite("Mapping of a tablet to the screen")
struct TabletToScreenTests {
    private func device(
        _ placement: DevicesInterface.Placement? = nil, width: Double? = 200, height: Double? = 120
    ) -> DevicesInterface.Device {
        var device = DevicesInterface.Watch.Reply.tablet(width: width, height: height).device
        (device.activeWidth, device.activeHeight) = (200, 120)
        device.placement = placement
        return device
    }

    @Test("the corners of the tablet are those of its output")
    func corners() throws {
        let mapping = try #require(TabletToScreen([1920, 0, 1000, 0, 1080, 50]))
        let device = device()
        #expect(mapping.place(of: .pen(.move, x: 0, y: 0), on: device) == Point(x: 1000, y: 50))
        #expect(mapping.place(of: .pen(.move, x: 200, y: 120), on: device) == Point(x: 2920, y: 1130))
    }

    @Test("a rotated output: the tablet's x axis leads down the screen")
    func rotated() throws {
        let mapping = try #require(TabletToScreen([0, -1080, 1080, 1920, 0, 0]))
        #expect(mapping.place(of: .pen(.move, x: 200, y: 0), on: device()) == Point(x: 1080, y: 1920))
    }

    @Test("a writing area that is a part of the tablet, turned", arguments: [0, 90, 180, 270])
    func placed(turn: Int) throws {
        let expected = [0: Point(x: 30, y: 50), 90: Point(x: 40, y: 70), 180: Point(x: 70, y: 60), 270: Point(x: 60, y: 40)]
        // of 80 by 70 mm on the tablet, from (10, 20)
        let (width, height) = turn % 180 == 0 ? (80.0, 70.0) : (70.0, 80.0)
        let place = try #require(device(.init(x: 10, y: 20, turn: turn), width: width, height: height).unitPlace(x: 20, y: 30))
        #expect(try #require(expected[turn]).distance(to: Point(x: place.x * 200, y: place.y * 120)) < 1e-9)
    }

    @Test("numbers that are no mapping are refused")
    func refused() {
        #expect(TabletToScreen([1, 0, 0, 0, 1]) == nil)
        #expect(TabletToScreen([1, 0, 0, 1, 0, 0]) == nil)
        #expect(TabletToScreen([1, 0, .nan, 0, 1, 0]) == nil)
        #expect(TabletToScreen(argument: "800,0,0,0,600,0") == TabletToScreen([800, 0, 0, 0, 600, 0]))
        #expect(TabletToScreen(argument: "800,0,,0,600,0") == nil && TabletToScreen(argument: "") == nil)
        #expect(device(width: nil, height: nil).unitPlace(x: 1, y: 1) == nil)
    }

    @Test("the option chooses the pens")
    func mode() {
        #expect(TipMode.displays.includes(display: true) && !TipMode.displays.includes(display: false))
        #expect(TipMode.always.includes(display: false) && !TipMode.never.includes(display: true))
    }
}

@Suite("Geometry of outputs")
struct OutputGeometryTests {
    @Test("the scale is that of the picture to the logical size, also a fraction, and of a rotated picture")
    func scale() {
        var geometry = OutputGeometry(logicalSize: (1280, 720), mode: (1920, 1080), scale: 2)
        #expect(geometry.pixelScale(canScale: true) == 1.5 && geometry.pixelScale(canScale: false) == 2)
        geometry = OutputGeometry(logicalSize: (540, 960), mode: (1920, 1080), transform: 1, scale: 2)
        #expect(geometry.pixelScale(canScale: true) == 2)
        #expect(OutputGeometry(scale: 3).pixelScale(canScale: true) == 3 && OutputGeometry(scale: 0).pixelScale(canScale: false) == 1)
    }
}
