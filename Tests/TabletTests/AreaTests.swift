import Evdev
import Ink
import Tablet
import Testing

@Suite("The part of a tablet that is written on")
struct AreaTests {
    /// The mapped corners of the active area (200 × 100 mm): top left, top right, bottom right, bottom left.
    private func corners(_ area: TabletArea) -> [Point] {
        let mapping = AreaMapping(area, width: 200, height: 100)
        return [(0, 0), (200, 0), (200, 100), (0, 100)].map { mapping.mapped(Point(x: $0.0, y: $0.1)) }
    }

    private func area(_ edges: String = "0,0,100,100", aspect: String? = nil, turned rotation: TabletArea.Rotation = .none) throws
        -> TabletArea
    {
        TabletArea(edges: try #require(AreaEdges(edges)), aspect: try aspect.map { try #require(AspectRatio($0)) }, rotation: rotation)
    }

    private func places(_ places: (Double, Double)...) -> [Point] { places.map { Point(x: $0.0, y: $0.1) } }

    @Test("a tablet that is turned clockwise has its left edge on top, then its bottom edge, then its right one")
    func turns() throws {
        #expect(corners(try area()) == places((0, 0), (200, 0), (200, 100), (0, 100)))
        #expect(corners(try area(turned: .quarter)) == places((100, 0), (100, 200), (0, 200), (0, 0)))
        #expect(corners(try area(turned: .half)) == places((200, 100), (0, 100), (0, 0), (200, 0)))
        #expect(corners(try area(turned: .threeQuarters)) == places((0, 200), (0, 0), (100, 0), (100, 200)))
    }

    @Test("left-handed is half a turn more", arguments: TabletArea.Rotation.allCases)
    func leftHanded(rotation: TabletArea.Rotation) {
        #expect(corners(TabletArea(rotation: rotation, isLeftHanded: true)) == corners(TabletArea(rotation: rotation.opposite)))
    }

    @Test("a part has its own corner, and its sides change places with a quarter turn")
    func part() throws {
        let upright = AreaMapping(try area("25,0,75,50"), width: 200, height: 100)
        #expect(upright.part == Box(x: 50, y: 0, width: 100, height: 50))
        #expect(upright.mapped(Point(x: 50, y: 0)) == Point(x: 0, y: 0))
        let turned = AreaMapping(try area("25,0,75,50", turned: .quarter), width: 200, height: 100)
        #expect((turned.width, turned.height) == (50, 100))
        #expect(turned.mapped(Point(x: 50, y: 50)) == Point(x: 0, y: 0))
        #expect(turned.mapped(Point(x: 150, y: 0)) == Point(x: 50, y: 100))
    }

    @Test("of a part with a shape the largest middle piece counts, whichever way the tablet lies")
    func aspect() throws {
        #expect(AreaMapping(try area(aspect: "1:1"), width: 200, height: 100).part == Box(x: 50, y: 0, width: 100, height: 100))
        #expect(AreaMapping(try area(aspect: "4:1"), width: 200, height: 100).part == Box(x: 0, y: 25, width: 200, height: 50))
        let portrait = AreaMapping(try area(aspect: "1:4", turned: .threeQuarters), width: 200, height: 100)
        #expect(portrait.part == Box(x: 0, y: 25, width: 200, height: 50))
        #expect((portrait.width, portrait.height) == (50, 200))
        #expect(
            AreaMapping(try area("0,0,50,100", aspect: "1:2"), width: 200, height: 100).part == Box(x: 25, y: 0, width: 50, height: 100))
    }

    @Test("every place comes back from where it was taken", arguments: TabletArea.Rotation.allCases, [false, true])
    func inverse(rotation: TabletArea.Rotation, isLeftHanded: Bool) throws {
        var area = try area("10,20,70,95", aspect: "16:10")
        (area.rotation, area.isLeftHanded) = (rotation, isLeftHanded)
        let mapping = AreaMapping(area, width: 216, height: 135)
        for (x, y) in [(0.0, 0.0), (30, 40), (215, 3), (-4, 140)] {
            let back = mapping.unmapped(mapping.mapped(Point(x: x, y: y)))
            #expect(back.distance(to: Point(x: x, y: y)) < 1e-9)
        }
        // the part's corners are the corners of what is told
        let corner = mapping.unmapped(Point(x: 0, y: 0))
        let other = mapping.unmapped(Point(x: mapping.width, y: mapping.height))
        #expect(abs(min(corner.x, other.x) - mapping.part.x) < 1e-9 && abs(max(corner.y, other.y) - mapping.part.bottom) < 1e-9)
    }

