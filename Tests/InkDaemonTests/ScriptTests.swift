import Foundation
import InkClient
import InkProtocol
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Languages of other scripts on the socket")
    struct ScriptTests {
        private static let models = projectRoot + "/models"
        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"

        private struct Line: Decodable {
            let language: String
            let text: String
            let strokes: [[Double]]
        }

        /// A word of the fixture as a client sends it.
        private static func ink(_ text: String) throws -> [RecognizerInterface.Ink] {
            let file = URL(filePath: projectRoot + "/Tests/Fixtures/recognition/script-lines.json")
            let lines = try JSONDecoder().decode([Line].self, from: Data(contentsOf: file))
            return try #require(lines.first { $0.text == text }).strokes.map { flat in
                let (x, y) = (stride(from: 0, to: flat.count, by: 2), stride(from: 1, to: flat.count, by: 2))
                return .init(x: x.map { flat[$0] / 10 }, y: y.map { flat[$0] / 10 })
            }
        }

        private static func folder(_ files: [String]) throws -> TemporaryFolder {
            let folder = try TemporaryFolder()
            for file in files {
                let name = file.split(separator: "/").last.map(String.init) ?? file
                try FileManager.default.copyItem(atPath: "\(models)/\(file).safetensors", toPath: "\(folder.path)/\(name).safetensors")
            }
            return folder
        }

        @Test("Cyrillic and Greek are read with their own networks, addresses with the Latin one")
        func read() throws {
            let folder = try Self.folder(["language/ru", "language/el", "scripts/Cyrl", "scripts/Grek"])
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = folder.path }
            let client = try daemon.connect()
            #expect(try client.recognizerAbilities().languages.contains("ru"))
            func read(_ text: String, _ language: String, as type: RecognizerInterface.RecognitionType = .text) throws -> String? {
                let parameters = RecognizerInterface.Recognize.Parameters(
                    strokes: try Self.ink(text), language: language, layout: .line, recognitionType: type)
                return try client.recognize(parameters, timeout: .patience).candidates.first?.text
            }
            #expect(try read("хорошо", "ru") == "хорошо")
            #expect(try read("σήμερα", "el-GR") == "σήμερα")
            #expect(try read("хорошо", "ru-RU") == "хорошо")
            let address = try #require(try read("хорошо", "ru", as: .email))
            #expect(!address.isEmpty && address.allSatisfy { $0.isASCII })
        }

        @Test("a word of Latin letters in a line of another script is read as one, with the text model and its English")
        func foreignWords() throws {
            let daemon = try RunningDaemon(model: Self.models + "/latin.safetensors") { $0.models = Self.models }
            let client = try daemon.connect()
            for (text, language) in [("хорошо", "ru"), ("σήμερα", "el")] {
                let line = try Self.ink(text)
                let word = try client.call(InkInterface.Synthesize.self, .init(text: "computer", hand: "script")).strokes
                let (high, wide) = (Self.extent(line.flatMap(\.y)), Self.extent(line.flatMap(\.x)))
                let own = Self.extent(word.flatMap(\.y))
                let scale = (high.upperBound - high.lowerBound) / (own.upperBound - own.lowerBound)
                let beside = word.map { stroke in
                    RecognizerInterface.Ink(
                        x: stroke.x.map { wide.upperBound + 0.6 * (high.upperBound - high.lowerBound) + $0 * scale },
                        y: stroke.y.map { high.lowerBound + ($0 - own.lowerBound) * scale })
                }
                let found = try client.recognize(.init(strokes: line + beside, language: language, layout: .line), timeout: .patience)
                #expect(found.candidates.first?.text == "\(text) computer")
                #expect(found.words.map(\.text) == [text, "computer"])
                #expect(Set(found.words.last?.ranges.map(\.stroke) ?? []) == Set(line.count..<line.count + beside.count))
                // characters that a caller asks for are what it gets
                let letters = "абвгдепрстοσμ".map(String.init)
                let asked = RecognizerInterface.Recognize.Parameters(
                    strokes: beside, language: language, layout: .line, graphemeSet: letters)
                let text = try #require(try client.recognize(asked, timeout: .patience).candidates.first?.text)
                #expect(!text.contains { $0.isASCII })
            }
        }

        private static func extent(_ numbers: [Double]) -> ClosedRange<Double> { (numbers.min() ?? 0)...(numbers.max() ?? 0) }

        @Test("without its network a language is not there, and a damaged one is refused by name")
        func missing() throws {
            let folder = try Self.folder(["language/ru", "scripts/Cyrl"])
            let network = folder.path + "/Cyrl.safetensors"
            var bytes = try Data(contentsOf: URL(filePath: network))
            bytes[bytes.count - 100] ^= 1
            try bytes.write(to: URL(filePath: network))
            let daemon = try RunningDaemon(model: Self.tiny) { $0.models = folder.path }
            let client = try daemon.connect()
            func refusal<E: VarlinkError>(_ type: E.Type) throws -> E? {
                do {
                    _ = try client.recognize(.init(strokes: try Self.ink("хорошо"), language: "ru"), timeout: .patience)
                    return nil
                } catch { return (error as? ClientError)?.refusal(as: type) }
            }
            let damaged = try refusal(RecognizerInterface.NoModel.self)
            #expect(damaged?.reason.contains("ru") == true)
            try FileManager.default.removeItem(atPath: network)
            try daemon.onLoop { $0.reloaded(.success($0.shared.settings)) }
            try daemon.wait("Russian has gone") { $0.shared.models.catalog.languages.isEmpty }
            let gone = try refusal(RecognizerInterface.NoLanguage.self)
            #expect(gone?.language == "ru" && gone?.available.isEmpty == true)
        }
    }
}
