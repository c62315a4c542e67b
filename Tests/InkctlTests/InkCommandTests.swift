import ArgumentParser
import Foundation
import InkCorpus
import InkProtocol
import Testing

@testable import inkctl

@Suite("Commands about blocks and strokes")
struct InkCommandTests {
    @Test("blocks alone lists them, as it always did", arguments: [["blocks"], ["blocks", "list"]])
    func blocksList(words: [String]) throws {
        let command = try #require(try Inkctl.parseAsRoot(words + ["notes", "1", "--json"]) as? BlocksListCommand)
        #expect(command.content.package == "notes" && command.content.part == 1 && command.json)
        let pen = try #require(try Inkctl.parseAsRoot(words + ["--editor", "pen0"]) as? BlocksListCommand)
        #expect(pen.content.editor == "pen0" && pen.content.package == nil && !pen.json)
    }

    @Test("a new block has a type, a place and perhaps a size")
    func add() throws {
        let words = ["notes", "0", "--type", "Math", "--at", "-2.5,30", "--size", "100x30.5"]
        let command = try BlocksAddCommand.parse(words)
        #expect(command.type == "Math" && command.at == PagePoint(x: -2.5, y: 30) && command.size == PageSize(argument: "100x30.5"))
        #expect(try BlocksAddCommand.parse(["--editor", "e1", "--type", "Text", "--at", "1,2"]).size == nil)
        for argument in ["", "1", "1,", "1,2,3", "a,b", "nan,1", "inf,1"] { #expect(PagePoint(argument: argument) == nil, "\(argument)") }
        for argument in ["", "1", "1x", "1x2x3", "0x1", "1x-1", "infx1"] { #expect(PageSize(argument: argument) == nil, "\(argument)") }
    }

    @Test("a picture is known by its first bytes, not by its name")
    func pictures() throws {
        #expect(BlocksImageCommand.media(of: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]) == "image/png")
        #expect(BlocksImageCommand.media(of: [0xff, 0xd8, 0xff, 0xe0]) == "image/jpeg")
        #expect(BlocksImageCommand.media(of: []) == nil && BlocksImageCommand.media(of: Array("GIF89a".utf8)) == nil)
        let path = NSTemporaryDirectory() + "inkctl-\(UInt32.random(in: .min ... .max)).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ContentFile.write([1, 2, 0, 10, 255], to: path)
        #expect(try ContentFile.bytes(at: path, atMost: 9) == [1, 2, 0, 10, 255])
        #expect(try ContentFile.bytes(at: path, atMost: 2) == [1, 2])
        #expect(throws: CorpusError.unreadable(path: "/nowhere/x", code: ENOENT)) { try ContentFile.bytes(at: "/nowhere/x", atMost: 9) }
        let command = try BlocksImageCommand.parse(["notes", "0", "--file", path, "--at", "1,2", "--width", "40"])
        #expect(command.width == 40)
        #expect(throws: InkctlError.notPicture(path: path)) { try command.run() }
    }

    @Test("a copy goes to a place, and converting takes one block or all")
    func copying() throws {
        let copy = try BlocksCopyCommand.parse(["notes", "0", "--block", "b2", "--to", "20,140"])
        #expect(copy.block == "b2" && copy.to == PagePoint(x: 20, y: 140))
        #expect(try BlocksConvertCommand.parse(["notes"]).block == nil)
        #expect(try BlocksConvertCommand.parse(["notes", "0", "--block", "b2"]).block == "b2")
        #expect(try BlocksConvertCommand.parse(["notes", "0", "--to", "handwriting"]).to == "handwriting")
    }

    @Test("strokes are a table")
    func strokes() {
        let stroke = InkInterface.Stroke(id: 12, x: [1, 2], y: [3, 4], force: [0, 0], time: [0, 10])
        let map = InkInterface.Matrix(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        let path = InkInterface.Path(
            id: 12, root: 12, style: .init(kind: "pen", red: 0, green: 10, blue: 255, alpha: 255), created: 0, controlPoints: [],
            transform: map, visible: [], bounds: .init(x: 0.75, y: 3, width: 1.5, height: 1.25))
        var marker = path
        marker.style = .init(kind: "marker", red: 255, green: 255, blue: 0, alpha: 128)
        marker.bounds = nil
        #expect(
            InkStrokesCommand.lines([(stroke, path), (stroke, marker)]) == [
                "STROKE  SAMPLES  POSITION (MM)        STYLE", "    12        2  0.8, 3.0, 1.5 × 1.3  pen #000aff",
                "    12        2  –                    marker #ffff0080",
            ])
        #expect(InkStrokesCommand.lines([]) == ["No strokes."])
    }

    @Test("an eraser goes along one or more places")
    func erase() throws {
        let command = try InkEraseCommand.parse(["notes", "0", "--along", "10,20", "30,20", "--radius", "1.5", "--mode", "pixel"])
        #expect(command.along == [PagePoint(x: 10, y: 20), PagePoint(x: 30, y: 20)])
        #expect(command.radius == 1.5 && command.mode == .pixel && command.content.package == "notes")
        #expect(try InkEraseCommand.parse(["notes", "--along=-5,2", "--along", "3,4"]).along.map(\.x) == [-5, 3])
        #expect(try InkRemoveCommand.parse(["--strokes", "3", "4", "--editor", "pen0"]).strokes == [3, 4])
        #expect(try InkPathCommand.parse(["notes", "0", "--stroke", "3"]).stroke == 3)
    }

    @Test("strokes are moved by a way, stretched and turned about their middle")
    func move() throws {
        #expect(try InkMoveCommand.parse(["notes", "0", "--strokes", "3", "4", "--by", "-3,2"]).by == PagePoint(x: -3, y: 2))
        #expect(try InkMoveCommand.parse(["notes", "0", "--strokes", "3", "--rotate", "-90"]).rotate == -90)
        let strokes = [
            InkInterface.Stroke(id: 1, x: [10, 20], y: [30, 31], force: [], time: []),
            .init(id: 2, x: [14], y: [50], force: [], time: []),
        ]
        let middle = StrokeMap.middle(of: strokes)
        #expect(middle == PagePoint(x: 15, y: 40) && StrokeMap.middle(of: []) == PagePoint(x: 0, y: 0))
        #expect(StrokeMap(by: PagePoint(x: -3, y: 2)).matrix(about: middle) == .init(a: 1, b: 0, c: 0, d: 1, tx: -3, ty: 2))
        #expect(StrokeMap(scale: 2).matrix(about: middle) == .init(a: 2, b: 0, c: 0, d: 2, tx: -15, ty: -40))
        // what is right of the middle goes below it
        let turn = StrokeMap(degrees: 90).matrix(about: middle)
        #expect(abs(turn.a * 20 + turn.c * 40 + turn.tx - 15) < 1e-9 && abs(turn.b * 20 + turn.d * 40 + turn.ty - 45) < 1e-9)
    }

    @Test(
        "command lines that make no sense are refused",
        arguments: [
            "blocks add notes 0 --type Text", "blocks add notes 0 --at 1,2", "blocks add notes 0 --type Text --at 1",
            "blocks add notes 0 --type Text --at 1,2 --size 5", "blocks image notes 0 --file a.png --at 1,2 --width 0",
            "blocks remove notes 0", "blocks copy notes 0 --block b2", "ink", "ink path notes 0", "ink remove notes 0 --strokes",
            "ink remove notes 0 --strokes x", "ink erase notes 0", "ink erase notes 0 --along 1,2 --mode all",
            "ink erase notes 0 --along 1,2 --radius 0", "ink move notes 0 --strokes 1", "ink move notes 0 --strokes 1 --scale 0",
            "ink move notes 0 --strokes 1 --by 1,2 --scale 2", "ink move notes 0 --strokes 1 --rotate inf",
        ])
    func validation(line: String) {
        #expect(throws: (any Error).self) {
            let command = try Inkctl.parseAsRoot(line.split(separator: " ").map(String.init))
            // a group alone asks for its help
            if command is InkCommand { throw ValidationError("a group") }
        }
    }
}
