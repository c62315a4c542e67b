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

    @Test("names that tell no format, and files that are none, are refused with what to do")
    func refused() throws {
        try Self.withFolder { folder in
            #expect(throws: InkctlError.unknownFormat(folder + "a.txt")) {
                try Self.convert(Self.recordings + "stroke.events", folder + "a.txt")
            }
            #expect { try Self.convert(Self.recordings + "stroke.events", folder + "a.yml", "--from", "inkml") } throws: {
                "\($0)".contains("no well-formed XML")
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
