import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Models of one's own", .enabled(if: OtherUser.isPossible, "only root can connect as somebody else"))
    struct OwnModelTests {
        private static let guest = 65_534
        private static let fixtures = projectRoot + "/Tests/Fixtures/recognition"

        private func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(filePath: "\(Self.fixtures)/\(name).safetensors")))
        }

        private func connect(to daemon: RunningDaemon, as user: Int) throws -> RawClient {
            try user == 0 ? daemon.connectRaw() : OtherUser.connect(to: daemon, as: user)
        }

        private func answer(_ client: RawClient, _ method: String, _ parameters: String = "{}") throws -> Reply {
            client.send(#"{"method":"org.inkd.\#(method)","parameters":\#(parameters)}"#)
            return try #require(try client.receive())
        }

        /// The last reply of an install.
        private func install(_ bytes: [UInt8], _ daemon: RunningDaemon, as user: Int, everybody: Bool? = nil) throws -> Reply {
            let watch = try connect(to: daemon, as: user)
            let whom = everybody.map { #","everybody":\#($0)"# } ?? ""
            watch.send(#"{"method":"org.inkd.Models.Install","parameters":{"size":\#(bytes.count)\#(whom)},"more":true}"#)
            let first = try #require(try watch.receive())
            guard let upload = first.parameters["upload"]?.int else { return first }
            let calls = try connect(to: daemon, as: user)
            for start in stride(from: 0, to: bytes.count, by: 60_000) {
                let piece = Data(bytes[start..<min(bytes.count, start + 60_000)]).base64EncodedString()
                #expect(try answer(calls, "Models.Write", #"{"upload":\#(upload),"data":"\#(piece)"}"#).error == nil)
            }
            var reply = try #require(try watch.receive())
            while reply.continues { reply = try #require(try watch.receive()) }
            return reply
        }

        /// The tags of the models that a user has, each with the user whose own it is.
        private func models(_ daemon: RunningDaemon, of user: Int) throws -> [String: Int?] {
            let reply = try answer(connect(to: daemon, as: user), "Models.List").parameters(as: ModelsInterface.List.Reply.self)
            return Dictionary(uniqueKeysWithValues: reply.models.map { ($0.tag, $0.user) })
        }

        @Test("what a user installs is for that user alone, goes before the system's, and is still there after a new start")
        func own() throws {
            let state = try TemporaryFolder()
            let scribble = #"{"strokes":[{"x":[0,4,1,9],"y":[0,6,7,2]}]}"#
            do {
                let daemon = try RunningDaemon(model: Self.fixtures + "/tiny.safetensors") { settings in
                    (settings.accessUsers, settings.state) = (["\(Self.guest)"], state.path)
                }
                let installed = try install(bytes("tiny-symbols"), daemon, as: Self.guest)
                #expect(installed.parameters["model"]?["user"]?.int == Int64(Self.guest))
                #expect(try models(daemon, of: Self.guest) == ["zxx-Zsym-x-symbols": Self.guest] && models(daemon, of: 0).isEmpty)
                #expect(try answer(connect(to: daemon, as: Self.guest), "Recognizer.RecognizeSymbol", scribble).error == nil)
                #expect(
                    try answer(connect(to: daemon, as: 0), "Recognizer.RecognizeSymbol", scribble).error
                        == RecognizerInterface.NoModel.name)
            }
            let folder = "\(state.path)/models-of-users/\(Self.guest)"
            let attributes = try FileManager.default.attributesOfItem(atPath: folder)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["zxx-Zsym-x-symbols.safetensors"])
            let daemon = try RunningDaemon { settings in
                (settings.accessUsers, settings.state, settings.models) = (["\(Self.guest)"], state.path, Self.fixtures)
            }
            #expect(try models(daemon, of: Self.guest)["zxx-Zsym-x-symbols"] == Self.guest)
            #expect(try models(daemon, of: 0)["zxx-Zsym-x-symbols"] == .some(nil))
            let client = try connect(to: daemon, as: Self.guest)
            #expect(try answer(client, "Models.Remove", #"{"tag":"zxx-Zsym-x-symbols"}"#).error == nil)
            #expect(try models(daemon, of: Self.guest)["zxx-Zsym-x-symbols"] == .some(nil), "the system's is there again")
            #expect(
                try answer(client, "Models.Remove", #"{"tag":"zxx-Zsym-x-symbols"}"#).error == ModelsInterface.SystemModel.name)
        }

        @Test("only root and administrators change what everybody reads with; others are refused, or keep it to themselves")
        func everybody() throws {
            let daemon = try RunningDaemon { settings in
                (settings.accessUsers, settings.accessAdministrators) = (["\(Self.guest)"], ["1001"])
            }
            let model = try bytes("tiny")
            #expect(try install(model, daemon, as: Self.guest, everybody: true).error == ServiceInterface.PermissionDenied.name)
            #expect(try install(model, daemon, as: 1001).parameters["model"]?["tag"]?.string == "mul-Latn")
            #expect(try models(daemon, of: Self.guest) == ["mul-Latn": nil])
            let guest = try connect(to: daemon, as: Self.guest)
            for parameters in [#"{"tag":"mul-Latn"}"#, #"{"tag":"mul-Latn","everybody":true}"#] {
                #expect(try answer(guest, "Models.Remove", parameters).error == ServiceInterface.PermissionDenied.name)
            }
            #expect(try answer(guest, "Models.Remove", #"{"tag":"mul-Latn","everybody":false}"#).error == ModelsInterface.NoModel.name)
            // an administrator may also have one of his own
            #expect(try install(model, daemon, as: 1001, everybody: false).parameters["model"]?["user"]?.int == 1001)
            let administrator = try connect(to: daemon, as: 1001)
            #expect(try answer(administrator, "Models.Remove", #"{"tag":"mul-Latn","everybody":true}"#).error == nil)
            #expect(try models(daemon, of: 0).isEmpty && models(daemon, of: 1001) == ["mul-Latn": 1001])
            #expect(try answer(administrator, "Models.Remove", #"{"tag":"mul-Latn"}"#).error == nil)
            #expect(try models(daemon, of: 1001).isEmpty)
            // the settings are read again: he is one no longer
            try daemon.onLoop { daemon in
                var settings = daemon.shared.settings
                (settings.accessUsers, settings.accessAdministrators) = (["1001"], [])
                daemon.reloaded(.success(settings))
            }
            #expect(try install(model, daemon, as: 1001).parameters["model"]?["user"]?.int == 1001)
        }

        @Test("a user's own models have a quota, uploads under way included")
        func quota() throws {
            let daemon = try RunningDaemon { settings in (settings.accessUsers, settings.quotas.models) = (["\(Self.guest)"], 1) }
            let first = try connect(to: daemon, as: Self.guest)
            first.send(#"{"method":"org.inkd.Models.Install","parameters":{"size":1000000},"more":true}"#)
            #expect(try first.receive()?.parameters["upload"]?.int != nil)
            let reply = try install(bytes("tiny-symbols") + [UInt8](repeating: 0, count: 50_000), daemon, as: Self.guest)
            #expect(reply.error == ClientInterface.QuotaExceeded.name && reply.parameters["quota"]?.string == "quotas.models")
        }
    }
}
