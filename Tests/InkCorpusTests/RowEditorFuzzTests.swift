import InkCorpus
import InkTestSupport
import PenLog
import Testing

@Suite("Fuzz: editing damaged rows")
struct RowEditorFuzzTests {
    private static let row =
        #"{"id":"w1","writer":"a\"b","level":"word","label":"été\n","hz":80.0,"ppmm":26.772,"#
        + #""strokes":[[804,-15385,-1,-1],[3,4]],"t":[[0,12.5],[30]],"mine":{"label":[1,{"x":"}"}]}, "style" : null }"#

    private static let pieces = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "null", "\"label\":", "\\u00", "\\ud800", "1e9", "-", " ", "\t", "\u{0}", "é", "label",
        "//",
    ]

    @Test("a row that is an ink is one afterwards, with the label and otherwise the same; one that is none is left alone or stays none")
    func damaged() throws {
        var edited = 0
        var refused = 0
        try Fuzz.run(seed: 5) { random in
            let row = Array(Self.row.utf8)
            let bytes = Bool.random(using: &random) ? Fuzz.damaged(row, words: Self.pieces, using: &random) : row
            let label = Self.pieces.shuffled(using: &random).prefix(3).joined()
            guard let editor = RowEditor(bytes) else {
                refused += 1
                return
            }
            let result = editor.setting("label", to: label)
            guard let before = try? InkRow(file: "a", line: 1, bytes: bytes).ink() else { return }
            var after = try InkRow(file: "a", line: 1, bytes: result).ink()
            #expect(after.label == label)
            after.label = before.label
            #expect(after == before)
            #expect(RowEditor(result)?.setting("label", to: label) == result)
            edited += 1
        }
        #expect(edited > 0 && refused > 0)
    }

    @Test("a table of labels is read or refused, and what is written into one by its rules comes out of it")
    func tables() throws {
        let pieces = ["\\", "\t", "\n", "\r", "n", "t", "é", "\"", "", "中", "\u{0}", " "]
        try Fuzz.run(seed: 6) { random in
            let text = (0..<Int.random(in: 0..<8, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            // a name has neither tabs nor ends of lines
            _ = try? LabelTable(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"]
            let written = text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
            let read = try LabelTable(["name\t\(written)"]).labels["name"]
            #expect(read?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        }
    }
}
