import Editing
import Foundation
import Ink
import Testing

@testable import InkExport

/// A page with a highlighted word. The marker was drawn after the word.
@Suite("A highlight in exports") struct HighlightExportTests {
    private func page() throws -> (snapshot: DocumentSnapshot, root: Block) {
        var sheet = Sheet()
        var block = try sheet.text("p1", [[.init(text: "Dear", decorations: [.highlight]), .init(text: "all")]])
        let box = try #require(block.lines[0].words[0].box)
        let middle = box.y + box.height / 2
        block.strokes.append(
            sheet.add(line(from: (box.x - 1, middle), to: (box.right + 1, middle)), style: .init(kind: .marker, red: 255, green: 220)))
        // a stroke of ink at the beginning of the highlight
        let bar = sheet.add(line(from: (box.x - 0.5, middle - 2), to: (box.x - 0.5, middle + 2)))
        block.strokes.append(bar)
        var root = Block(id: "root", type: .container, box: block.box)
        root.children = [block]
        return (sheet.snapshot(.textDocument, root), root)
    }

    private func text(_ format: ExportFormat) throws -> String {
        let (snapshot, root) = try page()
        return String(decoding: try Export.data(of: root, in: snapshot, as: format), as: UTF8.self)
    }

    @Test("is translucent, and below the ink")
    func pixels() throws {
        let (snapshot, root) = try page()
        var options = ExportOptions()
        (options.margin, options.resolution) = (0, 254)
        let pixels = try Pixels(try Export.data(of: root, in: snapshot, as: .png, options: options))
        let source = ExportSource(snapshot)
        let page = try PageRenderer(source: source, options: options).page(root, margin: 0)
        let box = try #require(root.children[0].lines[0].words[0].box)
        func at(_ x: Double) -> [UInt8] { pixels[10 * (x - page.box.x), 10 * (box.y + box.height / 2 - page.box.y)] }
        #expect(zip(at(box.right + 0.8), [255, 237, 127]).allSatisfy { abs(Int($0) - $1) <= 1 }, "half of the paper is seen")
        #expect(at(box.x - 0.5) == [0, 0, 0], "ink")
    }

    @Test("is before the words in SVG, with its opacity")
    func svg() throws {
        let svg = try text(.svg)
        let (mark, word) = (try #require(svg.range(of: "#ffdc00")), try #require(svg.range(of: "class=\"word\"")))
        #expect(mark.lowerBound < word.lowerBound)
        #expect(svg.contains("opacity=\".5\"") || svg.contains("opacity=\"0.5\""))
    }

    @Test("marks the text in HTML, Markdown and DOCX, where it is no picture")
    func flow() throws {
        let html = try text(.html)
        #expect(html.contains("<mark>Dear</mark>") && html.contains("mark{background:#ffdd0080"))
        #expect(try text(.markdown).hasPrefix("<mark>Dear</mark> all"))
        let (snapshot, root) = try page()
        let document = WordDocument(source: ExportSource(snapshot), options: ExportOptions())
        let body = String(decoding: try #require(try document.parts(root).first { $0.name == "word/document.xml" }).bytes, as: UTF8.self)
        #expect(body.contains(#"<w:rPr><w:highlight w:val="yellow"/></w:rPr><w:t xml:space="preserve">Dear</w:t>"#))
    }

    @Test("decorates the word in JIIX, with the marker's ink beside, which comes back in its color")
    func jiix() throws {
        let jiix = try text(.jiix)
        #expect(jiix.contains(#""decorations":["highlight"]"#) && jiix.contains(##""pen":"marker","color":"#ffdc0080""##))
        let back = try Export.readJIIX(Array(jiix.utf8))
        let styles = back.root.children[0].strokes.map(\.style)
        #expect(styles == [InkStyle(kind: .marker, red: 255, green: 220), nil])
    }

    @Test("without a pen or with a damaged color is ink of the usual pen", arguments: ["", "#ffdd0", "#zzzzzzzz", "ffdd00801"])
    func damaged(color: String) {
        #expect(InkStyle(jiixPen: "marker", color: color) == nil)
        #expect(InkStyle(jiixPen: nil, color: "#ffdd0080") == nil && InkStyle(jiixPen: "brush", color: "#ffdd0080") == nil)
    }
}
