import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import Testing

@testable import InkDaemon

extension DaemonTests {
    @Suite("JIIX there and back")
    struct JIIXRoundTripTests {
        private static let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

        @Test("pictures, areas for handwriting, highlights and their colors come back; other parts have no pictures and say so")
        func pictures() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.textDocument, package: "a")
            let image = try #require(Data(base64Encoded: Self.png))
            _ = try client.addImage([UInt8](image), media: "image/png", x: 30, y: 60, width: 40, to: editor)
            _ = try client.call(
                BlocksInterface.Add.self, .init(editor: editor, x: 20, y: 150, width: 100, height: 40, type: "Drawing"))
            var marker = client.stroke(5, 5)
            marker.style = .init(kind: "marker", red: 255, green: 221, blue: 0, alpha: 255)
            _ = try client.addStrokes([marker, client.stroke(25, 155)], to: editor)
            let jiix = String(decoding: try client.export(editor, as: .jiix), as: UTF8.self)

            let other = try client.newEditor(.textDocument, package: "b")
            #expect(try client.importText(jiix, into: other).remarks == nil)
            func described(_ editor: String) throws -> [String] {
                try client.blocks(of: editor).blocks.dropFirst().map { block in
                    let box = block.box.map { [$0.x, $0.y, $0.width, $0.height].map { $0.rounded() } }
                    return "\(block.type) \(block.media ?? "") \(box ?? []) \(block.strokes.count)"
                }.sorted()
            }
            #expect(try described(other) == described(editor))
            #expect(try client.strokes(of: other).strokes.map(\.style) == [marker.style, nil])

            let text = try client.newEditor(.text, package: "c")
            let reply = try client.importText(jiix, into: text)
            #expect(reply.strokes == 2 && reply.remarks?.last?.hasPrefix("left out: 1 × picture") == true, "\(reply.remarks ?? [])")
        }

        @Test(
            "a chosen word stays chosen, and an underlined one underlined",
            .enabled("no model: set INKD_MODEL to a .safetensors file") { hasModel })
        func words() throws {
            let daemon = try RunningDaemon(model: modelPath)
            let client = try daemon.connect()
            let editor = try client.newEditor(.textDocument, package: "a")
            let strokes = try Handwriting().strokes(writing: "central unit")
            try client.write(strokes.map { .init(x: $0.points.map(\.x), y: $0.points.map(\.y)) }, in: editor)
            try #require(try client.waitForIdle(editor, timeout: .patience).text == "central unit")
            let line = try #require(try client.state(of: editor).lines.first)
            _ = try client.selectCandidate("neutral", forWord: 0, ofLine: line.id, in: editor)
            let jiix = String(decoding: try client.export(editor, as: .jiix), as: UTF8.self)
            #expect(jiix.contains("\"chosen\":true"))
            let marked = jiix.replacingOccurrences(of: "\"label\":\"unit\",", with: "\"label\":\"unit\",\"decorations\":[\"underline\"],")
            let other = try client.newEditor(.textDocument, package: "b")
            _ = try client.importText(marked, into: other)
            #expect(try client.waitForIdle(other, timeout: .patience).text == "neutral unit")
            let back = String(decoding: try client.export(other, as: .jiix), as: UTF8.self)
            #expect(back.contains("\"chosen\":true") && back.contains("\"decorations\":[\"underline\"]"))
            _ = try client.undo(other)
            #expect(try client.strokes(of: other).strokes.isEmpty)
        }
    }
}
