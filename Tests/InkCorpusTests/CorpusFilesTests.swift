import Foundation
import InkCorpus
import InkTestSupport
import Testing

@Suite("Files of a corpus")
struct CorpusFilesTests {
    private static func touch(_ names: [String], in folder: URL) throws {
        for name in names {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("{\"id\":\"\(name)\",\"strokes\":[]}\n".utf8).write(to: file)
        }
    }

    @Test("are found in folders and below, by their names, each once; others, hidden ones and linked folders are left out")
    func found() throws {
        try withFolder { folder in
            try Self.touch(["b.jsonl", "a/z.jsonl", "a/b/c.jsonl", "notes.txt", ".hidden/x.jsonl", "c.jsonl.part-12"], in: folder)
            try FileManager.default.createSymbolicLink(atPath: folder.path() + "loop", withDestinationPath: ".")
            let root = folder.path()
            #expect(try CorpusFiles.all(at: [root]) == ["a/b/c.jsonl", "a/z.jsonl", "b.jsonl"].map { root + $0 })
            #expect(
                try CorpusFiles.all(at: ["\(root)b.jsonl", root, "\(root)notes.txt"]).map { $0.dropFirst(root.count) } == [
                    "b.jsonl", "a/b/c.jsonl", "a/z.jsonl", "notes.txt",
                ])
        }
    }

    @Test("a folder without ink, and one that is not there, are named")
    func none() throws {
        try withFolder { folder in
            #expect(throws: CorpusError.noInkFiles(folder: folder.path())) { try CorpusFiles.all(at: [folder.path()]) }
            #expect(throws: CorpusError.unreadable(path: "/nonexistent", code: ENOENT)) { try CorpusFiles.all(at: ["/nonexistent"]) }
        }
    }

    @Test("one that cannot be read to its end does not keep the others from being read")
    func damaged() throws {
        try withFolder { folder in
            try Self.touch(["a.jsonl", "c.jsonl"], in: folder)
            let packed = try NewFile(path: folder.path() + "b.jsonl.gz", isReplacing: false)
            try packed.write(Array("no ink\n".utf8))
            try packed.finish()
            let bytes = try Data(contentsOf: URL(filePath: packed.path))
            try bytes.dropLast(5).write(to: URL(filePath: packed.path))
            var reader = try CorpusReader([folder.path()])
            var seen: [String] = []
            while let item = reader.next() {
                switch item {
                case .ink(_, let row): seen.append(row.place)
                case .damaged(let damage): seen.append("damaged \(damage.place)")
                }
            }
            let names = seen.map { $0.replacing(folder.path(), with: "") }
            #expect(names.first == "a.jsonl:1" && names.last == "c.jsonl:1" && names.contains("damaged b.jsonl.gz"))
        }
    }

    @Test("a new file is there whole or not at all, readable by its owner alone, and replaces none unasked")
    func new() throws {
        try withFolder { folder in
            let path = folder.path() + "new.jsonl"
            do {
                let file = try NewFile(path: path, isReplacing: false)
                try file.writeLine(Array("half".utf8))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).isEmpty)
            let file = try NewFile(path: path, isReplacing: false)
            try file.writeLine(Array("whole".utf8))
            try file.finish()
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("whole\n".utf8))
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            #expect(throws: CorpusError.exists(path: path)) { try NewFile(path: path, isReplacing: false) }
            #expect(throws: Never.self) { try NewFile(path: path, isReplacing: true).finish() }
        }
    }

    @Test("a file that has come in the meantime is not replaced")
    func race() throws {
        try withFolder { folder in
            let path = folder.path() + "new.jsonl"
            let file = try NewFile(path: path, isReplacing: false)
            try Data("other".utf8).write(to: URL(filePath: path))
            #expect(throws: CorpusError.exists(path: path)) { try file.finish() }
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("other".utf8))
        }
    }
}
