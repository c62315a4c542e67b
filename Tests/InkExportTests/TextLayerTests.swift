import Editing
import Foundation
import Ink
import Testing

@testable import InkExport

@Suite("The text of a PDF") struct TextLayerTests {
    /// Pages with several lines, a list, a heading and a diagram with a label.
    private func document() throws -> (sheet: Sheet, root: Block) {
        var sheet = Sheet()
        var root = Block(id: "root", type: .container)
        var heading = try sheet.text("h", y: 10, [[.init(text: "Notes"), .init(text: "today")]])
        for index in heading.lines[0].words.indices { heading.lines[0].words[index].decorations = [.underline] }
        root.children.append(heading)
        root.children.append(
            try sheet.text(
                "p", y: 30,
                [
                    "the quick brown fox jumps over a lazy dog", "and runs away from the dog", "- one", "- two and three",
                ].map { $0.split(separator: " ").map { Sheet.Word(text: String($0)) } }))
        var diagram = Block(id: "g", type: .diagram)
        var node = Block(id: "n", type: .node)
        node.strokes = [sheet.add(line(from: (20, 90), to: (60, 90))), sheet.add(line(from: (20, 110), to: (60, 110)))]
        node.children = [try sheet.text("l", x: 25, y: 100, [[.init(text: "Start")]])]
        diagram.children = [node]
        root.children.append(diagram)
        var typeset = Block(id: "t", type: .text, box: Box(x: 10, y: 120, width: 60, height: 6))
        typeset.content = .text([TypesetLine(text: "Printed words", box: Box(x: 10, y: 120, width: 60, height: 6), baseline: 124.5)])
        root.children.append(typeset)
        return (sheet, root)
    }

    @Test("every word can be found at its ink", .enabled("needs pdftotext") { Tools.has(Tools.pdftotext) })
    func places() throws {
        let (sheet, root) = try document()
        let snapshot = sheet.snapshot(.textDocument, root)
        let pdf = try Export.data(of: root, in: snapshot, as: .pdf)
        let page = Page(root, source: ExportSource(snapshot), margin: ExportOptions().margin)
        let text = String(decoding: try Tools.run(Tools.pdftotext, ["-bbox", "-", "/dev/stdout"], on: pdf, ending: "pdf"), as: UTF8.self)
        var found: [(word: String, box: Box)] = []
        for line in text.split(separator: "\n") where line.contains("<word ") {
            let parts = line.split(whereSeparator: { "\"<>".contains($0) })
            let numbers = parts.compactMap { Double($0) }.map { $0 / 72 * 25.4 }
            try #require(numbers.count == 4 && parts.count > 9, "\(line)")
            let corner = (x: numbers[0] + page.box.x, y: numbers[1] + page.box.y)
            found.append((String(parts[9]), Box(x: corner.x, y: corner.y, width: numbers[2] - numbers[0], height: numbers[3] - numbers[1])))
        }
        let words = root.allLines.flatMap(\.words)
        #expect(found.map { $0.word }.sorted() == (words.map(\.text) + ["Printed", "words"]).sorted())
        for word in words {
            let box = try #require(word.box)
            let best = found.filter { $0.word == word.text }.map { common($0.box, box) / (box.width * box.height) }.max() ?? 0
            #expect(best > 0.7, "\(word.text): \(best)")
        }
    }

    private func common(_ a: Box, _ b: Box) -> Double {
        max(0, min(a.right, b.right) - max(a.x, b.x)) * max(0, min(a.bottom, b.bottom) - max(a.y, b.y))
    }

    @Test("the text reads as it flows, and the page looks as it did", .enabled("needs pdftotext") { Tools.has(Tools.pdftotext) })
    func reads() throws {
        let (sheet, root) = try document()
        let pdf = try Export.data(of: root, in: sheet.snapshot(.textDocument, root), as: .pdf)
        let text = String(decoding: try Tools.run(Tools.pdftotext, ["-", "/dev/stdout"], on: pdf, ending: "pdf"), as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words
                == "Notes today the quick brown fox jumps over a lazy dog and runs away from the dog - one - two and three Start Printed words"
        )
    }

    @Test("it is a tagged document with a title, a language and bookmarks", .enabled("needs pdfinfo") { Tools.has("/usr/bin/pdfinfo") })
    func structure() throws {
        let (sheet, root) = try document()
        let pdf = try Export.data(of: root, in: sheet.snapshot(.textDocument, root), as: .pdf)
        let info = String(decoding: try Tools.run("/usr/bin/pdfinfo", ["-"], on: pdf, ending: "pdf"), as: UTF8.self)
        #expect(info.contains("Notes today") && info.range(of: "Tagged: +yes", options: .regularExpression) != nil, "\(info)")
        let tags = String(decoding: try Tools.run("/usr/bin/pdfinfo", ["-struct-text", "-"], on: pdf, ending: "pdf"), as: UTF8.self)
        for tag in ["Document", "H1 (block)", "P (block)", "\"Notes today\"", "LBody", "\"Start\"", "\"Printed words\""] {
            #expect(tags.contains(tag), "\(tag) in \(tags)")
        }
        let file = String(decoding: pdf, as: UTF8.self)
        #expect(file.contains("/Lang (en)") && file.contains("/DisplayDocTitle true") && file.contains("/Outlines"))
    }

    @Test("any text can be written", .enabled("needs pdftotext") { Tools.has(Tools.pdftotext) })
    func odd() throws {
        var sheet = Sheet()
        var block = try sheet.text("p", [[.init(text: "abc")], [.init(text: "de")], [.init(text: "fgh")], [.init(text: "i")]])
        for (index, text) in ["שלום", "e\u{301}🎉中", "<&\"'\\()", "a\u{0}\u{FFFF}\u{1}b"].enumerated() {
            block.lines[index].words[0].text = text
            block.lines[index].text = text
        }
        let pdf = try Export.data(of: block, in: sheet.snapshot(.text, block), as: .pdf)
        let text = String(decoding: try Tools.run(Tools.pdftotext, ["-", "/dev/stdout"], on: pdf, ending: "pdf"), as: UTF8.self)
        for word in ["שלום", "🎉", "中", "<&\"'\\()"] { #expect(text.contains(word), "\(word) in \(text)") }
    }

    @Test("a file without a table of places stays as it is")
    func catalog() {
        for text in ["", "%PDF-1.4", "trailer << /Size 9 /Root 3 0 R >> startxref 99999 %%EOF", "startxref\n0\ntrailer /Size 1 /Root 0"] {
            #expect(PDFCatalog.update(Array(text.utf8), language: "en") == Array(text.utf8))
        }
    }
}
