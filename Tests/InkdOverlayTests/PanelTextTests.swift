import Testing

@testable import inkd_overlay

@Suite("Text in the panel")
struct PanelTextTests {
    private let text = String((0..<400).map { Character(UnicodeScalar(0x61 + UInt8($0 % 26))) })

    @Test("what fits is shown whole, of the rest as much of the end as there is room for", arguments: [2, 3, 17, 399, 400, 401])
    func end(room: Int) {
        var measured = 0
        let shown = PanelPainter.end(of: text) {
            measured += 1
            return $0.count <= room
        }
        #expect(shown == (room >= 400 ? text : "…" + text.suffix(room - 1)))
        #expect(measured <= 10)
    }

    @Test("a sentence for the user is shown in lines, and none of its words is lost")
    func lines() {
        let words = "“fox” came into no field: its field lost the focus."
        #expect(PanelPainter.lines(of: words) { $0.count <= 20 } == ["“fox” came into no", "field: its field", "lost the focus."])
        #expect(PanelPainter.lines(of: words) { _ in false } == words.split(separator: " ").map(String.init))
        #expect(PanelPainter.lines(of: "") { _ in true }.isEmpty)
        let wide = PanelPainter.lineCount(of: words, width: 10_000, scale: 1),
            narrow = PanelPainter.lineCount(of: words, width: 200, scale: 1)
        #expect(wide == 1 && narrow > 1)
    }

    @Test("where nothing fits, the last character is still shown")
    func noRoom() {
        #expect(PanelPainter.end(of: text) { _ in false } == "…" + text.suffix(1))
        #expect(PanelPainter.end(of: "a") { _ in false } == "a")
        #expect(PanelPainter.end(of: "") { _ in true } == "")
    }

    @Test("of what is very long the end is looked at, without what has no picture")
    func showable() {
        #expect(PanelPainter.showable(String(repeating: "a", count: 1000) + "b\0\nc").hasSuffix("abc"))
        #expect(PanelPainter.showable(String(repeating: "a", count: 1000)).count == 500)
    }
}
