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
    @Suite("Words", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
    struct WordEditTests {
        /// A daemon with all models.
        private func start() throws -> RunningDaemon {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
            }
            try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
            return daemon
        }

        /// A text in an unsteady hand, from a place on.
        private func writing(_ text: String, x: Double, y: Double = 40, seed: UInt64 = 1) throws -> [InkInterface.NewStroke] {
            var hand = Handwriting()
            hand.seed = seed
            let strokes = try hand.strokes(writing: text)
            let box = Box(around: strokes.flatMap(\.points)) ?? Box(x: 0, y: 0, width: 0, height: 0)
            return strokes.map { stroke in
                .init(x: stroke.points.map { $0.x - box.x + x }, y: stroke.points.map { $0.y - box.y + y })
            }
        }

        private func right(of strokes: [InkInterface.NewStroke]) -> Double { strokes.flatMap(\.x).max() ?? 0 }

        /// Back and forth over a box.
        private func scratch(_ box: BlocksInterface.Box) -> InkInterface.NewStroke {
            var stroke = InkInterface.NewStroke(x: [], y: [])
            for step in 0...160 {
                let sweep = Double(step) / 20
                let part = sweep.truncatingRemainder(dividingBy: 2)
                stroke.x.append(box.x - 1 + (box.width + 2) * (part < 1 ? part : 2 - part))
                stroke.y.append(box.y + box.height * (0.2 + 0.6 * sweep / 8) + 0.1 * sin(Double(step)))
            }
            return stroke
        }

        /// An arc from the foot of one word to that of the next.
        private func arc(from left: Double, to right: Double, y: Double) -> InkInterface.NewStroke {
            let (middle, radius) = ((left + right) / 2, (right - left) / 2 + 0.7)
            let angles = (0...30).map { Double($0) * .pi / 30 }
            return .init(
                x: angles.map { middle - radius * cos($0) + 0.05 * sin(7 * $0) }, y: angles.map { y - 2 + 1.5 * radius * sin($0) })
        }

        @Test("that are joined stay one, with gestures of a hand, until that is undone")
        func join() throws {
            let daemon = try start()
            let client = try daemon.connect()
            var seen = 0
            for seed in 1...6 as ClosedRange<UInt64> {
                let editor = try client.newEditor(package: "join-\(seed)")
                let first = try writing("under", x: 20, seed: seed)
                let second = try writing("line", x: right(of: first) + 6, seed: seed + 10)
                try client.write(first + second, in: editor)
                let before = try client.waitForIdle(editor, timeout: .patience).text ?? ""
                let words = try client.state(of: editor).lines.flatMap(\.words)
                guard words.count >= 2, let a = words[0].box, let b = words[1].box else { continue }
                // a hand gets there later than to the next letter
                usleep(600_000)
                try client.write([arc(from: a.x + a.width, to: b.x, y: a.y + a.height)], in: editor)
                var state = try client.waitForIdle(editor, timeout: .patience)
                guard state.strokes == first.count + second.count else { continue }
                seen += 1
                let count = before.split(separator: " ").count
                #expect(state.text?.split(separator: " ").count == count - 1, "\(before) became \(state.text ?? "")")
                // whatever is written and read on the line afterwards
                try client.write(writing("now", x: right(of: second) + 10), in: editor)
                state = try client.waitForIdle(editor, timeout: .patience)
                #expect(state.text?.split(separator: " ").count == count, "\(state.text ?? "")")
                for _ in try 0...writing("now", x: 0).count { _ = try client.undo(editor) }
                state = try client.waitForIdle(editor, timeout: .patience)
                #expect(state.text?.split(separator: " ").count == count, "\(state.text ?? "")")
            }
            #expect(seen >= 5, "gestures that were seen as such")
        }

        @Test("in type are scratched out, written on in their line, and become ink again")
        func typeset() throws {
            let daemon = try start()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            let ink = try writing("hello", x: 20)
            try client.write(ink, in: editor)
            let read = try client.waitForIdle(editor, timeout: .patience).text
            #expect(try client.conversionStates(in: editor) == ["digital-edit", "digital-publish"])
            try client.convert(of: editor)
            var state = try client.state(of: editor)
            #expect(state.state.text == read && state.state.strokes == 0 && state.lines.flatMap(\.words).allSatisfy { $0.typeset == true })
            let place = try #require(try client.blocks(of: editor).blocks.first { $0.id != "root" }?.box)
            try client.write(writing("world", x: place.x + place.width + 6), in: editor)
            _ = try client.waitForIdle(editor, timeout: .patience)
            state = try client.state(of: editor)
            #expect(state.lines.count == 1 && state.state.text?.hasPrefix("\(read ?? "?") ") == true)
            let text = String(decoding: try client.export(editor, as: .text), as: UTF8.self)
            #expect(text == (state.state.text ?? "") + "\n")
            try client.write([scratch(place)], in: editor)
            state.state = try client.waitForIdle(editor, timeout: .patience)
            #expect(state.state.text?.contains(read ?? "?") == false, "\(state.state.text ?? "")")
            _ = try client.undo(editor)
            try client.convert(to: "handwriting", of: editor)
            #expect(try client.state(of: editor).state.strokes >= ink.count)
            let refused = refusal(BlocksInterface.NoSuchState.self) { try client.convert(to: "print", of: editor) }
            #expect(refused?.state == "print" && refused?.states.count == 3)
        }

        @Test("are converted as a whole right after an undo, and kept in type in their package")
        func undone() throws {
            let daemon = try start()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            try client.write(writing("hello", x: 20) + writing("there", x: 80) + writing("lower", x: 20, y: 80), in: editor)
            let text = try client.waitForIdle(editor, timeout: .patience).text
            _ = try client.clear(editor)
            _ = try client.undo(editor)
            try client.convert(of: editor)
            var state = try client.state(of: editor).state
            #expect(state.strokes == 0 && state.text == text)
            try client.closeEditor(editor)
            let again = try client.createEditor()
            try client.setViewSize(of: again, width: 210, height: 297)
            state = try client.setPart(of: again, to: try client.part(at: 0, of: "notes").id, in: "notes")
            #expect(state.text == text && state.idle && state.strokes == 0)
        }
    }
}
