import Editing
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("A watch that begins where another one ended")
    struct ResumingTests {
        private typealias Event = EditorInterface.Watch.Reply

        /// The events of a new watch up to those of all editors there are, and what it knows then.
        private func present(
            _ count: Int, in daemon: RunningDaemon, of editor: String? = nil, since marks: EditorMarks = .init()
        ) throws -> (events: [Event], marks: EditorMarks) {
            let watch = try daemon.connect().watchEditors(editor, since: marks)
            let events = try (0..<count).map { _ in try #require(try watch.next(timeout: .patience)) }
            var marks = marks
            for event in events { marks.note(event) }
            return (events, marks)
        }

        @Test("what has changed is told as it is now, what has not is not repeated")
        func changed() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (first, second) = (try client.newEditor(.drawing, package: "a"), try client.newEditor(.drawing, package: "b"))
            try client.addStrokes([client.stroke(5, 5)], to: first)
            try client.waitForIdle(first)
            let before = try present(2, in: daemon)
            #expect(before.events.allSatisfy { $0.change == .present && $0.missed == nil && $0.mark != nil && $0.state.text != nil })
            #expect(Set(before.events.compactMap(\.mark)).count == 2)

            let same = try present(2, in: daemon, since: before.marks)
            #expect(same.events.allSatisfy { $0.missed == false && $0.state.text == nil })
            #expect(same.events.map(\.mark) == before.events.map(\.mark) && same.events.map(\.state.strokes) == [1, 0])

            try client.addStrokes([client.stroke(9, 9)], to: second)
            try client.waitForIdle(second)
            let third = try client.newEditor(.drawing, package: "c")
            let after = try present(3, in: daemon, since: same.marks)
            #expect(after.events.map(\.state.editor) == [first, second, third])
            #expect(after.events.map(\.missed) == [false, true, true])
            #expect(after.events[1].state.text != nil && after.events[1].state.strokes == 1)
            // one alone
            #expect(try present(1, in: daemon, of: second, since: after.marks).events.map(\.missed) == [false])
            #expect(try present(1, in: daemon, of: second, since: same.marks).events.map(\.missed) == [true])
        }

        @Test("a watch that heard of every event has missed nothing when it begins anew")
        func followed() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            var marks = EditorMarks()
            do {
                let watch = try daemon.connect().watchEditors()
                try client.addStrokes([client.stroke(5, 5)], to: editor)
                try client.undo(editor)
                try client.waitForIdle(editor)
                try client.closeEditor(try client.createEditor())
                while let event = try watch.next(timeout: .patience) {
                    marks.note(event)
                    if event.change == .closed { break }
                }
            }
            #expect(try present(1, in: daemon, since: marks).events.map(\.missed) == [false])
        }

        @Test("an editor of the same name in another run of the daemon, or made anew, is another one")
        func otherRun() throws {
            var marks = EditorMarks()
            for _ in 0..<2 {
                let daemon = try RunningDaemon()
                let client = try daemon.connect()
                for _ in 0..<2 {
                    let editor = try client.createEditor(named: "board")
                    let events = try present(1, in: daemon, since: marks)
                    #expect(events.events.map(\.missed) == [marks == EditorMarks() ? nil : true])
                    marks = events.marks
                    try client.closeEditor(editor)
                }
            }
        }

        @Test("marks that nobody gave are passed over, and more than there can be are refused")
        func strangeMarks() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            _ = try client.createEditor()
            let raw = try daemon.connectRaw()
            func watch(_ marks: [String]) throws -> Reply? {
                let list = marks.map { "\"\($0)\"" }.joined(separator: ",")
                raw.send(#"{"method":"org.inkd.Editor.Watch","parameters":{"since":[\#(list)]},"more":true}"#)
                return try raw.receive()
            }
            #expect(try watch((0...1024).map { "x-\($0)" })?.error == ClientInterface.InvalidValue.name)
            let reply = try #require(try watch(["", "-", "0-0", String(repeating: "9", count: 1000)]))
            #expect(try reply.parameters(as: Event.self).missed == true)
        }
    }
}
