import Ink
import InkProtocol
import InputMethod
import Testing

@testable import Displays

@Suite struct MappingTests {
    private func pen(transformation: [Double]? = nil, calibration: [Double]? = nil, wacom: X11Pen.WacomArea? = nil) -> X11Pen {
        X11Pen(
            vendor: 0x056a, product: 0x0333, name: "Pen", transformation: transformation, calibration: calibration, wacom: wacom,
            horizontal: 0...1000, vertical: 0...500)
    }

    private func corner(_ pen: X11Pen, _ u: Double, _ v: Double) throws -> Point {
        try #require(pen.mapping(width: 1920, height: 1080)).map(Point(x: u, y: v))
    }

    @Test func `A pen without settings spans the screen of an X server`() throws {
        #expect(try corner(pen(), 0, 0) == Point(x: 0, y: 0))
        #expect(try corner(pen(), 1, 1) == Point(x: 1920, y: 1080))
        let report = try #require(pen().mapping(width: 1920, height: 1080)).report
        #expect(report.matrix == [1920, 0, 0, 0, 1080, 0] && report.vendor == 0x056a && report.product == 0x0333)
    }

    @Test func `The transformation matrix moves a pen to one of two monitors`() throws {
        let right = pen(transformation: [0.5, 0, 0.5, 0, 1, 0, 0, 0, 1])
        #expect(try corner(right, 0, 0) == Point(x: 960, y: 0))
        #expect(try corner(right, 1, 1) == Point(x: 1920, y: 1080))
        // as `xinput` rotates to the left
        let rotated = pen(transformation: [0, -1, 1, 1, 0, 0, 0, 0, 1])
        #expect(try corner(rotated, 0, 0) == Point(x: 1920, y: 0))
        #expect(try corner(rotated, 1, 0) == Point(x: 1920, y: 1080))
    }

    @Test func `libinput's calibration comes before the transformation`() throws {
        let pen = pen(transformation: [0.5, 0, 0.5, 0, 1, 0, 0, 0, 1], calibration: [-1, 0, 1, 0, -1, 1, 0, 0, 1])
        #expect(try corner(pen, 0, 0) == Point(x: 1920, y: 1080))
        #expect(try corner(pen, 1, 1) == Point(x: 960, y: 0))
    }

    @Test func `A matrix with a perspective is unknown`() {
        #expect(pen(transformation: [1, 0, 0, 0, 1, 0, 0.1, 0, 1]).mapping(width: 100, height: 100) == nil)
        #expect(pen(transformation: [1, 0, 0]).mapping(width: 100, height: 100) == nil)
        #expect(pen(calibration: []).mapping(width: 100, height: 100) == nil)
        #expect(pen(transformation: [.nan, 0, 0, 0, 1, 0, 0, 0, 1]).mapping(width: 100, height: 100) == nil)
    }

    @Test(arguments: [
        (0, Point(x: 0, y: 0), Point(x: 1920, y: 0)), (1, Point(x: 0, y: 1080), Point(x: 0, y: 0)),
        (2, Point(x: 1920, y: 0), Point(x: 1920, y: 1080)), (3, Point(x: 1920, y: 1080), Point(x: 0, y: 1080)),
    ])
    func `The area of Wacom's driver is scaled to the screen, and rotated`(rotation: Int, topLeft: Point, topRight: Point) throws {
        let pen = pen(wacom: .init(left: 250, top: 0, right: 750, bottom: 500, rotation: rotation))
        #expect(try corner(pen, 0.25, 0) == topLeft)
        #expect(try corner(pen, 0.75, 0) == topRight)
    }

    @Test func `An area without width is unknown`() {
        #expect(pen(wacom: .init(left: 9, top: 0, right: 9, bottom: 500, rotation: 0)).mapping(width: 100, height: 100) == nil)
    }

    @Test func `Pens of one model have one mapping, unless theirs differ`() {
        let (one, other) = (InkTransform.scale(x: 10, y: 10), InkTransform.scale(x: 20, y: 20))
        func mapping(_ name: String, _ map: InkTransform) -> SurfaceMapping { .init(vendor: 1, product: 2, name: name, map: map) }
        #expect([mapping("pen", one), mapping("eraser", one)].reports.map(\.name) == [nil])
        #expect([mapping("pen", one), mapping("second", other)].reports.map(\.name) == ["pen", "second"])
        let many = (0..<40).map { SurfaceMapping(vendor: 1, product: $0, map: one) }
        #expect(many.reports.count == 32)
    }

    @Test func `The monitor under the middle of a mapping has its resolution`() {
        let monitors = [
            Monitor(place: .init(x: 0, y: 0, width: 1920, height: 1080), millimeters: 480),
            Monitor(place: .init(x: 1920, y: 0, width: 1000, height: 1000), millimeters: 0),
        ]
        #expect(monitors.pixelsPerMillimeter(at: Point(x: 960, y: 540)) == 4)
        #expect(monitors.pixelsPerMillimeter(at: Point(x: 2000, y: 540)) == nil)
        #expect(monitors.pixelsPerMillimeter(at: Point(x: -1, y: 540)) == nil)
    }
}
