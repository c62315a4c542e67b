import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("A diagram that is written through the socket", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
    struct DiagramTests {
        /// Six nodes with labels and seven connections, two of which have labels too, as a hand draws them: figure by figure, with its times.
        private func session() throws -> [InkInterface.NewStroke] {
            var hand = DrawingHand(seed: 11)
            func word(_ text: String, _ x: Double, _ y: Double) throws -> [[Point]] {
                try Handwriting().places(writing: text, x: x, y: y, height: 5)
            }
            var strokes: [[Point]] = []
            strokes += [hand.ellipse(40, 30, 44, 22)] + (try word("Start", 40, 30))
            strokes += (try word("read", 112, 30)) + [hand.rectangle(90, 20, 44, 20), hand.arrow([(63, 30), (89, 30)])]
            strokes += [hand.diamond(180, 30, 50, 32)] + (try word("good", 180, 30)) + [hand.arrow([(135, 30), (154, 30)], size: 3)]
            strokes += [hand.rectangle(155, 80, 50, 20)] + (try word("write", 180, 90))
            strokes += [hand.path([(180, 47), (180, 79)]), hand.head((180, 47), (180, 79), size: 5)] + (try word("yes", 188, 62))
            strokes += [hand.rectangle(90, 80, 44, 20)] + (try word("mend", 112, 90))
            strokes += [hand.arrow([(206, 30), (225, 30), (225, 115), (112, 115), (112, 101)])] + (try word("no", 232, 70))
            strokes += [hand.arrow([(112, 79), (112, 41)], size: 6), hand.path([(154, 90), (135, 90)])]
            strokes += [hand.ellipse(180, 150, 44, 22)] + (try word("End", 180, 150)) + [hand.arrow([(180, 101), (180, 138)])]
            var now = 1_700_000_000_000.0
            return strokes.map { stroke in
                defer { now += 400 }
                let times = stroke.indices.map { index in now + Double(index) * 10 }
                now += Double(stroke.count) * 10
                return .init(x: stroke.map(\.x), y: stroke.map(\.y), time: times)
            }
        }

        private func start() throws -> RunningDaemon {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
            }
            try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
            return daemon
        }

        private func ends(_ blocks: [BlocksInterface.Block]) -> [String: [String?]] {
            Dictionary(
                blocks.filter { $0.type == "Edge" || $0.type == "Polyedge" }.map { ($0.id, [$0.from?.node, $0.to?.node]) },
                uniquingKeysWith: { first, _ in first })
        }

        @Test("is the same at any speed, and under load")
        func speeds() throws {
            let daemon = try start()
            let client = try daemon.connect()
            let strokes = try session()
            var blocks: [[BlocksInterface.Block]] = []
            for pace in 0..<4 {
                let editor = try client.newEditor(.diagram, package: "speed-\(pace)")
                // at once; each read before the next comes; as a hand draws; while another editor has the recognizer read without end
                let load = pace == 3 ? try client.newEditor(package: "load") : nil
                for (index, stroke) in strokes.enumerated() {
                    if let load { try client.write([client.stroke(Double(5 + index * 4), 20)], in: load) }
                    try client.write([stroke], in: editor)
                    if pace == 1 { _ = try client.waitForIdle(editor, timeout: .patience) }
                    if pace == 2 { usleep(20_000) }
                }
                _ = try client.waitForIdle(editor, timeout: .patience)
                blocks.append(try client.blocks(of: editor).blocks)
            }
            for other in blocks.dropFirst() { #expect(other == blocks[0]) }
        }

        @Test("is exported, moved, converted, undone and taken back from JIIX")
        func life() throws {
            let daemon = try start()
            let client = try daemon.connect()
            let editor = try client.newEditor(.diagram)
            for stroke in try session() { try client.write([stroke], in: editor) }
            _ = try client.waitForIdle(editor, timeout: .patience)
            let blocks = try client.blocks(of: editor).blocks
            let nodes = blocks.filter { $0.type == "Node" }
            #expect(nodes.compactMap(\.shape).sorted() == ["diamond", "ellipse", "ellipse", "rectangle", "rectangle", "rectangle"])
            #expect(nodes.allSatisfy { $0.children.count == 1 })
            let edges = ends(blocks)
            #expect(edges.count == 7 && edges.values.allSatisfy { !$0.contains(nil) }, "\(edges)")
            #expect(blocks.filter { $0.type == "Text" }.allSatisfy { !$0.text.isEmpty && $0.parent != "root" })
            for format in [BlocksInterface.Format.svg, .pdf, .docx, .png] { #expect(try client.export(editor, as: format).count > 500) }
            let moved = try #require(nodes.last)
            try client.moveBlock(moved.id, byX: 10, y: 8, of: editor)
            #expect(ends(try client.blocks(of: editor).blocks) == edges)
            _ = try client.undo(editor)
            try client.convert(of: editor)
            let converted = try client.blocks(of: editor).blocks
            #expect(converted.map(\.type).sorted() == blocks.map(\.type).sorted() && ends(converted) == edges)
            let jiix = String(decoding: try client.export(editor, as: .jiix), as: UTF8.self)
            #expect(jiix.contains("\"connected\"") && jiix.contains("\"ports\""))
            let other = try client.newEditor(.diagram, package: "copy")
            try client.importText(jiix, into: other)
            let copy = try client.blocks(of: other).blocks
            #expect(copy.map(\.type).sorted() == converted.map(\.type).sorted() && ends(copy).values.allSatisfy { !$0.contains(nil) })
            _ = try client.undo(editor)
            #expect(try client.blocks(of: editor).blocks.map(\.id) == blocks.map(\.id))
        }
    }
}
