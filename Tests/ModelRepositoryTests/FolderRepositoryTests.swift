import Foundation
import InkTestSupport
import ModelStore
import Testing

@testable import ModelRepository

@Suite("Repositories in folders")
struct FolderRepositoryTests {
    private static let model = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Fixtures/recognition/tiny.safetensors")

    /// A signed repository with one model, and who uses it.
    private struct Place {
        let folder: String
        let hand = SigningHand(seed: 1)
        var file: String { folder + "/models/text/tiny.safetensors" }

        init(_ folder: URL) throws {
            self.folder = folder.path()
            try FileManager.default.createDirectory(atPath: self.folder + "/models/text", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: FolderRepositoryTests.model.path(), toPath: file)
            try publish(at: 100)
        }

        func publish(at time: Int) throws {
            _ = try IndexMaker.write(folder + "/models", name: "ink", time: time)
            try sign()
        }

        func sign() throws {
            let index = try Data(contentsOf: URL(filePath: folder + "/models/index.json"))
            try Data(hand.sign(Array(index))).write(to: URL(filePath: folder + "/models/index.json.minisig"))
        }

        func repository() throws -> Repository {
            Repository(
                .folder(folder + "/models"), keys: [try hand.key], memory: IndexMemory(path: folder + "/seen.json"),
                cache: folder + "/cache")
        }

        /// The path of the model that was fetched.
        func fetch(_ change: (RepositoryIndex.Entry) -> RepositoryIndex.Entry = { $0 }) throws -> Result<String, RepositoryError> {
            let repository = try repository()
            let entries = try repository.index().entries.map(change)
            var results: [Result<String, RepositoryError>] = []
            repository.fetch(entries, progress: { _ in }, done: { results.append($1) })
            return try #require(results.first)
        }

        var cached: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder + "/cache")) ?? [] }
    }

    @Test("a model comes as it is, and is gone when it is not wanted any more")
    func model() throws {
        try withFolder { folder in
            let place = try Place(folder)
            let index = try place.repository().index()
            #expect(index.name == "ink" && index.version == 100 && index.entries.map(\.file) == ["text/tiny.safetensors"])
            let path = try place.fetch().get()
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: Self.model))
            try place.repository().forget(path)
            #expect(place.cached.isEmpty)
        }
    }

    @Test("a changed file, a longer and a shorter one are refused, and nothing is left of them")
    func changed() throws {
        try withFolder { folder in
            let place = try Place(folder)
            let good = try Data(contentsOf: Self.model)
            var bad = good
            bad[good.count - 1] ^= 1
            for (data, expected) in [
                (bad, RepositoryError.wrongHash(file: "text/tiny.safetensors")),
                (good + [0], .tooLarge(file: "text/tiny.safetensors", limit: good.count)),
                (good.dropLast(), .tooShort(file: "text/tiny.safetensors", size: good.count, received: good.count - 1)),
            ] {
                try data.write(to: URL(filePath: place.file))
                #expect(try place.fetch() == .failure(expected))
                #expect(place.cached.isEmpty)
            }
        }
    }

    @Test("what is signed and no model of its tag is refused as well")
    func wrong() throws {
        try withFolder { folder in
            let place = try Place(folder)
            let tag = try LanguageTag("tlh")
            let result = try place.fetch {
                .init(tag: tag, version: $0.version, file: $0.file, size: $0.size, sha256: $0.sha256, license: $0.license)
            }
            #expect(result == .failure(.wrongTag(file: "text/tiny.safetensors", promised: "tlh", found: "mul-Latn")))
        }
    }

    @Test("an index that has expired is refused, and one that never does is not")
    func expired() throws {
        try withFolder { folder in
            let place = try Place(folder)
            #expect(try place.repository().index(at: .max).expires == nil)
            _ = try IndexMaker.write(place.folder + "/models", name: "ink", time: 1_000_000, days: 90)
            try place.sign()
            let end = 1_000_000 + 90 * 86_400
            #expect(try place.repository().index(at: end - 1).expires == end)
            let refusal = RepositoryError.expired(name: "ink", day: "1970-04-12")
            #expect(throws: refusal) { try place.repository().index(at: end) }
            #expect(refusal.description.contains("expired on 1970-04-12"))
            // signed anew, also when nothing else has changed
            _ = try IndexMaker.write(place.folder + "/models", name: nil, time: end, days: 1)
            try place.sign()
            #expect(try place.repository().index(at: end).version == end)
            for wrong in ["0", "-5", "\"never\"", "1.5"] {
                let text = "{\"format\":1,\"name\":\"a\",\"version\":1,\"expires\":\(wrong),\"models\":[]}"
                #expect(throws: RepositoryError.self, "\(wrong)") { try RepositoryIndex(parsing: Array(text.utf8)) }
            }
        }
    }

    @Test("an index that was changed, is not signed, or is an older one is refused")
    func index() throws {
        try withFolder { folder in
            let place = try Place(folder)
            let (file, signature) = (
                URL(filePath: place.folder + "/models/index.json"), URL(filePath: place.folder + "/models/index.json.minisig")
            )
            _ = try place.repository().index()
            let (old, oldSignature) = (try Data(contentsOf: file), try Data(contentsOf: signature))
            try place.publish(at: 90)
            #expect(try place.repository().index().version == 101)
            try old.write(to: file)
            #expect(throws: RepositoryError.wrongSignature(identifier: "0101010101010101")) { try place.repository().index() }
            try oldSignature.write(to: signature)
            #expect(throws: RepositoryError.rolledBack(name: "ink", version: 100, seen: 101, file: place.folder + "/seen.json")) {
                try place.repository().index()
            }
            try Data().write(to: signature)
            #expect(throws: RepositoryError.self) { try place.repository().index() }
            try FileManager.default.removeItem(at: signature)
            #expect(throws: RepositoryError.self) { try place.repository().index() }
            try Data(count: RepositoryIndex.sizeLimit + 1).write(to: file)
            #expect(throws: RepositoryError.tooLarge(file: "index.json", limit: RepositoryIndex.sizeLimit)) {
                try place.repository().index()
            }
        }
    }
}
