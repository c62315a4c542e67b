import Foundation
import InkClient
import InkProtocol
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("The socket")
    struct ListenerTests {
        @Test("a socket that nobody serves any more is replaced")
        func stale() throws {
            let folder = try TemporaryFolder()
            let path = folder.path + "/inkd"
            // closed at once, and its file stays
            _ = try UnixSocket.listen(at: path, permissions: 0o600)
            let daemon = try RunningDaemon { $0.socket = path }
            _ = try RawClient(path: path)
            daemon.stop()
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test("a living daemon's socket is refused and stays its own")
        func living() throws {
            let first = try RunningDaemon()
            try refuses("another inkd already serves it", first.socket)
            #expect(try first.connect().information().product == "inkd")
        }

        @Test("a file that is no socket is refused and stays")
        func file() throws {
            let file = try TemporaryFile("precious")
            try refuses("a file that is not a socket exists there", file.path)
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "precious")
        }

        @Test("a path that no socket can have is refused")
        func tooLong() throws {
            let folder = try TemporaryFolder()
            try refuses("longer than 107 bytes", folder.path + "/" + String(repeating: "x", count: 100))
        }

        @Test("settings read again take effect, and bad ones change nothing")
        func reload() throws {
            let daemon = try RunningDaemon { $0.clientsMaximum = 8 }
            let changed = try daemon.onLoop { daemon in
                var settings = daemon.shared.settings
                settings.clientsMaximum = 2
                settings.accessUsers = ["12345"]
                daemon.reloaded(.success(settings))
                daemon.reloaded(.failure(.configuration("bad")))
                settings.clientsMaximum = 3
                settings.accessUsers = ["no such user"]
                daemon.reloaded(.success(settings))
                return (users: daemon.shared.access.allowed, maximum: daemon.shared.settings.clientsMaximum)
            }
            #expect(changed.users == [12_345] && changed.maximum == 2)
            let first = try daemon.connect()
            #expect(try first.information().product == "inkd")
            #expect(try daemon.connectRaw().isHungUp())
        }

        @Test("a folder that is not there is refused")
        func noFolder() throws {
            let folder = try TemporaryFolder()
            try refuses("its directory must exist", folder.path + "/none/inkd")
        }

        private func refuses(_ message: String, _ path: String) throws {
            do {
                _ = try RunningDaemon { $0.socket = path }
                Issue.record("served \(path)")
            } catch let error as DaemonError {
                #expect(error.description.contains(message) && error.description.contains(path), "\(error)")
            }
        }
    }
}
