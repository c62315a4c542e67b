import InkCorpus
import Testing

@testable import inkctl

@Suite("What commands about a corpus print")
struct CorpusFormatTests {
    private static func row(_ text: String, _ line: Int = 1) -> InkRow { InkRow(file: "a.jsonl", line: line, bytes: Array(text.utf8)) }

    @Test("says it in lines as compilers do, and counts")
    func lines() {
        let record = CorpusCheckCommand.Record(file: "a\u{1b}", line: 3, id: nil, kind: .jump, detail: "far")
        #expect(CorpusCheckCommand.line(record) == "a\\u{1b}:3: jump: far")
        #expect(CorpusCheckCommand.summary(2, [:]) == "2 inks: nothing found")
        #expect(CorpusCheckCommand.summary(2, [.jump: 1, .damaged: 3]) == "2 inks: 3 damaged, 1 jump")
    }

    @Test("is listed and shown with what is known of each ink")
    func shown() throws {
        let row = Self.row(#"{"id":"w\u001b","label":"a\tb","ppmm":10,"hz":100,"strokes":[[0,0,100,0,0,100],[0,50]],"mine":1}"#, 7)
        let lines = CorpusShowCommand.lines(try row.ink(), row)
        #expect(lines.first == "INK            w\\u{1b}")
        #expect(
            lines.contains("label          a\\u{9}b") && lines.contains("other members  mine") && lines.contains("place          a.jsonl:7")
        )
        #expect(lines.contains("size           10.0 × 10.0 mm (100 × 100 units)"))
        let table = CorpusListCommand.lines([.init(try row.ink(), row)])
        #expect(table.count == 2 && table[1].hasPrefix("a.jsonl:7  w\\u{1b}"))
    }
}
