import Editing
import Ink
import Testing

@testable import InkExport

@Suite("Plain text") struct PlainTextTests {
    @Test("lines follow each other, blocks stand apart, marks leave nothing")
    func lines() throws {
        #expect(try Letter().text(.text) == "Dear all,\ncome at 9.\n\nBye now\n\nWritten & <set>\n")
    }

    @Test("a block without anything says nothing")
    func empty() throws {
        let sheet = Sheet()
        let root = Block(id: "root", type: .text)
        #expect(try Export.data(of: root, in: sheet.snapshot(.text, root), as: .text) == [])
    }

    @Test("a drawing has no text, and says what it can be written as")
    func unsupported() throws {
        let letter = try Letter()
        let drawing = try #require(letter.root.block("d1"))
        #expect(throws: ExportError.unsupported(block: .drawing, format: .text)) {
            try Export.data(of: drawing, in: letter.snapshot, as: .text)
        }
        #expect("\(ExportError.unsupported(block: .drawing, format: .text))".contains("image/svg+xml"))
    }

    @Test("the white space of a reading stays, and none comes between words that are written together")
    func spaces() throws {
        var sheet = Sheet()
        var block = try sheet.text("p", [[.init(text: "a"), .init(text: "b"), .init(text: "c")]])
        block.lines[0].text = "ab  c"
        #expect(BlockText(block).pieces.map(\.text) == ["a", "b", "  ", "c"])
        block.lines[0].words[1].text = "x"
        #expect(BlockText(block).label == "a x c")
    }

    @Test("the same document gives the same bytes in every format", arguments: ExportFormat.allCases.filter { $0.supports(.container) })
    func deterministic(format: ExportFormat) throws {
        let bytes = try Letter().export(format)
        #expect(!bytes.isEmpty)
        #expect(try Letter().export(format) == bytes)
        #expect(ExportFormat(rawValue: format.rawValue) == format)
    }

    @Test("an empty block can be written in every format that blocks of its type have", arguments: ExportFormat.allCases)
    func nothing(format: ExportFormat) throws {
        for (type, part) in [(BlockType.container, PartType.textDocument), (.math, .math)] where format.supports(type) {
            let root = Block(id: "root", type: type)
            #expect(throws: Never.self) { try Export.data(of: root, in: Sheet().snapshot(part, root), as: format) }
        }
        #expect(format.supports(.math))
    }

    @Test("numbers have few digits and no needless ones")
    func numbers() {
        let texts = [0, -0.00004, 1.5, -12.34567, 1e-9, 100, 1e300, .nan].map { Number.text($0) }
        #expect(texts == ["0", "0", "1.5", "-12.3457", "0", "100", "1e+300", "0"])
    }

    @Test("moments are written to the millisecond, before 1970 too")
    func moments() {
        let texts = [1_600_000_000_586_999, 0, -1, -1_000_000].map { Timestamp.text(microseconds: $0) }
        #expect(
            texts == ["2020-09-13T12:26:40.586Z", "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.000Z"])
        #expect([.min, .max].map { Timestamp.text(microseconds: $0) }.allSatisfy { $0.hasSuffix("Z") })
    }
}
