import Foundation
import InkClient
import InkProtocol
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Languages that come and go with packages")
    struct LanguagePackageTests {
        private static let german = projectRoot + "/models/language/de.safetensors"
        private static let hasGerman = FileManager.default.fileExists(atPath: german)

        @Test(
            "without the configured language the daemon starts and reads in none, and it takes the language when its file is there",
            .enabled(if: hasGerman))
        func reload() throws {
            let models = try TemporaryFolder()
            let daemon = try RunningDaemon(model: projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors") { settings in
                (settings.models, settings.language) = (models.path, "de")
            }
            let client = try daemon.connect()
            func abilities() throws -> RecognizerInterface.Query.Reply { try client.recognizerAbilities() }
            func reload() throws { try daemon.onLoop { $0.reloaded(.success($0.shared.settings)) } }
            #expect(try abilities().language == "" && abilities().missingLanguage == "de")
            let file = models.path + "/de.safetensors"
            try FileManager.default.copyItem(atPath: Self.german, toPath: file)
            try reload()
            try daemon.wait("German is there") { $0.shared.models.catalog.tags == ["de"] }
            #expect(try abilities().language == "de" && abilities().missingLanguage == nil)
            try FileManager.default.removeItem(atPath: file)
            try reload()
            try daemon.wait("German has gone") { $0.shared.models.catalog.tags.isEmpty }
            #expect(try abilities().missingLanguage == "de")
        }

        @Test("the journal names the package of the configured language")
        func journal() throws {
            let journal = NoticeTests.Journal()
            let daemon = try RunningDaemon(logger: journal.logger) { $0.language = "de-CH" }
            let expected =
                "text is recognized without a particular language: no model is installed for de-CH: install the package inkd-models-de"
            #expect(journal.lines.contains(expected))
            withExtendedLifetime(daemon) {}
        }
    }
}
