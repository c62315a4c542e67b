import ArgumentParser
import Ink
import InkProtocol
import InkReport
import Testing

@testable import inkctl

@Suite("inkctl area")
struct AreaCommandTests {
    private static var tablet: DevicesInterface.Device {
        var tablet = WatchFormatterTests.device(1)
        (tablet.name, tablet.vendor, tablet.product, tablet.activeWidth, tablet.activeHeight) = ("Pad <S>", 0x56a, 0x357, 200, 100)
        return tablet
    }

    private static func area(_ arguments: String...) throws -> TabletArea { try AreaOptions.parse(arguments).tabletArea }

    @Test("the lines for the configuration are those that differ from what goes without saying")
    func yaml() throws {
        let area = try Self.area("--area", "0,0,100,62.5", "--aspect", "16:10", "--rotation", "270", "--left-handed")
        #expect(
            AreaCommand.yaml(Self.tablet, area).filter { !$0.hasPrefix("#") } == [
                "  areas:", "    \"056a:0357\":  # Pad <S>", "      area: [0, 0, 100, 62.5]", "      aspect: \"16:10\"",
                "      rotation: 270", "      leftHanded: true",
            ])
        #expect(
            AreaCommand.yaml(Self.tablet, TabletArea()) == [
                "# All of the tablet in its default orientation: this needs no setting."
            ])
    }

    @Test("the drawing shows the tablet as it lies, its part, and the edge that was on top")
    func drawing() throws {
        let upright = AreaPicture(try Self.area("--area", "0,0,50,100"), width: 200, height: 100)
        #expect(
            upright.lines(columns: 17, rows: 6) == [
                "┌━━━━━━━━━━━━━━━┐", "│░░░░░░░░       │", "│░░░↑░░░░       │", "│░░░░░░░░       │", "└───────────────┘",
            ])
        let turned = AreaPicture(try Self.area("--area", "0,0,50,100", "--rotation", "90"), width: 200, height: 100)
        #expect(
            turned.lines(columns: 11, rows: 9) == [
                "┌───────┐", "│░░░░░░░┃", "│░░░↑░░░┃", "│░░░░░░░┃", "│░░░░░░░┃", "│       ┃", "│       ┃", "│       ┃", "└───────┘",
            ])
        #expect(turned.part == Box(x: 0, y: 0, width: 100, height: 100) && turned.top == .right)
    }

    @Test("the picture is XML whatever the tablet is called")
    func svg() throws {
        let svg = AreaPicture(try Self.area("--aspect", "1:1"), width: 200, height: 100).svg(title: Self.tablet.name)
        #expect(svg.contains("<title>Pad &lt;S&gt;</title>"))
        #expect(svg.contains("<rect x=\"50.00\" y=\"0.00\" width=\"100.00\" height=\"100.00\""))
        #expect(svg.contains("viewBox=\"-8.00 -8.00 216.00 116.00\"") && svg.contains("100 × 100 mm"))
    }

    @Test("a tablet may be named by its numbers, its name or its number, and need not be if it is the only one")
    func choosing() throws {
        var other = Self.tablet
        (other.id, other.name, other.product) = (2, "Other", 1)
        var finger = Self.tablet
        (finger.id, finger.kind) = (3, .touch)
        #expect(try AreaCommand.choose(nil, of: [Self.tablet, finger]).id == 1)
        for name in ["056A:0001", "56a:1", "Other", "2"] {
            #expect(try AreaCommand.choose(name, of: [Self.tablet, other, finger]).id == 2)
        }
        #expect(throws: InkctlError.severalTablets(["056a:0357", "056a:0001"])) { try AreaCommand.choose(nil, of: [Self.tablet, other]) }
        #expect(throws: InkctlError.noTablet("x", there: ["056a:0357"])) { try AreaCommand.choose("x", of: [Self.tablet, finger]) }
        #expect(throws: InkctlError.noTablet(nil, there: [])) { try AreaCommand.choose(nil, of: []) }
    }

    @Test("saving an area leaves those of other tablets, and goes before one by the tablet's name")
    func saving() throws {
        let area = try Self.area("--rotation", "90", "--left-handed")
        let text = "1234:0001 = left-handed; \(Self.tablet.name) = whole"
        let saved = try AreaCommand.areas(text, with: area, of: Self.tablet)
        #expect(saved == "056a:0357 = rotation 90 left-handed; 1234:0001 = left-handed")
        #expect(try AreaCommand.areas(saved, with: nil, of: Self.tablet) == "1234:0001 = left-handed")
        #expect(try AreaCommand.areas("", with: TabletArea(), of: Self.tablet) == "056a:0357 = whole")
        #expect(throws: InkctlError.self) { try AreaCommand.areas("nonsense", with: area, of: Self.tablet) }
    }

    @Test("a tablet without a size has no drawing, but a configuration")
    func unitless() {
        var tablet = Self.tablet
        (tablet.activeWidth, tablet.activeHeight) = (nil, nil)
        let picture = AreaPicture(TabletArea(), width: 0, height: 0)
        #expect(AreaCommand.remarks(tablet, picture, TabletArea()).first?.contains("its size is unknown") == true)
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["--area", "0,0,0,0"], ["--area", "a"], ["--aspect", "0:1"], ["--aspect", "1e-320:1e-320"], ["--rotation", "45"],
            ["--rotation", "x"], ["--save", "--reset"], ["--reset", "--rotation", "90"],
        ])
    func refusals(arguments: [String]) {
        #expect(throws: (any Error).self) { try AreaCommand.parse(arguments) }
    }
}
