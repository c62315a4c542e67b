import Compression
import Foundation
import InkTestSupport
import Recognition
import Synchronization
import Testing

@testable import ModelStore

@Suite("Model store")
struct StoreTests {
    /// Two empty folders that go away with this object.
    final class Folders: Sendable {
        let path = NSTemporaryDirectory() + "inkd-models-\(UInt32.random(in: .min ... .max))"
        var store: ModelStore { ModelStore(systemFolder: path + "/system", ownFolder: path + "/own") }

        init() throws { try FileManager.default.createDirectory(atPath: path + "/system", withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func put(_ bytes: [UInt8], _ name: String) throws {
            let url = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }

        var ownFiles: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path + "/own")) ?? []).sorted() }
    }

    static let tiny: [UInt8] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return (try? Data(contentsOf: root.appending(path: "Fixtures/recognition/tiny.safetensors"))).map { [UInt8]($0) } ?? []
    }()

    /// The tiny model with a piece of its header replaced, the header's length put right.
    static func changed(_ old: String, _ new: String) throws -> [UInt8] {
        let length = tiny.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let header = String(decoding: tiny[8..<(8 + length)], as: UTF8.self)
        try #require(header.contains(old), "\(old)")
        let edited = Array(header.replacingOccurrences(of: old, with: new).utf8)
        return (0..<8).map { UInt8(truncatingIfNeeded: edited.count >> (8 * $0)) } + edited + tiny[(8 + length)...]
    }

    /// The tiny model under another tag.
    static func tagged(_ tag: String) throws -> [UInt8] { try changed(#""language":"mul-Latn""#, #""language":"\#(tag)""#) }

    @discardableResult
    private func install(_ bytes: [UInt8], in store: ModelStore, pieces: Int = 1000) throws -> InstalledModel {
        let upload = try store.upload(size: bytes.count)
        for start in stride(from: 0, to: bytes.count, by: pieces) { try upload.write(bytes[start..<min(bytes.count, start + pieces)]) }
        return try upload.finish()
    }

    private func error(_ work: () throws -> Void) -> ModelStoreError? {
        do {
            try work()
            return nil
        } catch {
            return error as? ModelStoreError
        }
    }

    @Test("where no folders are there are no models")
    func nothing() {
        let (catalog, problems) = ModelStore(systemFolder: "/nowhere/a", ownFolder: "/nowhere/b").scan()
        #expect(catalog.models.isEmpty && problems.isEmpty)
    }

    @Test("models are found in folders below the system's, and say what they are")
    func scan() throws {
        let folders = try Folders()
        try folders.put(Self.tiny, "system/latin.safetensors")
        try folders.put(Self.tagged("en"), "system/languages/en.safetensors")
        try folders.put([1, 2, 3], "system/notes.txt")
        try folders.put(Self.tiny, "system/.hidden.safetensors")
        let (catalog, problems) = folders.store.scan()
        #expect(catalog.tags == ["en", "mul-Latn"] && problems.isEmpty)
        let model = try catalog.resolve("en-GB")
        let size = try Self.tagged("en").count
        #expect(model.card.kind == .text && model.card.format == 1 && model.size == size)
        #expect(model.card.metadata["format"] == "inkd.model" && model.origin == .system)
    }

    @Test("damaged files are told of, and the others are still found")
    func problems() throws {
        let folders = try Folders()
        try folders.put(Self.tiny, "system/good.safetensors")
        try folders.put(Array(Self.tiny.prefix(200)), "system/short.safetensors")
        try folders.put([], "system/empty.safetensors")
        try folders.put(Self.changed(#""format_version":"1""#, #""format_version":"2""#), "own/newer.safetensors")
        try folders.put(Self.tagged("no tag"), "own/untagged.safetensors")
        try FileManager.default.createSymbolicLink(atPath: folders.path + "/system/loop", withDestinationPath: folders.path + "/system")
        let (catalog, problems) = folders.store.scan()
        #expect(catalog.tags == ["mul-Latn"])
        #expect(Set(problems.map { $0.path.split(separator: "/").last ?? "" }).isSuperset(of: ["short.safetensors", "empty.safetensors"]))
        #expect(problems.contains { $0.error == .invalidModel(.newerFormat(found: 2, supported: 1)) })
        #expect(problems.contains { if case .invalidTag("no tag", _) = $0.error { true } else { false } })
    }

    @Test("an installed model is there under its tag, in place of the system's, until it is removed")
    func install() throws {
        let folders = try Folders()
        try folders.put(Self.tagged("en"), "system/en.safetensors")
        let model = try install(Self.tagged("en"), in: folders.store)
        #expect(model.origin == .own && folders.ownFiles == ["en.safetensors"])
        #expect(try folders.store.scan().catalog.resolve("en") == model)
        #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Data(Self.tagged("en")))
        try folders.store.remove(LanguageTag("en"))
        #expect(try folders.store.scan().catalog.resolve("en").origin == .system)
        #expect(throws: ModelStoreError.systemModel(tag: "en")) { try folders.store.remove(LanguageTag("en")) }
        #expect(throws: ModelStoreError.noModel(tag: "fr", available: ["en"])) { try folders.store.remove(LanguageTag("fr")) }
    }

    @Test("a newer file of the same tag replaces the older one, and is told apart from it")
    func replace() throws {
        let folders = try Folders()
        let first = try install(Self.tiny, in: folders.store)
        let second = try install(Self.tiny, in: folders.store)
        #expect(first.path == second.path && first.version != second.version && folders.ownFiles.count == 1)
    }

    @Test("what is cut, changed, of a newer format or lies about its sizes is refused with the reason, and leaves nothing behind")
    func refused() throws {
        let folders = try Folders()
        var flipped = Self.tiny
        flipped[flipped.count - 3] ^= 1
        let cases: [([UInt8], ModelStoreError)] = [
            (flipped, .invalidModel(.checksum)), (Array(Self.tiny.dropLast()), .invalidModel(.truncated("tensor output.weight"))),
            (try Self.changed(#""format_version":"1""#, #""format_version":"7""#), .invalidModel(.newerFormat(found: 7, supported: 1))),
            (try Self.changed(#"\"hidden\": 8"#, #"\"hidden\": 9"#), .invalidModel(.shape(tensor: "", found: [], expected: []))),
            (
                try Self.changed(#""format":"inkd.model""#, #""format":"inkd.model","kind":"poems""#),
                .invalidModel(.metadata(key: "kind", problem: "is unknown to this program"))
            ),
            (Array("#!/bin/sh".utf8), .invalidModel(.notSafetensors(""))), ([0], .invalidModel(.truncated("its first 8 bytes"))),
            (try Self.tagged("../../etc"), .invalidTag("../../etc", reason: "")),
        ]
        for (bytes, expected) in cases {
            let found = try #require(error { try install(bytes, in: folders.store) })
            switch (found, expected) {
            case (.invalidModel(.shape), .invalidModel(.shape)), (.invalidModel(.notSafetensors), .invalidModel(.notSafetensors)),
                (.invalidTag("../../etc", _), .invalidTag):
                break
            default: #expect(found == expected)
            }
            #expect(folders.ownFiles.isEmpty, "\(found)")
        }
    }

    @Test(
        "a model of any kind whose numbers overflow is refused, though it holds together",
        arguments: [
            ("Tests/Fixtures/recognition/tiny.safetensors", "output."),
            ("Tests/Fixtures/recognition/tiny-int8.safetensors", "output.weight.scale"),
            ("Tests/Fixtures/recognition/tiny-symbols.safetensors", "output."),
            ("Tests/Fixtures/recognition/tiny-formulas.safetensors", "output."),
            ("Tests/Fixtures/recognition/tiny-shapes.safetensors", "output."), ("models/gestures.safetensors", "layer1.weight"),
        ])
    func overflowing(path: String, tensor: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: path)
        // the models that are no fixtures are made by training
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let good = [UInt8](try Data(contentsOf: file))
        let folders = try Folders()
        try install(good, in: folders.store, pieces: 100_000)
        let bad = try #require(
            DamagedModel.overflowing(good, tensors: tensor) { bytes in bytes.withUnsafeBytes { SHA256.hexadecimal(of: $0) } })
        #expect(error { try install(bad, in: folders.store, pieces: 100_000) } == .invalidScores)
        #expect(folders.ownFiles.count == 1)
    }

    @Test("a user's own models are apart from everybody's, and for nobody else's eyes")
    func personal() throws {
        let folders = try Folders()
        let upload = try folders.store.upload(size: Self.tiny.count, for: .user(1000))
        try upload.write(Self.tiny)
        let model = try upload.finish()
        #expect(model.origin == .personal && model.path == folders.path + "/own-of-users/1000/mul-Latn.safetensors")
        #expect(folders.store.users == [1000] && folders.store.models(of: 1000).models == [model])
        #expect(folders.store.scan().catalog.models.isEmpty && folders.store.models(of: 1001).models.isEmpty)
        for (path, mode) in [("own-of-users", 0o700), ("own-of-users/1000", 0o700), ("own-of-users/1000/mul-Latn.safetensors", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folders.path + "/" + path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
        try folders.put([1], "own-of-users/1000/.upload-abcdef")
        folders.store.removeLeftovers()
        let tag = try LanguageTag("mul-Latn")
        #expect(throws: ModelStoreError.noModel(tag: "mul-Latn", available: [])) { try folders.store.remove(tag) }
        try folders.store.remove(tag, of: .user(1000))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folders.path + "/own-of-users/1000").isEmpty)
    }

    @Test("a user's own model goes before everybody's, and that before the system's")
    func order() throws {
        let folders = try Folders()
        try folders.put(Self.tagged("en"), "system/en.safetensors")
        try folders.put(Self.tagged("de"), "system/de.safetensors")
        try install(Self.tagged("en"), in: folders.store)
        let upload = try folders.store.upload(size: Self.tagged("en").count, for: .user(1000))
        try upload.write(Self.tagged("en"))
        let own = try upload.finish()
        let everybodys = folders.store.scan().catalog
        let users = everybodys.with(personal: folders.store.models(of: 1000).models)
        #expect(everybodys.models.map(\.origin) == [.system, .own] && users.models.map(\.origin) == [.system, .personal])
        #expect(try users.resolve("en-GB") == own && users.model(of: .text) == own)
    }

    @Test("more or fewer bytes than promised, too many, and none at all are refused")
    func sizes() throws {
        let folders = try Folders()
        let upload = try folders.store.upload(size: 3)
        #expect(throws: ModelStoreError.wrongSize(promised: 3, received: 4)) { try upload.write([1, 2, 3, 4]) }
        try upload.write([1])
        #expect(throws: ModelStoreError.wrongSize(promised: 3, received: 1)) { try upload.finish() }
        #expect(throws: ModelStoreError.tooLarge(size: .max, limit: ModelStore.sizeLimit)) { try folders.store.upload(size: .max) }
        for size in [0, -1, .min] {
            #expect(throws: ModelStoreError.wrongSize(promised: size, received: 0)) { try folders.store.upload(size: size) }
        }
    }

    @Test("an upload that is dropped leaves nothing, one that a crash cut off is cleared away")
    func leftovers() throws {
        let folders = try Folders()
        do {
            let upload = try folders.store.upload(size: 3)
            try upload.write([1])
            #expect(folders.ownFiles.count == 1)
        }
        #expect(folders.ownFiles.isEmpty)
        try folders.put([1], "own/.upload-abcdef")
        try folders.put(Self.tiny, "own/mul-Latn.safetensors")
        #expect(folders.store.scan().problems.isEmpty)
        folders.store.removeLeftovers()
        #expect(folders.ownFiles == ["mul-Latn.safetensors"])
    }

    @Test("a folder that cannot be made is named")
    func unusable() {
        #expect(throws: ModelStoreError.unusable(path: "/nowhere/own", operation: "make", code: ENOENT)) {
            try ModelStore(systemFolder: "/nowhere", ownFolder: "/nowhere/own").upload(size: 3)
        }
    }

    @Test("several installs at once all succeed, of one tag too")
    func concurrent() async throws {
        let folders = try Folders()
        let tags = ["en", "de", "fr", "en", "it", "en"]
        try await withThrowingTaskGroup { group in
            for tag in tags {
                group.addTask { [store = folders.store] in
                    try StoreTests().install(StoreTests.tagged(tag), in: store, pieces: 50)
                    return ()
                }
            }
            try await group.waitForAll()
        }
        #expect(folders.store.scan().catalog.tags == ["de", "en", "fr", "it"])
        #expect(folders.ownFiles.count == 4)
    }

    @Test("no damage to a file stops the program or gets a model half in", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let folders = try Folders()
        var (refused, taken) = (0, 0)
        Fuzz.run(seconds: 2, seed: 3) { random in
            let bytes = Fuzz.damaged(safetensors: Self.tiny, using: &random)
            if error({ try install(bytes, in: folders.store) }) == nil { taken += 1 } else { refused += 1 }
        }
        #expect(refused > 0)
        let (catalog, problems) = folders.store.scan()
        #expect(problems.isEmpty && catalog.models.count <= taken)
    }
}
