import Editing
import Evdev
import Foundation
import Ink
import InkClient
import InkProtocol
import ModelStore
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What is drawn", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
    struct EditTests {
        /// A daemon with all models.
        private func start() throws -> RunningDaemon {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
            }
            try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
            return daemon
        }

        /// A line of straight pieces with a sample every half millimeter.
        private func drawn(_ corners: [(x: Double, y: Double)]) -> InkInterface.NewStroke {
            var stroke = InkInterface.NewStroke(x: [], y: [])
            for (a, b) in zip(corners, corners.dropFirst()) {
                let pieces = max(1, Int(2 * hypot(b.x - a.x, b.y - a.y)))
                for piece in 0..<pieces {
                    let part = Double(piece) / Double(pieces)
                    stroke.x.append(a.x + (b.x - a.x) * part)
                    stroke.y.append(a.y + (b.y - a.y) * part)
                }
            }
            if let last = corners.last {
                stroke.x.append(last.x)
                stroke.y.append(last.y)
            }
            return stroke
        }

        /// "lull" or so: tall and small loops.
        private func word(at x: Double) -> [InkInterface.NewStroke] {
            [0, 4, 8, 12].map { offset in
                let high = offset == 4 ? 3.0 : 7
                return drawn([(x + offset, 40 - high), (x + offset, 39), (x + offset + 1, 40), (x + offset + 2.5, 39)])
            }
        }

        @Test("on guide lines is read by its size: the same ring is a small o, or a capital one")
        func guides() throws {
            let daemon = try start()
            let client = try daemon.connect()
            func ring(_ x: Double, foot: Double, height: Double) -> InkInterface.NewStroke {
                drawn(
                    (0...24).map { step in
                        let angle = -Double.pi / 2 - 2 * Double.pi * Double(step) / 24
                        return (x + 0.45 * height * cos(angle), foot - height / 2 + height / 2 * sin(angle))
                    })
            }
            func read(guides: Bool) throws -> [String] {
                let editor = try client.newEditor(package: "guides-\(guides)")
                try client.setConfiguration("text.guides.enable", to: .flag(guides), of: editor)
                try client.write(word(at: 20) + word(at: 50), in: editor)
                try client.write([ring(30, foot: 80, height: 3.3)], in: editor)
                try client.write([ring(30, foot: 120, height: 6.5)], in: editor)
                _ = try client.waitForIdle(editor, timeout: .patience)
                return try client.state(of: editor).lines.map(\.text)
            }
            let (with, without) = (try read(guides: true), try read(guides: false))
            #expect(with.count == 3 && with[1] == "o" && ["O", "0"].contains(with[2]), "\(with)")
            #expect(Set(without.dropFirst()).count == 1, "nothing else tells them apart")
        }

        @Test("over a word, back and forth, takes it away, is told of, and is undone with it")
        func scratchOut() throws {
            let daemon = try start()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            try client.write(word(at: 20) + word(at: 60), in: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            let before = try client.strokes(of: editor).strokes
            #expect(before.count == 8)
            let watch = try daemon.connect().watchEditors(editor)
            let rows = (0..<9).flatMap { row -> [(x: Double, y: Double)] in
                let y = 33.5 + 0.6 * Double(row)
                return row.isMultiple(of: 2) ? [(x: 18.5, y: y), (x: 36, y: y + 0.3)] : [(x: 36, y: y), (x: 18.5, y: y + 0.3)]
            }
            try client.write([drawn(rows)], in: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            #expect(try client.strokes(of: editor).strokes.map(\.id) == before.suffix(4).map(\.id))
            var gesture: EditorInterface.Gesture?
            while gesture == nil, let reply = try watch.next(timeout: .patience) { gesture = reply.gesture }
            #expect(gesture?.kind == "scratch-out" && gesture?.strokes.sorted() == before.prefix(4).map(\.id))
            _ = try client.undo(editor)
            #expect(try client.strokes(of: editor).strokes.map(\.id) == before.map(\.id))
        }

        @Test("as a frame and an arrow becomes a node and an edge, which are erased, undone and converted")
        func figures() throws {
            let daemon = try start()
            let client = try daemon.connect()
            let editor = try client.newEditor(.diagram)
            try client.write([drawn([(20, 20), (80, 20), (80, 60), (20, 60), (20, 20)]), drawn([(90, 40), (150, 40)])], in: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            var blocks = try client.blocks(of: editor).blocks
            #expect(blocks.map(\.type) == ["Diagram", "Node", "Edge"] && blocks[1].shape == "rectangle")
            try client.erase(x: [50, 50], y: [10, 30], in: editor)
            #expect(try client.blocks(of: editor).blocks.map(\.type) == ["Diagram", "Edge"])
            _ = try client.undo(editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            let reply = try client.blocks(of: editor)
            let stale = refusal(BlocksInterface.BlockInvalid.self) {
                _ = try client.removeBlock(reply.blocks[1].id, seenAt: reply.revision - 1, from: editor)
            }
            #expect(stale?.block == reply.blocks[1].id && stale?.revision == reply.revision)
            try client.convert(of: editor)
            blocks = try client.blocks(of: editor).blocks
            #expect(blocks.count == 3 && blocks.allSatisfy { $0.strokes.isEmpty })
            #expect(blocks.dropFirst().compactMap(\.shape).contains("rectangle"))
        }

        @Test("in a part that a tablet has open stays there when another user comes")
        func otherUser() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            try client.write([client.stroke(5, 5)], in: editor)
            try client.closeEditor(editor)
            let part = try client.part(at: 0, of: "notes").id
            let device = try daemon.onLoop { daemon in
                let id = try daemon.parts.devices.add(.test(.pen), .pen)
                return id.value
            }
            let pen = "pen\(device)"
            try client.setPart(of: pen, to: part, in: "notes")
            #expect(try client.state(of: pen).state.strokes == 1)
            try daemon.onLoop { daemon in
                for session in daemon.parts.deviceRegistry.sessions.values { daemon.parts.owners.forgetInk(of: session) }
            }
            let after = try client.state(of: pen).state
            #expect(after.strokes == 0 && after.package == nil && !after.canUndo)
            let again = try client.createEditor()
            try client.setViewSize(of: again, width: 100, height: 100)
            #expect(try client.setPart(of: again, to: part, in: "notes").strokes == 1)
        }
    }
}
