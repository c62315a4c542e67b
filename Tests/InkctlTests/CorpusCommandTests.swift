import Foundation
import Glibc
import InkCorpus
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl corpus", .enabled(if: InkctlProcess.path != nil, "there is no inkctl beside the tests"))
struct CorpusCommandTests {
    private static func corpus(_ body: (String) throws -> Void) throws {
        try withFolder { folder in
            let rows = (0..<60).map { number in
                #"{"id":"w\#(number)","writer":"p\#(number % 20)","label":"\#(number)","hz":100,"strokes":[[\#(number),0,3,4,5,-6]],"mine":1.0}"#
            }
            try Data(rows.map { $0 + "\n" }.joined().utf8).write(to: folder.appending(path: "a.jsonl"))
            try body(folder.path())
        }
    }

    private static func lines(_ path: String) throws -> [String] {
        let file = try InkFile(path: path)
        var lines: [String] = []
        while let line = try file.nextLine() { lines.append(line) }
        return lines
    }

    @Test("splits by writer: every row once, byte for byte, no writer in two parts, twice the same")
    func split() throws {
        try Self.corpus { folder in
            let arguments = ["corpus", "split", "\(folder)a.jsonl", "--train", "50", "--dev", "25", "--test", "25"]
            let result = try InkctlProcess.run(arguments + ["-o", "\(folder)parts"])
            #expect(result.status == 0, "\(result.errors)")
            let parts = try ["train", "dev", "test"].map { try Self.lines("\(folder)parts/\($0).jsonl.gz") }
            #expect(parts.joined().sorted() == (try Self.lines("\(folder)a.jsonl")).sorted())
            let writers = try parts.map { Set(try $0.map { try InkRow(file: "", line: 1, bytes: Array($0.utf8)).ink().hand }) }
            for (first, second) in [(0, 1), (0, 2), (1, 2)] { #expect(writers[first].isDisjoint(with: writers[second])) }
            #expect(try InkctlProcess.run(arguments + ["-o", "\(folder)parts"]).status == 1)
            #expect(try InkctlProcess.run(arguments + ["-o", "\(folder)parts", "--force"]) == result)
        }
    }

    @Test("splits six writers so that each part has one, and says who was moved")
    func few() throws {
        try withFolder { folder in
            let rows = (0..<24).map { "{\"id\":\"w\($0)\",\"writer\":\"p\($0 % 6)\",\"strokes\":[[\($0),0,3,4]]}\n" }
            try Data(rows.joined().utf8).write(to: folder.appending(path: "a.jsonl"))
            let result = try InkctlProcess.run(["corpus", "split", "\(folder.path())a.jsonl", "-o", "\(folder.path())parts"])
            #expect(result.status == 0 && result.output.contains(" had no writer and got p"), "\(result.errors)")
            let counts = try ["train", "dev", "test"].map { try Self.lines("\(folder.path())parts/\($0).jsonl.gz").count }
            #expect(counts == [16, 4, 4])
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path())parts").count == 3)
        }
    }

    @Test("refuses inks without a writer, unless they shall be trained with")
    func unknown() throws {
        try Self.corpus { folder in
            try Data(#"{"strokes":[[1,2]]}"#.utf8).write(to: URL(filePath: "\(folder)b.jsonl"))
            let refused = try InkctlProcess.run(["corpus", "split", folder, "-o", "\(folder)parts"])
            #expect(refused.status == 1 && refused.errors.contains("--unknown-to-train"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)parts").isEmpty)
            let taken = try InkctlProcess.run(["corpus", "split", folder, "-o", "\(folder)parts", "--unknown-to-train"])
            #expect(taken.status == 0 && taken.output.contains("1 ink in train without a writer"))
        }
    }

    @Test("names damaged rows, ends with 1, and writes nothing of them")
    func damaged() throws {
        try Self.corpus { folder in
            try Data("no ink\n{\"id\":\"b\",\"label\":\"b\",\"strokes\":[[1,2]]}\n".utf8).write(to: URL(filePath: "\(folder)b.jsonl"))
            let check = try InkctlProcess.run(["corpus", "check", folder])
            #expect(check.status == 1 && check.output.contains("61 inks: 1 damaged"))
            #expect(check.output.contains("\(folder)b.jsonl:1: damaged: "))
            #expect(try InkctlProcess.run(["corpus", "stats", folder, "--json"]).status == 1)
            let merge = try InkctlProcess.run(["corpus", "merge", folder, "-o", "\(folder)all.jsonl"])
            #expect(merge.status == 1 && merge.errors.contains("\(folder)b.jsonl:1"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)all.jsonl"))
            let skipping = try InkctlProcess.run(["corpus", "merge", folder, "-o", "\(folder)all.jsonl", "--skip-damaged"])
            #expect(skipping.status == 0 && skipping.output == "\(folder)all.jsonl: 61 inks\n")
            #expect(skipping.errors == "inkctl: 1 damaged row omitted.\n")
        }
    }

    @Test("a pipe or a device that is given as a file is refused, and not waited for")
    func irregular() throws {
        try withFolder { folder in
            let pipe = folder.appending(path: "pipe").path()
            try #require(mkfifo(pipe, 0o600) == 0)
            for arguments in [
                ["corpus", "stats", pipe], ["corpus", "stats", "/dev/zero"], ["convert", pipe, "\(pipe).inkml", "--from", "evemu"],
                ["config", "import", pipe],
                ["models", "available", folder.path(), "--key", pipe],
            ] {
                let result = try InkctlProcess.run(arguments)
                #expect(result.status != 0 && result.status != 124, "\(arguments)")
                #expect(
                    result.errors.contains("not a regular file, but a pipe, a device or a socket"), "\(arguments): \(result.errors)")
            }
        }
    }

    @Test("labels, shows and lists")
    func label() throws {
        try Self.corpus { folder in
            try Data("w1\tone\\ttab\nw2\t二\n".utf8).write(to: URL(filePath: "\(folder)labels.tsv"))
            let result = try InkctlProcess.run(["corpus", "label", "--from", "\(folder)labels.tsv", "--in", folder])
            #expect(result.status == 0 && result.output == "2 labels changed\n", "\(result.errors)")
            #expect(try InkctlProcess.run(["corpus", "show", "w2", "--in", folder]).output.contains("label          二"))
            #expect(try InkctlProcess.run(["corpus", "show", "none", "--in", folder]).status == 1)
            let list = try InkctlProcess.run(["corpus", "list", folder, "--jsonl"]).output
            #expect(list.contains(#""id":"w1","label":"one\ttab","line":2"#))
        }
    }

    @Test("gives away no name, not even of unknown members", arguments: ["anonymize", "anonymise"])
    func anonymize(name: String) throws {
        try Self.corpus { folder in
            let result = try InkctlProcess.run(["corpus", name, folder, "-o", "\(folder)shared"])
            #expect(result.status == 0 && result.output.contains("60 inks by 20 writers"), "\(result.errors)")
            let lines = try Self.lines("\(folder)shared/inks.jsonl.gz")
            #expect(lines.count == 60 && !lines.joined().contains("mine") && !lines.joined().contains("\"p1"))
        }
    }
}
