import Editing
import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What one user may have of what all share")
    struct QuotaTests {
        private typealias Exceeded = ClientInterface.QuotaExceeded

        /// The fields of a refusal: the quota, the used amount, the limit; and that a remedy is given.
        private func expect(
            _ error: Exceeded?, _ quota: String, used: Int, limit: Int, _ remedy: String, at location: SourceLocation = #_sourceLocation
        ) {
            #expect(error?.quota == quota && error?.used == used && error?.limit == limit, "\(error as Any)", sourceLocation: location)
            #expect(error?.remedy.contains(remedy) == true, "\(error as Any)", sourceLocation: location)
        }

        @Test("packages: one more is refused, and there is room again when one is deleted")
        func packages() throws {
            let daemon = try RunningDaemon { $0.quotas.packages = 2 }
            let client = try daemon.connect()
            for name in ["a", "b"] { try client.openPackage(name, .create) }
            let error = refusal(Exceeded.self) { try client.openPackage("c", .create) }
            expect(error, "quotas.packages", used: 2, limit: 2, "delete packages")
            // one that is there can be opened all the same
            #expect(try client.openPackage("a", .create).name == "a")
            try client.savePackage("b")
            try client.closePackage("b")
            try client.deletePackage("b")
            #expect(try client.openPackage("c", .create).name == "c")
        }

        @Test("open packages: one more is refused, and there is room again when one is closed")
        func openPackages() throws {
            let daemon = try RunningDaemon { $0.quotas.openPackages = 2 }
            let client = try daemon.connect()
            for name in ["a", "b"] { try client.openPackage(name, .create) }
            let error = refusal(Exceeded.self) { try client.openPackage("c", .create) }
            expect(error, "quotas.openPackages", used: 2, limit: 2, "close packages")
            try client.closePackage("a", discardingChanges: true)
            #expect(try client.openPackage("c", .create).name == "c")
        }

        @Test("editors: one more is refused, and there is room again when one is closed")
        func editors() throws {
            let daemon = try RunningDaemon { $0.quotas.editors = 3 }
            let client = try daemon.connect()
            let editors = try (0..<3).map { _ in try client.createEditor() }
            // they are one user's, by whichever connection
            let error = refusal(EditorInterface.TooManyEditors.self) { _ = try daemon.connect().createEditor() }
            #expect(error?.limit == 3 && error?.used == 3 && error?.remedy?.contains("close editors") == true)
            try client.closeEditor(editors[0])
            #expect(try client.createEditor() != editors[0])
        }

        @Test("watches: one more is refused, and the connection goes on")
        func watches() throws {
            let daemon = try RunningDaemon { $0.quotas.watches = 2 }
            let first = try daemon.connectRaw()
            let second = try daemon.connectRaw()
            for client in [first, second] { client.send(#"{"method":"org.inkd.Devices.Watch","more":true}"#) }
            try daemon.wait("two watches") { $0.parts.clients.all.count { $0.watch != nil } == 2 }
            let third = try daemon.connectRaw()
            third.send(#"{"method":"org.inkd.Editor.Watch","more":true}"#)
            let refused = try #require(try third.receive())
            #expect(refused.error == Exceeded.name && !refused.continues)
            expect(try refused.parameters(as: Exceeded.self), "quotas.watches", used: 2, limit: 2, "end watches")
            third.send(#"{"method":"org.inkd.Devices.List"}"#)
            #expect(try third.receive()?.error == nil)
            withExtendedLifetime((first, second)) {}
        }

        @Test("a watch that ended leaves its place to another")
        func watchEnds() throws {
            let daemon = try RunningDaemon { $0.quotas.watches = 1 }
            for _ in 0..<3 {
                do {
                    let watch = try daemon.watchPointers()
                    withExtendedLifetime(watch) {}
                }
                try daemon.wait("no watch") { $0.parts.clients.all.allSatisfy { $0.watch == nil } }
            }
        }

        @Test("connections: one more is told why and hung up on, and there is room again when one ends")
        func connections() throws {
            let daemon = try RunningDaemon { $0.quotas.connections = 2 }
            let first = try daemon.connectRaw()
            do {
                let second = try daemon.connectRaw()
                try daemon.wait("two clients") { $0.parts.clients.count == 2 }
                let third = try daemon.connectRaw()
                let refused = try #require(try third.receive())
                #expect(refused.error == Exceeded.name)
                expect(try refused.parameters(as: Exceeded.self), "quotas.connections", used: 2, limit: 2, "close connections")
                #expect(third.isHungUp())
                withExtendedLifetime(second) {}
            }
            try daemon.wait("one client") { $0.parts.clients.count == 1 }
            #expect(try daemon.connect().information().product == "inkd")
            withExtendedLifetime(first) {}
        }

        @Test("annotations: more than a second's share at once is refused, less is not")
        func annotations() throws {
            let daemon = try RunningDaemon { $0.quotas.annotations = 1 }
            let client = try daemon.connect()
            _ = try client.startRecording()
            let error = refusal(Exceeded.self) { try client.annotateRecording("label", String(repeating: "x", count: 2000)) }
            expect(error, "quotas.annotations", used: 2005, limit: 1024, "fewer or shorter")
            try client.annotateRecording("label", "short")
        }

        @Test("disk: parts are cloned until the quota is full, and the folder never has more than that")
        func disk() throws {
            let daemon = try RunningDaemon { $0.quotas.disk = 1 }
            let client = try daemon.connect()
            let editor = try client.newEditor(.rawContent)
            try client.addStrokes((0..<200).map { CostlyCall.wave(samples: 20, y: Double($0)) }, to: editor)
            try client.closeEditor(editor)
            let part = try client.part(at: 0, of: "notes").id
            // on a slow machine the log of recognition's many small steps may fill the quota by itself
            _ = try client.savePackageToTemp("notes")
            var (error, clones, largest): (Exceeded?, Int, Int) = (nil, 0, 0)
            while error == nil, clones < 2000 {
                error = refusal(Exceeded.self) { _ = try client.clonePart(part, of: "notes") }
                clones += error == nil ? 1 : 0
                largest = max(largest, try size(of: daemon))
            }
            print("\(clones) clones, \(largest) bytes at most")
            #expect(largest <= (1 << 20) * 5 / 4)
            #expect(clones > 0 && error?.quota == "quotas.disk" && error?.limit == 1 << 20)
            #expect((error?.used ?? 0) > 1 << 20 && error?.remedy.contains("delete packages or parts") == true)
            // the part is as it was, and what is there can be deleted
            #expect(try client.parts(of: "notes").count == clones + 1)
            try client.closePackage("notes", discardingChanges: true)
            #expect(try size(of: daemon) < 1 << 20)
        }

        /// Bytes that everything below the daemon's state takes on disk.
        private func size(of daemon: RunningDaemon) throws -> Int {
            let root = daemon.folder.path + "/state/packages"
            return try FileManager.default.subpathsOfDirectory(atPath: root).reduce(0) { sum, name in
                var status = stat()
                // a journal may have gone meanwhile
                guard lstat(root + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return sum }
                return sum + Int(status.st_blocks) * 512
            }
        }
    }
}
