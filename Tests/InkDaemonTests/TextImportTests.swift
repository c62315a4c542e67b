import Editing
import Ink
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Typed text that a client imports")
    struct TextImportTests {
        @Test(
            "is there as it was typed, in parts of text and after they were opened again, and can be undone",
            arguments: [PartType.text, .textDocument, .rawContent])
        func text(type: PartType) throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(type)
            let reply = try client.importText("milk and eggs\n\nfor Ann", as: .text, into: editor)
            #expect(reply.words == 5 && reply.strokes == 0 && reply.chosen == 0)
            func exported() throws -> [Substring] {
                String(decoding: try client.export(editor, as: .text), as: UTF8.self).split(whereSeparator: \.isWhitespace)
            }
            #expect(try exported() == ["milk", "and", "eggs", "for", "Ann"])
            let lines = try client.state(of: editor).lines
            #expect(lines.count == 2 && lines.allSatisfy { $0.final && $0.words.allSatisfy { $0.typeset == true } })
            _ = try client.importText("# More\n- *tea*", as: .markdown, into: editor)
            #expect(try exported().suffix(3) == ["More", "•", "tea"])
            let part = try #require(try client.state(of: editor).state.part)
            try client.unsetPart(of: editor)
            try client.setPart(of: editor, to: part, in: "notes")
            #expect(try exported().count == 8)
            _ = try client.importText("gone", as: .text, into: editor)
            _ = try client.undo(editor)
            #expect(try exported().count == 8)
        }

        @Test("is refused where it has no words or too many, is not UTF-8, and among formulas")
        func refused() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.textDocument)
            func reason(_ text: String, _ format: BlocksInterface.Format = .text) -> String? {
                refusal(BlocksInterface.ImportFailed.self) { _ = try client.importText(text, as: format, into: editor) }?.reason
            }
            #expect(reason(" \n")?.contains("no words") == true && reason("---", .markdown)?.contains("no words") == true)
            #expect(reason(String(repeating: "a ", count: 20_001))?.contains("20001 words") == true)
            #expect(reason(String(repeating: "a", count: 600_000))?.contains("600000 bytes") == true)
            let broken = refusal(BlocksInterface.ImportFailed.self) { _ = try client.importContent([0x61, 0xff], as: .text, into: editor) }
            #expect(broken?.reason.contains("UTF-8") == true)
            let unknown = refusal(BlocksInterface.NoSuchFormat.self) {
                _ = try client.call(BlocksInterface.Import.self, .init(editor: editor, format: "text/html", text: "a"))
            }
            #expect(unknown?.formats.contains("text/plain") == true)
            let math = try client.newEditor(.math, package: "sums")
            #expect(refusal(BlocksInterface.Unsupported.self) { _ = try client.importText("a", as: .text, into: math) } != nil)
            #expect(try client.state(of: editor).state.empty)
        }
    }
}
