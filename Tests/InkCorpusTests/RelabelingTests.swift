import Foundation
import InkCorpus
import InkTestSupport
import PenLog
import Testing

@Suite("Labeling a corpus")
struct RelabelingTests {
    private static let rows = [
        #"{"id":"a","strokes":[[1,2]],"mine":1.50}"#, "", "no ink", #"{"id":"b","label":"bee","strokes":[[3,4]]}"#, #"{"strokes":[[5,6]]}"#,
    ]

    /// Lines that end as on another system, and a last one that does not end.
    private static let bytes = Data((rows.joined(separator: "\r\n")).utf8)

    private static func corpus(_ body: (String) throws -> Void) throws {
        try withFolder { folder in
            try bytes.write(to: folder.appending(path: "a.jsonl"))
            try Data(#"{"id":"c","strokes":[[7,8]]}"#.utf8).write(to: folder.appending(path: "b.jsonl"))
            try body(folder.path())
        }
    }

    @Test("changes the rows that are meant, and no other byte; the file is its owner's alone")
    func bytes() throws {
        try Self.corpus { folder in
            let labels = ["a": "tab\t\"quote\" 中", "\(folder)a.jsonl:5": "unnamed"]
            let relabeling = try Relabeling(labels, in: [folder])
            #expect(relabeling.changes == 2)
            var written: [String] = []
            try relabeling.write { written.append($0) }
            #expect(written == ["\(folder)a.jsonl"])
            let expected = [
                #"{"id":"a","strokes":[[1,2]],"mine":1.50,"label":"tab\t\"quote\" 中"}"#, Self.rows[1], Self.rows[2], Self.rows[3],
                #"{"strokes":[[5,6]],"label":"unnamed"}"#,
            ]
            let file = URL(filePath: "\(folder)a.jsonl")
            #expect(String(decoding: try Data(contentsOf: file), as: UTF8.self) == expected.joined(separator: "\r\n"))
            let mode = try FileManager.default.attributesOfItem(atPath: file.path())[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.jsonl", "b.jsonl"])
        }
    }

    @Test("a packed file is packed again")
    func packed() throws {
        try Self.corpus { folder in
            let place = "\(folder)p.jsonl.gz"
            let file = try NewFile(path: place, isReplacing: false)
            try file.writeLine(Array(#"{"id":"p","strokes":[[1,2]]}"#.utf8))
            try file.finish()
            try Relabeling(["p": "x"], in: [folder]).write()
            let packed = try InkFile(path: place)
            #expect(packed.isPacked)
            #expect(try packed.nextLine() == #"{"id":"p","strokes":[[1,2]],"label":"x"}"#)
            #expect(try packed.nextLine() == nil)
        }
    }

    @Test("a label that is there already changes nothing")
    func same() throws {
        try Self.corpus { folder in
            let relabeling = try Relabeling(["b": "bee"], in: [folder])
            #expect(relabeling.changes == 0 && relabeling.unchanged == 1)
            try relabeling.write()
            #expect(try Data(contentsOf: URL(filePath: "\(folder)a.jsonl")) == Self.bytes)
        }
    }

    @Test("nothing is changed if an ink is not there, or if several are called so")
    func names() throws {
        try Self.corpus { folder in
            #expect(throws: CorpusError.inkNames(missing: ["x", "y"], ambiguous: [])) {
                try Relabeling(["a": "1", "y": "2", "x": "3"], in: [folder])
            }
            try Data(#"{"id":"c","strokes":[[7,9]]}"#.utf8).write(to: URL(filePath: "\(folder)c.jsonl"))
            #expect(throws: CorpusError.inkNames(missing: [], ambiguous: ["c"])) { try Relabeling(["c": "1"], in: [folder]) }
        }
    }

    @Test("a file that was changed in the meantime is left alone")
    func changed() throws {
        try Self.corpus { folder in
            let relabeling = try Relabeling(["b": "x"], in: [folder])
            let other = Data(#"{"id":"b","strokes":[[3,4]]}"#.utf8)
            try other.write(to: URL(filePath: "\(folder)a.jsonl"))
            #expect(throws: CorpusError.self) { try relabeling.write() }
            #expect(try Data(contentsOf: URL(filePath: "\(folder)a.jsonl")) == other)
        }
    }

    @Test("a link keeps leading to the file")
    func link() throws {
        try Self.corpus { folder in
            try FileManager.default.createSymbolicLink(atPath: "\(folder)l.jsonl", withDestinationPath: "b.jsonl")
            try Relabeling(["c": "x"], in: ["\(folder)l.jsonl"]).write()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)l.jsonl") == "b.jsonl")
            #expect(try InkFile(path: "\(folder)b.jsonl").nextLine()?.contains("\"label\":\"x\"") == true)
        }
    }

    @Test("a table of labels has tabs, ends of lines and backslashes in its texts")
    func table() throws {
        let table = try LabelTable(["a\tone\\ttwo\\nthree\\\\", "", "b\t\"quoted\"\r", "c\t中\tfile", "d\t", "e\t\\x\\"])
        #expect(table.labels == ["a": "one\ttwo\nthree\\", "b": "\"quoted\"", "c": "中\tfile", "d": "", "e": "\\x\\"])
    }

    @Test("a table with a line that has no name, or with two labels for an ink, is refused")
    func badTable() {
        #expect(throws: RecordingError.self) { try LabelTable(["a\tb", "no tab"]) }
        #expect(throws: RecordingError.self) { try LabelTable(["\tb"]) }
        #expect(throws: RecordingError.self) { try LabelTable(["a\tb", "a\tc"]) }
        #expect(throws: Never.self) { try LabelTable(["a\tb", "a\tb"]) }
    }
}
