import Foundation
import InkTestSupport
import ModelStore
import Testing

@testable import ModelRepository

@Suite("Indexes of repositories")
struct RepositoryIndexTests {
    private static func entry(_ tag: String, file: String = "de.safetensors", size: Int = 5) throws -> RepositoryIndex.Entry {
        .init(
            tag: try LanguageTag(tag), version: "2026-11-26", file: file, size: size, sha256: String(repeating: "0a", count: 32),
            license: "CC BY-SA 4.0 \"or\" ü")
    }

    private static func text(_ changes: [(String, String)] = []) throws -> [UInt8] {
        let index = RepositoryIndex(name: "ink", version: 7, entries: [try entry("fr", file: "a/fr.safetensors"), try entry("de")])
        let text = String(decoding: try index.encoded(), as: UTF8.self)
        return Array(changes.reduce(text) { $0.replacing($1.0, with: $1.1) }.utf8)
    }

    @Test("is the same when it was written and read, in the order of its tags; what it does not know is passed over")
    func same() throws {
        let index = try RepositoryIndex(parsing: Self.text())
        #expect(index.name == "ink" && index.version == 7 && index.entries.map(\.tag.description) == ["de", "fr"])
        #expect(try RepositoryIndex(parsing: Self.text([("\"version\":7", "\"version\":7,\"more\":[{}]")])) == index)
        #expect(try index.entry("DE").license == "CC BY-SA 4.0 \"or\" ü")
        #expect(throws: RepositoryError.noSuchModel(tag: "tlh", available: ["de", "fr"])) { try index.entry("tlh") }
    }

    @Test(
        "with a field that cannot be is refused",
        arguments: [
            ("\"version\":7", "\"version\":0"), ("\"version\":7", "\"version\":\"7\""), ("\"name\":\"ink\"", "\"name\":\"\""),
            ("\"size\":5", "\"size\":0"), ("\"size\":5", "\"size\":268435457"), ("\"size\":5", "\"size\":5.5"),
            ("\"tag\":\"fr\"", "\"tag\":\"de\""), ("\"tag\":\"fr\"", "\"tag\":\"-\""), ("0a0a", "0A0A"), ("0a0a", "0a0"),
            ("a/fr", "../fr"), ("a/fr", "/fr"), ("a/fr", "a//fr"), ("a/fr", "a/.fr"), ("a/fr", "a\\\\fr"), ("a/fr", "a%2ffr"),
            ("a/fr", "a/fr?x"),
            ("a/fr", "-o"), ("a/fr", "ü"), ("\"licence\"", "\"license\""),
        ])
    func refused(change: (String, String)) throws {
        #expect(throws: RepositoryError.self) { try RepositoryIndex(parsing: Self.text([change])) }
    }

    @Test("of a later format asks for a later program")
    func format() throws {
        #expect(throws: RepositoryError.newerIndex(format: 2)) {
            try RepositoryIndex(parsing: Self.text([("\"format\":1", "\"format\":2")]))
        }
    }

    @Test("fuzz: what is read is within its bounds")
    func fuzz() throws {
        let good = try Self.text()
        Fuzz.run(seed: 42) { generator in
            guard let index = try? RepositoryIndex(parsing: Fuzz.damaged([good], using: &generator)) else { return }
            #expect(index.version > 0)
            for entry in index.entries {
                #expect(!entry.file.contains("..") && !entry.file.hasPrefix("/") && (1...ModelStore.sizeLimit).contains(entry.size))
            }
            #expect((try? RepositoryIndex(parsing: index.encoded())) == index)
        }
    }

    @Test("older ones than were seen are refused, by key and name")
    func memory() throws {
        try withFolder { folder in
            let memory = IndexMemory(path: folder.path() + "/state/inkd/repositories.json")
            let (key, other) = (try SigningHand(seed: 1).key, try SigningHand(seed: 2).key)
            func index(_ version: Int, _ name: String = "ink") -> RepositoryIndex { .init(name: name, version: version, entries: []) }
            for version in [3, 3, 5] { try memory.accept(index(version), by: key) }
            #expect(throws: RepositoryError.rolledBack(name: "ink", version: 4, seen: 5, file: memory.path)) {
                try memory.accept(index(4), by: key)
            }
            try memory.accept(index(1, "others"), by: key)
            try memory.accept(index(1), by: other)
            #expect(throws: RepositoryError.self) { try memory.accept(index(4), by: key) }
        }
    }
}
