import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What clients leave behind when they go")
    struct EditorLifeTests {
        private func create(_ name: String?, _ client: InkConnection) throws -> String {
            try client.call(EditorInterface.Create.self, .init(name: name), timeout: .patience).editor
        }

        @Test("an editor without a name closes with its connection, one with a name stays until it is closed")
        func names() throws {
            let daemon = try RunningDaemon()
            let other = try daemon.connect()
            do {
                let client = try daemon.connect()
                _ = try create(nil, client)
                #expect(try create("board", client) == "board@\(getuid())")
                #expect(try other.editors().count == 2)
            }
            try daemon.wait("one client") { $0.parts.clients.count == 1 }
            try daemon.wait("one editor") { $0.shared.editors.all.count == 1 }
            #expect(try other.editors().map(\.editor) == ["board@\(getuid())"])
            let error = refusal(EditorInterface.EditorExists.self) { _ = try create("board", other) }
            #expect(error?.editor == "board@\(getuid())")
            try other.closeEditor("board@\(getuid())")
            #expect(try create("board", other) == "board@\(getuid())")
        }

        @Test(
            "a name is letters, digits, - and _, a letter first",
            arguments: ["a b", "1x", "", "-a", "a@0", "ä", String(repeating: "a", count: 65)])
        func badName(name: String) throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            #expect(refusal(EditorInterface.InvalidValue.self) { _ = try create(name, client) }?.key == "name")
            #expect(try client.editors().isEmpty)
        }

        @Test("a pointer that a client left down is cancelled: another client's export does not wait for it")
        func pointerLeftDown() throws {
            let daemon = try RunningDaemon()
            let other = try daemon.connect()
            let name: String
            do {
                let client = try daemon.connect()
                name = try create("board", client)
                try client.openPackage("notes", .create)
                let part = try client.createPart(PartType.rawContent.rawValue, in: "notes")
                try client.setViewSize(of: name, width: 210, height: 297)
                try client.setPart(of: name, to: part.id, in: "notes")
                try client.addStrokes([client.stroke(5, 5)], to: name)
                let state = try client.send([.init(phase: .down, x: 10, y: 10), .init(phase: .move, x: 20, y: 20)], to: name)
                #expect(!state.idle)
                #expect(refusal(EditorInterface.NotIdle.self) { try client.waitForIdle(name, timeout: .milliseconds(50)) } != nil)
            }
            try daemon.wait("one client") { $0.parts.clients.count == 1 }
            let svg = String(decoding: try other.export(name, as: .svg), as: UTF8.self)
            #expect(svg.contains("<svg"))
            let state = try other.state(of: name).state
            #expect(state.idle && state.strokes == 1)
        }

        @Test("packages of clients that left hold no descriptor, and are open again at the next call")
        func parked() throws {
            let daemon = try RunningDaemon()
            do {
                let client = try daemon.connect()
                for name in ["a", "b", "c"] {
                    try client.openPackage(name, .create)
                    _ = try client.createPart(PartType.drawing.rawValue, in: name)
                }
                #expect(databases(of: daemon) >= 3)
            }
            let end = ContinuousClock.now + .patience
            while databases(of: daemon) > 0, ContinuousClock.now < end { usleep(2000) }
            #expect(databases(of: daemon) == 0)
            let client = try daemon.connect()
            #expect(try client.packages().map(\.open) == [true, true, true])
            #expect(try client.parts(of: "b").map(\.type) == [PartType.drawing.rawValue])
            #expect(databases(of: daemon) > 0)
            // unsaved changes are still unsaved
            #expect(refusal(PackagesInterface.UnsavedChanges.self) { try client.closePackage("c") } != nil)
            try client.savePackage("c")
            try client.closePackage("c")
            #expect(try client.packages().map(\.open) == [true, true, false])
        }

        /// The number of this process's descriptors of the daemon's package files.
        private func databases(of daemon: RunningDaemon) -> Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
                return target.map { $0.hasPrefix(daemon.folder.path) && $0.contains(".sqlite") } ?? false
            }
        }
    }
}
