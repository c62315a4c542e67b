import ArgumentParser
import Foundation
import Ink
import InkExport
import PenLog
import Testing

@testable import inkctl

@Suite("inkctl render")
struct RenderCommandTests {
    @Test("the file's name tells the format, standard output gets PNG")
    func formats() throws {
        #expect(try RenderCommand.format(nil, for: nil) == .png)
        #expect(try RenderCommand.format(nil, for: "a.b/ink.SVG") == .svg)
        #expect(try RenderCommand.format(.pdf, for: "ink") == .pdf)
        for name in ["ink", "png", "a.png/ink", "ink.bmp", "ink."] {
            #expect(throws: InkctlError.unknownPicture(name)) { try RenderCommand.format(nil, for: name) }
        }
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["--number", "0"], ["--number", "1", "--id", "a"], ["--scale", "0"], ["--scale", "nan"], ["--scale", "2", "--size", "10x10"],
            ["--columns", "0"], ["--resolution", "1e9"], ["--as", "symbol"], ["--format", "gif"], ["--limit", "0"],
        ])
    func refusals(arguments: [String]) {
        #expect(throws: (any Error).self) { try RenderCommand.parse(["ink.jsonl"] + arguments) }
    }

    @Test("options become those of the picture")
    func options() throws {
        let options = try DrawingOptions.parse(["--even-width", "--pen-up", "--size", "40x30"]).options
        #expect(!options.followsForce && options.showsMoves && !options.showsTime)
        #expect(options.width == 40 && options.height == 30 && options.isRoomExact)
    }

    @Test("one ink of a file is chosen by its number or its id, and a missing one is said")
    func choosing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "inkctl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (ink, picture) = (folder.appending(path: "ink.jsonl").path(), folder.appending(path: "ink.svg").path())
        let lines = [##"{"id":"a","strokes":[[0,0,9,9]]}"##, ##"{"id":"b","strokes":[]}"##]
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: ink))
        func run(_ arguments: String...) throws -> String {
            let command = try RenderCommand.parse([ink, "-o", picture, "--force"] + arguments)
            try command.run()
            return try String(contentsOfFile: picture, encoding: .utf8)
        }
        let sheet = try run()
        let first = try run("--id", "a")
        #expect(try run("--number", "1") == first && first != sheet && first.contains("<svg"))
        #expect(try run("--number", "2") != first)
        #expect(throws: InkctlError.noSuchInk("\(ink) has 2 inks, but no number 3.")) { try run("--number", "3") }
        #expect(throws: InkctlError.noSuchInk("\(ink) has 2 inks, but no id \"c\".")) { try run("--id", "c") }
        #expect(throws: InkctlError.self) { try run("--scale", "1000", "--number", "1") }
        #expect(try FileManager.default.attributesOfItem(atPath: picture)[.posixPermissions] as? Int == 0o600)
    }
}
