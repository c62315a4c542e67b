import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkExport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("HTML and Markdown") struct WebTests {
    private func words(_ line: String) -> [Sheet.Word] { line.split(separator: " ").map { .init(text: String($0)) } }

    private func page() throws -> (root: Block, snapshot: DocumentSnapshot) {
        var sheet = Sheet()
        var root = Block(id: "root", type: .container)
        var heading = try sheet.text("h", y: 10, [words("Notes")])
        heading.lines[0].words[0].decorations = [.underline]
        root.children.append(heading)
        var text = try sheet.text(
            "p", y: 30,
            ["the quick brown fox jumps over a lazy dog", "and runs away from the dog", "- milk", "- bread", "3. one", "4. two"].map(words))
        text.lines[0].words[1].decorations = [.underline]
        text.lines[0].words[2].decorations = [.underline, .strikethrough]
        root.children.append(text)
        var diagram = Block(id: "g", type: .diagram)
        diagram.strokes = [sheet.add(line(from: (20, 100), to: (60, 110)))]
        diagram.children = [try sheet.text("l", x: 25, y: 105, [words("Start")])]
        root.children.append(diagram)
        return (root, sheet.snapshot(.textDocument, root))
    }

    private func text(_ format: ExportFormat) throws -> String {
        let (root, snapshot) = try page()
        return String(decoding: try Export.data(of: root, in: snapshot, as: format), as: UTF8.self)
    }

    @Test("a web page has headings, paragraphs, lists, marks and drawings")
    func html() throws {
        let html = try text(.html)
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Notes</title>"))
        #expect(html.contains("<h1>Notes</h1><p>the <strong>quick</strong>"))
        #expect(html.contains("<s>brown</s>") && html.contains("lazy dog and runs away from the dog</p>"))
        #expect(html.contains("<ul><li>milk</li><li>bread</li></ul><ol start=\"3\"><li>one</li><li>two</li></ol>"))
        #expect(html.contains("<figure><svg") && html.contains("aria-label=\"Start\"") && html.contains("id=\"word-"))
    }

    @Test("Markdown has the same")
    func markdown() throws {
        let markdown = try text(.markdown)
        let blocks = markdown.components(separatedBy: "\n\n")
        #expect(blocks.first == "# Notes")
        #expect(blocks[1] == "the **quick** **~~brown~~** fox jumps over a lazy dog and runs away from the dog")
        #expect(blocks[2] == "- milk\n- bread" && blocks[3] == "3. one\n4. two")
        #expect(blocks[4] == "![Start][figure-1]" && blocks[5].hasPrefix("[figure-1]: data:image/png;base64,"))
    }

    @Test("inner lists are in the items before them")
    func inner() throws {
        var sheet = Sheet()
        var block = try sheet.text("p", ["- write", "1. Anna", "2. Bert", "- sleep"].map(words))
        for index in [1, 2] {
            for word in block.lines[index].words.indices { block.lines[index].words[word].box?.x += 12 }
        }
        let snapshot = sheet.snapshot(.text, block)
        let html = String(decoding: try Export.data(of: block, in: snapshot, as: .html), as: UTF8.self)
        #expect(html.contains("<ul><li>write<ol><li>Anna</li><li>Bert</li></ol></li><li>sleep</li></ul>"))
        let markdown = String(decoding: try Export.data(of: block, in: snapshot, as: .markdown), as: UTF8.self)
        #expect(markdown == "- write\n  1. Anna\n  2. Bert\n- sleep\n")
    }

    /// Text as nobody writes it.
    private static let odd = [
        "<script>alert(1)</script>", "a&amp;b", "\"quoted\" 'text'", "]]>", "--", "-", "1.", "# no", "**", "`~|\\",
        "\u{0}\u{1}\u{7F}\u{FFFE}",
        "🎉👩‍👩‍👧", "שלום", "مرحبا", "e\u{301}\u{302}", "\u{202E}abc", "中文", "\u{A0}", "$x$", "<!--", "&#x0;", "_a_", "![a](b)",
    ]

    @Test("any text makes a document that can be read, and says what it says", arguments: 0..<20)
    func odd(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed + 1))
        var sheet = Sheet()
        var block = try sheet.text("p", ["ab cd ef gh ij", "kl mn op", "- qr", "- st", "u v w"].map(words))
        for line in block.lines.indices {
            for word in block.lines[line].words.indices where !Bool.random(using: &dice) || line == 4 {
                block.lines[line].words[word].text = Self.odd.randomElement(using: &dice) ?? ""
                block.lines[line].words[word].candidates = []
                if Bool.random(using: &dice) { block.lines[line].words[word].decorations = [.underline, .surround] }
            }
            block.lines[line].text = block.lines[line].words.map(\.text).joined(separator: " ")
        }
        var typeset = Block(id: "t\"<&>", type: .text, box: Box(x: 0, y: 80, width: 50, height: 5))
        typeset.content = .text([
            TypesetLine(text: Self.odd.joined(separator: " "), box: Box(x: 0, y: 80, width: 50, height: 5), baseline: 84)
        ])
        var root = Block(id: "root", type: .container)
        root.children = [block, typeset]
        var snapshot = sheet.snapshot(.textDocument, root)
        snapshot.language = "x\"<&"
        var files: [ExportFormat: String] = [:]
        for format in ExportFormat.allCases where format.supports(root.type) {
            let bytes = try Export.data(of: root, in: snapshot, as: format)
            files[format] = String(decoding: bytes, as: UTF8.self)
            if [.svg, .inkML].contains(format) { #expect(XMLParser(data: Data(bytes)).parse(), "\(format)") }
            if format == .jiix { #expect(throws: Never.self) { try Export.readJIIX(bytes) } }
        }
        for part in try WordDocument(source: ExportSource(snapshot), options: ExportOptions()).parts(root) where !part.name.hasSuffix("png")
        {
            #expect(XMLParser(data: Data(part.bytes)).parse(), "\(part.name)")
        }
        let html = try #require(files[.html])
        #expect(!html.contains("<script>") && !html.contains("<!--") && html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        let markdown = try #require(files[.markdown])
        #expect(markdown.contains("\\<script\\>alert(1)\\</script\\>") && markdown.contains("🎉👩‍👩‍👧"))
        #expect(!markdown.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    }

    @Test("what means something in Markdown is said to mean nothing")
    func escaped() {
        #expect(MarkdownWriter.escaped("a*b_c [d](e) <f> &g;") == "a\\*b\\_c \\[d\\](e) \\<f\\> \\&g;")
        #expect(MarkdownWriter.escaped("a\u{1}b\nc") == "a\u{FFFD}b c")
    }
}