    @Test("a pen's places, lean and barrel are turned with the tablet")
    func pens() {
        let said = pen("0ms pen+ x=1000 y=2000 tx=45 z=0; 1ms tx=0 ty=-45", area: TabletArea(rotation: .quarter)) {
            "\($0.x),\($0.y) " + String(format: $0.azimuth) + " " + String(format: $0.rotation)
        }
        // to the right becomes down; up becomes to the right; a barrel at three quarters is at none
        #expect(said == "in(80.0,10.0 1.57 0.00) hover(80.0,10.0 0.00 0.00)")
    }

    @Test("an upright pen leans nowhere on a turned tablet, too")
    func upright() {
        #expect(pen("0ms pen+", area: TabletArea(rotation: .half), showing: { String(format: $0.azimuth) }) == "in(0.00)")
    }

    @Test("outside a pen is near and writes nothing until it is lifted and touches inside; a stroke from inside runs on")
    func outside() throws {
        let left = try area("0,0,50,100")
        #expect(pen("0ms pen+ x=15000; 1ms p=900; 2ms x=5000; 3ms p=0; 4ms p=900", area: left) == "in hover hover hover down")
        #expect(pen("0ms pen+ x=5000; 1ms p=900; 2ms x=15000; 3ms p=0; 4ms p=900", area: left) == "in down move up hover")
    }

    @Test("what a device tells beyond an edge of the active area that the part reaches to is ink")
    func beyond() throws {
        let left = try area("0,0,50,100")
        #expect(pen("0ms pen+ x=-200 y=10300 p=900", area: left) == "in down")
        #expect(pen("0ms pen+ x=-200 y=10300 p=900", area: TabletArea(rotation: .quarter)) == "in down")
        #expect(AreaMapping(try area("10,0,100,100"), width: 215.9, height: 100).takesInk(at: Point(x: 220, y: 50)))
    }

    @Test("without a size the part and the turn are in device units, and a shape is not asked for")
    func unitless() throws {
        let tablet = DeviceDescription.cintiq.with { $0.axes[Axis.y]?.resolution = 0 }
        let geometry = SurfaceGeometry(tablet, area: try area("50,0,100,100", aspect: "1:1", turned: .half))
        #expect(geometry.isUnitless && geometry.width == nil && geometry.mapping.part.width == 10_000)
        #expect(geometry.place(x: 20_000, y: 10_000) == Point(x: 0, y: 0))
    }

    @Test("the size that is told is the part's, as the tablet lies; the active area's is known besides")
    func sizes() throws {
        let geometry = SurfaceGeometry(.cintiq, area: try area("0,0,50,100", turned: .quarter))
        #expect((geometry.width, geometry.height) == (100, 100))
        #expect((geometry.activeSize?.width, geometry.activeSize?.height) == (200, 100))
    }

    @Test("another area is used as soon as no pen is near")
    func exchange() throws {
        var tracker = PenTracker(description: .cintiq, device: DeviceID(1))
        var events: [PointerEvent] = []
        for frame in frames("0ms pen+ x=1000") { tracker.process(frame, into: &events) }
        let turned = TabletArea(rotation: .half)
        let isTaken = tracker.use(turned, of: .cintiq)
        #expect(!isTaken)
        for frame in frames("1ms pen-") { tracker.process(frame, into: &events) }
        let isTakenLater = tracker.use(turned, of: .cintiq)
        #expect(isTakenLater)
        for frame in frames("2ms pen+") { tracker.process(frame, into: &events) }
        #expect(sentence(events, showing: { "\($0.x)" }) == "in(10.0) out(10.0) in(190.0)")
    }

    @Test("fingers are mapped as pens are")
    func fingers() throws {
        let part = try area("50,0,100,100", turned: .half)
        var tracker = try TouchTracker(description: .touchscreen, device: DeviceID(2), area: part)
        let (width, height) = (try #require(tracker.geometry.width), try #require(tracker.geometry.height))
        var events: [PointerEvent] = []
        for frame in frames("0ms id=1 mx=10 my=20; 1ms id=-1; 2ms id=2 mx=2000 my=20; 3ms mx=10; 4ms id=-1") {
            tracker.process(frame, into: &events)
        }
        #expect(events.map(\.phase) == [.down, .move, .up])
        let first = try #require(events.first)
        #expect((first.x, first.y) == (2 * width - 200, height - 2))
    }

    @Test("edges are four numbers within the area, shapes two that are not absurd")
    func texts() throws {
        #expect(try #require(AreaEdges("0, 12.5,100,50")).top == 12.5)
        for text in ["", "0,0,100", "0,0,100,100,1", "0,0,101,100", "-1,0,100,100", "50,0,50,100", "0,0,nan,100", "0,,100,100", "a,b,c,d"] {
            #expect(AreaEdges(text) == nil, "\(text)")
        }
        #expect(try #require(AspectRatio("1920x1080")).width == 1920)
        for text in ["", "16", "16:", ":9", "0:9", "-16:-9", "inf:1", "1:1000", "16:9:1", "1 6:9"] {
            #expect(AspectRatio(text) == nil, "\(text)")
        }
    }
}
