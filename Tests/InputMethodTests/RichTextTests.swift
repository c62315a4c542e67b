import InkProtocol
import InputMethod
import Testing

/// Applications that report other spaces than were put in, as Firefox does for rich text.
@Suite struct RichTextTests {
    private static let spaces: [Character] = ["\u{A0}", "\u{202F}", "\u{2009}", "\u{2003}", " "]

    /// A page that shows all spaces as this one, or only the last one of a line.
    private func page(_ space: Character, everywhere: Bool, isModule: Bool = true) -> Desk {
        let desk = Desk(.tells, isModule: isModule)
        desk.reports = { text in
            if everywhere { return String(text.map { $0 == " " ? space : $0 }) }
            return text.last == " " ? text.dropLast() + String(space) : text
        }
        return desk
    }

    @Test(arguments: spaces, [true, false]) func `Words are exchanged as where spaces are plain`(space: Character, everywhere: Bool) {
        let desk = page(space, everywhere: everywhere)
        desk.write("quick")
        desk.send(.event(.init(sequence: 0, change: .gesture, gesture: .init(kind: "space", words: [], taken: true), field: 1)))
        #expect(desk.text == "quick ")
        desk.write("brown", candidates: ["brawn"])
        #expect(desk.text == "quick brown")
        desk.send(.candidate(1))
        desk.wait(.seconds(1))
        #expect(desk.text == "quick brawn")
        desk.write(" fox")
        #expect(desk.text == "quick brawn fox")
        // taken back by the menu
        desk.send(.undo)
        desk.wait(.seconds(1))
        #expect(desk.text == "quick brawn")
        #expect(desk.message.isEmpty)
    }

    @Test(arguments: spaces) func `A word that carries on the last one takes its place`(space: Character) {
        let desk = page(space, everywhere: true)
        let (first, second, third) = (desk.ink(), desk.ink(), desk.ink())
        desk.touch()
        desk.read("so clos", strokes: first + second, words: [("so", first), ("clos", second)])
        desk.wait(.milliseconds(40))
        #expect(desk.text == "so clos")
        desk.touch()
        desk.read("so does", strokes: first + second + third, words: [("so", first), ("does", second + third)])
        desk.wait(.seconds(1))
        #expect(desk.text == "so does")
    }

    @Test func `The places of words stay right behind other spaces`() {
        let desk = page("\u{A0}", everywhere: true)
        desk.write("red", candidates: ["bed"])
        desk.write(" blue", candidates: [" glue"])
        desk.write(" green")
        desk.wait(.seconds(6))
        // a click into the first word, seven code points before the second one ends
        desk.click(beforeEnd: 13)
        desk.wait(.milliseconds(100))
        #expect(desk.candidates == ["red", "bed"])
        desk.send(.candidate(1))
        desk.wait(.seconds(1))
        #expect(desk.text == "bed blue green")
    }

    @Test func `inkd gets a plain space, too`() {
        let desk = page("\u{A0}", everywhere: true)
        desk.text = "Dear Ann, "
        desk.tell()
        #expect(desk.calls == [.setContext("Dear Ann, ")])
    }

    @Test func `A space between ideographs is none of these`() {
        let desk = Desk(.tells)
        desk.text = "東\u{3000}京\u{A0}都"
        desk.tell()
        #expect(desk.calls == [.setContext("東\u{3000}京 都")])
    }
}
