import Foundation
import InkClient
import InkCorpus
import InkProtocol
import ModelStore
import Testing

@testable import inkctl

@Suite("Models commands")
struct ModelsCommandTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Fixtures/recognition"
    ).path
    private static let model = ModelsInterface.Model(
        tag: "en", kind: .language, format: 1, size: 4_217_345, origin: .own, inUse: true, attribution: "Tatoeba, its contributors",
        licence: "CC BY 2.0 FR", metadata: ["words": "70000", "language": "en", "bad\u{1b}": "\u{1b}[31m"])

    @Test("models are a table")
    func list() {
        var other = Self.model
        (other.tag, other.kind, other.size, other.origin, other.inUse, other.licence) = ("mul-Latn", .text, 812_000, .system, false, "")
        #expect(
            ModelsListCommand.lines([Self.model, other]).prefix(3) == [
                "TAG       KIND        SIZE  FROM               LICENSE OF TRAINING DATA",
                "en        language  4.2 MB  installed, in use  CC BY 2.0 FR", "mul-Latn  text      812 kB  system             unknown",
            ])
        #expect(ModelsListCommand.lines([]) == ["No models. Add one with `inkctl models install`."])
    }

    @Test("below the table are the packages of languages that are not installed")
    func packages() {
        func line(_ tags: [String]) -> String? {
            let models = tags.map { tag in
                var model = Self.model
                model.tag = tag
                return model
            }
            let lines = ModelsListCommand.lines(models)
            return lines.count > models.count + 1 ? lines.last : nil
        }
        #expect(
            line(["cs", "da", "el", "en", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk"])
                == "Packages with more languages: inkd-models-de, inkd-models-es.")
        #expect(
            line(["cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk"]) == nil)
        #expect(ModelsListCommand.lines([Self.model], areFiles: true).count == 2)
    }

    @Test("a model shows whom to name and the license first, nothing that steers a terminal")
    func show() {
        let lines = ModelsShowCommand.lines(Self.model)
        #expect(lines.contains("Training data: Tatoeba, its contributors"))
        #expect(lines.contains("License:       CC BY 2.0 FR"))
        #expect(lines.contains("words:         70000"))
        #expect(!lines.joined().contains("\u{1b}") && !lines.contains { $0.hasPrefix("language:") })
    }

    @Test("a file or folder is looked at without a daemon")
    func files() throws {
        #expect(ModelsShowCommand.isPath("./a") && ModelsShowCommand.isPath("a.safetensors") && !ModelsShowCommand.isPath("en-x-gesture"))
        let found = ModelStore.look(at: Self.fixtures + "/tiny.safetensors")
        #expect(found.models.first?.message.tag == "mul-Latn" && found.problems.isEmpty)
        #expect(try ModelsInstallCommand.files(at: Self.fixtures).contains(Self.fixtures + "/tiny.safetensors"))
        #expect(throws: CorpusError.unreadable(path: "/nowhere", code: ENOENT)) { try ModelsInstallCommand.files(at: "/nowhere") }
        let empty = NSTemporaryDirectory() + "inkctl-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: empty) }
        #expect(throws: InkctlError.noModelFiles(folder: empty)) { try ModelsInstallCommand.files(at: empty) }
    }

    @Test("a file is read to its end in pieces, and one that became shorter is no endless wait")
    func pieces() throws {
        let file = try ModelFile(path: Self.fixtures + "/tiny.safetensors")
        var bytes: [UInt8] = []
        while bytes.count < file.size { bytes += try file.read(1000) }
        #expect(try Data(bytes) == Data(contentsOf: URL(filePath: Self.fixtures + "/tiny.safetensors")))
        #expect(throws: CorpusError.self) { try file.read(1) }
    }

    @Test("refusals say what to do")
    func refusals() {
        func explanation(_ tag: String) -> String {
            ClientError.refused(
                name: ModelsInterface.NoModel.name, parameters: .object(["tag": .string(tag), "available": .array([.string("en")])])
            ).explanation
        }
        #expect(explanation("tlh") == "No model is installed for tlh. Installed models: en. Add one with `inkctl models install`.")
        #expect(explanation("fr") == "No model is installed for fr. Installed models: en. Install the package inkd-models-fr.")
        #expect(ClientError.refused(name: ModelsInterface.Busy.name, parameters: .object([:])).explanation.contains("Try again later"))
    }
}
