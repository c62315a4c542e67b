import Ink
import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct TabletsStateTests {
    private static func tablet(
        _ name: String = "Pad", product: Int = 0x357, kind: DevicesInterface.Kind = .pen, width: Double = 200, height: Double = 100,
        placement: DevicesInterface.Placement? = nil
    ) -> DevicesInterface.Device {
        .init(
            id: 1, name: name, kind: kind, bus: 3, vendor: 0x56A, product: product, display: false, virtual: false, replay: false,
            width: width,
            height: height, activeWidth: 200, activeHeight: 100, placement: placement, pressure: true, tilt: false, eraser: true,
            seat: "seat0")
    }

    @Test func `Pens are listed, one of each model`() {
        var state = TabletsState()
        state.read([Self.tablet(), Self.tablet(kind: .touch), Self.tablet(), Self.tablet("Other", product: 1)], areas: "")
        #expect(state.tablets.map(\.name) == ["Pad", "Other"])
    }

    @Test func `What the user has set goes before what is now`() throws {
        var state = TabletsState()
        let tablet = Self.tablet(width: 100, height: 100, placement: .init(x: 100, y: 0, turn: 0))
        state.read([tablet], areas: "")
        #expect(state.area(of: tablet).edges == AreaEdges([50, 0, 100, 100]) && state.ownArea(of: tablet) == nil)
        state.read([tablet], areas: "056a:0357 = left-handed")
        #expect(state.area(of: tablet) == TabletArea(isLeftHanded: true))
    }

    @Test func `An area by the tablet's name takes precedence over one by its numbers, as in the daemon`() {
        var state = TabletsState()
        state.read([Self.tablet()], areas: "056a:0357 = left-handed; Pad = rotation 90")
        #expect(state.ownArea(of: Self.tablet()) == TabletArea(rotation: .quarter))
    }

    @Test func `A tablet's area is set, and others stay`() {
        var state = TabletsState()
        #expect(state.text(setting: TabletArea(), of: Self.tablet()) == nil)
        state.read([Self.tablet()], areas: "Pad = rotation 90; 1:2 = whole")
        #expect(state.text(setting: TabletArea(isLeftHanded: true), of: Self.tablet()) == "0001:0002 = whole; 056a:0357 = left-handed")
        #expect(state.text(setting: nil, of: Self.tablet()) == "0001:0002 = whole")
    }

    @Test(arguments: [
        (TabletArea.Rotation.none, 200.0, 100.0, 0.0, 0.0), (.quarter, 100, 200, 0, 0), (.half, 200, 100, 100, 0),
        (.threeQuarters, 100, 200, 0, 100),
    ])
    func `The picture lies as the tablet does`(rotation: TabletArea.Rotation, width: Double, height: Double, x: Double, y: Double) throws {
        let left = try #require(AreaEdges([0, 0, 50, 100]))
        let sketch = AreaSketch(TabletArea(edges: left, rotation: rotation), width: 200, height: 100)
        #expect(sketch.width == width && sketch.height == height)
        #expect(sketch.part.x == x && sketch.part.y == y && sketch.turn == rotation)
    }

    @Test func `A tablet of unknown size is drawn as any other`() {
        let sketch = AreaSketch(TabletArea(), width: nil, height: 0)
        #expect(sketch.width > sketch.height && sketch.part.width == sketch.width)
    }
}
