import Editing
import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Editors that clients create")
    struct EditorTests {
        @Test("need a view size and then a part before anything can be written")
        func order() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.createEditor()
            #expect(refusal(EditorInterface.NoPart.self) { try client.write([client.stroke(1, 1)], in: editor) }?.editor == editor)
            try client.openPackage("notes", .create)
            let part = try client.createPart("Text", in: "notes").id
            #expect(refusal(EditorInterface.NoViewSize.self) { try client.setPart(of: editor, to: part, in: "notes") }?.editor == editor)
            try client.setViewSize(of: editor, width: 100, height: 100)
            let state = try client.setPart(of: editor, to: part, in: "notes")
            #expect(state.package == "notes" && state.part == part && state.type == "Text" && state.empty)
            #expect(refusal(PackagesInterface.NoSuchPart.self) { try client.setPart(of: editor, to: 99, in: "notes") } != nil)
            #expect(refusal(PackagesInterface.PackageNotOpen.self) { try client.setPart(of: editor, to: 1, in: "other") } != nil)
        }

        @Test("take a batch whole or not at all, and say which event does not fit")
        func batches() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            typealias Event = EditorInterface.PointerEvent
            let good: [Event] = [.init(phase: .down, x: 1, y: 1), .init(phase: .up, x: 2, y: 2)]
            let bad: [(Event, String)] = [
                (.init(phase: .move, x: 3, y: 3), "not down"), (.init(phase: .down, x: 3, y: 3, force: 2), "force"),
                (.init(phase: .down, x: 3, y: 3, time: -2), "time"),
                (.init(phase: .down, x: 1e9, y: 3), "x is 1000000000: give -1000000 to 1000000 millimeters"),
            ]
            for (event, reason) in bad {
                let refused = refusal(EditorInterface.InvalidPointerEvents.self) { try client.send(good + [event], to: editor) }
                #expect(refused?.index == 2 && refused?.reason.contains(reason) == true, "\(reason)")
            }
            #expect(try client.state(of: editor).state.strokes == 0)
            #expect(try client.send(good, to: editor).strokes == 1)
        }

        @Test("name the strokes that a call's events finished, in a short call and in a long one")
        func finishedStrokes() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            func send(_ events: [EditorInterface.PointerEvent]) throws -> [Int]? {
                try client.call(EditorInterface.PointerEvents.self, .init(editor: editor, events: events)).strokes
            }
            let first = try send([.init(phase: .down, x: 1, y: 1), .init(phase: .up, x: 2, y: 9), .init(phase: .down, x: 9, y: 1)])
            #expect(try first == client.strokes(of: editor).strokes.map(\.id) && first?.count == 1)
            #expect(try send([.init(phase: .move, x: 9, y: 5)]) == [], "the second stroke is still being drawn")
            let second = try #require(try send([.init(phase: .up, x: 9, y: 9)]))
            let long = (0..<600).map { EditorInterface.PointerEvent(phase: .move, x: 20 + Double($0) * 0.1, y: 20) }
            let third = try #require(try send([.init(phase: .down, x: 20, y: 20)] + long + [.init(phase: .up, x: 80, y: 20)]))
            #expect(try client.strokes(of: editor).strokes.map(\.id) == (first ?? []) + second + third && third.count == 1)
        }

        @Test(
            "draw each pointer's stroke as a whole, go on from call to call, and make up times that are not given"
        )
        func pointers() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            try client.send(
                [
                    .init(phase: .down, x: 0, y: 0, pointer: 1), .init(phase: .down, x: 50, y: 50, pointer: 2),
                    .init(phase: .move, x: 0, y: 5, pointer: 1), .init(phase: .up, x: 50, y: 55, pointer: 2),
                    .init(phase: .up, x: 0, y: 9, pointer: 1),
                ], to: editor)
            let strokes = try client.strokes(of: editor).strokes
            #expect(strokes.map { $0.x.first } == [50, 0] && strokes.map { $0.y.last?.rounded() } == [55, 9])
            #expect(strokes.allSatisfy { $0.time == $0.time.sorted() && $0.time.allSatisfy { $0 > 1.6e12 } })
            try client.send([.init(phase: .down, x: 9, y: 9, force: 0.25)], to: editor)
            #expect(try client.state(of: editor).state.idle == false)
            #expect(try client.send([.init(phase: .up, x: 9, y: 12, force: 0.25)], to: editor).strokes == 3)
            let last = try #require(try client.strokes(of: editor).strokes.last)
            #expect(last.force.allSatisfy { abs($0 - 0.25) < 0.01 })
            try client.send([.init(phase: .down, x: 9, y: 9)], to: editor)
            #expect(try client.cancelPointer(editor).strokes == 3)
        }

        @Test("give a pointer the tool that was set for it: a finger writes on demand, a custom tool erases")
        func tools() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            #expect(try client.write([client.stroke(5, 5)], in: editor, kind: .finger).strokes == 0)
            try client.setTool(.pen, for: .finger, in: editor)
            #expect(try client.write([client.stroke(5, 5)], in: editor, kind: .finger).strokes == 1)
            try client.setTool(.highlighter, for: .custom2, in: editor)
            try client.write([client.stroke(50, 5)], in: editor, kind: .custom2)
            let marked = try #require(try client.strokes(of: editor).strokes.last)
            #expect(try client.path(of: marked.id, in: editor).style.kind == "marker")
            try client.setTool(.eraser, for: .custom1, in: editor)
            #expect(try client.write([client.stroke(5, 5)], in: editor, kind: .custom1).strokes == 1)
        }

        @Test("are never idle within a change, and answer who waits when they are")
        func idle() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            let watch = try daemon.connect().watchEditors(editor)
            var changes = [try #require(try watch.next(timeout: .patience))]
            try client.write([client.stroke(5, 5)], in: editor)
            #expect(try client.waitForIdle(editor, timeout: .patience).idle)
            #expect(try client.clear(editor).empty)
            #expect(try client.waitForIdle(editor, timeout: .patience).idle)
            while changes.count < 6, let reply = try watch.next(timeout: .patience) { changes.append(reply) }
            #expect(
                changes.filter { $0.change == .contentChanged }.allSatisfy {
                    !$0.state.idle && $0.blocks == ["root"] && $0.state.text == nil
                })
            #expect(changes.contains { $0.change == .idle && $0.state.idle })
            try client.send([.init(phase: .down, x: 1, y: 1)], to: editor)
            let refused = refusal(EditorInterface.NotIdle.self) { _ = try client.waitForIdle(editor, timeout: .milliseconds(50)) }
            #expect(refused?.editor == editor)
        }

        @Test("follow the engine's configuration as long as they have not set a key themselves")
        func configuration() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            func radius(_ editor: String?) throws -> EditorInterface.Setting? {
                try client.configuration(of: editor).first { $0.key == "eraser.radius" }
            }
            try client.setConfiguration("eraser.radius", to: .number(4))
            let followed = try radius(editor)
            #expect(followed?.value.number == 4 && followed?.own == false)
            try client.setConfiguration("eraser.radius", to: .number(0.5), of: editor)
            #expect(try radius(nil)?.value.number == 4)
            #expect(try radius(editor)?.own == true)
            try client.write([client.stroke(20, 20)], in: editor)
            #expect(try client.write([client.stroke(20, 24.5)], in: editor, kind: .eraser).strokes == 1)
            try client.unsetConfiguration("eraser.radius", of: editor)
            #expect(try client.write([client.stroke(20, 24.5)], in: editor, kind: .eraser).strokes == 0)
            #expect(refusal(EditorInterface.NoSuchKey.self) { try client.setConfiguration("x", to: .flag(true)) }?.key == "x")
            let wrong = refusal(EditorInterface.InvalidValue.self) { try client.setConfiguration("eraser.mode", to: .text("all")) }
            #expect(wrong?.reason.contains("stroke, pixel") == true)
        }

        @Test(
            "fix the language of a part when it is first set, and keep it", .enabled(if: hasModel, "no model: set INKD_MODEL"))
        func language() throws {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
            }
            let client = try daemon.connect()
            let editor = try client.newEditor()
            let fixed = refusal(EditorInterface.LanguageFixed.self) {
                try client.setConfiguration("text.configuration.language", to: .text("de"), of: editor)
            }
            #expect(fixed?.language == "en" && fixed?.package == "notes")
            let part = try client.createPart("Text", in: "notes")
            let other = try client.createEditor()
            try client.setViewSize(of: other, width: 100, height: 100)
            for tag in ["tlh", "not a tag", "e", "en_GB"] {
                for scope in [other, nil] {
                    let refused = refusal(EditorInterface.NoLanguage.self) {
                        try client.setConfiguration("text.configuration.language", to: .text(tag), of: scope)
                    }
                    #expect(refused?.language == tag && refused?.reason.contains(tag) == true)
                    #expect(refused?.available.contains("de") == true && refused?.available.contains("en") == true)
                }
            }
            try client.setConfiguration("text.configuration.language", to: .text("de-AT"), of: other)
            try client.setPart(of: other, to: part.id, in: "notes")
            #expect(try client.parts(of: "notes").map(\.language) == ["en", "de-AT"])
        }

        @Test("are told of by name, limited in number, and gone once closed")
        func closing() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let names = try (0..<32).map { _ in try client.createEditor() }
            #expect(Set(names).count == 32 && refusal(EditorInterface.TooManyEditors.self) { _ = try client.createEditor() }?.limit == 32)
            try client.closeEditor(names[0])
            #expect(refusal(EditorInterface.NoSuchEditor.self) { _ = try client.state(of: names[0]) }?.editor == names[0])
            _ = try client.createEditor()
        }
    }
}
