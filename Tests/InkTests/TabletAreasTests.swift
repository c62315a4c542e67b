import Ink
import Testing

@Suite("Areas of tablets as text")
struct TabletAreasTests {
    @Test("are read as they are written")
    func roundTrip() throws {
        let text = "056a:0357 = area 0,0,50,62.5 aspect 16:9 rotation 90 left-handed; Pad S: 2 = whole; x = left-handed"
        let areas = try TabletAreas(text)
        #expect(areas.text == text && areas["56A:357"] == areas["056a:0357"] && areas["none"] == nil)
        let area = try #require(areas["056a:0357"])
        #expect(area.edges.right == 50 && area.edges.bottom == 62.5 && area.rotation == .quarter && area.isLeftHanded)
        #expect(areas["Pad S: 2"] == TabletArea() && areas["x"] == TabletArea(isLeftHanded: true))
        #expect(try TabletAreas("").text.isEmpty && TabletAreas(" ; ;").text.isEmpty)
    }

    @Test("a tablet gets another area, or none, and the others stay")
    func changing() throws {
        var areas = try TabletAreas("a = whole; b = rotation 180")
        areas["a"] = nil
        areas["c"] = TabletArea(rotation: .threeQuarters)
        #expect(areas.text == "b = rotation 180; c = rotation 270")
    }

    @Test(
        "what is none is refused, with the entry and what may be",
        arguments: [
            "a", "a =", "= whole", "a = rotation", "a = rotation 45", "a = area 0,0,0,0", "a = area 1,2", "a = aspect 0:1", "a = upright",
            "a = whole rotation 90",
        ])
    func refusals(text: String) {
        let refusal = #expect(throws: TabletAreas.Refusal.self) { try TabletAreas("b = whole; " + text) }
        #expect(refusal?.reason.contains("\"\(text)\"") == true)
    }

    @Test("a tablet is there once, and there are no more than 64")
    func bounds() {
        #expect(throws: TabletAreas.Refusal.self) { try TabletAreas("056a:0001 = whole; 56A:1 = whole") }
        let many = (1...65).map { "t\($0) = whole" }
        #expect(throws: Never.self) { try TabletAreas(many.dropLast().joined(separator: ";")) }
        #expect(throws: TabletAreas.Refusal.self) { try TabletAreas(many.joined(separator: ";")) }
        #expect(throws: TabletAreas.Refusal.self) { try TabletAreas(String(repeating: "n", count: 129) + " = whole") }
    }
}
