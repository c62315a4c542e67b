import InkProtocol
import InputMethod
import Testing

/// Words in fields whose text cannot be replaced.
@Suite struct HoldingTests {
    @Test func `A word is held until its end, however long the pen takes within it`() {
        let desk = Desk(.silent)
        let strokes = desk.ink(3)
        desk.touch()
        desk.read("hel", strokes: strokes)
        desk.wait(.milliseconds(300))
        desk.touch()
        desk.wait(.milliseconds(1500))
        #expect(desk.text.isEmpty && desk.preedit == "hel")
        desk.read("hallo", strokes: strokes + desk.ink(2))
        desk.wait(.milliseconds(399))
        #expect(desk.text.isEmpty)
        desk.wait(.milliseconds(1))
        #expect(desk.commits == ["hallo"])
    }

    @Test func `A word that the next one follows is put in at once`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.touch()
        desk.read(" w", line: 2, strokes: desk.ink(), final: false)
        #expect(desk.text == "hello" && desk.preedit == " w")
    }

    @Test func `A stroke of which nothing is read, and a gesture, hold a word no longer`() {
        let desk = Desk(.silent)
        desk.write("hello")
        desk.touch()
        desk.wait(.seconds(2))
        #expect(desk.text == "hello")
        desk.write(" you", line: 2)
        desk.touch()
        desk.send(.event(.init(sequence: 0, change: .gesture, gesture: .init(kind: "circle", words: [], taken: false), field: 1)))
        desk.wait(.milliseconds(400))
        #expect(desk.text == "hello you")
    }

    @Test func `Only candidates that continue what is in the field are shown`() {
        let desk = Desk(.silent)
        let strokes = desk.ink(3)
        desk.read("hel", strokes: strokes)
        desk.wait(.seconds(1))
        #expect(desk.text == "hel")
        desk.read("hello", strokes: strokes + desk.ink(2), candidates: ["hallo", "helio"])
        #expect(desk.candidates == ["hello", "helio"])
        #expect(desk.press(.character("2")))
        desk.wait(.seconds(1))
        #expect(desk.text == "helio")
    }

    @Test func `A digit is typed if it chooses nothing`() {
        let desk = Desk(.silent)
        let strokes = desk.ink(3)
        desk.read("hel", strokes: strokes)
        desk.wait(.seconds(1))
        desk.read("hello", strokes: strokes + desk.ink(2), candidates: ["hallo"])
        #expect(desk.candidates.isEmpty)
        desk.type("2")
        #expect(desk.text == "hello2")
        desk.type("1")
        #expect(desk.text == "hello21")
    }

    @Test func `Where text can be replaced, a candidate that does not continue it is chosen, too`() {
        let desk = Desk(.tells)
        let strokes = desk.ink(3)
        desk.read("hel", strokes: strokes)
        #expect(desk.text == "hel")
        desk.read("hello", strokes: strokes + desk.ink(2), final: false, candidates: ["hallo"])
        desk.press(.character("2"))
        desk.wait(.seconds(1))
        #expect(desk.text == "hallo")
    }
}
