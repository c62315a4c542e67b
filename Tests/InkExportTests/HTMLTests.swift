import XML
import Testing

@Suite("HTML") struct HTMLTests {
    @Test("elements without content have an end, void ones have none, and text stays text")
    func elements() {
        let element = XML("p", [("title", "a\"<")], text: "<&>", [XML("span"), XML("br")])
        #expect(element.html == "<p title=\"a&quot;&lt;\">&lt;&amp;&gt;<span></span><br></p>")
    }
}
