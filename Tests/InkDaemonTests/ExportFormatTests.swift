import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Formats of exports")
    struct ExportFormatTests {
        @Test("clients know those that the daemon writes, and which of them are text")
        func formats() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            let refused = refusal(BlocksInterface.NoSuchFormat.self) {
                _ = try client.call(BlocksInterface.Export.self, .init(editor: editor, format: "a/b"))
            }
            #expect(refused?.formats == BlocksInterface.Format.allCases.map(\.rawValue))
            let math = try client.newEditor(.math, package: "sums")
            for format in BlocksInterface.Format.allCases {
                let isOfFormulas = format == .latex || format == .mathML
                if isOfFormulas {
                    let unsupported = refusal(BlocksInterface.Unsupported.self) { _ = try client.export(editor, as: format) }
                    #expect(unsupported?.type == "text", "\(format)")
                }
                let editor = isOfFormulas ? math : editor
                let reply = try client.call(BlocksInterface.Export.self, .init(editor: editor, format: format.rawValue))
                #expect((reply.text != nil) == format.isText && (reply.data != nil) == !format.isText, "\(format)")
            }
        }

        private static let pdftotext = "/usr/bin/pdftotext"

        @Test(
            "what was written is found in the PDF at its ink, by its name in the SVG, and as running text in the others",
            .enabled(if: hasModel && FileManager.default.fileExists(atPath: pdftotext), "needs a model and pdftotext"))
        func written() throws {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
            }
            try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
            let client = try daemon.connect()
            let editor = try client.newEditor()
            let strokes = try Handwriting().strokes(writing: "some notes were written here and then\nthey were read by some other hand")
            try client.write(strokes.map { .init(x: $0.points.map(\.x), y: $0.points.map(\.y)) }, in: editor)
            let text = try client.waitForIdle(editor, timeout: .patience).text ?? ""
            let lines = try client.state(of: editor).lines
            let words = lines.flatMap(\.words)
            try #require(lines.count == 2 && words.count > 8, "\(text)")

            let pdf = try client.export(editor, as: .pdf)
            let box = try #require(try client.blocks(of: editor).blocks.first?.box)
            let page = try run(["-bbox", "-", "/dev/stdout"], on: pdf).split(separator: "\n").filter { $0.contains("<word ") }
            #expect(page.count == words.count)
            for (found, word) in zip(page, words) {
                let parts = found.split { "\"<>".contains($0) }
                let sides = parts.compactMap { Double($0) }.map { $0 / 72 * 25.4 }
                let own = try #require(word.box)
                #expect(parts.contains { $0 == word.text } && sides.count == 4)
                // the page begins a margin of 5 mm before the ink
                let (left, right) = (own.x - box.x + 5, own.x - box.x + 5 + own.width)
                #expect(abs(sides[0] - left) < 0.1 * own.width + 0.5 && abs(sides[2] - right) < 0.1 * own.width + 0.5)
                #expect(sides[1] < own.y - box.y + 5 + own.height && sides[3] > own.y - box.y + 5)
            }

            let svg = String(decoding: try client.export(editor, as: .svg), as: UTF8.self)
            #expect(svg.components(separatedBy: "class=\"word\"").count == words.count + 1)
            for word in words { #expect(svg.contains("<title>\(word.text)</title>")) }
            #expect(svg.utf8.count < 250 * strokes.count)
            let flowing = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let markdown = String(decoding: try client.export(editor, as: .markdown), as: UTF8.self)
            #expect(markdown.split(whereSeparator: \.isWhitespace).joined(separator: " ") == flowing)
            #expect(String(decoding: try client.export(editor, as: .html), as: UTF8.self).contains("<p>"))
            let jiix = String(decoding: try client.export(editor, as: .jiix), as: UTF8.self)
            #expect(jiix.contains("\"reflow-label\":\"\(flowing)\""))
        }

        private func run(_ arguments: [String], on pdf: [UInt8]) throws -> String {
            let file = FileManager.default.temporaryDirectory.appending(path: "inkd-\(UUID().uuidString).pdf")
            try Data(pdf).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let command = [Self.pdftotext] + arguments.map { $0 == "-" ? file.path : $0 }
            return String(decoding: try ChildProgram.run(command).output, as: UTF8.self)
        }
    }
}
