import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkExport

@Suite("JIIX that comes back") struct JIIXImportTests {
    private func choices(_ edit: (inout String) -> Void) throws -> [CandidateChoice] {
        let letter = try Letter()
        var text = try letter.text(.jiix)
        edit(&text)
        return try Export.choices(in: Export.readJIIX(Array(text.utf8)), for: letter.root, of: letter.snapshot)
    }

    @Test("nothing is chosen in what was not changed")
    func unchanged() throws { #expect(try choices { _ in } == []) }

    @Test("a label that was replaced by a candidate is a choice")
    func choice() throws {
        let choices = try choices {
            $0.replace(#""label":"Dear","#, with: #""label":"Pear","#)
            $0.replace(#""label":"come","#, with: #""label":"some","#)
        }
        #expect(choices == [.init(line: LineID(1), word: 0, text: "Pear"), .init(line: LineID(2), word: 0, text: "some")])
    }

    @Test("a label that is no candidate is refused with the candidates")
    func notACandidate() {
        let error = ExportError.notACandidate(word: 0, label: "Bear", candidates: ["Dear", "Pear"])
        #expect(throws: error) { try choices { $0.replace(#""label":"Dear","#, with: #""label":"Bear","#) } }
        #expect("\(error)".contains("Dear, Pear"))
        #expect(throws: ExportError.notACandidate(word: 1, label: "_", candidates: [])) {
            try choices { $0.replace(#""label":" ","#, with: #""label":"_","#) }
        }
    }

    @Test(
        "what no longer is what was exported is refused",
        arguments: [
            (#""revision":"7""#, #""revision":"6""#), (#""id":"p1""#, #""id":"p9""#),
            (#""candidates":["Dear","Pear"]"#, #""candidates":["Dear"]"#), (#""first-char":5"#, #""first-char":6"#),
        ])
    func changed(before: String, after: String) throws {
        #expect {
            try choices { $0.replace(before, with: after) }
        } throws: { error in
            guard case ExportError.changedSinceExported = error else { return false }
            return "\(error)".contains("export it again")
        }
    }

    @Test("a block with one more word has changed")
    func oneMore() throws {
        let letter = try Letter()
        let imported = try Export.readJIIX(try letter.export(.jiix))
        var root = letter.root
        let word = root.children[0].lines[0].words[1]
        root.children[0].lines[0].words.append(word)
        #expect(throws: ExportError.changedSinceExported(reason: "block p1 has 11 words and spaces and had 9")) {
            try Export.choices(in: imported, for: root, of: letter.snapshot)
        }
    }

    @Test("everything that was written is read")
    func everything() throws {
        var options = ExportOptions()
        options.jiix = Set(JIIXPart.allCases)
        let imported = try Export.readJIIX(try Letter().export(.jiix, options))
        #expect(imported.version == "3" && imported.revision == 7 && imported.root.type == "Text Document")
        #expect(imported.root.texts == ["Dear all,\ncome at 9.", "Bye now", "Written & <set>"])
        #expect(imported.root.children[2].strokes.count == 2)
        #expect(imported.root.children[0].words?[0].strokes.isEmpty == false)
        #expect(imported.root.children[0].words?[0].box != nil)
    }

    @Test(
        "what is no JIIX is refused with the place",
        arguments: [
            ("", "$"), ("[]", "$"), ("{\"type\":\"Text\"}", "$"), (#"{"type":"Text","version":"2"}"#, "$"),
            (#"{"type":"Text","version":"3","words":[{"label":7}]}"#, "$.words[0].label"),
            (#"{"type":"Text","version":"3","items":[{"X":[1],"Y":[]}]}"#, "$.items[0]"),
            (#"{"type":"Text","version":"3","bounding-box":{"x":0,"y":0,"width":-1,"height":0}}"#, "$.bounding-box"),
            (String(repeating: "[", count: 100_000), "$"),
            (String(repeating: #"{"type":"Text","version":"3","children":["#, count: 1_000), "$"),
        ])
    func invalid(text: String, path: String) {
        #expect {
            try Export.readJIIX(Array(text.utf8))
        } throws: { error in
            guard case ExportError.invalidJIIX(let found, let reason) = error else { return false }
            return found.hasPrefix(path) && !reason.isEmpty
        }
    }

    @Test("damaged bytes give an error or values, never a crash")
    func fuzz() throws {
        let letter = try Letter()
        var options = ExportOptions()
        options.jiix = [.words]
        let whole = try letter.export(.jiix, options)
        var dice = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                bytes[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
            }
            if Bool.random(using: &dice) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice)) }
            do {
                _ = try Export.choices(in: Export.readJIIX(bytes), for: letter.root, of: letter.snapshot)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}

extension String {
    /// Puts another text in place of the first of its kind.
    fileprivate mutating func replace(_ text: String, with other: String) {
        guard let range = range(of: text) else { return }
        replaceSubrange(range, with: other)
    }
}
