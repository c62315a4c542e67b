import Ink
import InkTestSupport
import PenLog
import Testing

@Suite("Documents of Xournal++")
struct XournalTests {
    private static let page = ##"""
        <?xml version="1.0" standalone="no"?>
        <xournal creator="Xournal++ 1.2.3" fileversion="4"><title>A document</title><preview>AAAA</preview>
        <page width="595.28" height="841.89"><background type="solid" color="#ffffffff" style="lined"/>
        <layer name="Ink"><stroke tool="pen" ts="0" fn="" color="#3333ccff" width="1.41 0.9 1.2" capStyle="round">1 2 3.5 4.25 5 6</stroke>
        <stroke tool="highlighter" color="yellow" width="8.5">1 2 3 4</stroke><stroke tool="eraser" color="#ffffffff" width="9">1 1</stroke></layer>
        <layer><text font="Sans" size="12" x="50" y="60" color="#ff0000ff">a &amp; b
        c</text><image left="1" top="2" right="11" bottom="22">AQID</image><teximage text="x" left="1" top="1" right="1" bottom="1">AA</teximage></layer>
        </page>
        <page width="10" height="20"><background type="pdf" pageno="1"/><layer/></page>
        </xournal>
        """##

    @Test("are read with layers, tools, colors, widths, texts and pictures, and what is lost is counted")
    func reading() throws {
        let document = try XournalDocument(xopp: Array(Self.page.utf8))
        #expect(document.pages.count == 2 && document.pages.map(\.width) == [595.28, 10])
        let first = try #require(document.pages.first)
        #expect(first.background == .init(color: "#ffffffff", style: "lined") && document.pages.last?.background == nil)
        #expect(first.layers.map(\.name) == ["Ink", nil] && first.layers.map(\.elements.count) == [3, 2])
        guard case .stroke(let pen)? = first.layers.first?.elements.first else { throw Missing() }
        #expect(pen.tool == .pen && pen.color == .init(red: 0x33, green: 0x33, blue: 0xcc))
        #expect(pen.places == [Point(x: 1, y: 2), Point(x: 3.5, y: 4.25), Point(x: 5, y: 6)] && pen.widths == [0.9, 1.2, 1.2])
        guard case .stroke(let highlighter)? = first.layers.first?.elements.dropFirst().first else { throw Missing() }
        #expect(highlighter.color.alpha == 127 && highlighter.widths == [8.5, 8.5])
        guard case .text(let text)? = first.layers.last?.elements.first else { throw Missing() }
        #expect(text.text.hasPrefix("a & b\n") && text.size == 12 && text.color.red == 255)
        guard case .image(let image)? = first.layers.last?.elements.last else { throw Missing() }
        #expect(image.bytes == [1, 2, 3] && image.box == Box(x: 1, y: 2, width: 10, height: 20))
        #expect(
            document.leftOut.sentences == [
                "1 × picture (line 7: it has no position)", "1 × background that is a picture or a page of a PDF",
            ])
    }

    private struct Missing: Error {}

    @Test("what is written is packed, and read as it was")
    func writing() throws {
        let document = try XournalDocument(xopp: Array(Self.page.utf8))
        let file = try document.xopp()
        #expect(file.starts(with: [0x1f, 0x8b]))
        let again = try XournalDocument(xopp: file).pages
        var expected = document.pages
        // the format wants a background of every page
        for index in expected.indices where expected[index].background == nil {
            expected[index].background = .init(color: "#ffffffff", style: "plain")
        }
        #expect(again == expected)
    }

    @Test(
        "what is no such document is refused",
        arguments: [
            "", "text", "<ink/>", "<xournal/>", "<xournal>\n<page", "PK\u{3}\u{4}", "PK\u{5}\u{6}",
        ])
    func refused(text: String) {
        #expect(throws: RecordingError.self) { try XournalDocument(xopp: Array(text.utf8)) }
    }

    @Test("damaged ones are read or refused, and what is read is the same ever after")
    func damaged() throws {
        let good = Array(Self.page.utf8)
        let words = [
            "<layer>", "</layer>", "-1", "1e400", "nan", "\"", "<", ">", " ", "&amp;", "width=\"", "</stroke>", "1e6", "\u{0}", "é",
        ]
        var read = 0
        try Fuzz.run(seed: 91) { random in
            guard let document = try? XournalDocument(xopp: Fuzz.damaged(good, words: words, using: &random)) else { return }
            read += 1
            let again = try XournalDocument(xopp: document.xopp())
            #expect(try XournalDocument(xopp: again.xopp()).pages == again.pages)
        }
        #expect(read > 0)
    }
}
