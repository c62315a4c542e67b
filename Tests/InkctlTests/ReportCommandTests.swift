import ArgumentParser
import Foundation
import InkCorpus
import PenLog
import Testing

@testable import inkctl

@Suite("inkctl report")
struct ReportCommandTests {
    private static func ink(_ label: String?) -> JSONInk {
        var ink = JSONInk(strokes: [
            [.init(x: 0, y: 0, time: 0), .init(x: 100, y: 50, time: 10_000), .init(x: 200, y: 0, time: 20_000)],
            [.init(x: 50, y: -40, time: 400_000)],
        ])
        ink.label = label
        return ink
    }

    @Test("the earlier spelling of --no-recognize is accepted")
    func earlierSpelling() throws {
        #expect(throws: Never.self) { try ReportCommand.parse(["words", "--no-recognise", "-o", "page.html"]) }
    }

    private static func count(_ text: String, in page: String) -> Int { page.components(separatedBy: text).count - 1 }

    @Test("a page is written for its owner alone, and over nothing that is there")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "inkctl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data((Self.ink("a").line + "\n").utf8).write(to: folder.appending(path: "b.jsonl"))
        try Data((Self.ink("b").line + "\nno ink\n").utf8).write(to: folder.appending(path: "a.jsonl"))
        try Data("neither".utf8).write(to: folder.appending(path: "notes.txt"))
        let page = folder.appending(path: "report.html").path()
        func run(_ more: String...) throws {
            let command = try ReportCommand.parse([folder.path(), "--no-recognize", "-o", page] + more)
            try command.run()
        }
        #expect(throws: ExitCode.failure) { try run() }
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(Self.count("class=\"stroke\"", in: html) == 4 && html.contains("lines that are not ink"))
        #expect(try FileManager.default.attributesOfItem(atPath: page)[.posixPermissions] as? Int == 0o600)
        #expect(throws: CorpusError.exists(path: page)) { try run() }
        #expect(throws: CorpusError.exists(path: page)) { try ContentFile.write([1], to: page, mode: 0o600, overwrites: false) }
        #expect(try String(contentsOfFile: page, encoding: .utf8) == html)
        #expect(throws: ExitCode.failure) { try run("--force") }
        let empty = folder.appending(path: "empty").path()
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        #expect(throws: CorpusError.noInkFiles(folder: empty)) { try InkSource([empty]) }
        try FileManager.default.removeItem(atPath: empty)
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path())) == ["a.jsonl", "b.jsonl", "notes.txt", "report.html"])
    }
}
