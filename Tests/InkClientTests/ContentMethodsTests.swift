import Foundation
import Ink
import InkProtocol
import InkTestSupport
import Testing

@testable import InkClient

@Suite(.timeLimit(.minutes(MachineSpeed.limit))) struct ContentMethodsTests {
    private static let state = EditorInterface.State(
        editor: "e1", package: "notes", part: 3, type: "Text", revision: 7, canUndo: true, canRedo: false, undoCount: 3, redoCount: 0,
        empty: false, idle: true, strokes: 3, text: "hi")
    private static let package = PackagesInterface.Package(name: "notes", open: true, unsaved: false, recovered: false, parts: 1)
    private static let part = PackagesInterface.Part(id: 3, index: 0, type: "Text")
    private static let point = InkInterface.PathPoint(
        x: 1, y: 2, time: 0, width: 1, height: 1, opacity: 1, force: 0, azimuth: 0, altitude: 1)

    private static func reply<M: VarlinkMethod>(_ method: M.Type, _ reply: M.Reply) throws -> ScriptedServer.Answer {
        .init(bytes: try Reply.encode(method, reply))
    }

    /// Answers the methods about content as the daemon would.
    private static func answer(_ call: Call) throws -> ScriptedServer.Answer {
        guard call.fitsInterface else { return .init(bytes: []) }
        switch call.method {
        case EditorInterface.Create.name: return try reply(EditorInterface.Create.self, .init(editor: "e1"))
        case EditorInterface.WaitForIdle.name, EditorInterface.SetViewSize.name, EditorInterface.SetPart.name,
            EditorInterface.PointerEvents.name, EditorInterface.PointerCancel.name, EditorInterface.SetTool.name,
            EditorInterface.SelectCandidate.name:
            return try reply(EditorInterface.Undo.self, .init(state: state))
        case EditorInterface.GetConfiguration.name:
            let setting = EditorInterface.Setting(key: "undo.limit", value: .init(.number(9)), own: true, summary: "how many")
            return try reply(EditorInterface.GetConfiguration.self, .init(settings: [setting]))
        case InkInterface.GetPath.name:
            let path = InkInterface.Path(
                id: 4, root: 4, style: .init(kind: "pen", red: 0, green: 0, blue: 0, alpha: 255), created: 0, controlPoints: [point],
                transform: .init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0), visible: [])
            return try reply(InkInterface.GetPath.self, .init(path: path))
        case InkInterface.Interpolate.name: return try reply(InkInterface.Interpolate.self, .init(points: [point]))
        case InkInterface.Offset.name: return try reply(InkInterface.Offset.self, .init(parameter: 0.5, point: point))
        case InkInterface.AddStrokes.name: return try reply(InkInterface.AddStrokes.self, .init(revision: 8, strokes: [4, 5]))
        case InkInterface.RemoveStrokes.name, InkInterface.Erase.name, InkInterface.Transform.name, BlocksInterface.Remove.name,
            BlocksInterface.Convert.name:
            return try reply(InkInterface.Erase.self, .init(revision: 9))
        case BlocksInterface.ConversionStates.name:
            return try reply(BlocksInterface.ConversionStates.self, .init(revision: 7, states: ["digital-edit", "digital-publish"]))
        case InkInterface.Replay.name: return try reply(InkInterface.Replay.self, .init(elapsed: 0, duration: 1, stroke: 4, point: point))
        case BlocksInterface.List.name:
            return try reply(
                BlocksInterface.List.self,
                .init(revision: 7, blocks: [.init(id: "root", type: "Text", children: [], strokes: [4], text: "hi")]))
        case BlocksInterface.Hit.name: return try reply(BlocksInterface.Hit.self, .init(revision: 7))
        case BlocksInterface.Add.name, BlocksInterface.AddImage.name, BlocksInterface.Paste.name:
            return try reply(BlocksInterface.Paste.self, .init(revision: 8, block: "b1"))
        case BlocksInterface.Export.name:
            let isText = call.parameters["format"]?.string == "text/plain"
            return try reply(
                BlocksInterface.Export.self, .init(revision: 7, text: isText ? "hi" : nil, data: isText ? nil : "iVBORw0="))
        case BlocksInterface.Import.name: return try reply(BlocksInterface.Import.self, .init(revision: 8, chosen: 2, strokes: 0))
        case TransfersInterface.Begin.name: return try reply(TransfersInterface.Begin.self, .init(transfer: 6))
        case TransfersInterface.Write.name: return try reply(TransfersInterface.Write.self, .init(received: 1))
        case TransfersInterface.Read.name:
            let isFirst = call.parameters["offset"] == .int(0)
            return try reply(TransfersInterface.Read.self, .init(data: isFirst ? "AAEC" : "AwQ=", size: 5))
        case TransfersInterface.End.name: return try reply(TransfersInterface.End.self, .init())
        case PackagesInterface.Import.name: return try reply(PackagesInterface.Import.self, .init(package: package))
        case PackagesInterface.Export.name: return try reply(PackagesInterface.Export.self, .init(transfer: 6, size: 5))
        case PackagesInterface.List.name: return try reply(PackagesInterface.List.self, .init(packages: [package]))
        case PackagesInterface.Open.name, PackagesInterface.Save.name, PackagesInterface.SaveToTemp.name:
            return try reply(PackagesInterface.Save.self, .init(package: package))
        case PackagesInterface.Parts.name: return try reply(PackagesInterface.Parts.self, .init(parts: [part]))
        case PackagesInterface.CreatePart.name, PackagesInterface.GetPart.name, PackagesInterface.ClonePart.name,
            PackagesInterface.MovePart.name:
            return try reply(PackagesInterface.GetPart.self, .init(part: part))
        case PackagesInterface.GetMetadata.name:
            return try reply(PackagesInterface.GetMetadata.self, .init(metadata: ["a": .init(.text("b")), "broken": .init()]))
        case EditorInterface.Close.name, PackagesInterface.Close.name, PackagesInterface.Delete.name, PackagesInterface.RemovePart.name,
            PackagesInterface.SetMetadata.name, EditorInterface.SetConfiguration.name, EditorInterface.UnsetConfiguration.name,
            BlocksInterface.Copy.name:
            return try reply(PackagesInterface.Close.self, .init())
        default: return .init(bytes: try Reply.encode(ServiceInterface.MethodNotImplemented(method: call.method)))
        }
    }

    private func connect() throws -> (ScriptedServer, InkConnection) {
        let server = try ScriptedServer(Self.answer)
        return (server, try InkConnection(path: server.path))
    }

    @Test("packages and their parts: every call fits the interface and comes back with what the daemon said")
    func packages() throws {
        let (server, inkd) = try connect()
        #expect(try inkd.packages() == [Self.package])
        #expect(try inkd.openPackage("notes", .create) == Self.package)
        #expect(try inkd.savePackage("notes") == Self.package)
        #expect(try inkd.savePackageToTemp("notes") == Self.package)
        #expect(try inkd.parts(of: "notes") == [Self.part])
        #expect(try inkd.createPart("Text", in: "notes") == Self.part)
        #expect(try inkd.part(at: 0, of: "notes") == Self.part)
        #expect(try inkd.clonePart(3, of: "notes", into: "other") == Self.part)
        #expect(try inkd.movePart(3, of: "notes", to: 1) == Self.part)
        try inkd.removePart(3, of: "notes")
        #expect(try inkd.metadata(of: "notes") == ["a": .text("b")])
        try inkd.setMetadata(["n": .number(1)], of: "notes", part: 3)
        try inkd.closePackage("notes", discardingChanges: true)
        try inkd.deletePackage("notes")
        #expect(server.received.count == 14)
        #expect(server.received[1].parameters["option"]?.string == "create")
        #expect(server.received[11].parameters["metadata"]?["n"]?["number"] == .int(1))
    }

    @Test("editors and their configuration")
    func editors() throws {
        let (server, inkd) = try connect()
        #expect(try inkd.createEditor() == "e1")
        #expect(try inkd.createEditor(named: "board") == "e1")
        #expect(try inkd.setViewSize(of: "e1", width: 1, height: 2) == Self.state)
        #expect(try inkd.setPart(of: "e1", to: 3, in: "notes").text == "hi")
        #expect(try inkd.unsetPart(of: "e1") == Self.state)
        #expect(try inkd.setTool(.eraser, for: .custom1, in: "e1") == Self.state)
        #expect(try inkd.cancelPointer("e1") == Self.state)
        #expect(try inkd.waitForIdle("e1", timeout: .milliseconds(1500)) == Self.state)
        #expect(try inkd.selectCandidate("ho", forWord: 0, ofLine: 2, in: "e1") == Self.state)
        #expect(try inkd.configuration().first?.value.content == .number(9))
        try inkd.setConfiguration("undo.limit", to: .number(5), of: "e1")
        try inkd.unsetConfiguration("undo.limit")
        try inkd.closeEditor("e1")
        #expect(server.received.count == 13)
        #expect(server.received[0].parameters["name"] == nil && server.received[1].parameters["name"] == .string("board"))
        #expect(server.received[7].parameters["timeout"] == .int(1500))
    }

    @Test("ink and blocks")
    func content() throws {
        let (server, inkd) = try connect()
        #expect(try inkd.path(of: 4, in: "e1").controlPoints == [Self.point])
        #expect(try inkd.points(of: 4, in: "e1", by: .distance, step: 0.5) == [Self.point])
        #expect(try inkd.offset(0, of: 4, in: "e1", by: .time, amount: 0.1).parameter == 0.5)
        #expect(try inkd.addStrokes([.init(x: [1], y: [2])], to: "e1") == [4, 5])
        #expect(try inkd.removeStrokes([4], from: "e1") == 9)
        #expect(try inkd.erase(x: [1], y: [2], in: "e1", mode: .pixel) == 9)
        #expect(try inkd.transform([5], of: "e1", by: .init(a: 1, b: 0, c: 0, d: 1, tx: 1, ty: 1)) == 9)
        #expect(try inkd.blocks(of: "e1").blocks.first?.id == "root")
        #expect(try inkd.block(atX: 1, y: 2, in: "e1") == nil)
        #expect(try inkd.addBlock("Math", x: 1, y: 2, to: "e1") == "b1")
        #expect(try inkd.addImage([1], media: "image/png", x: 1, y: 2, to: "e1") == "b1")
        #expect(try inkd.removeBlock("b1", seenAt: 7, from: "e1") == 9)
        #expect(try inkd.convert(of: "e1") == 9)
        #expect(try inkd.conversionStates(in: "e1") == ["digital-edit", "digital-publish"])
        try inkd.copyBlock("b1", of: "e1")
        #expect(try inkd.pasteBlock(atX: 1, y: 2, into: "e1") == "b1")
        #expect(try inkd.export("e1", as: .text) == Array("hi".utf8))
        #expect(try inkd.export("e1", as: .png) == [0x89, 0x50, 0x4e, 0x47, 0x0d])
        #expect(try inkd.importText("{}", into: "e1").chosen == 2)
        #expect(try inkd.replay("e1", speed: 2).next()?.stroke == 4)
        #expect(server.received.count == 20)
    }

    @Test("what is too large for a call is sent in parts, and comes in parts")
    func transfers() throws {
        let (server, inkd) = try connect()
        #expect(try inkd.fetch(6) == [0, 1, 2, 3, 4])
        #expect(try inkd.exportPackage("notes") == [0, 1, 2, 3, 4])
        #expect(try inkd.importPackage("other", [1, 2]) == Self.package)
        let before = server.received.count
        let large = [UInt8](repeating: 0x20, count: 1 << 20 | 1)
        #expect(try inkd.addImage(large, media: "image/png", x: 1, y: 2, to: "e1") == "b1")
        #expect(try inkd.importText(String(decoding: large, as: UTF8.self), into: "e1").chosen == 2)
        let axis = (0..<100_000).map(Double.init)
        #expect(try inkd.addStrokes([.init(x: axis, y: axis)], to: "e1") == [4, 5])
        let sent = server.received[before...]
        #expect(
            sent.map { $0.method.split(separator: ".").last } == [
                "Begin", "Write", "Write", "Write", "AddImage", "Begin", "Write", "Write", "Write", "Import", "Begin", "Write", "Write",
                "Write", "AddStrokes",
            ])
        #expect(sent.filter { $0.parameters["transfer"] == .int(6) }.count == 12)
        #expect(sent.allSatisfy { $0.parameters["strokes"] == nil && $0.parameters["text"] == nil })
        #expect(sent.first?.parameters["size"] == .int(1 << 20 | 1))
    }

    @Test("strokes become events: down, moves, up; a tap is down and up; many go in several calls")
    func writing() throws {
        let events = EditorInterface.PointerEvent.events(
            of: [.init(x: [1, 2, 3], y: [4, 5, 6], force: [0.5, 1, 0], time: [1, 2, 3]), .init(x: [7], y: [8]), .init(x: [], y: [])],
            kind: .finger)
        #expect(events.map(\.phase) == [.down, .move, .up, .down, .up])
        #expect(events[1] == .init(phase: .move, x: 2, y: 5, time: 2, force: 1, kind: .finger))
        #expect(events[4] == .init(phase: .up, x: 7, y: 8, kind: .finger))
        let (server, inkd) = try connect()
        let axis = (0..<5000).map(Double.init)
        #expect(try inkd.write([.init(x: axis, y: axis)], in: "e1", processGestures: false) == Self.state)
        let sent = try server.received.map { try $0.parameters(as: EditorInterface.PointerEvents.Parameters.self) }
        #expect(sent.map(\.events.count) == [4000, 1000] && sent.allSatisfy { $0.processGestures == false })
        #expect(sent.flatMap(\.events).map(\.x) == axis)
    }

    @Test("the program in docs/client.md is this one, and it works")
    func example() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: here.appending(path: "ClientExample.swift"), encoding: .utf8)
        let document = try String(contentsOf: here.appending(path: "../../docs/client.md"), encoding: .utf8)
        #expect(document.contains("```swift\n" + source))
        let server = try ScriptedServer(Self.answer)
        let picture = URL(filePath: NSTemporaryDirectory() + "inkd-\(UUID().uuidString.prefix(8)).png")
        defer { try? FileManager.default.removeItem(at: picture) }
        #expect(try writeNote(socket: server.path, picture: picture) == "hi")
        #expect(try Data(contentsOf: picture) == Data([0x89, 0x50, 0x4e, 0x47, 0x0d]))
        #expect(
            server.received.map { $0.method.split(separator: ".").last } == [
                "Open", "CreatePart", "Create", "SetViewSize", "SetPart", "PointerEvents", "WaitForIdle", "Export", "Save", "Close",
                "Close",
            ])
    }

    @Test("formats are known by how files end")
    func formats() {
        #expect(BlocksInterface.Format(fileEnding: "PNG") == .png && BlocksInterface.Format(fileEnding: "doc") == nil)
        for format in BlocksInterface.Format.allCases { #expect(BlocksInterface.Format(fileEnding: format.fileEnding) == format) }
        #expect(BlocksInterface.Format.allCases.filter { !$0.isText } == [.png, .pdf, .docx])
    }
}
