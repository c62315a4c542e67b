import Foundation
import InkTestSupport
import Testing

@testable import ModelRepository

@Suite("Sources of models")
struct RepositorySourceTests {
    @Test("are folders, and addresses that are encrypted, or of this machine")
    func kinds() throws {
        #expect(try RepositorySource("/srv/models") == .folder("/srv/models"))
        #expect(try RepositorySource("HTTPS://Example.org:8443/ink//") == .web("https://Example.org:8443/ink", isLocal: false))
        #expect(try RepositorySource("https://[::1]/") == .web("https://[::1]", isLocal: true))
        #expect(try RepositorySource("http://localhost:80/a") == .web("http://localhost:80/a", isLocal: true))
        #expect(try RepositorySource("https://example.org/ink").isRemote && !RepositorySource("models").isRemote)
    }

    @Test(
        "without encryption, by other protocols and of other forms are refused",
        arguments: [
            "http://example.org/ink", "ftp://example.org/ink", "file:///etc", "http://localhost.example.org/",
            "http://127.0.0.1.example.org",
            "http://localhost@example.org/", "https://me:word@example.org/", "https://example.org/?a=b", "https://example.org/#a",
            "https://",
            "://", "https://exa mple.org/", "",
        ])
    func refused(text: String) {
        #expect(throws: RepositoryError.self) { try RepositorySource(text) }
    }

    @Test("come from the command line, or else from the configuration, or else it is said how to set one")
    func chosen() throws {
        try withFolder { folder in
            let file = folder.path() + "/models.yaml"
            #expect(throws: RepositoryError.noSource(file: file)) { try RepositorySource.chosen(nil, configuration: file) }
            for (text, expected) in [
                ("# nothing\n", nil), ("source:\n", nil), ("source: \"\"\n", nil), ("source: https://a.example\n", "https://a.example"),
            ] {
                try Data(text.utf8).write(to: URL(filePath: file))
                let found = try? RepositorySource.chosen(nil, configuration: file)
                #expect(found?.description == expected)
            }
            #expect(try RepositorySource.chosen("/b", configuration: file) == .folder("/b"))
            for wrong in ["sauce: a\n", "- a\n", "source: [a]\n", "source: a: b\n"] {
                try Data(wrong.utf8).write(to: URL(filePath: file))
                #expect(throws: RepositoryError.self, "\(wrong)") { try RepositorySource.chosen(nil, configuration: file) }
            }
        }
    }

    @Test("fuzz: an address that is taken is encrypted or this machine's")
    func fuzz() {
        let good = Array("https://user@localhost:8443/a/b?c#d".utf8)
        Fuzz.run(seed: 43) { generator in
            let text = String(
                decoding: Fuzz.damaged(good, words: ["http", "://", "@", "[::1]", "\\", "%"], using: &generator), as: UTF8.self)
            guard case .web(let address, let isLocal)? = try? RepositorySource(text) else { return }
            #expect(address.hasPrefix("https://") || address.hasPrefix("http://") && isLocal)
        }
    }
}
