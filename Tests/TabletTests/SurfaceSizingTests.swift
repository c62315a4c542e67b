import Evdev
import Ink
import Tablet
import Testing

@Suite("Sizes that descriptors give wrongly")
struct SurfaceSizingTests {
    /// What is believed of a pen that reports one size where other sources have others.
    private func sizing(
        _ reported: (Double, Double)?, database: (Double, Double)? = nil, touch: (Double, Double)? = nil,
        change: (inout Quirks) -> Void = { _ in }
    ) -> SurfaceSizing {
        let tablet = DeviceDescription.cintiq.with { tablet in
            tablet.axes[Axis.x] = AxisInfo(minimum: 0, maximum: Int32((reported?.0 ?? 9) * 100), resolution: reported == nil ? 0 : 100)
            tablet.axes[Axis.y] = AxisInfo(minimum: 0, maximum: Int32((reported?.1 ?? 9) * 100), resolution: reported == nil ? 0 : 100)
            tablet.databaseSize = database.map { SurfaceSize(width: $0.0, height: $0.1) }
            tablet.touchSize = touch.map { SurfaceSize(width: $0.0, height: $0.1) }
        }
        return SurfaceSizing(tablet.quirked(change), x: Axis.x, y: Axis.y)
    }

    private func size(_ sizing: SurfaceSizing) -> String {
        let size = sizing.size.map { "\(Int($0.width.rounded()))x\(Int($0.height.rounded()))" } ?? "unknown"
        return size + (sizing.source.map { " \($0)" } ?? "") + (sizing.doubt.map { " \($0)" } ?? "")
    }

    @Test("a descriptor that the database agrees with is the more exact")
    func agreement() {
        #expect(size(sizing((224, 148), database: (228.6, 152.4))) == "224x148 descriptor")
        #expect(size(sizing((102, 57), database: (101.6, 50.8))) == "102x57 descriptor")
    }

    @Test("where they differ by half, the database is believed; where its sides are exchanged, they are")
    func database() {
        #expect(size(sizing((20.8, 28), database: (152.4, 101.6))) == "152x102 database corrected")
        #expect(size(sizing((156.8, 280.1), database: (279.4, 152.4))) == "280x157 exchanged corrected")
        #expect(size(sizing(nil, database: (152.4, 101.6))) == "152x102 database")
    }

    @Test("an entry that stands for many models is believed only where nothing else is known")
    func mistrustedDatabase() {
        #expect(size(sizing((526, 296), database: (228.6, 127)) { $0.trustsDatabaseSize = false }) == "526x296 descriptor")
        #expect(size(sizing(nil, database: (228.6, 127)) { $0.trustsDatabaseSize = false }) == "229x127 database")
    }

    @Test("the touch device of the same screen is believed before a pen that differs by half, but not before the database")
    func touch() {
        #expect(size(sizing((74.8, 42.1), touch: (295, 166))) == "295x166 touch corrected")
        #expect(size(sizing((293.8, 165.2), touch: (295, 166))) == "294x165 descriptor")
        #expect(size(sizing((294, 165), database: (304.8, 177.8), touch: (100, 50))) == "294x165 descriptor")
        #expect(size(sizing(nil, touch: (295, 166))) == "295x166 touch")
    }

    @Test("a touch device that is a pen's only because both are of a screen goes before a size that no tablet has, and before no other")
    func guessedTouch() {
        let touch = SurfaceSize(width: 295, height: 166)
        func learnt(_ reported: (Double, Double)?, _ evidence: DevicePairing.Evidence) -> SurfaceSize? {
            SurfaceSizing.touchSize(touch, besides: sizing(reported), because: evidence)
        }
        #expect(learnt((203.5, 127), .screen) == nil)
        #expect(learnt((20.8, 28), .screen) == touch && learnt(nil, .screen) == touch)
        for evidence in [DevicePairing.Evidence.group, .database, .parent] { #expect(learnt((203.5, 127), evidence) == touch) }
    }

    @Test("a size that no tablet has is believed for want of a better, and marked")
    func implausible() {
        #expect(size(sizing((20.8, 28))) == "21x28 descriptor implausible")
        #expect(size(sizing((2000, 1200))) == "2000x1200 descriptor implausible")
        #expect(size(sizing((400, 60))) == "400x60 descriptor implausible")
        #expect(size(sizing((101.6, 57))) == "102x57 descriptor" && size(sizing((344, 97))) == "344x97 descriptor")
        #expect(size(sizing((20.8, 28)) { $0.size = SurfaceSize(width: 152.4, height: 101.6) }) == "152x102 quirk")
    }

    @Test("nonsense from outside is no size", arguments: [(Double.nan, 10.0), (.infinity, 10), (-5, 10), (0, 10)])
    func nonsense(width: Double, height: Double) {
        #expect(size(sizing(nil, database: (width, height), touch: (width, height))) == "unknown")
        #expect(size(sizing((224, 148)) { $0.size = SurfaceSize(width: width, height: height) }) == "224x148 descriptor")
    }

    @Test("a range that is none and a resolution of one axis alone are no size")
    func halfKnown() {
        let tablet = DeviceDescription.cintiq.with { $0.axes[Axis.x] = AxisInfo(minimum: 100, maximum: -100, resolution: 100) }
        #expect(size(SurfaceSizing(tablet, x: Axis.x, y: Axis.y)) == "unknown")
        #expect(size(SurfaceSizing(.cintiq.with { $0.axes[Axis.y]?.resolution = 0 }, x: Axis.x, y: Axis.y)) == "unknown")
    }
}
