import Editing
import Ink
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What is out of range is refused, and named with its range")
    struct RangeTests {
        @Test("of editors and their configuration")
        func editors() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            func set(_ key: String, _ number: Double) -> String? {
                refusal(EditorInterface.InvalidValue.self) {
                    _ = try client.call(
                        EditorInterface.SetConfiguration.self, .init(editor: editor, key: key, value: .init(number: number)))
                }?.reason
            }
            #expect(set("undo.limit", 2.5) == "is 2.5, not a whole number within 0…100000")
            #expect(set("undo.limit", -1) == "is -1.0, not a whole number within 0…100000")
            #expect(set("ink.limit", 1000.5) == "is 1000.5, not a whole number within 1000…1000000")
            #expect(set("eraser.radius", 51) == "is 51.0, not within 0.05…50.0")
            #expect(set("undo.limit", 3) == nil)
            func value(_ call: () throws -> Void) -> ClientInterface.InvalidValue? { refusal(ClientInterface.InvalidValue.self, call) }
            #expect(
                value { try client.setViewSize(of: editor, width: -1, height: 9) }
                    == .init(parameter: "width", value: "-1", allowed: "0.1 to 100000 millimeters"))
            func boxes(_ boxes: [EditorInterface.Box]) -> ClientInterface.InvalidValue? {
                value { try client.setViewSize(of: editor, width: 9, height: 9, boxes: boxes) }
            }
            #expect(
                boxes([])
                    == .init(
                        parameter: "boxes", value: "is empty: give at least one box, or omit it",
                        allowed: "1 to 400 boxes of finite numbers, each wider and higher than 0"))
            #expect(
                boxes([.init(x: 0, y: 0, width: -1, height: 9)])?.value == "box 0 is -1.0 wide and 9.0 high: both must be positive")
            #expect(boxes([.init(x: 0, y: 0, width: 9, height: 9)]) == nil)
            let idle = EditorInterface.WaitForIdle.Parameters(editor: editor, timeout: 600_001)
            #expect(
                value { _ = try client.call(EditorInterface.WaitForIdle.self, idle) }
                    == .init(parameter: "timeout", value: "600001", allowed: "0 to 600000 milliseconds"))
            // one of the two alone does not detach the editor in silence
            #expect(
                value { _ = try client.call(EditorInterface.SetPart.self, .init(editor: editor, package: "notes")) }?.parameter == "part")
            #expect(value { _ = try client.call(EditorInterface.SetPart.self, .init(editor: editor, part: 1)) }?.parameter == "package")
            #expect(try client.state(of: editor).state.part != nil)
        }

        @Test("of ink, blocks and transfers")
        func content() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.textDocument)
            func ink(_ call: () throws -> Void) -> String? { refusal(InkInterface.InvalidInk.self, call)?.reason }
            let id = try #require(try client.addStrokes([client.stroke(5, 5)], to: editor).first)
            #expect(
                ink { try client.addStrokes([.init(x: [1], y: [2e6])], to: editor) }
                    == "strokes[0].y[0] is 2000000: give -1000000 to 1000000 millimeters")
            #expect(ink { try client.erase(x: [1], y: [1], in: editor, radius: -1) }?.contains("radius is -1: give 0.001 to") == true)
            #expect(ink { _ = try client.points(of: id, in: editor, by: .distance, step: 0) } == "step is 0: give a number above 0")
            #expect(
                ink { _ = try client.points(of: id, in: editor, by: .distance, step: 1, from: 0, to: 99) }?.hasPrefix(
                    "last is 99: give 0 to") == true)
            #expect(ink { _ = try client.offset(-1, of: id, in: editor, by: .distance, amount: 1) }?.hasPrefix("parameter is -1") == true)
            #expect(ink { _ = try daemon.connect().replay(editor, speed: 0).next(timeout: .patience) } == "speed is 0: give 0.01 to 1000")
            func value(_ call: () throws -> Void) -> String? { refusal(ClientInterface.InvalidValue.self, call)?.parameter }
            #expect(value { _ = try client.addBlock("Text", x: 1, y: 1, width: -5, to: editor) } == "width")
            #expect(value { _ = try client.addBlock("Text", x: 2e6, y: 1, to: editor) } == "x")
            #expect(value { _ = try client.block(atX: 1, y: -2e6, in: editor) } == "y")
            #expect(value { _ = try client.call(TransfersInterface.Begin.self, .init(size: -1)) } == "size")
            let transfer = try client.send([1, 2, 3])
            #expect(value { _ = try client.call(TransfersInterface.Read.self, .init(transfer: transfer, offset: -4)) } == "offset")
            // an import that has nothing to take says so
            let empty = #"{"version":"3","type":"Drawing","id":"root"}"#
            let part = try client.createPart("Drawing", in: "notes")
            try client.setPart(of: editor, to: part.id, in: "notes")
            #expect(refusal(BlocksInterface.ImportFailed.self) { try client.importText(empty, into: editor) } != nil)
            let noTrace = #"<ink xmlns="http://www.w3.org/2003/InkML"/>"#
            #expect(refusal(BlocksInterface.ImportFailed.self) { try client.importText(noTrace, as: .inkML, into: editor) } != nil)
        }

        @Test("of recognition: candidates")
        func recognition() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let ink = RecognizerInterface.Ink(x: [1, 2], y: [1, 2])
            for number in [0, -3, 17, 99] {
                let hint = refusal(RecognizerInterface.InvalidHint.self) {
                    _ = try client.recognize(.init(strokes: [ink], alternatives: number))
                }
                #expect(hint == .init(hint: "alternatives", reason: "alternatives is \(number): give 1 to 16"))
            }
        }
    }
}
