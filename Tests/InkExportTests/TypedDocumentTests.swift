import Editing
import InkExport
import Testing

@Suite("Typed text that is imported")
struct TypedDocumentTests {
    private static func texts(_ markdown: String) -> [String] { TypedDocument.paragraphs(ofMarkdown: markdown).map(\.text) }

    @Test("has a paragraph for each line, and empty lines part them")
    func plain() {
        let read = TypedDocument.paragraphs(ofText: "one two\r\nthree\n\n  \nfour\u{7}five\u{2028}six")
        #expect(read.map(\.text) == ["one two", "three", "four five", "six"] && read.map(\.isApart) == [false, false, true, false])
        #expect(TypedDocument.paragraphs(ofText: " \n\n").isEmpty)
        #expect(TypedDocument.paragraphs(ofText: "**not** marks")[0].text == "**not** marks")
    }

    @Test("of Markdown joins the lines of a paragraph, and has headings, items and code")
    func blocks() {
        let read = TypedDocument.paragraphs(
            ofMarkdown: """
                # A *list* #
                of two
                lines

                - milk
                  - oat
                3. eggs
                Below
                -----
                ```
                x = *y*
                ```
                > said
                | a | b |
                |---|:-:|
                | c | d |
                [name]: https://example.org
                ***
                end
                """)
        #expect(
            read.map(\.text) == [
                "A list", "of two lines", "• milk", "• oat", "3. eggs Below", "x = *y*", "said", "a b", "c d", "end",
            ])
        #expect(read[0].scale > 1.5 && read[1].scale == 1 && read[3].level == 1 && read[2].isApart && !read[3].isApart)
    }

    @Test(
        "of Markdown loses its marks, and keeps what only looks like marks",
        arguments: [
            ("**bold**, *it*, __b__, _i_, ~~gone~~, ***both***", "bold, it, b, i, gone, both"),
            ("2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"),
            ("*open and 5*", "open and 5"), ("*open", "*open"), ("`a*b*` and ``c`d``", "a*b* and c`d"), ("`open", "`open"),
            ("[text](http://a.b/c_d_e) [more][x] ![picture](a.png)", "text more picture"), ("[plain] (text)", "[plain] (text)"),
            ("\\*no\\* \\\\ \\a", "*no* \\ \\a"), ("a &amp; b &lt;c&gt; &#65; &none; &", "a & b <c> A &none; &"),
            ("<https://a.b/c> and a < b", "https://a.b/c and a < b"), ("[![p](q.png)](r)", "p"),
        ])
    func marks(markdown: String, text: String) { #expect(Self.texts(markdown) == [text]) }

    @Test("of Markdown with a hundred thousand open marks is read at once")
    func adversarial() {
        for mark in ["[a](", "*", "**a *", "`a``", "&#", "<a:", "[", "_a ", "> "] {
            let text = String(repeating: mark, count: 100_000 / mark.count)
            #expect(ContinuousClock().measure { _ = Self.texts(text) } < .seconds(20), "\(mark)")
        }
    }
}
