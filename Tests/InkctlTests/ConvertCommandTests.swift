import ArgumentParser
import Foundation
import InkCorpus
import InkTestSupport
import PenLog
import Testing

@testable import inkctl

@Suite("Converting recordings and ink")
struct ConvertCommandTests {
    private static let recordings = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Fixtures/recordings/"

    private static func withFolder<T>(_ body: (String) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: "convert-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.path() + "/")
    }

    private static func convert(_ arguments: String...) throws { try ConvertCommand.parse(arguments).run() }

    @Test("evemu to libinput's YAML and back is the same recording, in files for their owner alone")
    func recording() throws {
        try Self.withFolder { folder in
            try Self.convert(Self.recordings + "stroke.events", folder + "a.yml")
            try Self.convert(folder + "a.yml", folder + "b.evemu")
            #expect(try Recording.read(folder + "b.evemu") == (try Recording.read(Self.recordings + "stroke.events")))
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "a.yml")[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.yml", "b.evemu"])
        }
    }

    @Test("an ink goes through InkML and UNIPEN and comes back; packed files are unpacked")
    func ink() throws {
        try Self.withFolder { folder in
            let line = #"{"id":"a","label":"x","ppmm":10,"strokes":[[1,2,3,4],[5,6]],"t":[[0,10],[100]]}"#
            try Data((line + "\n").utf8).write(to: URL(filePath: folder + "a.jsonl"))
            try #require(ChildProgram.run(["gzip", folder + "a.jsonl"]).status == 0)
            try Self.convert(folder + "a.jsonl.gz", folder + "b.inkml")
            try Self.convert(folder + "b.inkml", folder + "c.unp")
            try Self.convert(folder + "c.unp", folder + "d", "--to", "jsonl")
            let text = try String(contentsOfFile: folder + "d", encoding: .utf8)
            #expect(try JSONInk(line: text) == (try JSONInk(line: line)))
        }
    }

    @Test("nothing is overwritten without being told to")
    func overwriting() throws {
        try Self.withFolder { folder in
            try Data("mine".utf8).write(to: URL(filePath: folder + "a.yml"))
            #expect(throws: CorpusError.exists(path: folder + "a.yml")) {
                try Self.convert(Self.recordings + "stroke.events", folder + "a.yml")
            }
            // also one that comes while the new file is made
            #expect(throws: CorpusError.exists(path: folder + "a.yml")) {
                try ContentFile.write([1], to: folder + "a.yml", mode: 0o600, overwrites: false)
            }
            #expect(try String(contentsOfFile: folder + "a.yml", encoding: .utf8) == "mine")
            try Self.convert(Self.recordings + "stroke.events", folder + "a.yml", "--force")
            #expect(try Recording.read(folder + "a.yml").devices.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.yml"])
        }
    }

    @Test(
        "a file without ink is an error, and no file is written",
        arguments: [
            (
                "a.inkml", "<ink xmlns=\"http://www.w3.org/2003/InkML\"><annotation type=\"truth\">x</annotation></ink>",
                "it contains no ink and is InkML; use a file with strokes"
            ),
            ("a.jsonl", "{\"strokes\":[]}\n", "it contains no ink and is ink as JSON lines; use a file with strokes"),
            ("a.unp", ".VERSION 1.0\n", "it contains no ink and is UNIPEN; use a file with strokes"),
            ("a.inkml", "", "a.inkml is empty, not InkML"),
        ])
    func noInk(name: String, content: String, message: String) throws {
        try Self.withFolder { folder in
            try Data(content.utf8).write(to: URL(filePath: folder + name))
            #expect { try Self.convert(folder + name, folder + "b.jsonl") } throws: { "\($0)".contains(message) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
        }
    }

    @Test(
        "a file of another kind is named by what it is, with what to do about it",
        arguments: [
            ([UInt8]("%PDF-1.7\n1 0 obj\n".utf8), "is a PDF document, not InkML: export the handwriting"),
            ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "is a PNG picture, not InkML: put it on a page"),
            ([0xff, 0xd8, 0xff, 0xe0], "is a JPEG picture"), ([0x7f, 0x45, 0x4c, 0x46, 2], "is a program (ELF)"),
            ([UInt8]("PK\u{3}\u{4}....[Content_Types].xml..word/document.xml".utf8), "is a document of Word (DOCX)"),
            ([UInt8]("SQLite format 3\0".utf8), "is an SQLite database"), ([UInt8]("<!DOCTYPE html><html></html>".utf8), "is an HTML page"),
            ([UInt8](#"{"type":"Text","words":[]}"#.utf8), "is JIIX, not InkML"),
            ([UInt8]("{\"strokes\":[[1,2]]}".utf8), "is ink as JSON lines"),
        ] as [([UInt8], String)])
    func otherKinds(content: [UInt8], message: String) throws {
        try Self.withFolder { folder in
            try Data(content).write(to: URL(filePath: folder + "a.inkml"))
            #expect { try Self.convert(folder + "a.inkml", folder + "b.jsonl") } throws: { "\($0)".contains(message) }
        }
    }

    @Test("a damaged file is converted as far as it is whole")
    func damaged() throws {
        try Self.withFolder { folder in
            try Data("<ink>\n<trace>1 2, 3 4</trace>\n<trace>5 six</trace>\n<trace>7 8</trace>\n<trace>9".utf8).write(
                to: URL(filePath: folder + "a.inkml"))
            try Self.convert(folder + "a.inkml", folder + "b.jsonl")
            #expect(try JSONInk(line: String(contentsOfFile: folder + "b.jsonl", encoding: .utf8)).strokes.count == 2)
        }
    }

    @Test("names that tell no format, and files that are none, are refused with what to do")
    func refused() throws {
        try Self.withFolder { folder in
            #expect(throws: InkctlError.unknownFormat(folder + "a.txt")) {
                try Self.convert(Self.recordings + "stroke.events", folder + "a.txt")
            }
            #expect { try Self.convert(Self.recordings + "stroke.events", folder + "a.yml", "--from", "inkml") } throws: {
                "\($0)".contains("stroke.events is a recording of evemu, not InkML")
            }
            #expect(throws: CorpusError.unreadable(path: folder + "none.yml", code: ENOENT)) {
                try Self.convert(folder + "none.yml", folder + "a.yml")
            }
            #expect(throws: (any Error).self) { try ConvertCommand.parse(["a", "b", "--to", "svg"]) }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == [])
        }
    }
}
