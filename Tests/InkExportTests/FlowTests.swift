@testable import Editing
import Ink
import Testing

@testable import InkExport

@Suite("Text that flows") struct FlowTests {
    /// A word that stands alone for a line's text: lines are made of "x|y|size|text"; two millimeters a letter of the usual size.
    private struct Page {
        var lines: [FlowLine] = []

        /// A line at a place; `underlined` as a whole.
        mutating func add(_ text: String, x: Double = 10, y: Double, size: Double = 1, underlined: Bool = false) {
            var left = x
            var block = Block(id: "b", type: .text)
            var words: [LineWord] = []
            for word in text.split(separator: " ") {
                let box = Box(x: left, y: y - 4 * size, width: 2 * size * Double(word.count), height: 5 * size)
                var own = LineWord(text: String(word), box: box, baseline: y, xHeight: 2.5 * size)
                if underlined { own.decorations = [.underline] }
                words.append(own)
                left = box.right + 3 * size
            }
            block.lines = [
                LineState(
                    id: LineID(UInt64(lines.count)), revision: 1, text: text, stablePrefix: 0, candidates: [], words: words,
                    confidence: nil,
                    isCurrent: true, isFinal: true, box: Box(x: x, y: y - 4 * size, width: left - x, height: 5 * size))
            ]
            lines += FlowLine.lines(of: block)
            if let last = lines.indices.last { lines[last].beginsBlock = last == 0 }
        }

        /// "kind: text" of each paragraph.
        var paragraphs: [String] {
            FlowLayout(lines).paragraphs.map { paragraph in
                switch paragraph.kind {
                case .heading(let level): "h\(level): \(paragraph.text)"
                case .paragraph(let indent): "p\(indent): \(paragraph.text)"
                case .item(let list, let level): "\(list.style)\(list.number).\(level): \(paragraph.text)"
                }
            }
        }
    }

    private static let prose = [
        "The quick brown fox jumps over the lazy dog and then he", "runs away from all that he has seen in the wide and long",
        "garden behind the house where nobody lives. Some say that", "it was sold.",
    ]

    @Test("lines that fill their column run on, and the last of a paragraph does not")
    func prose() {
        var page = Page()
        for (index, line) in Self.prose.enumerated() { page.add(line, y: 20 + 10 * Double(index)) }
        page.add("Then came the winter and with it all that winter has for", y: 60)
        page.add("those who stay.", y: 70)
        #expect(
            page.paragraphs == [
                "p0: " + Self.prose.joined(separator: " "), "p0: Then came the winter and with it all that winter has for those who stay.",
            ])
    }

    @Test("a divided word is one again, and a dash at a line's end stays one")
    func divided() {
        var page = Page()
        page.add("This is a long line with a word that is divided at its hand-", y: 20)
        page.add("writing recogniser, and this one ends with a dash as it is -", y: 30)
        page.add("so it goes.", y: 40)
        #expect(
            page.paragraphs == [
                "p0: This is a long line with a word that is divided at its handwriting recogniser, and this one ends with a dash as it is - so it goes."
            ])
    }

    @Test("short lines stay apart: an address, what is to be bought")
    func short() {
        var page = Page()
        for (index, line) in ["milk", "bread and butter", "a dozen fresh eggs", "tea"].enumerated() {
            page.add(line, y: 20 + 10 * Double(index))
        }
        #expect(page.paragraphs == ["p0: milk", "p0: bread and butter", "p0: a dozen fresh eggs", "p0: tea"])
    }

    @Test("a gap ends a paragraph, and an indented line begins one")
    func gaps() {
        var page = Page()
        page.add(Self.prose[0], y: 20)
        page.add(Self.prose[1], y: 42)
        page.add(Self.prose[2], x: 22, y: 52)
        #expect(page.paragraphs.count == 3)
        #expect(page.paragraphs.last?.hasPrefix("p1: garden") == true)
    }

    @Test("larger lines and underlined ones are headings, the largest the highest")
    func headings() {
        var page = Page()
        page.add("My Notes", y: 20, size: 2)
        for (index, line) in Self.prose.enumerated() { page.add(line, y: 40 + 10 * Double(index)) }
        page.add("Of Foxes", y: 90, underlined: true)
        page.add("They run.", y: 100)
        #expect(page.paragraphs == ["h1: My Notes", "p0: " + Self.prose.joined(separator: " "), "h2: Of Foxes", "p0: They run."])
    }

    @Test("dashes and numbers are lists, inner ones too, and items may run on")
    func lists() {
        var page = Page()
        page.add("To do today:", y: 20)
        page.add("- call the plumber about the water that comes through", x: 12, y: 30)
        page.add("the ceiling", x: 19, y: 40)
        page.add("- write", x: 12, y: 50)
        page.add("1. to Anna", x: 22, y: 60)
        page.add("2. to Bert", x: 22, y: 70)
        page.add("- sleep", x: 12, y: 80)
        page.add("Good night", y: 90)
        #expect(
            page.paragraphs == [
                "p0: To do today:", "bullet0.0: call the plumber about the water that comes through the ceiling", "bullet0.0: write",
                "number1.1: to Anna", "number1.1: to Bert", "bullet0.0: sleep", "p0: Good night",
            ])
    }

    @Test("one dash alone, a date and a sum make no list")
    func noLists() {
        var page = Page()
        page.add("- said he", y: 20)
        page.add("9. May was the day", y: 40)
        page.add("7. June was another", y: 60)
        #expect(page.paragraphs == ["p0: - said he", "p0: 9. May was the day", "p0: 7. June was another"])
    }

    @Test("marks are kept in runs, a space between two marked words with them")
    func runs() throws {
        let letter = try Letter()
        let flow = Flow(letter.root, source: ExportSource(letter.snapshot))
        #expect(flow.paragraphs.flatMap(\.runs).contains(FlowParagraph.Run(text: "Bye now", decorations: [.surround])))
        #expect(flow.title == "Dear all,")
        let pictures = flow.parts.filter { if case .picture = $0 { true } else { false } }
        #expect(pictures.count == 3)
    }

    @Test("typeset lines of a text stand among its written ones, and their halves together")
    func mixed() throws {
        var sheet = Sheet()
        var root = try sheet.text("root", [[.init(text: "first"), .init(text: "line")], [.init(text: "third"), .init(text: "one")]])
        root.lines[1].box.y += 20
        for index in root.lines[1].words.indices { root.lines[1].words[index].baseline = 40 }
        var typeset = Block(id: "added-1", type: .text, box: Box(x: 10, y: 16, width: 40, height: 5))
        typeset.content = .text([TypesetLine(text: "second one", box: Box(x: 10, y: 16, width: 40, height: 5), baseline: 20)])
        root.children = [typeset]
        let flow = Flow(root, source: ExportSource(sheet.snapshot(.text, root)))
        #expect(flow.paragraphs.map(\.text) == ["first line", "second one", "third one"])
    }

    @Test("lines of nothing, of one place and of no height make no trouble")
    func odd() {
        var page = Page()
        page.add("", y: 0)
        for _ in 0..<4 { page.add("a b c d", x: 0, y: 0, size: 0) }
        page.add("x", x: .infinity, y: .nan)
        #expect(page.paragraphs.joined().contains("a b c d"))
        #expect(FlowLayout([]).paragraphs.isEmpty)
    }
}
