import InkCorpus
import PenLog
import Testing

@Suite("Editing a row")
struct RowEditorTests {
    private static func edited(_ row: String, _ name: String, to text: String) -> String? {
        RowEditor(Array(row.utf8)).map { String(decoding: $0.setting(name, to: text), as: UTF8.self) }
    }

    @Test("changes the label and nothing else: members that nobody knows, numbers as they were written, white space")
    func others() {
        let row = #" { "id" : "a",  "label":"old" , "mine":{"label":"x","n":[1.50,{"label":2}]},"strokes":[ [1,2,-3,4e0] ] , "hz":1e2 } "#
        let expected =
            #" { "id" : "a",  "label":"new" , "mine":{"label":"x","n":[1.50,{"label":2}]},"strokes":[ [1,2,-3,4e0] ] , "hz":1e2 } "#
        #expect(Self.edited(row, "label", to: "new") == expected)
    }

    @Test("puts a label in place of any value", arguments: ["null", "12", "\"a\\\"b\"", "{\"a\":[]}", "[\"]\"]", "true", "\"\""])
    func replaced(value: String) {
        #expect(Self.edited("{\"label\":\(value),\"strokes\":[]}", "label", to: "x") == "{\"label\":\"x\",\"strokes\":[]}")
    }

    @Test("adds a label where there is none, behind the last member")
    func added() {
        #expect(Self.edited(#"{"strokes":[[1,2]] }"#, "label", to: "x") == #"{"strokes":[[1,2]],"label":"x" }"#)
        #expect(Self.edited("{}", "label", to: "x") == #"{"label":"x"}"#)
        #expect(Self.edited("{ }\r", "label", to: "x") == "{ \"label\":\"x\"}\r")
    }

    @Test(
        "writes any text so that it is read again as it was",
        arguments: [
            "say \"no\"", "a\tb", "two\nlines\r\n", "back\\slash\\", "\u{0}\u{1f}\u{7f}\u{85}", "中文 かな", "שלום عليكم", "🇩🇪👩‍👩‍👧", "e\u{301} é",
            "",
            "</script>/", "\u{2028}\u{2029}", "{\"label\":\"x\"}",
        ])
    func texts(label: String) throws {
        let row = try #require(Self.edited(#"{"id":"a","label":"old","strokes":[[1,2,3,4]]}"#, "label", to: label))
        #expect(!row.utf8.contains(UInt8(ascii: "\n")))
        let ink = try JSONInk(line: row)
        #expect(Array((ink.label ?? "–").unicodeScalars) == Array(label.unicodeScalars))
        #expect(ink.id == "a")
    }

    @Test("knows a member however its name is spelt, and changes it wherever it comes twice")
    func names() {
        #expect(Self.edited(#"{"l\u0061bel":"old","labels":"b"}"#, "label", to: "x") == #"{"l\u0061bel":"x","labels":"b"}"#)
        #expect(Self.edited(#"{"label":"a","label":"b"}"#, "label", to: "x") == #"{"label":"x","label":"x"}"#)
    }

    @Test(
        "refuses what is no JSON object",
        arguments: ["", "[]", "{", "{\"a\"}", "{\"a\":1,}x", "{\"a\":1} 2", "{\"a\":[1}", "\"label\"", "{a:1}"])
    func refused(row: String) {
        #expect(RowEditor(Array(row.utf8)) == nil || (try? JSONInk(line: row)) == nil)
    }

    @Test("a mark before the row stays there")
    func mark() {
        let row = [0xef, 0xbb, 0xbf] + Array("{\"label\":\"a\"}".utf8)
        #expect(RowEditor(row)?.setting("label", to: "b") == [0xef, 0xbb, 0xbf] + Array("{\"label\":\"b\"}".utf8))
    }
}
