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
        #expect(throws: ExportError.changedSinceExported(reason: "block p1 has 11 words and spaces instead of 9")) {
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
            ("", "$"), ("[]", "$"), ("{}", "$"), (#"{"type":"Text","version":"2"}"#, "$"), (#"{"type":7}"#, "$.type"),
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

    private func read(_ text: String) throws -> ImportedJIIX { try Export.readJIIX(Array(text.utf8)) }

    @Test("a chosen word, its decorations and a picture's file are read as they were written")
    func decisions() throws {
        var letter = try Letter()
        letter.snapshot.root.children[0].lines[0].words[0].isChosen = true
        let root = try read(letter.text(.jiix)).root
        let words = try #require(root.children[0].words)
        #expect(words.map(\.isChosen) == [true] + [Bool](repeating: false, count: 8))
        #expect(words[2].decorations == ["underline"] && words[8].decorations == ["strikethrough"])
        let picture = root.children[5]
        #expect(picture.mediaType == "image/png" && picture.data.flatMap { Data(base64Encoded: $0) } == Data(Pictures.png))
    }

    @Test("a label that is another candidate than the first is chosen, by a program that says nothing of it")
    func chosenElsewhere() throws {
        let words = [("a", ["a", "b"]), ("b", ["a", "b"]), ("c", ["a", "b"]), ("d", [])].map { label, candidates in
            #"{"label":"\#(label)","candidates":[\#(candidates.map { "\"\($0)\"" }.joined(separator: ","))]}"#
        }
        let root = try read(#"{"type":"Text","words":[\#(words.joined(separator: ","))]}"#).root
        #expect(root.words?.map(\.isChosen) == [false, true, false, false])
    }

    @Test("without a version it is the third; strokes that are only names are remarked on, and their words keep their boxes")
    func withoutInk() throws {
        let imported = try read(
            #"""
            {"type":"Raw Content","elements":[{"type":"Raw Content"},{"type":"Text","label":"a b","words":[{"label":"a","bounding-box":{"x":1,"y":2,"width":3,
            "height":4},"items":[{"type":"stroke","id":"0","full-id":"x"}]},{"label":" "},{"label":"b","bounding-box":{"x":5,"y":2,"width":3,"height":4}}]}]}
            """#)
        #expect(imported.version == "3" && imported.root.texts == ["a b"])
        #expect(imported.root.children.last?.words?.map { $0.box?.x } == [1, nil, 5])
        #expect(imported.remarks == ["left out: 1 × stroke (without X and Y: its points are elsewhere)"])
    }

    @Test("one damaged stroke, word or box does not take the others, and is remarked on")
    func salvage() throws {
        let imported = try read(
            #"""
            {"type":"Text","version":"3","bounding-box":{"x":0,"y":0,"width":-1,"height":0},"items":[{"X":[1],"Y":[]},{"X":[1],"Y":[2]},{"X":[null],"Y":[2]}],
            "words":[{"label":7},{"label":"b","items":[{"X":[3,4],"Y":[5,6],"T":[0,"x"]},{"X":[3,4],"Y":[5,6]}]},9]}
            """#)
        #expect(imported.root.box == nil && imported.root.strokes.map(\.x) == [[1]])
        #expect(imported.root.words?.map(\.label) == ["", "b"] && imported.root.words?.last?.strokes.map(\.x) == [[3, 4]])
        #expect(imported.remarks.contains("left out: 3 × stroke (damaged)") && imported.remarks.contains("left out: 1 × word (damaged)"))
    }

    @Test("of JIIX that is cut off the whole strokes come in, and it is said", arguments: [0.3, 0.5, 0.9])
    func cut(share: Double) throws {
        let items = (0..<50).map { #"{"type":"stroke","id":"\#($0)","X":[\#($0),2,3],"Y":[4,5,6]}"# }
        let whole = Array(#"{"type":"Drawing","version":"3","items":[\#(items.joined(separator: ","))]}"#.utf8)
        let imported = try Export.readJIIX(Array(whole.prefix(Int(share * Double(whole.count)))))
        #expect(abs(Double(imported.root.strokes.count) - 50 * share) < 3)
        #expect(imported.remarks.first == "line 1: the JSON is damaged or cut off; its intact content was imported")
    }

    @Test("of 500 damaged files most strokes come in")
    func share() {
        let items = (0..<40).map { #"{"type":"stroke","id":"\#($0)","X":[\#($0),2,3],"Y":[4,5,6],"T":[0,8,16]}"# }
        let good = Array(#"{"type":"Drawing","version":"3","items":[\#(items.joined(separator: ","))]}"#.utf8)
        var random = SeededGenerator.printingSeed()
        var (came, refused) = (0, 0)
        for number in 0..<500 {
            var bytes = good
            switch number % 3 {
            case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
            case 1: bytes[.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            default: bytes.swapAt(.random(in: bytes.indices, using: &random), .random(in: bytes.indices, using: &random))
            }
            if let imported = try? Export.readJIIX(bytes) { came += min(40, imported.root.strokes.count) } else { refused += 1 }
        }
        let share = Double(came) / 20_000
        print("JIIX: \((share * 1000).rounded() / 10) % of strokes, \(refused) of 500 files refused")
        #expect(share > 0.6)
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
