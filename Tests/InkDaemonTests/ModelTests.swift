import Editing
import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Models on the socket")
    struct ModelTests {
        private static let tiny: [UInt8] =
            (try? Data(contentsOf: URL(filePath: projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"))).map { [UInt8]($0) } ?? []

        /// The tiny model under another tag.
        private static func tagged(_ tag: String) -> [UInt8] {
            let length = tiny.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            let header = String(decoding: tiny[8..<(8 + length)], as: UTF8.self)
            let edited = Array(header.replacingOccurrences(of: #""language":"mul-Latn""#, with: #""language":"\#(tag)""#).utf8)
            return (0..<8).map { UInt8(truncatingIfNeeded: edited.count >> (8 * $0)) } + edited + tiny[(8 + length)...]
        }

        /// Sends the bytes in pieces; every reply that came, or the refusal.
        private func install(_ bytes: [UInt8], _ daemon: RunningDaemon) throws -> [ModelsInterface.Install.Reply] {
            let watch = try daemon.connect().installModel(size: bytes.count)
            var replies = [try #require(try watch.next(timeout: .patience))]
            let calls = try daemon.connect()
            for start in stride(from: 0, to: bytes.count, by: 20_000) {
                let end = min(bytes.count, start + 20_000)
                #expect(try calls.write(Array(bytes[start..<end]), toUpload: replies[0].upload) == end)
            }
            while let reply = try watch.next(timeout: .patience) { replies.append(reply) }
            return replies
        }

        @Test("a model is installed, listed, resolved and removed, and its files lie in the daemon's folder")
        func install() throws {
            let daemon = try RunningDaemon { $0.language = "" }
            let client = try daemon.connect()
            #expect(try client.models().isEmpty)
            let replies = try install(Self.tagged("en"), daemon)
            #expect(replies.first?.progress == .receiving && replies.first?.received == 0)
            #expect(replies.suffix(2).map(\.progress) == [.verifying, .installed])
            let model = try #require(replies.last?.model)
            #expect(model.tag == "en" && model.kind == .text && model.origin == .own && model.size == Self.tagged("en").count)
            #expect(try client.models() == [model])
            #expect(try client.resolveModel("en-Latn-GB") == model)
            #expect(try client.isModelInstalled("EN") && !client.isModelInstalled("en-GB"))
            let files = try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path + "/state/models")
            #expect(files == ["en.safetensors"])
            try client.removeModel("en")
            #expect(try client.models().isEmpty)
        }

        @Test("each language that is read has a model", .enabled(if: FormulaWriting.hasModels, "needs the models that come with inkd"))
        func languages() throws {
            let (daemon, client, _) = try FormulaWriting.editor(of: .text)
            defer { withExtendedLifetime(daemon) {} }
            let languages = try client.call(RecognizerInterface.Query.self, .init()).languages
            #expect(languages.contains("ja") && languages.contains("ko") && languages.contains("zh-Hans") && languages.contains("nb"))
            for tag in languages { #expect(throws: Never.self, "\(tag)") { try client.resolveModel(tag) } }
            let stroke = RecognizerInterface.Ink(x: [0, 10], y: [0, 0])
            for tag in ["no", "nb-NO", "ja-JP", "zh-TW", "zh-Hant-HK", "pt-BR", "xx", "qaa", "nn"] {
                let isRead = (try? client.call(RecognizerInterface.Recognize.self, .init(strokes: [stroke], language: tag))) != nil
                #expect(isRead == ((try? client.resolveModel(tag)) != nil), "\(tag)")
            }
        }

        @Test("those who watch are told which models there are, what comes and goes, and what cannot be read with")
        func watching() throws {
            let daemon = try RunningDaemon(model: projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors") { $0.language = "" }
            _ = try install(Self.tagged("en"), daemon)
            let watch = try daemon.connect().watchModels()
            let present = try #require(try watch.next(timeout: .patience))
            #expect(present.sequence == 1 && present.change == .present && present.model?.tag == "en")
            _ = try install(Self.tagged("de"), daemon)
            let added = try #require(try watch.next(timeout: .patience))
            #expect(added.change == .added && added.model?.tag == "de" && added.file == nil && added.reason == nil)
            _ = try install(Self.tagged("de"), daemon)
            #expect(try watch.next(timeout: .patience)?.change == .replaced)
            // cut short while it is sent
            let bad = Array(Self.tagged("fr").dropLast(1000))
            #expect(throws: ClientError.self) { try install(bad, daemon) }
            let failed = try #require(try watch.next(timeout: .patience))
            #expect(failed.change == .failed && failed.model == nil && failed.file == nil && failed.reason?.isEmpty == false)
            try daemon.connect().removeModel("de")
            let removed = try #require(try watch.next(timeout: .patience))
            #expect(removed.change == .removed && removed.model?.tag == "de")
            // a file that somebody has laid there, found when the settings are read again
            let path = daemon.folder.path + "/state/models/broken.safetensors"
            try Data("no model".utf8).write(to: URL(filePath: path))
            try Data(Self.tagged("it")).write(to: URL(filePath: daemon.folder.path + "/state/models/it.safetensors"))
            try daemon.onLoop { $0.reloaded(.success($0.shared.settings)) }
            #expect(try watch.next(timeout: .patience)?.model?.tag == "it")
            let broken = try #require(try watch.next(timeout: .patience))
            #expect(broken.change == .failed && broken.file == "broken.safetensors" && broken.reason?.isEmpty == false)
            // it is told once, and to who watches anew
            try daemon.connect().removeModel("it")
            #expect(try watch.next(timeout: .patience)?.change == .removed)
            let other = try daemon.connect().watchModels()
            #expect(try other.next(timeout: .patience)?.model?.tag == "en")
            #expect(try other.next(timeout: .patience)?.file == "broken.safetensors")
        }

        @Test("several installs at once go side by side, and a connection that closes gives its own up")
        func concurrent() throws {
            let daemon = try RunningDaemon()
            let calls = try daemon.connect()
            let watches = try ["de", "en", "fr"].map { tag in
                (try daemon.connect().installModel(size: Self.tagged(tag).count), Self.tagged(tag))
            }
            let uploads = try watches.map { try #require(try $0.0.next(timeout: .patience)).upload }
            do {
                let abandoned = try daemon.connect().installModel(size: 9)
                let upload = try #require(try abandoned.next(timeout: .patience)).upload
                _ = try calls.write([1], toUpload: upload)
            }
            for start in stride(from: 0, to: 100_000, by: 10_000) {
                for (upload, (_, bytes)) in zip(uploads, watches) where start < bytes.count {
                    _ = try calls.write(Array(bytes[start..<min(bytes.count, start + 10_000)]), toUpload: upload)
                }
            }
            for (watch, _) in watches { while try watch.next(timeout: .patience) != nil {} }
            #expect(try calls.models().map(\.tag) == ["de", "en", "fr"])
            try daemon.wait("end of uploads") { $0.parts.models.uploads.isEmpty }
            #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path + "/state/models").count == 3)
        }

        @Test("a damaged model is refused with the reason, its connection and the daemon go on")
        func damaged() throws {
            let daemon = try RunningDaemon()
            var bytes = Self.tiny
            bytes[bytes.count - 3] ^= 1
            #expect { try install(bytes, daemon) } throws: { error in
                (error as? ClientError)?.refusal(as: ModelsInterface.InvalidModel.self)?.reason.contains("checksum") == true
            }
            let raw = try daemon.connectRaw()
            raw.send(#"{"method":"org.inkd.Models.Install","parameters":{"size":0},"more":true}"#)
            #expect(try raw.receive()?.error == ModelsInterface.InvalidModel.name)
            raw.send(#"{"method":"org.inkd.Models.List"}"#)
            #expect(try raw.receive()?.parameters == .object(["models": .array([])]))
        }

        @Test(
            "what cannot be is refused with an error that says so",
            arguments: [
                (#"{"method":"org.inkd.Models.Resolve","parameters":{"tag":"en_US"}}"#, "InvalidTag"),
                (#"{"method":"org.inkd.Models.Resolve","parameters":{"tag":"fr"}}"#, "NoModel"),
                (#"{"method":"org.inkd.Models.IsInstalled","parameters":{"tag":""}}"#, "InvalidTag"),
                (#"{"method":"org.inkd.Models.Remove","parameters":{"tag":"fr"}}"#, "NoModel"),
                (#"{"method":"org.inkd.Models.Remove","parameters":{"tag":"../x"}}"#, "InvalidTag"),
                (#"{"method":"org.inkd.Models.Write","parameters":{"upload":9,"data":""}}"#, "NoSuchUpload"),
                (#"{"method":"org.inkd.Models.Install","parameters":{"size":1}}"#, "ExpectedMore"),
                (#"{"method":"org.inkd.Models.Install","parameters":{"size":-1},"more":true}"#, "InvalidModel"),
                (#"{"method":"org.inkd.Models.Install","parameters":{"size":9223372036854775807},"more":true}"#, "TooLarge"),
            ])
        func refusals(message: String, error: String) throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connectRaw()
            client.send(message)
            #expect(try client.receive()?.error?.split(separator: ".").last.map(String.init) == error)
        }

        @Test("bytes that are no base64, too many at once or more than promised are refused, and the upload goes on")
        func writes() throws {
            let daemon = try RunningDaemon()
            let watch = try daemon.connect().installModel(size: 300_000)
            let upload = try #require(try watch.next(timeout: .patience)).upload
            let raw = try daemon.connectRaw()
            for (data, error) in [
                ("no base64!", "InvalidData"), (String(repeating: "A", count: 180_000), "TooLarge"),
            ] {
                raw.send(#"{"method":"org.inkd.Models.Write","parameters":{"upload":\#(upload),"data":"\#(data)"}}"#)
                #expect(try raw.receive()?.error == "org.inkd.Models.\(error)")
            }
            let calls = try daemon.connect()
            let full = [UInt8](repeating: 7, count: ModelsInterface.Write.limit)
            _ = try calls.write(full, toUpload: upload)
            _ = try calls.write(full, toUpload: upload)
            #expect { try calls.write(full, toUpload: upload) } throws: { error in
                (error as? ClientError)?.refusal(as: ModelsInterface.TooLarge.self)?.limit == 300_000
            }
        }

        @Test("no more installs than the limit are taken at once")
        func busy() throws {
            let daemon = try RunningDaemon()
            let watches = try (0..<Upload.limitOfUser).map { _ in try daemon.connect().installModel(size: 9) }
            for watch in watches { _ = try watch.next(timeout: .patience) }
            #expect { try daemon.connect().installModel(size: 9).next(timeout: .patience) } throws: { error in
                (error as? ClientError)?.refusal(as: ModelsInterface.Busy.self) != nil
            }
        }

        @Test("a model of the system's cannot be removed, and a folder that cannot be written to is named")
        func system() throws {
            let daemon = try RunningDaemon { settings in
                settings.models = projectRoot + "/Tests/Fixtures/recognition"
                settings.state = "/proc/nowhere"
            }
            let client = try daemon.connect()
            #expect(try client.models().map(\.tag).contains("mul-Latn"))
            #expect { try client.removeModel("mul-Latn") } throws: { error in
                (error as? ClientError)?.refusal(as: ModelsInterface.SystemModel.self)?.tag == "mul-Latn"
            }
            #expect { try install(Self.tiny, daemon) } throws: { error in
                (error as? ClientError)?.refusal(as: ModelsInterface.Unusable.self) != nil
            }
        }
    }
}
