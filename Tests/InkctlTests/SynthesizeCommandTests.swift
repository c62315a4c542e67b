import ArgumentParser
import Foundation
import Ink
import InkCorpus
import PenLog
import Synthesis
import Testing

@testable import inkctl

@Suite("inkctl synthesize")
struct SynthesizeCommandTests {
    @Test("the file's name tells the format, standard output gets strokes")
    func formats() throws {
        #expect(try SynthesisFormat(nil, for: nil) == .jsonl)
        #expect(try SynthesisFormat(nil, for: "a.b/ink.SVG") == .svg)
        #expect(try SynthesisFormat(nil, for: "ink.json") == .jsonl)
        #expect(try SynthesisFormat(.pdf, for: "ink") == .pdf)
        for name in ["ink", "png", "a.png/ink", "ink.bmp", "ink."] {
            #expect(throws: InkctlError.unknownInkFile(name)) { try SynthesisFormat(nil, for: name) }
        }
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            [], ["--list", "text"], ["text", "--editor", "e", "-o", "ink.svg"], ["text", "--editor", "e", "--format", "svg"],
            ["text", "--format", "gif"], ["text", "--seed", "-1"], ["text", "--size", "x"],
        ])
    func refusals(arguments: [String]) {
        #expect(throws: (any Error).self) { try SynthesizeCommand.parse(arguments) }
    }

    @Test("writes a picture or strokes, and replaces no file unless it is told to")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "inkctl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (picture, strokes) = (folder.appending(path: "ink.svg").path(), folder.appending(path: "ink.jsonl").path())
        for path in [picture, strokes] {
            let command = try SynthesizeCommand.parse(["Dear Åsa,", "-o", path, "--hand", "script", "--size", "4", "--seed", "3"])
            try command.run()
            #expect(throws: CorpusError.exists(path: path)) { try command.run() }
            let forced = try SynthesizeCommand.parse(["Dear Åsa,", "-o", path, "--force"])
            try forced.run()
        }
        #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("<svg"))
        let line = try String(contentsOfFile: strokes, encoding: .utf8).split(separator: "\n")
        #expect(line.count == 1)
        let ink = try JSONInk(line: String(try #require(line.first)))
        #expect(ink.label == "Dear Åsa," && ink.style == "print" && ink.unitsPerMillimeter == 1000 && ink.isTimed)
        #expect(ink.strokes.count > 8 && ink.channels[.force]?.count == ink.strokes.count)
    }

    @Test("says what is wrong, and what to do about it")
    func mistakes() throws {
        func problem(_ arguments: [String]) throws -> String? {
            let command = try SynthesizeCommand.parse(arguments + ["-o", "/tmp/never.svg"])
            return #expect(throws: InkctlError.self) { try command.run() }?.description
        }
        #expect(try problem(["a", "--size", "0.1"]) == "size is 0.1: give 0.5 to 100")
        #expect(try problem(["a", "--hand", "round"])?.hasPrefix("unknown hand \"round\"; available: ") == true)
        #expect(try problem(["a字"])?.hasPrefix("the hand \"print\" cannot write \"字\"") == true)
    }

    @Test("lists the hands")
    func list() throws {
        let hands = try SynthesizeCommand.files.names.map(SynthesizeCommand.files.hand(named:))
        let lines = SynthesizeCommand.lines(hands)
        #expect(lines.first?.contains("HAND") == true && lines.contains { $0.hasPrefix("print ") })
        #expect(SynthesizeCommand.lines([]) == ["No handwriting styles."])
    }
}
